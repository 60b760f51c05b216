"""Detect printed markers, first in a reduced image, then with increasing effort as long as few are found.

The markers only give a first estimate of the board's position; exact positions are measured later on the print itself. Searching
only for the ids in use is faster than searching a whole dictionary and gives fewer false detections.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.threads import opencv_threads, run_in_two_threads

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]

ENOUGH = 5  # markers after which the search ends
FEWEST_MIRRORED = 3
KEPT_DETECTORS = 64  # enough for one per marker searched for separately, and a few for all markers together
SMALLEST_CROP = 24  # pixels
SMALLEST_HALVED = 200  # pixels
SHARED = 0.12  # overlap of the two parts, as a share of the longer side: a marker on the seam is complete in one of them
AROUND_SIDES, AROUND_PX = 2.0, 20.0  # margin around an expected marker, whose position is uncertain


@dataclass(frozen=True, slots=True)
class Windows:
    """Parameters of the adaptive threshold that separates ink from paper.

    `smallest` and `largest` are the sides of the smallest and largest window in pixels. A single window is fast; several detect
    more sizes. Ink must be darker than the mean of its window by `darker` grey levels; a higher value yields fewer candidate
    outlines from noise and engraving. `outline` is the length of the shortest outline detected, as a share of the image's longer
    side.
    """

    smallest: int
    largest: int
    darker: float
    outline: float


# The thorough search detects smaller markers; those under 10 px cannot be decoded in any case.
FAST, THOROUGH = Windows(13, 13, 12, 0.03), Windows(5, 29, 7, 0.02)


@dataclass(frozen=True, slots=True)
class Sharpening:
    """An unsharp mask: its width in pixels and its strength."""

    px: float
    by: float


SOME, MUCH = Sharpening(2.0, 2.0), Sharpening(3.0, 4.0)
# Tried in order while few markers are found. The last one finds twice as many markers where blur is as wide as a module.
SHARPENED_PASSES = ((SOME, FAST), (MUCH, THOROUGH))
# Enlargements tried in order while some markers, but few, are found: the modules of a distant board are hardly wider than a
# pixel, and the detector decodes them better when enlarged.
ENLARGED_PASSES = (1.5, 2.0)
MOST_LARGER_PX = 30_000_000  # largest enlarged image that is searched, which takes a second
# Error correction rate of the detector; at its default of 0.6 textured paper is occasionally taken for a marker.
CORRECTION = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class FoundMarkers:
    """Detected markers: `ids` (m,) and `corners` (m, 4, 2) in continuous working pixels. An id can occur more than once.

    `mirrored` is set if the markers were found in the mirrored image, to which `corners` then refer. `thorough` is set if markers
    of all sizes were searched for, in the whole image or near the expected markers, so that a thorough search need not be
    repeated.
    """

    ids: NDArray[np.intp]
    corners: Floats
    dictionary: str
    mirrored: bool = False
    thorough: bool = False

    @property
    def count(self) -> int:
        """The number of distinct ids."""
        return len(set(self.ids.tolist()))


def typical_side(squares: Floats) -> float:
    """Return the median side length of (m, 4, 2) squares."""
    return float(np.median(np.linalg.norm(squares - np.roll(squares, 1, axis=1), axis=2)))


def _nothing(dictionary: str) -> FoundMarkers:
    return FoundMarkers(np.zeros(0, dtype=np.intp), np.zeros((0, 4, 2)), dictionary)


def find_markers(
    grey: Grey,
    small: Grey,
    dictionary: str,
    ids: Sequence[int],
    add_likely: Callable[[FoundMarkers], FoundMarkers] | None = None,
) -> FoundMarkers:
    """Return the markers with the given ids, searching more thoroughly as long as few are found.

    `small` is `grey` at half its size. If few markers are found, `add_likely` (if given) is called to add markers near their
    expected positions, which is much faster than searching the whole image. If fewer than `FEWEST_MIRRORED` markers are found in
    the image, but at least that number in the mirrored image, the latter are returned with `mirrored` set.
    """
    wanted = tuple(ids)
    found = _detect(small, 2.0, dictionary, wanted, FAST)
    if found.count < ENOUGH:
        found = with_more(found, _detect(grey, 1.0, dictionary, wanted, FAST))
    if found.count < ENOUGH and add_likely:
        found = add_likely(found)
    if found.count < ENOUGH and not found.thorough:
        found = with_more(found, find_all(grey, dictionary, wanted))
    for sharpening, windows in SHARPENED_PASSES:
        if found.count < ENOUGH:
            found = with_more(found, _detect(_sharpen(grey, sharpening), 1.0, dictionary, wanted, windows))
    for times in ENLARGED_PASSES:
        if 0 < found.count < ENOUGH and grey.size * times**2 <= MOST_LARGER_PX:
            larger = cv2.resize(grey, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
            found = with_more(found, _detect(np.asarray(larger, np.uint8), 1 / times, dictionary, wanted, THOROUGH))
    if found.count < FEWEST_MIRRORED:
        flipped = _detect(np.ascontiguousarray(small[:, ::-1]), 2.0, dictionary, wanted, FAST)
        if flipped.count >= FEWEST_MIRRORED:
            return FoundMarkers(flipped.ids, flipped.corners, dictionary, mirrored=True)
    return found


def find_all(grey: Grey, dictionary: str, ids: Sequence[int]) -> FoundMarkers:
    """Detect large and small markers with the given ids in the unreduced image.

    This search finds smaller markers than the first passes of `find_markers`, but takes several times as long.
    """
    return replace(_detect(grey, 1.0, dictionary, tuple(ids), THOROUGH), thorough=True)


def find_all_at(grey: Grey, dictionary: str, ids: Sequence[int], expected_px: dict[int, Floats]) -> FoundMarkers:
    """Detect the expected markers as `find_all` would, but only near their expected corners.

    `expected_px` holds the (4, 2) corners in pixels by id. Searching the smaller area takes a tenth of the time.
    """
    smallest = THOROUGH.outline * max(grey.shape)
    found = _nothing(dictionary)
    for number, corners in expected_px.items():
        low, high = _surroundings(corners, AROUND_SIDES, AROUND_PX, grey.shape)
        if (high - low).min() < SMALLEST_CROP:
            continue
        crop = np.ascontiguousarray(grey[low[1] : high[1], low[0] : high[0]])
        detector = _make_detector(dictionary, tuple(ids), THOROUGH, smallest / max(crop.shape))
        seen = _detect_with(detector, crop, 1.0, dictionary, tuple(ids))
        mine = seen.ids == number
        found = with_more(found, FoundMarkers(seen.ids[mine], seen.corners[mine] + low, dictionary))
    largest_first = np.argsort([-_around(corners) for corners in found.corners], kind="stable")
    return FoundMarkers(found.ids[largest_first], found.corners[largest_first], dictionary, thorough=True)


def find_faint(grey: Grey, dictionary: str, ids: Sequence[int]) -> FoundMarkers:
    """Detect markers with the given ids in the sharpened image, to reveal those at the blurred far end of the board."""
    return _detect(_sharpen(grey, SOME), 1.0, dictionary, tuple(ids), THOROUGH)


def find_nearby(grey: Grey, dictionary: str, expected_px: dict[int, Floats]) -> FoundMarkers:
    """Detect each expected marker separately, in the sharpened surroundings of its expected corners.

    `expected_px` holds the (4, 2) corners in pixels by id.
    """
    found = []
    for number, corners in expected_px.items():
        low, high = _surroundings(corners, 1.0, 0.0, grey.shape)
        if (high - low).min() < SMALLEST_CROP:
            continue
        crop = _sharpen(np.ascontiguousarray(grey[low[1] : high[1], low[0] : high[0]]), SOME)
        seen = _detect_with(_detector(dictionary, (number,), FAST, FAST.outline), crop, 1.0, dictionary, (number,))
        found += [(number, place + low) for place in seen.corners[:1]]
    if not found:
        return _nothing(dictionary)
    numbers = np.array([number for number, _ in found], dtype=np.intp)
    return FoundMarkers(numbers, np.array([place for _, place in found]), dictionary)


def _around(corners: Floats) -> float:
    """Return the perimeter of a marker in pixels."""
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).sum())


def _surroundings(corners: Floats, sides: float, px: float, shape: tuple[int, ...]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return two opposite corners (x, y), in pixels, of a box around a marker.

    In every direction, the box extends beyond the marker by `sides` times the marker's side plus `px` pixels, up to the edge of
    the image.
    """
    reach = sides * _around(corners) / 4 + px
    low = np.maximum(np.floor(corners.min(axis=0) - reach), 0).astype(np.intp)
    high = np.minimum(np.ceil(corners.max(axis=0) + reach), shape[::-1]).astype(np.intp)
    return low, high


