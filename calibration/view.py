"""The result of calibration: the position of every point of a board in a photo.

A `BoardView` maps points in board mm to pixel coordinates, allowing for lens distortion, shifted sheets and curled paper. Pixel
coordinates are continuous, with (0, 0) at the top left corner of the top left pixel. *Working* pixels are those of `photo.grey`,
which could be rotated and reduced. *Upright* pixels are those of the upright full-size photo, as in the published formats.
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
    """The quality of the fit of a board to a photo.

    `markers` are the ids of the markers used for the first estimate, and `share` is the share of the landmarks in the frame that
    fit. `residual_mm` holds the median residual of the landmarks that fit, for each sheet, and is NaN for a sheet without any.
    """

    markers: tuple[int, ...]
    share: float
    residual_mm: tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """A board found in a photo.

    `to_working` and `to_upright` take points in board mm (n, 2) and the numbers of the points' sheets, `sheets` (n,), which are
    `board.geometry.of_cell` for cells and given by `board.sheets_at` for other points. `place` looks up the sheets itself.
    `doubt_mm` (cells,) is the standard deviation of each cell's position.
    """

    photo: Photo
    board: PreparedBoard
    lens: Lens
    camera: Camera
    fields: Fields
    doubt_mm: Floats
    fit: Fit

    def to_working(self, points_mm: Floats, sheets: Sheets) -> Floats:
        """Return the working pixel coordinates (n, 2) of printed points."""
        return self.lens.project(points_mm + self.fields.at(points_mm, sheets))

    def place(self, points_mm: Floats) -> Floats:
        """Return the working pixel coordinates (..., 2) of printed points (..., 2), looking up the sheet of each point."""
        flat = points_mm.reshape(-1, 2)
        return self.to_working(flat, self.board.sheets_at(flat)).reshape(points_mm.shape)

    def to_upright(self, points_mm: Floats, sheets: Sheets) -> Floats:
        """Return the upright full-size pixel coordinates (n, 2) of printed points."""
        working = self.to_working(points_mm, sheets)
        turn = self.photo.to_upright
        return np.asarray(working @ turn[:2, :2].T + turn[:2, 2])

    @property
    def centres_px(self) -> Floats:
        """The upright full-size pixel coordinates (cells, 2) of the cells' centres."""
        return self.to_upright(self.board.plan.centres_mm, self.board.geometry.of_cell)

    @property
    def away(self) -> Floats:
        """The apparent shift (cells, 2) of tall pieces on the cells, away from the camera, in board mm per mm of height."""
        return self.camera.lean(self.board.plan.centres_mm)

    @property
    def board_to_photo(self) -> Floats:
        """The homography from board mm to upright full-size pixels that best fits the centres of the cells.

        Lens distortion, shifted sheets and curl are not modelled. The homography is fitted to the centres in the frame, or to all
        centres if fewer than `FEWEST_CENTRES` are in the frame.
        """
        centres = self.board.plan.centres_mm
        shown = self.contains(self.to_working(centres, self.board.geometry.of_cell))
        if shown.sum() < FEWEST_CENTRES:
            shown[:] = True
        found, _ = cv2.findHomography(centres[shown], self.centres_px[shown])
        return np.asarray(found, dtype=np.float64)

    def contains(self, pixels: Floats) -> NDArray[np.bool_]:
        """Return a mask (n,) of the working pixel coordinates (n, 2) that are inside the photo."""
        height, width = self.photo.grey.shape
        return np.asarray((pixels[:, 0] >= 0) & (pixels[:, 1] >= 0) & (pixels[:, 0] < width) & (pixels[:, 1] < height))
