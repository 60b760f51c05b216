"""Read a block of black and white modules between two printed markers; the markers alone give the position of the block."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.locate import PhotoPyramid
from calibration.markers import FoundMarkers, find_nearby

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ModuleBlock:
    """A block of modules: its box in any unit of length, its numbers of rows and columns, and the ids of both markers."""

    left: float
    top: float
    right: float
    bottom: float
    rows: int
    columns: int
    markers: tuple[int, int]


# Sample positions within a module, as offsets from its centre in shares of its side.
SAMPLE_OFFSETS = np.array([(x, y) for y in (-0.2, 0.0, 0.2) for x in (-0.2, 0.0, 0.2)])
LEAST_CONTRAST = 25.0  # grey levels between dark and light modules


def read_modules(
    seen: PhotoPyramid, found: FoundMarkers, block: ModuleBlock, corners_mm: dict[int, Floats]
) -> tuple[str, ...] | None:
    """Return the rows of a block as strings in which `1` is white and `0` is black.

    The result is None if a marker is missing or was found more than once, part of the block is outside the frame, or the contrast
    is too low. `corners_mm` holds the (4, 2) corners of both markers, by id, in the unit and coordinates of the block.
    """
    beside = _find_both(seen, found, block, corners_mm)
    if beside is None:
        return None
    points = np.concatenate([corners_mm[number] for number in block.markers])
    to_photo, _ = cv2.findHomography(points, np.concatenate([beside[number] for number in block.markers]))
    if to_photo is None:
        return None
    pixels = cv2.perspectiveTransform(_sample_places(block).reshape(1, -1, 2), to_photo)[0]
    return _read_rows(seen, np.asarray(pixels, dtype=np.float64), block)


def _read_rows(seen: PhotoPyramid, pixels: Floats, block: ModuleBlock) -> tuple[str, ...] | None:
    width, height = seen.size_px
    if not ((pixels > 0) & (pixels < (width, height))).all():
        return None
    values = _module_values(seen, pixels, block)
    threshold = _threshold(values)
    if threshold is None:
        return None
    return tuple("".join("1" if value > threshold else "0" for value in row) for row in values)


def _find_both(
    seen: PhotoPyramid, found: FoundMarkers, block: ModuleBlock, corners_mm: dict[int, Floats]
) -> dict[int, Floats] | None:
    """Return the corners of both markers in the photo, by id, or None if one is missing or was found more than once.

    If only one was found, the other is searched for at the position predicted by that one.
    """
    beside = {}
    for number in block.markers:
        places = np.flatnonzero(found.ids == number)
        if len(places) > 1:
            return None
        if len(places) == 1:
            beside[number] = found.corners[places[0]]
    for number in block.markers:
        if number not in beside and beside:
            (other, corners), *_ = beside.items()
            to_photo = cv2.getPerspectiveTransform(corners_mm[other].astype(np.float32), corners.astype(np.float32))
            guess = cv2.perspectiveTransform(corners_mm[number][None], np.asarray(to_photo, dtype=np.float64))[0]
            nearby = find_nearby(seen.greys[0], found.dictionary, {number: np.asarray(guess, dtype=np.float64)})
            if nearby.count:
                beside[number] = nearby.corners[0]
    return beside if len(beside) == len(block.markers) else None


def _sample_places(block: ModuleBlock) -> Floats:
    """Return the sample positions of all modules in the unit of the block, (rows, columns, samples, 2)."""
    wide, high = (block.right - block.left) / block.columns, (block.bottom - block.top) / block.rows
    x, y = np.meshgrid(np.arange(block.columns) + 0.5, np.arange(block.rows) + 0.5)
    middles = np.stack([x, y], axis=-1)[:, :, None] + SAMPLE_OFFSETS
    return np.asarray(middles * (wide, high) + (block.left, block.top))


def _module_values(seen: PhotoPyramid, pixels: Floats, block: ModuleBlock) -> Floats:
    """Return the mean grey value of each module, (rows, columns)."""
    at = (pixels - 0.5).astype(np.float32)
    across, down = np.ascontiguousarray(at[None, :, 0]), np.ascontiguousarray(at[None, :, 1])
    values = cv2.remap(seen.greys[0], across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.asarray(values, dtype=np.float64).reshape(block.rows, block.columns, -1).mean(axis=2))


def _threshold(values: Floats) -> float | None:
    """Return Otsu's threshold between dark and light modules, or None if the contrast is too low."""
    ordered = np.sort(values.ravel())
    count = np.arange(1, len(ordered))
    low = np.cumsum(ordered)[:-1] / count
    high = (ordered.sum() - np.cumsum(ordered)[:-1]) / (len(ordered) - count)
    best = int(np.argmax(count * (len(ordered) - count) * (high - low) ** 2))
    if high[best] - low[best] < LEAST_CONTRAST:
        return None
    return float(low[best] + high[best]) / 2
