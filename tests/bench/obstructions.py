"""Paste a hand, a card or a lamp's reflection onto a photo of a board, in perspective, and find the affected hexes."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.boards.library import load_board
from referee.layout.layout import Layout, lay_out

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Point = tuple[float, float]
PX_PER_MM = 1.5  # of the flat images that are pasted
MARGIN_MM = 400.0  # margin around the board, so that an arm can reach in from outside
GAMMA, JPEG_QUALITY = 2.2, 92
AFFECTED = 0.1  # share of a hex that is covered, or strength of a reflection on it, from which it counts as affected
# The angle, length and half width of each finger, the thumb last.
FINGERS = ((-24, 62, 9.5), (-8, 76, 10), (7, 72, 9.5), (22, 58, 8.5), (62, 52, 11))
PALM_MM, ARM_MM, ARM_LENGTH_MM, CUFF_MM = (46.0, 40.0), 30.0, 900.0, 150.0
DARKEST_SKIN, LIGHTEST_SKIN = np.array([0.035, 0.05, 0.085]), np.array([0.38, 0.46, 0.68])  # blue, green, red; linear
CARDS_MM = ((54.0, 85.6), (63.0, 88.0), (100.0, 150.0))  # a bank card, a playing card, a sheet of notepaper


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """An object above the board, seen from straight above: its linear colour, its opacity and the light that it reflects."""

    colour: Floats
    opacity: Floats
    light: Floats


def with_obstruction(photo: Path, fault: str, seed: Sequence[int]) -> tuple[bytes, set[str]]:
    """Return a photo as JPEG data with an obstruction pasted in, and the labels of the affected hexes.

    `fault` is a key of DRAWN. The JSON file beside the photo names its board and the position of each hex in the photo.
    """
    picture = cv2.imread(str(photo), cv2.IMREAD_COLOR)
    assert picture is not None, photo
    truth = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))
    layout = lay_out(load_board(truth["board"]))
    pasted, affected = _paste(fault, np.asarray(picture, np.uint8), truth, layout, np.random.default_rng(seed))
    return cv2.imencode(".jpg", pasted, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes(), affected


def _paste(
    fault: str, picture: Picture, truth: Mapping[str, Any], layout: Layout, rng: np.random.Generator
) -> tuple[Picture, set[str]]:
    centres = dict(zip((cell.id for cell in layout.board.cells), layout.island.centres, strict=True))
    shown = [cell for cell, fact in truth["cells"].items() if fact["centre_px"]]
    to_photo, _ = cv2.findHomography(
        np.array([centres[cell] for cell in shown], np.float64),
        np.array([truth["cells"][cell]["centre_px"] for cell in shown], np.float64),
        cv2.RANSAC,
        5.0,
    )
    flat = DRAWN[fault](layout, rng)
    to_flat = np.array([[PX_PER_MM, 0, MARGIN_MM * PX_PER_MM], [0, PX_PER_MM, MARGIN_MM * PX_PER_MM], [0, 0, 1]])
    pasted = _compose(picture, flat, to_photo @ np.linalg.inv(to_flat), rng)
    return pasted, _affected(layout, flat)


def _compose(picture: Picture, flat: Flat, to_photo: NDArray[np.float64], rng: np.random.Generator) -> Picture:
    """Blend an object and its shadow into a photo in linear light."""
    height, width = picture.shape[:2]

    def seen(values: Floats) -> Floats:
        warped = cv2.warpPerspective(values, to_photo, (width, height), flags=cv2.INTER_LINEAR)
        return np.asarray(warped if warped.ndim == 3 else warped[..., None], np.float32)

    linear = (picture.astype(np.float32) / 255) ** GAMMA
    paper = float(np.quantile(linear.max(2), 0.9))
    offset = rng.uniform(6, 22, 2) * rng.choice((-1, 1), 2) * PX_PER_MM
    shadow = cv2.warpAffine(flat.opacity, np.array([[1, 0, offset[0]], [0, 1, offset[1]]]), flat.opacity.shape[::-1])
    shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), float(rng.uniform(4, 14)) * PX_PER_MM), np.float32)
    linear = linear * (1 - float(rng.uniform(0.3, 0.6)) * seen(shadow))
    opacity = seen(flat.opacity)
    linear = linear * (1 - opacity) + seen(flat.colour) * paper * opacity + seen(flat.light) * paper
    noise = rng.normal(0, 0.004, linear.shape).astype(np.float32) * (opacity > 0)
    return np.asarray(255 * np.clip(linear + noise, 0, 1) ** (1 / GAMMA), np.uint8)


def _affected(layout: Layout, flat: Flat) -> set[str]:
    strength = np.maximum(flat.opacity, np.clip(flat.light.max(2), 0, 1))
    found = set()
    for cell, corners in zip(layout.board.cells, layout.island.corners, strict=True):
        mask = np.zeros(strength.shape, np.uint8)
        cv2.fillConvexPoly(mask, ((np.array(corners) + MARGIN_MM) * PX_PER_MM).astype(np.int32), 1)
        if float(strength[mask > 0].mean()) > AFFECTED:
            found.add(cell.id)
    return found


def _blank(layout: Layout) -> Floats:
    """Return an empty flat image of the board and its surroundings."""
    size = (math.ceil((length + 2 * MARGIN_MM) * PX_PER_MM) for length in (layout.height, layout.width))
    return np.zeros(tuple(size), np.float32)


def _over_a_hex(layout: Layout, rng: np.random.Generator) -> Point:
    """Return a random point near the centre of a hex, in pixels of the flat image."""
    x, y = layout.island.centres[int(rng.integers(len(layout.island.centres)))] + rng.normal(0, 8, 2)
    return (x + MARGIN_MM) * PX_PER_MM, (y + MARGIN_MM) * PX_PER_MM


def draw_hand(layout: Layout, rng: np.random.Generator) -> Flat:
    """Draw an arm that reaches in from outside the board, a hand with slightly bent fingers, and a cuff."""
    mask, cuff = _blank(layout), _blank(layout)
    palm, scale = np.array(_over_a_hex(layout, rng)), float(rng.uniform(0.75, 1.05)) * PX_PER_MM
    outwards = math.atan2(palm[1] - mask.shape[0] / 2, palm[0] - mask.shape[1] / 2) + rng.normal(0, 0.35)

    def away(angle: float, length: float, start: NDArray[np.float64] = palm) -> NDArray[np.float64]:
        return np.asarray(start + scale * length * np.array([math.cos(angle), math.sin(angle)]))

    def draw(on: Floats, start: NDArray[np.float64], end: NDArray[np.float64], half_width: float) -> None:
        ends = [(int(point[0]), int(point[1])) for point in (start, end)]
        cv2.line(on, ends[0], ends[1], 1.0, int(2 * scale * half_width), cv2.LINE_AA)

    draw(mask, palm, away(outwards, ARM_LENGTH_MM), ARM_MM)
    draw(cuff, away(outwards, CUFF_MM), away(outwards, ARM_LENGTH_MM), ARM_MM + 6)
    axes = tuple(int(scale * length) for length in PALM_MM)
    cv2.ellipse(mask, (int(palm[0]), int(palm[1])), axes, math.degrees(outwards), 0, 360, 1.0, -1, cv2.LINE_AA)  # type: ignore[call-overload]
    side = float(rng.choice((-1, 1)))
    for degrees, length, half_width in FINGERS:
        angle = outwards + math.pi + side * math.radians(degrees + float(rng.normal(0, 3)))
        knuckle = away(angle, 28)
        middle = away(angle, length * 0.55, knuckle)
        draw(mask, knuckle, middle, half_width)
        draw(mask, middle, away(angle + float(rng.normal(0, 0.15)), length * 0.4, middle), half_width * 0.9)
    skin = DARKEST_SKIN + (LIGHTEST_SKIN - DARKEST_SKIN) * rng.random() + rng.normal(0, 0.012, 3)
    colour = np.where(cuff[..., None] > 0.5, rng.uniform(0.02, 0.8, 3), skin)
    return _rounded(colour, np.maximum(mask, cuff), rng)


def _rounded(colour: NDArray[np.float64], mask: Floats, rng: np.random.Generator) -> Flat:
    """Return a shape shaded as if its edges were round and lit from one side."""
    depth = cv2.distanceTransform((mask > 0.5).astype(np.uint8), cv2.DIST_L2, 5) / (12 * PX_PER_MM)
    height = np.asarray(cv2.GaussianBlur(np.sqrt(1 - (1 - np.clip(depth, 0, 1)) ** 2), (0, 0), 2 * PX_PER_MM), np.float32)
    across, down = cv2.Sobel(height, cv2.CV_32F, 1, 0), cv2.Sobel(height, cv2.CV_32F, 0, 1)
    angle = float(rng.uniform(0, 2 * math.pi))
    lit = 0.65 + 0.35 * height + 2.0 * (math.cos(angle) * across + math.sin(angle) * down)
    coarse = rng.normal(0, 0.03, (mask.shape[0] // 8 + 1, mask.shape[1] // 8 + 1)).astype(np.float32)
    texture = 1 + cv2.resize(coarse, mask.shape[::-1], interpolation=cv2.INTER_CUBIC)
    shaded = colour * np.clip(lit * texture, 0.4, 1.3)[..., None]
    opacity = np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.6 * PX_PER_MM), np.float32)
    return Flat(np.asarray(shaded, np.float32), opacity, np.zeros_like(shaded, np.float32))


def draw_card(layout: Layout, rng: np.random.Generator) -> Flat:
    """Draw a bank card, a playing card or a written note that was left on the board."""
    mask = _blank(layout)
    size = CARDS_MM[int(rng.integers(len(CARDS_MM)))]
    box = (_over_a_hex(layout, rng), (size[0] * PX_PER_MM, size[1] * PX_PER_MM), float(rng.uniform(0, 180)))
    corners = cv2.boxPoints(box)
    cv2.fillConvexPoly(mask, corners.astype(np.int32), 1.0, cv2.LINE_AA)
    ground = rng.uniform(0.75, 0.95, 3) if rng.random() < 0.6 else rng.uniform(0.02, 0.6, 3)
    colour = np.full((*mask.shape, 3), ground, np.float32)
    for _ in range(int(rng.integers(3, 12))):
        spot = (
            corners[0] + rng.uniform(0.15, 0.85) * (corners[1] - corners[0]) + rng.uniform(0.15, 0.85) * (corners[3] - corners[0])
        )
        radius = int(rng.uniform(2, 7) * PX_PER_MM)
        cv2.circle(colour, (int(spot[0]), int(spot[1])), radius, rng.uniform(0.02, 0.9, 3).tolist(), -1, cv2.LINE_AA)
    return Flat(colour, mask, np.zeros_like(colour))


def draw_lamp(layout: Layout, rng: np.random.Generator) -> Flat:
    """Draw the reflection of a lamp on glossy paper, which is brightest in the middle and may hide everything there."""
    blank = _blank(layout)
    x, y = _over_a_hex(layout, rng)
    rows, columns = np.mgrid[: blank.shape[0], : blank.shape[1]].astype(np.float32)
    angle, wide, high = float(rng.uniform(0, math.pi)), *(rng.uniform(18, 55, 2) * PX_PER_MM)
    along = (columns - x) * math.cos(angle) + (rows - y) * math.sin(angle)
    across = (rows - y) * math.cos(angle) - (columns - x) * math.sin(angle)
    glow = float(rng.uniform(0.4, 2.0)) * np.exp(-((along / wide) ** 2 + (across / high) ** 2) / 2)
    light = glow[..., None] * rng.uniform((0.75, 0.9, 0.95), (1.0, 1.0, 1.0))
    return Flat(np.zeros((*blank.shape, 3), np.float32), blank, np.asarray(light, np.float32))


DRAWN: Mapping[str, Callable[[Layout, np.random.Generator], Flat]] = {"hand": draw_hand, "card": draw_card, "lamp": draw_lamp}
