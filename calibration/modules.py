"""Reads a block of black and white modules printed between two markers, from the markers' corners alone."""
from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.locate import Look
from calibration.markers import FoundMarkers

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ModuleBlock:
    """Where a block lies, in board mm: its box, its rows and columns, and the two markers it stands between."""

    left: float
    top: float
    right: float
    bottom: float
    rows: int
    columns: int
    markers: tuple[int, int]


# Places within a module that are asked, as shares of its side off its middle.
ASKED = np.array([(x, y) for y in (-0.2, 0.0, 0.2) for x in (-0.2, 0.0, 0.2)])
LEAST_CONTRAST = 25.0  # grey levels between dark and light modules


def read_modules(seen: Look, found: FoundMarkers, block: ModuleBlock, corners_mm: dict[int, Floats]) -> tuple[str, ...] | None:
    """Gives the rows, `1` is white; None when a marker was not found or the block cannot be told from its paper.

    `corners_mm` holds the (4, 2) corners of both markers in the block's own millimetres.
    """
    places = [np.flatnonzero(found.ids == number) for number in block.markers]
    if any(len(place) != 1 for place in places):
        return None
    pixels = np.concatenate([found.corners[place[0]] for place in places])
    points = np.concatenate([corners_mm[number] for number in block.markers])
    to_photo, _ = cv2.findHomography(points, pixels)
    if to_photo is None:
        return None
    values = _module_values(seen, np.asarray(to_photo, dtype=np.float64), block)
    threshold = _threshold(values)
    if threshold is None:
        return None
    return tuple("".join("1" if value > threshold else "0" for value in row) for row in values)


def _module_values(seen: Look, to_photo: Floats, block: ModuleBlock) -> Floats:
    """Mean grey of every module, (rows, columns)."""
    wide, high = (block.right - block.left) / block.columns, (block.bottom - block.top) / block.rows
    x, y = np.meshgrid(np.arange(block.columns) + 0.5, np.arange(block.rows) + 0.5)
    middles = np.stack([x, y], axis=-1)[:, :, None] + ASKED
    points = middles * (wide, high) + (block.left, block.top)
    pixels = cv2.perspectiveTransform(points.reshape(1, -1, 2), to_photo)[0].astype(np.float32) - np.float32(0.5)
    across, down = np.ascontiguousarray(pixels[None, :, 0]), np.ascontiguousarray(pixels[None, :, 1])
    values = cv2.remap(seen.greys[0], across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.asarray(values, dtype=np.float64).reshape(block.rows, block.columns, -1).mean(axis=2))


def _threshold(values: Floats) -> float | None:
    """The level that parts dark from light best (Otsu), or None when there is hardly a difference."""
    ordered = np.sort(values.ravel())
    count = np.arange(1, len(ordered))
    low = np.cumsum(ordered)[:-1] / count
    high = (ordered.sum() - np.cumsum(ordered)[:-1]) / (len(ordered) - count)
    best = int(np.argmax(count * (len(ordered) - count) * (high - low) ** 2))
    if high[best] - low[best] < LEAST_CONTRAST:
        return None
    return float(low[best] + high[best]) / 2
