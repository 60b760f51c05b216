"""Reduce the resolution of images by integer factors."""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Levels = TypeVar("Levels", np.uint8, np.uint16)


def reduce_pixels(pixels: NDArray[Levels], factor: int) -> NDArray[Levels]:
    """Return the image with squares of `factor` x `factor` pixels averaged; a factor of 1 returns the image itself.

    Incomplete squares at the right and bottom are dropped.
    """
    if factor == 1:
        return pixels
    height, width = pixels.shape[:2]
    size = (max(1, width // factor), max(1, height // factor))
    whole = pixels[: size[1] * factor, : size[0] * factor]
    return np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), dtype=pixels.dtype)
