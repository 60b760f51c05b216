"""Markers: OpenCV's patterns, the same numbers in the same places on every board, large enough for a photo."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.layout.layout import Layout
from referee.layout.markers import (
    CORNER_IDS,
    DICTIONARY,
    FIRST_SIDE_ID,
    MARKER_MODULES,
    MOST_ON_A_SIDE,
    QUIET_MODULES,
    Side,
    marker_rows,
    module_for,
)
from referee.layout.papers import PrintChoice
from tests.layout.boards import BUILT_INS, ODD_BOARDS, TINY, laid_out

MARKERS = 50
LAYOUTS = [laid_out(board, PrintChoice(paper)) for board in (*BUILT_INS, *ODD_BOARDS) for paper in ("A4", "A3")]
PX_PER_MODULE = 4


def paint(number: int) -> np.ndarray:
    """Return the marker's modules with its border, as 0 or 255."""
    bits = np.array([[int(bit) for bit in row] for row in marker_rows(number)], np.uint8) * 255
    return np.pad(bits, 1)


@pytest.mark.parametrize("number", range(MARKERS))
def test_patterns_are_those_of_opencv_upright(number: int) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    assert np.array_equal(paint(number), cv2.aruco.generateImageMarker(dictionary, number, MARKER_MODULES))


def test_numbers_of_the_places_do_not_meet() -> None:
    taken = [*CORNER_IDS, 4, 5, *(first + place for first in FIRST_SIDE_ID.values() for place in range(MOST_ON_A_SIDE))]
    assert len(set(taken)) == len(taken)
    assert max(taken) < MARKERS


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: f"{layout.board.name}-{layout.paper}")
def test_a_number_identifies_the_place_on_every_board(layout: Layout) -> None:
    middle_x, middle_y = layout.width / 2, layout.height / 2
    numbers = [marker.id for marker in layout.markers]
    assert len(set(numbers)) == len(numbers)
    at = {marker.id: marker.square.centre for marker in layout.markers}
    assert [(at[number][0] > middle_x, at[number][1] > middle_y) for number in CORNER_IDS] == [
        (False, False),
        (True, False),
        (True, True),
        (False, True),
    ]
    for side, first in FIRST_SIDE_ID.items():
        places = [at[number] for number in sorted(at) if first <= number < first + MOST_ON_A_SIDE]
        along = [x if side in (Side.TOP, Side.BOTTOM) else y for x, y in places]
        assert places
        assert along == sorted(along)
        assert len({round(y if side in (Side.TOP, Side.BOTTOM) else x, 6) for x, y in places}) == 1


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: f"{layout.board.name}-{layout.paper}")
def test_markers_have_four_pixels_a_module_and_their_white(layout: Layout) -> None:
    module = layout.rim.module
    shorter, longer = sorted((layout.width, layout.height))
    span = longer if longer < 1.1 * shorter else max(shorter, longer * 1512 / 2016)
    assert module * 0.55 * 1512 / span >= PX_PER_MODULE
    for marker in layout.markers:
        assert marker.square.width == pytest.approx(MARKER_MODULES * module)
        assert marker.square.left - marker.white.left >= QUIET_MODULES * module - 1e-6
        assert marker.white.bottom - marker.square.bottom >= QUIET_MODULES * module - 1e-6
        others = [other.square for other in layout.markers if other is not marker]
        blocked = [*others, *(cell.box for cell in layout.score_track), *(code.block for code in layout.codes)]
        assert not any(marker.white.grown(-1e-6).meets(box) for box in blocked)
        assert all(marker.white.distance_to(centre) > layout.hex_mm / 2 - 1e-6 for centre in layout.island.centres)


def test_module_is_about_two_and_a_half_millimetres_on_a_board_of_half_a_metre() -> None:
    assert module_for(548.0, 540.0) == pytest.approx(2.64)


@pytest.mark.parametrize("layout", [LAYOUTS[0], laid_out(TINY)], ids=lambda layout: layout.board.name)
def test_opencv_finds_every_marker_where_the_layout_places_it(layout: Layout) -> None:
    """Uses the board painted at four pixels per module, slightly blurred."""
    scale = PX_PER_MODULE / layout.rim.module
    picture = np.full((round(layout.height * scale), round(layout.width * scale)), 200, np.uint8)
    for marker in layout.markers:
        paste(picture, marker.white.left * scale, marker.white.top * scale, np.full((40, 40), 255, np.uint8))
        modules = np.kron(paint(marker.id), np.ones((PX_PER_MODULE, PX_PER_MODULE), np.uint8))
        paste(picture, marker.square.left * scale, marker.square.top * scale, modules)
    blurred = cv2.GaussianBlur(picture, (0, 0), 0.7)
    full = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerPerimeterRate = 0.01
    corners, found, _ = cv2.aruco.ArucoDetector(full, settings).detectMarkers(blurred)
    seen = dict(zip(np.ravel(found).tolist(), corners, strict=True))
    assert sorted(seen) == [marker.id for marker in layout.markers]
    for marker in layout.markers:
        assert np.abs(seen[marker.id].reshape(4, 2) - np.array(marker.corners) * scale).max() < PX_PER_MODULE / 2


def paste(picture: np.ndarray, x: float, y: float, patch: np.ndarray) -> None:
    column, row = round(x), round(y)
    height, width = picture[row : row + patch.shape[0], column : column + patch.shape[1]].shape
    picture[row : row + height, column : column + width] = patch[:height, :width]
