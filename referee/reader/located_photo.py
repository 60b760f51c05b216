"""A located photo, as vision looks at it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class LocatedPhoto:
    """A located photo, (h, w, 3) blue, green, red, perhaps turned: `to_photo` takes board mm (..., 2) to its continuous pixels.

    `away` (n, 2) points, at each place, from the camera; `doubt_mm` (n,) is how far the place may be off, one sigma.
    """

    photo: NDArray[np.uint8]
    to_photo: Callable[[NDArray[np.float64]], NDArray[np.float64]]
    away: NDArray[np.float64]
    doubt_mm: NDArray[np.float64]
