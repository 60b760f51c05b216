"""Detect the ink in which a board was printed: colour, light or grey.

The tints of the hexes near their corners, where there are no pieces, are compared with the white around the markers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from calibration.locate import PhotoPyramid
from calibration.photo import COARSER
from printables.artwork.palette import Ink, landscape_inks
from referee.boards.board import looks_of
from referee.layout.layout import Layout

HEX_POINTS, TOWARDS_CORNER = 6, 0.48  # sample points per hex, and their distance from its centre in hex widths
LEAST_LIKENESS, LEAST_SLOPE = 0.2, 0.2
LEAST_SHADES = 0.5  # share of the expected shade differences that makes a print grey
ROUNDS, CLOSE, RIDGE, DARKEST = 12, 0.02, 1e-6, 0.05  # of a fit by least absolute deviations, in natural logarithms
ENGRAVED = 0.1  # approximate share of a hex covered by its engraving
DARKEST_PAPER = 20  # grey levels

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class InkPlaces:
    """The places where a layout shows its ink, in board mm, and the expected tints relative to white paper.

    `white` (w, 2) are points beside the markers, `points` (6 n, 2) are points in the n hexes, and `centres` (n, 2) are the
    centres of the hexes. `lands` (n,) are the landscape numbers of the hexes. `coloured` (landscapes, 3) are the tints of the
    landscapes in colour ink, and `grey` (n,) the shades of the hexes in grey ink. `marker_corners` are the corners (4, 2) of
    each marker, by its number.
    """

    marker_corners: dict[int, Floats]
    white: Floats
    centres: Floats
    points: Floats
    lands: NDArray[np.intp]
    coloured: Floats
    grey: Floats


def ink_places(layout: Layout) -> InkPlaces:
    """Return the places and tints used to detect the ink of a layout in photos."""
    corners = {marker.id: np.array(marker.square.corners) for marker in layout.markers}
    _, lands = np.unique([cell.terrain for cell in layout.board.cells], return_inverse=True)
    tints = _expected_tints(layout, Ink.COLOUR)
    coloured = np.array([tints[lands == land][0] for land in range(lands.max() + 1)])
    centres = np.array(layout.island.centres)
    return InkPlaces(
        corners,
        _white_points(layout),
        centres,
        _hex_points(centres, layout.hex_mm),
        lands,
        coloured,
        _expected_tints(layout, Ink.GREY).mean(1),
    )


def detect_ink(places: InkPlaces, seen: PhotoPyramid, lens: Lens) -> Ink:
    """Return the ink of a print, judged by the tints of its hexes relative to the white around its markers."""
    colours = seen.photo.colours.half
    white = np.median(_samples(colours, lens.project(places.white) / COARSER), 0)
    corner_colours = _samples(colours, lens.project(places.points) / COARSER).reshape(-1, HEX_POINTS, 3)
    hexes = np.median(corner_colours, 1) / np.maximum(white, DARKEST_PAPER)
    shown = np.array([np.median(hexes[places.lands == land], 0) for land in range(len(places.coloured))])
    if _follows(_hues(shown), _hues(places.coloured)):
        return Ink.COLOUR
    return Ink.GREY if _shade_slope(hexes.mean(1), places.grey, places.centres) > LEAST_SHADES else Ink.LIGHT


def _shade_slope(shown: Floats, expected: Floats, centres: Floats) -> float:
    """Return the slope of measured against expected brightness: 1 for a perfect print, 0 for an all-white one.

    A linear falloff of light over the board is fitted as well; hexes with pieces are outliers.
    """
    at = (centres - centres.mean(0)) / centres.std(0)
    terms = np.column_stack([np.ones(len(at)), at, np.log(expected)])
    values = np.log(np.maximum(shown, DARKEST))
    weights, fitted = np.ones(len(at)), np.zeros(terms.shape[1])
    for _ in range(ROUNDS):
        weighted = terms * weights[:, None]
        fitted = np.linalg.solve(weighted.T @ terms + RIDGE * np.eye(terms.shape[1]), weighted.T @ values)
        weights = 1 / np.maximum(np.abs(values - terms @ fitted), CLOSE)
    return float(fitted[-1])


def _hues(colours: Floats) -> Floats:
    """Return the hues (n, 2) of colours (n, 3), because light falls off over the board while hue hardly changes."""
    return np.asarray(colours[:, (0, 2)] / np.maximum(colours.sum(1, keepdims=True), 0.05))


def _follows(shown: Floats, expected: Floats) -> bool:
    """Return whether the hues `shown` vary from landscape to landscape like the `expected` ones, though perhaps less strongly."""
    a, b = shown - shown.mean(0), expected - expected.mean(0)
    together = float((a * b).sum())
    alike = together / max(1e-9, float(np.sqrt((a * a).sum() * (b * b).sum())))
    return alike > LEAST_LIKENESS and together / float((b * b).sum()) > LEAST_SLOPE


def _expected_tints(layout: Layout, ink: Ink) -> Floats:
    """Return the average tints (n, 3) of the cells' landscapes relative to white, mixed from background and engraving."""
    looks = looks_of(layout.board)
    inks = [landscape_inks(looks[cell.terrain], ink) for cell in layout.board.cells]
    return np.array([(1 - ENGRAVED) * _bgr(each.tint) + ENGRAVED * _bgr(each.line) for each in inks]) / 255


def _bgr(colour: str) -> Floats:
    return np.array([int(colour[k : k + 2], 16) for k in (5, 3, 1)], float)


def _white_points(layout: Layout) -> Floats:
    """Return the points halfway between the corners of each marker and the corners of the white square around that marker."""
    points = []
    for marker in layout.markers:
        inner, outer = np.array(marker.square.corners), np.array(marker.white.corners)
        points.append((inner + outer) / 2)
    return np.concatenate(points)


def _hex_points(centres: Floats, hex_mm: float) -> Floats:
    """Return points near the corners of each hex, (6 n, 2) in board mm; pieces are placed in the middle."""
    angles = np.radians(np.arange(HEX_POINTS) * 360 / HEX_POINTS - 90)
    around = np.column_stack([np.cos(angles), np.sin(angles)]) * TOWARDS_CORNER * hex_mm
    return np.asarray((centres[:, None] + around).reshape(-1, 2))


def _samples(picture: Pixels, at: Floats) -> Floats:
    """Return the values (n, 3) of an image at positions (n, 2); positions outside are clamped to the edge of the image."""
    x = np.clip(at[:, 0], 0, picture.shape[1] - 1).astype(int)
    y = np.clip(at[:, 1], 0, picture.shape[0] - 1).astype(int)
    return np.asarray(picture[y, x], np.float64)
