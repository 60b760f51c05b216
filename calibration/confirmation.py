"""Checks whether what was measured confirms every place of a board that the photo shows.

A lattice may fit half of a soft photo and lie far off in the other half, where nothing was recognised.
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
    """Numbers of the check, with why they are what they are."""

    share: float = 0.35  # of the landmarks around that must fit; sharp photos reach 0.43, wrong places 0.24
    contradiction_mm: float = 3.0  # a place is wrong when the tiles around it are this far off, by their median
    fewest_tiles: int = 3  # around a place that can contradict or confirm it
    reach_mm: float = 120.0  # as far from a confirmed place as another one can be trusted


SETTINGS = ConfirmationSettings()


def confirmed_by_landmarks(board: PreparedBoard, fits: Flags, inside: Flags) -> Flags:
    """Return the cells (n,) around which enough of the landmarks in the frame fit."""
    around = board.ground.around
    return np.asarray(around @ fits.astype(np.float32) >= SETTINGS.share * (around @ inside.astype(np.float32)))


def is_contradicted(board: PreparedBoard, by_landmarks: Flags, shown: Flags, lens: Lens, fields: Fields, tiles: Tiles) -> bool:
    """Return whether tiles lie elsewhere than the lattice says, or nothing confirms a cell of those `shown`, nor any near it."""
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
    """Return how far from the nearest of some places others lie at most."""
    return float(np.linalg.norm(places_mm[:, None] - from_mm, axis=2).min(axis=1).max()) if len(places_mm) else 0.0
