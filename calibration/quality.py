"""Assess the quality of a photo in which a board was found: blur, distance, light, glare, tilt, cropping.

Measurements beyond a threshold become advice for the next photo. Each threshold is the point at which a flaw starts to cause
misread hexes.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.photo import COARSER
from calibration.view import BoardView
from referee.words.texts import Text, text

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class QualityLimits:
    """Thresholds beyond which a flaw in the photo is reported."""

    blur_mm: float = 1.65  # width of a marker's edge: a matchstick is 2 mm wide
    px_per_mm: float = 1.2  # resolution of the working photo at the centre of the board
    paper_grey: float = 75.0  # least brightness of white paper, of 255
    glare_share: float = 0.03  # overexposed share of the visible print that is not white
    glare_level: int = 252  # brightness of a pixel's darkest channel, of 255, from which it is overexposed
    tilt: float = 1.35  # `Camera.tilt_at` the centre; 1.35 is 36 degrees above the table


LIMITS = QualityLimits()
PAPER_WHITE = 235
EDGE_REACH_MM, EDGE_SAMPLES = 4.0, 33
RISE = 0.8  # the width of an edge is measured over this share of its rise
GLARE_STEP_MM = 12.0


@dataclass(frozen=True, slots=True)
class Quality:
    """The measured quality of a photo.

    `cropped` lists the corners of the board that are outside the frame, each by its side (x, y) of the upright photo: -1 is left
    or top, 1 is right or bottom.
    """

    blur_mm: float
    px_per_mm: float
    paper_grey: float
    glare_share: float
    tilt: float
    cropped: tuple[tuple[int, int], ...]


def measure_quality(view: BoardView) -> Quality:
    """Return the quality of a photo in which a board was found."""
    blur, paper = _measure_edges(view)
    middle = np.array(view.board.plan.size_mm) / 2
    across = view.place(np.array([middle - (5.0, 0.0), middle + (5.0, 0.0), middle - (0.0, 5.0), middle + (0.0, 5.0)]))
    scale = (np.linalg.norm(across[1] - across[0]) + np.linalg.norm(across[3] - across[2])) / 20
    return Quality(blur, float(scale), paper, _measure_glare(view), view.camera.tilt_at(middle), _cropped_corners(view))


def _measure_edges(view: BoardView) -> tuple[float, float]:
    """Return the median width of marker edges in mm and the brightness, 0 to 255, of the paper beside them.

    The result is (0, 255) if no edge is in the frame.
    """
    corners = view.board.plan.marker_corners_mm
    following = np.roll(corners, -1, axis=1)
    middles = ((corners + following) / 2).reshape(-1, 2)
    along = (following - corners).reshape(-1, 2)
    outward = np.column_stack([along[:, 1], -along[:, 0]]) / np.linalg.norm(along, axis=1)[:, None]
    reach = np.linspace(-EDGE_REACH_MM / 2, EDGE_REACH_MM / 2, EDGE_SAMPLES)
    pixels = view.place(middles[:, None] + outward[:, None] * reach[:, None])
    inside = view.contains(pixels.reshape(-1, 2)).reshape(pixels.shape[:2]).all(axis=1)
    if not inside.any():
        return 0.0, 255.0
    profiles = _sample_grey(view, pixels[inside])
    paper = np.percentile(profiles, 90, axis=1)
    contrast = paper - np.percentile(profiles, 10, axis=1)
    steepest = np.max(profiles[:, 2:] - profiles[:, :-2], axis=1) / (2 * (reach[1] - reach[0]))
    widths = RISE * contrast / np.maximum(steepest, 1e-3)
    return float(np.median(widths)), float(np.median(paper))


def _sample_grey(view: BoardView, pixels: Floats) -> Floats:
    at = (pixels - 0.5).astype(np.float32)
    across, down = np.ascontiguousarray(at[..., 0]), np.ascontiguousarray(at[..., 1])
    values = cv2.remap(view.photo.grey, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(values, dtype=np.float64)


def _measure_glare(view: BoardView) -> float:
    """Return the overexposed share of the visible print that is not white, measured at points on a grid."""
    width, height = view.board.plan.size_mm
    x, y = np.meshgrid(np.arange(GLARE_STEP_MM, width, GLARE_STEP_MM), np.arange(GLARE_STEP_MM, height, GLARE_STEP_MM))
    points = np.column_stack([x.ravel(), y.ravel()])
    art = view.board.plan.picture
    at = (points * view.board.plan.picture_px_per_mm).astype(int)
    coloured = art[np.clip(at[:, 1], 0, art.shape[0] - 1), np.clip(at[:, 0], 0, art.shape[1] - 1)].min(axis=1) < PAPER_WHITE
    pixels = view.place(points[coloured])
    colours = view.photo.colours.half
    pixels = np.minimum(pixels[view.contains(pixels)] / COARSER, np.array(colours.shape[1::-1]) - 1).astype(int)
    if len(pixels) == 0:
        return 0.0
    return float((colours[pixels[:, 1], pixels[:, 0]].min(axis=1) >= LIMITS.glare_level).mean())


def _cropped_corners(view: BoardView) -> tuple[tuple[int, int], ...]:
    """Return the corners of the board outside the frame, as in `Quality.cropped`."""
    width, height = view.board.plan.size_mm
    corners = np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)])
    working = view.place(corners)
    upright = view.to_upright(corners, view.board.sheets_at(corners))
    outside = ~view.contains(working)
    sides = np.where(upright > np.array([view.photo.width, view.photo.height]) / 2, 1, -1)
    return tuple((int(x), int(y)) for x, y in sides[outside])


def give_advice(quality: Quality) -> tuple[Text, ...]:
    """Return advice for a better photo, most important first; empty if the quality is good enough."""
    advice = []
    if quality.cropped:
        out = {
            (-1, -1): text("read.photo_upper_left_out"),
            (1, -1): text("read.photo_upper_right_out"),
            (1, 1): text("read.photo_lower_right_out"),
            (-1, 1): text("read.photo_lower_left_out"),
        }
        advice.append(out[quality.cropped[0]] if len(quality.cropped) == 1 else text("read.photo_parts_out"))
    if quality.px_per_mm < LIMITS.px_per_mm:
        advice.append(text("read.photo_far"))
    elif quality.blur_mm > LIMITS.blur_mm:
        advice.append(text("read.photo_blurred"))
    if quality.paper_grey < LIMITS.paper_grey:
        advice.append(text("read.photo_dark"))
    if quality.glare_share > LIMITS.glare_share:
        advice.append(text("read.photo_glare"))
    if quality.tilt > LIMITS.tilt:
        advice.append(text("read.photo_tilted"))
    return tuple(advice)
