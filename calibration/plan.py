"""The parts of a printed board that measurements refer to: markers, sheets of paper, hexes, and a picture of the board.

Lengths are millimetres on paper, x right, y down, from the top left corner of the board. For this package a cell is only a
position; its role in the game does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class BoardPlan:
    """A printed board: its markers, sheets and cells, in mm.

    `picture` (h, w, 3) shows the empty board in blue, green, red at `picture_px_per_mm`, covering at least `size_mm`.
    """

    size_mm: tuple[float, float]
    marker_corners_mm: Floats  # (m, 4, 2), clockwise from the marker's top left
    sheet_outlines_mm: tuple[Floats, ...]  # (k, 2) each: the visible part of a sheet after trimming
    centres_mm: Floats  # (n, 2), one for each cell
    corners_mm: Floats  # (n, 6, 2)
    picture: NDArray[np.uint8]
    picture_px_per_mm: float

    def sheets_at(self, points_mm: Floats) -> NDArray[np.intp]:
        """Return the number (n,) of the sheet that shows each of (n, 2) points, or of the nearest sheet if none does."""
        points = np.asarray(points_mm, dtype=np.float64)
        rings = [outline.astype(np.float32).reshape(-1, 1, 2) for outline in self.sheet_outlines_mm]
        inside = [[cv2.pointPolygonTest(ring, (float(x), float(y)), True) for ring in rings] for x, y in points]
        return np.asarray(np.argmax(np.array(inside).reshape(len(points), len(rings)), axis=1), dtype=np.intp)
