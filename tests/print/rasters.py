"""Pages as pixels: rendered by PDFium, put back on the board by the layout's matrices, cut to the layout's outlines."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

POINTS_PER_MM = 72 / 25.4
Picture = NDArray[np.uint8]
# lines as fine as a pixel come out dark on one pixel or grey on two; softened, both look alike
SOFTNESS_PX = 0.8


def render(pdf: bytes, page: int, px_per_mm: float) -> Picture:
    """Gives one page, counted from 0, as (height, width, 3) RGB."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        bitmap = document[page].render(scale=px_per_mm * POINTS_PER_MM ** -1, rev_byteorder=True)
        return np.ascontiguousarray(bitmap.to_numpy()[..., :3]).copy()
    finally:
        document.close()


def inside(outline: Sequence[Sequence[float]], shape: tuple[int, int], px_per_mm: float) -> NDArray[np.bool_]:
    """Tells for each pixel of a board picture whether its centre lies within an outline in board mm."""
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


def put_back(picture: Picture, page_to_board: Sequence[Sequence[float]], shape: tuple[int, int], px_per_mm: float) -> Picture:
    """Moves a page's pixels to where they lie on the board; pixel centres lie at halves."""
    matrix = np.vstack([np.asarray(page_to_board, float), [0, 0, 1]])
    to_px = np.diag([px_per_mm, px_per_mm, 1.0])
    half = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    whole = half @ to_px @ matrix @ np.linalg.inv(to_px) @ np.linalg.inv(half)
    height, width = shape
    moved = cv2.warpAffine(picture, whole[:2], (width, height), flags=cv2.INTER_LINEAR, borderValue=(255, 0, 255))
    return np.asarray(moved, np.uint8)


class Assembled:
    """A board put together from its sheets: its picture, and how often each pixel is covered."""

    def __init__(self, pdf: bytes, layout: dict[str, Any], px_per_mm: float) -> None:
        shape = (int(layout["height_mm"] * px_per_mm), int(layout["width_mm"] * px_per_mm))
        self.cover = np.zeros(shape, int)
        self.picture: Picture = np.zeros((*shape, 3), np.uint8)
        for page in layout["pages"]:
            mask = inside(page["outline"], shape, px_per_mm)
            moved = put_back(render(pdf, page["page"] - 1, px_per_mm), page["page_to_board"], shape, px_per_mm)
            self.picture[mask] = moved[mask]
            self.cover += mask


def differing(picture: Picture, other: Picture, tolerance: int) -> NDArray[np.bool_]:
    """Tells which pixels of a picture are unlike all of the other's within one pixel, channel by channel."""
    picture, other = (cv2.GaussianBlur(each, (0, 0), SOFTNESS_PX) for each in (picture, other))
    around = np.ones((3, 3), np.uint8)
    low = cv2.erode(other, around).astype(int) - tolerance
    high = cv2.dilate(other, around).astype(int) + tolerance
    value = picture.astype(int)
    return np.asarray(((value < low) | (value > high)).any(axis=2))
