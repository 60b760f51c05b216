"""Check that the measurements confirm the position of every hex the photo shows.

The fitted grid of hexes could match one half of a blurred photo and be far off in the other half, where nothing was recognised.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.board import PreparedBoard, nearby
from calibration.lens import Lens
from calibration.sheets import Fields
from calibration.tiles import Tiles

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ConfirmationSettings:
    """Thresholds for confirming the positions of cells."""

    share: float = 0.35  # share of the surrounding landmarks that must fit; 0.43 in sharp photos, up to 0.24 at wrong positions
    contradiction_mm: float = 3.0  # median offset of the surrounding tiles above which a position is wrong
    fewest_tiles: int = 3  # fewest tiles near a cell that can contradict or confirm its position
    reach_mm: float = 120.0  # maximum distance of an unconfirmed cell from a confirmed one


SETTINGS = ConfirmationSettings()


def confirmed_by_landmarks(board: PreparedBoard, fits: Flags, inside: Flags) -> Flags:
    """Return a mask (n,) of the cells around which enough of the landmarks in the frame fit.

    Cells without any surrounding landmark in the frame are included.
    """
    around = board.geometry.around
    return np.asarray(around @ fits.astype(np.float32) >= SETTINGS.share * (around @ inside.astype(np.float32)))


def is_contradicted(board: PreparedBoard, by_landmarks: Flags, shown: Flags, lens: Lens, fields: Fields, tiles: Tiles) -> bool:
    """Return whether the fitted position is wrong or unconfirmed for any of the `shown` cells that landmarks do not confirm.

    The position is wrong if the tiles near such a cell are far off. It is unconfirmed if such a cell has too few tiles and is too
    far from all confirmed cells, or if no shown cell is confirmed.
    """
    off = tiles.off_mm(lens) - fields.at(tiles.middles_mm, board.sheets_at(tiles.middles_mm))
    near = nearby(board.plan.centres_mm, tiles.middles_mm) & (shown & ~by_landmarks)[:, None]
    confirmed = by_landmarks & shown
    for cell in np.flatnonzero(near.sum(axis=1) >= SETTINGS.fewest_tiles):
        if np.hypot(*np.median(off[near[cell]], axis=0)) > SETTINGS.contradiction_mm:
            return True
        confirmed[cell] = True
    centres = board.plan.centres_mm
    return not confirmed.any() or _farthest(centres[shown & ~confirmed], centres[confirmed]) > SETTINGS.reach_mm


def _farthest(places_mm: Floats, from_mm: Floats) -> float:
    """Return the largest distance from any of `places_mm` to the nearest of `from_mm`, or 0 if there are no places."""
    return float(np.linalg.norm(places_mm[:, None] - from_mm, axis=2).min(axis=1).max()) if len(places_mm) else 0.0
