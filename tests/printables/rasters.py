"""Pages as pixels: rendered by PDFium, mapped to the board by the layout's matrices, cut along its outlines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

POINTS_PER_MM = 72 / 25.4
Picture = NDArray[np.uint8]
Matrix = Sequence[Sequence[float]]
# lines as fine as a pixel come out dark on one pixel or grey on two; drawn finer and softened, both look alike
FINER, SOFTNESS_PX = 2, 1.6


@lru_cache(8)
def render(pdf: bytes, page: int, px_per_mm: float) -> Picture:
    """Return a page, counted from 0, as (height, width, 3) RGB; cached, so it must not be modified."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        bitmap = document[page].render(scale=px_per_mm * POINTS_PER_MM**-1, rev_byteorder=True)
        picture = np.ascontiguousarray(bitmap.to_numpy()[..., :3]).copy()
        picture.flags.writeable = False
        return picture
    finally:
        document.close()


def inside(outline: Matrix, shape: tuple[int, int], px_per_mm: float) -> NDArray[np.bool_]:
    """Return for each pixel of a board picture whether its centre is within an outline in board mm."""
    height, width = shape
    points = np.asarray(outline, float) * px_per_mm
    starts, ends = points, np.roll(points, -1, axis=0)
    xs = np.arange(width) + 0.5
    mask = np.zeros(shape, bool)
    for row in range(height):
        y = row + 0.5
        crossing = (starts[:, 1] <= y) != (ends[:, 1] <= y)
        a, b = starts[crossing], ends[crossing]
        at = a[:, 0] + (y - a[:, 1]) / (b[:, 1] - a[:, 1]) * (b[:, 0] - a[:, 0])
        mask[row] = (at[:, None] > xs[None, :]).sum(axis=0) % 2 == 1
    return mask


def put_back(
    picture: Picture, size_mm: tuple[float, float], page_to_board: Matrix, shape: tuple[int, int], px_per_mm: float
) -> Picture:
    """Map a page's pixels to their places on the board; pixel centres are at halves."""
    matrix = np.vstack([np.asarray(page_to_board, float), [0, 0, 1]])
    from_px = np.diag([size_mm[0] / picture.shape[1], size_mm[1] / picture.shape[0], 1.0])
    to_px = np.diag([px_per_mm, px_per_mm, 1.0])
    half = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    whole = half @ to_px @ matrix @ from_px @ np.linalg.inv(half)
    height, width = shape
    moved = cv2.warpAffine(picture, whole[:2], (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


class Assembled:
    """A board assembled from its sheets: the picture, and how often each pixel is covered."""

    def __init__(self, pdf: bytes, layout: dict[str, Any], px_per_mm: float) -> None:
        shape = (int(layout["height_mm"] * px_per_mm), int(layout["width_mm"] * px_per_mm))
        self.cover = np.zeros(shape, int)
        self.picture: Picture = np.zeros((*shape, 3), np.uint8)
        for page in layout["pages"]:
            mask = inside(page["outline"], shape, px_per_mm)
            size_mm = (page["width_mm"], page["height_mm"])
            moved = put_back(render(pdf, page["page"] - 1, px_per_mm), size_mm, page["page_to_board"], shape, px_per_mm)
            self.picture[mask] = moved[mask]
            self.cover += mask


def differing(picture: Picture, other: Picture, tolerance: int) -> NDArray[np.bool_]:
    """Return which pixels, at half resolution, differ from all pixels of the other picture within one pixel."""
    picture, other = (cv2.GaussianBlur(each, (0, 0), SOFTNESS_PX)[::FINER, ::FINER] for each in (picture, other))
    around = np.ones((3, 3), np.uint8)
    low = cv2.erode(other, around).astype(int) - tolerance
    high = cv2.dilate(other, around).astype(int) + tolerance
    value = picture.astype(int)
    return np.asarray(((value < low) | (value > high)).any(axis=2))
