"""What is printed where on a board, as far as measuring needs it: markers, sheets of paper, hexes and the picture.

Lengths are millimetres on paper, x right, y down, from the board's top left corner. Knows no game: cells are places.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class BoardPlan:
    """A printed board. `picture` is the empty board, (h, w, 3) blue, green, red, the whole `size_mm` at `picture_px_per_mm`."""

    size_mm: tuple[float, float]
    marker_ids: tuple[int, ...]
    marker_corners_mm: Floats  # (m, 4, 2), clockwise from the marker's own top left
    sheet_outlines_mm: tuple[Floats, ...]  # (k, 2) each: what the sheet shows once trimmed
    centres_mm: Floats  # (n, 2), one for each cell
    corners_mm: Floats  # (n, 6, 2)
    picture: NDArray[np.uint8]
    picture_px_per_mm: float

    @property
    def marker_places(self) -> dict[int, Floats]:
        """Each marker's corners (4, 2) on the board."""
        return dict(zip(self.marker_ids, self.marker_corners_mm, strict=True))

    def sheets_at(self, points_mm: Floats) -> NDArray[np.intp]:
        """Return for (n, 2) points the (n,) numbers of the sheets that show them; outside all, the nearest."""
        points = np.asarray(points_mm, dtype=np.float64)
        rings = [outline.astype(np.float32).reshape(-1, 1, 2) for outline in self.sheet_outlines_mm]
        inside = [[cv2.pointPolygonTest(ring, (float(x), float(y)), True) for ring in rings] for x, y in points]
        return np.asarray(np.argmax(np.array(inside).reshape(len(points), len(rings)), axis=1), dtype=np.intp)
