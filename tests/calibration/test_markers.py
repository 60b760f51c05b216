"""Markers are detected in two halves of a picture: in a small one first, then in the full one if few are found."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.markers import ENOUGH, FoundMarkers, find_markers
from referee.layout.markers import DICTIONARY

Grey = NDArray[np.uint8]
WIDE, HIGH = 1600, 1200
IDS = range(20)


def table_with(markers: Sequence[tuple[int, float, float]], side: int, upright: bool = False) -> Grey:
    """Return a grey picture with markers of given numbers at given centres."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    picture = np.full((WIDE, HIGH) if upright else (HIGH, WIDE), 200, np.uint8)
    for number, across, down in markers:
        x, y = (down, across) if upright else (across, down)
        left, top = round(x - side / 2), round(y - side / 2)
        picture[top - side // 4 : top + side + side // 4, left - side // 4 : left + side + side // 4] = 255
        picture[top : top + side, left : left + side] = cv2.aruco.generateImageMarker(dictionary, number, side)
    return np.asarray(cv2.GaussianBlur(picture, (3, 3), 0), np.uint8)


def seek(picture: Grey) -> FoundMarkers:
    small = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return find_markers(picture, np.asarray(small, np.uint8), DICTIONARY, IDS)


def places(found: FoundMarkers) -> dict[int, NDArray[np.float64]]:
    return {number: corners.mean(0) for number, corners in zip(found.ids.tolist(), found.corners, strict=True)}


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("off", [-70, -30, 0, 30, 70])
def test_marker_on_the_seam_of_the_halves_is_found_once(off: int, upright: bool) -> None:
    markers = [(k, 200.0 + 400 * (k % 4), 150.0 + 350 * (k // 4)) for k in range(8)] + [(9, WIDE / 2 + off, 1000.0)]
    found = seek(table_with(markers, 80, upright))
    assert sorted(found.ids.tolist()) == [*range(8), 9]
    at = places(found)
    for number, across, down in markers:
        x, y = (down, across) if upright else (across, down)
        assert np.abs(at[number] - (x, y)).max() < 3


def test_number_that_shows_in_both_halves_is_found_twice() -> None:
    markers = [(k, 250.0 + 200 * k, 300.0) for k in range(3)] + [(k, 950.0 + 200 * k, 900.0) for k in range(3)]
    assert sorted(seek(table_with(markers, 80)).ids.tolist()) == [0, 0, 1, 1, 2, 2]


def test_markers_too_small_for_the_small_picture_are_found_in_the_larger_one() -> None:
    markers = [(k, 150.0 + 170 * k, 300.0 + 70 * k) for k in range(ENOUGH + 3)]
    found = seek(table_with(markers, 14))
    assert found.count >= ENOUGH
    assert not found.thorough, "nobody had to search at all sizes"


@pytest.mark.parametrize("shape", [(1, 1), (1, 3000), (3000, 1), (40, 40), (200, 7), (3, 1000)])
def test_picture_too_narrow_for_halves_holds_no_marker(shape: tuple[int, int]) -> None:
    picture = np.full(shape, 127, np.uint8)
    small = picture[: max(1, shape[0] // 2), : max(1, shape[1] // 2)]
    assert find_markers(picture, small, DICTIONARY, IDS).count == 0