def _sharpen(picture: Grey, sharpening: Sharpening) -> Grey:
    """Return a sharpened copy of the image, in which markers with modules hardly wider than the blur become readable."""
    blurred = cv2.GaussianBlur(picture, (0, 0), sharpening.px)
    return np.asarray(cv2.addWeighted(picture, 1 + sharpening.by, blurred, -sharpening.by, 0), dtype=np.uint8)


def with_more(first: FoundMarkers, second: FoundMarkers) -> FoundMarkers:
    """Return the union of two detections. Markers found by both keep their positions from `first`."""
    new = ~np.isin(second.ids, first.ids)
    ids, corners = np.concatenate([first.ids, second.ids[new]]), np.concatenate([first.corners, second.corners[new]])
    return FoundMarkers(ids, corners, first.dictionary, thorough=first.thorough or second.thorough)


def _detect(picture: Grey, scale: float, dictionary: str, ids: tuple[int, ...], windows: Windows) -> FoundMarkers:
    """Detect markers with the given ids in an image, using several threads; positions are multiplied by `scale`.

    If there are several windows or the image is small, OpenCV distributes the work. Otherwise two overlapping halves of the image
    are searched in parallel.
    """
    longer = max(picture.shape)
    if windows.smallest < windows.largest or longer < SMALLEST_HALVED:
        with opencv_threads():
            return _detect_with(_detector(dictionary, ids, windows, windows.outline), picture, scale, dictionary, ids)
    upright = picture.shape[0] > picture.shape[1]
    reach = round(longer * SHARED / 2)

    def look(part: slice) -> FoundMarkers:
        first, last = max(0, part.start - reach), part.stop + reach
        half = picture[first:last] if upright else np.ascontiguousarray(picture[:, first:last])
        detector = _detector(dictionary, ids, windows, windows.outline * longer / max(half.shape))
        seen = _detect_with(detector, half, 1.0, dictionary, ids)
        return replace(seen, corners=(seen.corners + ((0, first) if upright else (first, 0))) * scale)

    return _joined(*run_in_two_threads(look, longer))


