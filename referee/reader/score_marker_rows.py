"""Detect hexes that a row of score markers could reach from the track, because markers of equal scores are put side by side.

If there is something on the track, and something else halfway to a hex, the piece on that hex could be the third of the row. This
module does not check which piece is on the hex.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.reader.located_photo import LocatedPhoto
from referee.reader.patches import WHITE_LEVEL
from referee.reader.prints import Print

Floats = NDArray[np.float32]
Points = NDArray[np.float64]
Picture = NDArray[np.uint8]
REACH_MM = 68.0  # from a cell of the track to the third marker of its row
AROUND_MM = (-2.5, 0.0, 2.5)  # offsets of the sampled points around a position, across and down
HALF_WIDE = 0.5  # distance from the centre of a hex to its sides, in hex widths
STANDS = 34.0  # difference from the print that indicates a piece, on a scale where white paper is WHITE_LEVEL
KEPT = 4  # number of prints in the cache


@lru_cache(KEPT)
def _rows(printed: Print) -> tuple[Points, Points, NDArray[np.int_]]:
    """Return the rows that could lead from a cell of the track to a hex without crossing another hex.

    The three arrays are the cells' centres (k, 2) and the middles of the rows (k, 2), both in mm, and the hexes' numbers (k,).
    """
    track, centres = printed.track if printed.track is not None else np.zeros((0, 2)), printed.centres[: printed.hexes]
    hexes, fields = np.nonzero(np.linalg.norm(centres[:, None] - track[None], axis=2) < REACH_MM)
    between = (centres[hexes] + track[fields]) / 2
    nearest = np.linalg.norm(between[:, None] - centres[None], axis=2).min(1, initial=np.inf)
    on_rim = nearest > HALF_WIDE * printed.hex_mm
    return track[fields[on_rim]], between[on_rim], hexes[on_rim]


def may_end_a_row(located: LocatedPhoto, printed: Print, light: Floats, haze: Floats) -> NDArray[np.bool_]:
    """Return a mask (n,) of the places that a row of score markers could reach.

    `light` and `haze` (n, 3) are those of the patches.
    """
    out = np.zeros(len(printed.centres), bool)
    first, second, hexes = _rows(printed)
    candidates = np.arange(len(hexes))
    for points in (first, second):
        there = hexes[candidates]
        candidates = (
            candidates[_differs(located, printed, points[candidates], light[there], haze[there])]
            if len(candidates)
            else candidates
        )
    out[hexes[candidates]] = True
    return out


def _differs(located: LocatedPhoto, printed: Print, points: Points, light: Floats, haze: Floats) -> NDArray[np.bool_]:
    """Return a mask of the points on the board, (k, 2) in mm, where the photo differs from the print."""
    around = points[:, None] + np.stack(np.meshgrid(AROUND_MM, AROUND_MM), -1).reshape(-1, 2)
    at_px = located.to_photo(around)
    height, width = located.photo.shape[:2]
    within = ((at_px > 1) & (at_px < (width - 1, height - 1))).all((1, 2))
    seen = (_sampled(located.photo, at_px) - 255 * haze[:, None, ::-1]) * light[:, None, ::-1]
    bare = _sampled(printed.picture, around * printed.px_per_mm) * np.float32(WHITE_LEVEL / 255)
    return np.asarray(within & (np.abs(seen - bare).max(2).mean(1) > STANDS))


def _sampled(picture: Picture, at_px: Points) -> Floats:
    """Return the values of an image at (k, m, 2) continuous pixel positions, (k, m, 3)."""
    maps = np.ascontiguousarray(at_px - 0.5, np.float32)
    values = cv2.remap(picture, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return np.asarray(values, np.float32)
