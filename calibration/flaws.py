"""Detect a flaw that explains why no board was found in a photo: too little light, or blur everywhere.

The grey image is judged tile by tile. Photos in which a board was found are assessed in `quality`, as their scale is known.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from calibration.quality import LIMITS

Floats = NDArray[np.float32]


class Flaw(StrEnum):
    """Flaws that affect a photo as a whole."""

    DARK = "dark"
    BLURRED = "blurred"


@dataclass(frozen=True, slots=True)
class FlawSettings:
    """Parameters for deciding whether a photo as a whole is dark or blurred.

    The values were determined with series of increasing blur, shake and darkness, and with sharp photos.
    """

    tiles: int = 12  # along either side
    white_percentile: float = 95.0  # percentile of a tile's grey values that counts as its paper
    dark_share: float = 0.7  # share of tiles that must be dark; a lamp or a window does not make a photo bright
    edge_percentile: float = 99.7  # percentile of a tile's gradients that counts as its sharpest edge
    least_contrast: float = 20.0  # of 255; tiles with less contrast have no measurable edge
    least_contrast_share: float = 0.25  # least contrast as a share of the whole image's contrast
    fewest_tiles: int = 8  # tiles with enough contrast that are needed to judge blur
    sharpest_share: float = 0.25  # share of these tiles that counts as being in focus
    blur: float = 0.0013  # edge width relative to the longer side; 0.0005 to 0.0008 in sharp photos, 0.0016 in unreadable ones


SETTINGS = FlawSettings()
EDGE_OF_SIGMA = math.sqrt(2 * math.pi)  # height over slope of a blurred edge, in sigmas


def find_flaw(grey: NDArray[np.uint8]) -> Flaw | None:
    """Return the flaw that probably hides the board in a photo, or None if the photo is neither dark nor blurred as a whole."""
    if _is_dark(grey):
        return Flaw.DARK
    return Flaw.BLURRED if _edge_width(grey) > SETTINGS.blur * max(grey.shape) else None


def _is_dark(grey: NDArray[np.uint8]) -> bool:
    whites = [np.percentile(grey[tile], SETTINGS.white_percentile) for tile in _tiles(grey.shape)]
    return bool(np.mean(np.array(whites) < LIMITS.paper_grey) >= SETTINGS.dark_share)


def _edge_width(grey: NDArray[np.uint8]) -> float:
    """Return the largest blur of the tiles in focus, as a standard deviation in pixels.

    The blur of a tile is measured in the direction in which it is strongest. The result is 0 if too few tiles have enough
    contrast.
    """
    levels = grey.astype(np.float32)
    low, high = np.percentile(levels, (1, 99))
    enough = max(SETTINGS.least_contrast, SETTINGS.least_contrast_share * float(high - low))
    slopes = _slopes(levels)
    widths = []
    for tile in _tiles(slopes[0].shape):
        darkest, brightest = np.percentile(levels[1:-1, 1:-1][tile], (2, 98))
        if brightest - darkest >= enough:
            steepest = min(float(np.percentile(slope[tile], SETTINGS.edge_percentile)) for slope in slopes)
            widths.append(float(brightest - darkest) / max(steepest, 1.0) / EDGE_OF_SIGMA)
    return float(np.quantile(widths, SETTINGS.sharpest_share)) if len(widths) >= SETTINGS.fewest_tiles else 0.0


def _slopes(levels: Floats) -> tuple[Floats, ...]:
    """Return the absolute gradients along the rows, the columns and both diagonals, without the outermost pixels."""
    centre, diagonal = slice(1, -1), np.float32(2 * math.sqrt(2))
    return (
        np.abs(levels[centre, 2:] - levels[centre, :-2]) / 2,
        np.abs(levels[2:, centre] - levels[:-2, centre]) / 2,
        np.abs(levels[2:, 2:] - levels[:-2, :-2]) / diagonal,
        np.abs(levels[2:, :-2] - levels[:-2, 2:]) / diagonal,
    )


def _tiles(shape: tuple[int, ...]) -> list[tuple[slice, slice]]:
    rows, columns = (np.linspace(0, side, SETTINGS.tiles + 1).astype(int) for side in shape[:2])
    pairs = [[slice(a, b) for a, b in pairwise(edges.tolist()) if b > a] for edges in (rows, columns)]
    return [(across, down) for across in pairs[0] for down in pairs[1]]
