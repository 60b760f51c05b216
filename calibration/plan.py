"""The printed board as far as measuring needs it: markers, sheets of paper, hexes and the picture.

Lengths are millimetres on paper, x right, y down, from the top left corner of the board. This module knows no game; cells are
just positions.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class BoardPlan:
    """The printed board.

    `picture` (h, w, 3) shows it empty in blue, green, red at `picture_px_per_mm`, covering `size_mm`.
    """

    size_mm: tuple[float, float]
    marker_corners_mm: Floats  # (m, 4, 2), clockwise from the marker's top left
    sheet_outlines_mm: tuple[Floats, ...]  # (k, 2) each: the visible part of a sheet after trimming
    centres_mm: Floats  # (n, 2), one for each cell
    corners_mm: Floats  # (n, 6, 2)
    picture: NDArray[np.uint8]
    picture_px_per_mm: float

    def sheets_at(self, points_mm: Floats) -> NDArray[np.intp]:
        """Return the number (n,) of the sheet that shows each of (n, 2) points, or of the nearest sheet."""
        points = np.asarray(points_mm, dtype=np.float64)
        rings = [outline.astype(np.float32).reshape(-1, 1, 2) for outline in self.sheet_outlines_mm]
        inside = [[cv2.pointPolygonTest(ring, (float(x), float(y)), True) for ring in rings] for x, y in points]
        return np.asarray(np.argmax(np.array(inside).reshape(len(points), len(rings)), axis=1), dtype=np.intp)
