"""A photo in which the board has been located."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class LocatedPhoto:
    """A photo (h, w, 3) in blue, green, red, possibly rotated, with the position of the board.

    `to_photo` maps points in board mm (..., 2) to pixel coordinates in `photo`. For each place, `away` (n, 2) is the
    apparent shift of tall pieces, away from the camera, in mm per mm of height, and `doubt_mm` (n,) the standard deviation of its
    position.
    """

    photo: NDArray[np.uint8]
    to_photo: Callable[[NDArray[np.float64]], NDArray[np.float64]]
    away: NDArray[np.float64]
    doubt_mm: NDArray[np.float64]
