"""Finds printed markers in a photo: on a small picture first, on the larger one only when few are found there, at all sizes
only when few are found there, too.

A marker found is only a first hint where the board lies: places are measured later, from the print itself. Searching for the
printed ids alone is faster than for a whole dictionary and confuses less.
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

ENOUGH = 5  # markers, with which the search ends early
FEWEST_MIRRORED = 3
KEPT_DETECTORS = 64  # one for each marker that was looked for alone, and a few for all
SMALLEST_CROP = 24  # pixels
SMALLEST_HALVED = 200  # pixels
SHARED = 0.12  # of the longer side, that both halves of a picture show: a marker on the seam lies whole in one of them
AROUND_SIDES, AROUND_PX = 2.0, 20.0  # so much round an expected marker: its place may be off, and a window reaches out of it


@dataclass(frozen=True, slots=True)
class Windows:
    """Sides of the squares, in pixels, over which paper and ink are told apart: one is fast, several see more sizes.

    Ink is darker than its square by so many grey levels: with more of them grain and engraving make fewer outlines to look at.
    The shortest outline is a share of the longer side of the picture.
    """

    smallest: int
    largest: int
    darker: float
    outline: float


# The thorough search sees markers of half the size, and a marker under 10 px cannot be read anyhow.
FAST, THOROUGH = Windows(13, 13, 12, 0.03), Windows(5, 29, 7, 0.02)


@dataclass(frozen=True, slots=True)
class Sharpening:
    """Of what width, in pixels, blur is undone, and how strongly."""

    px: float
    by: float


SOME, MUCH = Sharpening(2.0, 2.0), Sharpening(3.0, 4.0)
# One after the other, as long as few markers were found: the last sees twice as many markers in blur as wide as a module.
SHARPENED_PASSES = ((SOME, FAST), (MUCH, THOROUGH))
# Times the larger picture, one after the other, as long as some markers were found but few: those of a board far off are so small
# that their modules are hardly wider than a pixel, and the detector reads them better when they are drawn larger.
ENLARGED_PASSES = (1.5, 2.0)
MOST_LARGER_PX = 30_000_000  # of such a picture: it takes a second
# Of the detector's error correction; at 0.6, its own default, textured paper turns into markers now and then.
CORRECTION = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class FoundMarkers:
    """Markers seen in a photo: `ids` (m,) and `corners` (m, 4, 2) in continuous working pixels. An id may come twice.

    `thorough` tells that the larger picture was searched at all sizes: another search there would find the same.
    """

    ids: NDArray[np.intp]
    corners: Floats
    dictionary: str
    mirrored: bool = False
    thorough: bool = False

    @property
    def count(self) -> int:
        """How many different markers were found."""
        return len(set(self.ids.tolist()))


def typical_side(squares: Floats) -> float:
    """Return the length of the sides of (m, 4, 2) squares."""
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
    """PhotoPyramid for the given ids of a dictionary. `small` is `grey` at half its size.

    `add_likely` may know where to look for more, when few were found: to look everywhere takes long.
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
    """PhotoPyramid for the given ids in the larger picture at once: sees smaller markers, and take several times as long."""
    return replace(_detect(grey, 1.0, dictionary, tuple(ids), THOROUGH), thorough=True)


def find_all_at(grey: Grey, dictionary: str, ids: Sequence[int], expected_px: dict[int, Floats]) -> FoundMarkers:
    """Find what `find_all` would find of the expected markers, near their (4, 2) corners in pixels, in a tenth of its time."""
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
    """PhotoPyramid for the given ids in the larger picture with blur undone: sees those at the far end of the table too."""
    return _detect(_sharpen(grey, SOME), 1.0, dictionary, tuple(ids), THOROUGH)


def find_nearby(grey: Grey, dictionary: str, expected_px: dict[int, Floats]) -> FoundMarkers:
    """PhotoPyramid for markers where they should be, each for itself; `expected_px` holds (4, 2) corners in pixels by id."""
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
    """Return the length of a marker's four sides."""
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).sum())


def _surroundings(corners: Floats, sides: float, px: float, shape: tuple[int, ...]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the first and the last pixel (x, y) of what surrounds a marker by so many of its sides and pixels."""
    reach = sides * _around(corners) / 4 + px
    low = np.maximum(np.floor(corners.min(axis=0) - reach), 0).astype(np.intp)
    high = np.minimum(np.ceil(corners.max(axis=0) + reach), shape[::-1]).astype(np.intp)
    return low, high


def _sharpen(picture: Grey, sharpening: Sharpening) -> Grey:
    """Undo some blur: markers of a shaken photo can be read again whose modules are hardly wider than the blur."""
    blurred = cv2.GaussianBlur(picture, (0, 0), sharpening.px)
    return np.asarray(cv2.addWeighted(picture, 1 + sharpening.by, blurred, -sharpening.by, 0), dtype=np.uint8)


def with_more(first: FoundMarkers, second: FoundMarkers) -> FoundMarkers:
    """Return what two looks found together; a marker that both saw stays where the first saw it."""
    new = ~np.isin(second.ids, first.ids)
    ids, corners = np.concatenate([first.ids, second.ids[new]]), np.concatenate([first.corners, second.corners[new]])
    return FoundMarkers(ids, corners, first.dictionary, thorough=first.thorough or second.thorough)


def _detect(picture: Grey, scale: float, dictionary: str, ids: tuple[int, ...], windows: Windows) -> FoundMarkers:
    """PhotoPyramid in two threads: over several windows OpenCV shares the work itself, else each takes one half."""
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
    """Return what was found in two halves of a picture; what lies where both show it is one marker."""
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
    """Return a detector of outlines not shorter than `smallest`, a share of the longer side of the picture."""
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