def _joined(first: FoundMarkers, second: FoundMarkers) -> FoundMarkers:
    """Merge the detections from two overlapping parts of an image, dropping duplicates."""
    middles = first.corners.mean(axis=1)
    new = [
        not any(
            number == known and np.linalg.norm(square.mean(axis=0) - middle) < _around(square) / 8
            for known, middle in zip(first.ids.tolist(), middles, strict=True)
        )
        for number, square in zip(second.ids.tolist(), second.corners, strict=True)
    ]
    ids, corners = np.concatenate([first.ids, second.ids[new]]), np.concatenate([first.corners, second.corners[new]])
    return replace(first, ids=ids, corners=corners)


def _detect_with(
    detector: cv2.aruco.ArucoDetector, picture: Grey, scale: float, dictionary: str, ids: tuple[int, ...]
) -> FoundMarkers:
    corners, numbers, _ = detector.detectMarkers(picture)
    if numbers is None or len(corners) == 0:
        return _nothing(dictionary)
    known = np.array(ids, dtype=np.intp)[np.ravel(np.asarray(numbers)).astype(np.intp)]
    places = np.array(corners, dtype=np.float64).reshape(-1, 4, 2)
    return FoundMarkers(known, (places + 0.5) * scale, dictionary)


@lru_cache(KEPT_DETECTORS)
def _detector(dictionary: str, ids: tuple[int, ...], windows: Windows, smallest: float) -> cv2.aruco.ArucoDetector:
    return _make_detector(dictionary, ids, windows, smallest)


def _make_detector(dictionary: str, ids: tuple[int, ...], windows: Windows, smallest: float) -> cv2.aruco.ArucoDetector:
    """Return a detector of markers whose outlines have at least the length `smallest`, a share of the image's longer side."""
    whole = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    printed = cv2.aruco.Dictionary(whole.bytesList[list(ids)], whole.markerSize, whole.maxCorrectionBits)
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = windows.smallest
    settings.adaptiveThreshWinSizeMax = windows.largest
    settings.adaptiveThreshWinSizeStep = 8
    settings.adaptiveThreshConstant = windows.darker
    settings.minMarkerPerimeterRate = smallest
    settings.errorCorrectionRate = CORRECTION
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    return cv2.aruco.ArucoDetector(printed, settings)
