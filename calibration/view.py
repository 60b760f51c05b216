"""Where everything on a board is in a photo of it: the answer of calibration.

A `BoardView` turns board mm into pixels, lens, shifted sheets and curled paper included. Two kinds of pixels, both
continuous with (0, 0) the top left corner of the top left pixel: *working* pixels are those of `photo.grey`, which may be
stored turned and reduced; *upright* pixels are those of the upright full-size photo, as people and FORMATS speak of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import PreparedBoard
from calibration.lens import Lens
from calibration.photo import Photo
from calibration.pose import Camera
from calibration.sheets import Fields

Floats = NDArray[np.float64]
Sheets = NDArray[np.intp]
FEWEST_CENTRES = 8


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """How well the print was found: its markers, the share of landmarks in the frame that fit, the residual of each sheet."""

    markers: tuple[int, ...]
    share: float
    residual_mm: tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """A board found in a photo.

    Methods take (n, 2) board mm and (n,) the sheet each point is printed on (`board.geometry.of_cell` for cells, for others
    `board.sheets_at`); `place` finds the sheets itself. `doubt_mm` (cells,) is how far each cell's place may be off, one sigma.
    """

    photo: Photo
    board: PreparedBoard
    lens: Lens
    camera: Camera
    fields: Fields
    doubt_mm: Floats
    fit: Fit

    def to_working(self, points_mm: Floats, sheets: Sheets) -> Floats:
        """Working pixels (n, 2) of printed points."""
        return self.lens.project(points_mm + self.fields.at(points_mm, sheets))

    def place(self, points_mm: Floats) -> Floats:
        """Working pixels (..., 2) of printed points (..., 2), each on the sheet that shows it."""
        flat = points_mm.reshape(-1, 2)
        return self.to_working(flat, self.board.sheets_at(flat)).reshape(points_mm.shape)

    def to_upright(self, points_mm: Floats, sheets: Sheets) -> Floats:
        """Upright full-size pixels (n, 2) of printed points."""
        working = self.to_working(points_mm, sheets)
        turn = self.photo.to_upright
        return np.asarray(working @ turn[:2, :2].T + turn[:2, 2])

    @property
    def centres_px(self) -> Floats:
        """Upright full-size pixels (cells, 2) of the cells' centres."""
        return self.to_upright(self.board.plan.centres_mm, self.board.geometry.of_cell)

    @property
    def away(self) -> Floats:
        """(cells, 2) board mm by which 1 mm of height seems shifted: away from the camera's foot, where tall things lean."""
        return self.camera.lean(self.board.plan.centres_mm)

    @property
    def board_to_photo(self) -> Floats:
        """The homography (3, 3) from board mm to upright full-size pixels that fits the cells in the picture best, lens and
        paper left out."""
        centres = self.board.plan.centres_mm
        shown = self.contains(self.to_working(centres, self.board.geometry.of_cell))
        if shown.sum() < FEWEST_CENTRES:
            shown[:] = True
        found, _ = cv2.findHomography(centres[shown], self.centres_px[shown])
        return np.asarray(found, dtype=np.float64)

    def contains(self, pixels: Floats) -> NDArray[np.bool_]:
        """Return which working pixels (n, 2) lie inside the photo."""
        height, width = self.photo.grey.shape
        return np.asarray((pixels[:, 0] >= 0) & (pixels[:, 1] >= 0) & (pixels[:, 0] < width) & (pixels[:, 1] < height))
