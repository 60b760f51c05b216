"""A printed block of modules is read from the markers beside it, or from one of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

import cv2
import numpy as np
import pytest

from calibration.board import PreparedBoard, prepare_board
from calibration.locate import PhotoPyramid, build_pyramid, seek_closer, seek_markers, seek_missing
from calibration.markers import FoundMarkers
from calibration.modules import ModuleBlock, read_modules
from calibration.photo import decode_photo
from tests.calibration.camera import DICTIONARY, PX_PER_MM, Shot, draw_plan, marker_places, take

BLOCK = ModuleBlock(31.5, 9.0, 54.5, 25.0, 8, 12, (0, 20))
ROWS = tuple("".join(row) for row in np.random.default_rng(4).choice(["0", "1"], (8, 12)))


@cache
def board() -> PreparedBoard:
    plan = draw_plan()
    picture = plan.picture.copy()
    modules = np.array([[255 * int(bit) for bit in row] for row in ROWS], np.uint8)
    wide, high = int((BLOCK.right - BLOCK.left) * PX_PER_MM), int((BLOCK.bottom - BLOCK.top) * PX_PER_MM)
    left, top = int(BLOCK.left * PX_PER_MM), int(BLOCK.top * PX_PER_MM)
    drawn = cv2.resize(modules, (wide, high), interpolation=cv2.INTER_NEAREST)
    picture[top : top + high, left : left + wide] = drawn[..., None]
    return prepare_board(replace(plan, picture=picture))


@cache
def seen_with(*hidden: int) -> tuple[PhotoPyramid, FoundMarkers]:
    taken = take(board().plan, Shot(elevation_deg=65.0, seed=3, hidden_markers=hidden))
    seen = build_pyramid(decode_photo(taken.data, "a photo"), "a photo")
    return seen, seek_markers(seen, DICTIONARY, range(50))


def corners() -> dict[int, np.ndarray]:
    return {number: board().plan.marker_corners_mm[number] for number in BLOCK.markers}


def test_block_is_read_between_its_markers() -> None:
    assert read_modules(*seen_with(), BLOCK, corners()) == ROWS


def test_missed_marker_is_searched_where_the_other_predicts_it() -> None:
    seen, found = seen_with()
    kept = found.ids != BLOCK.markers[1]
    fewer = FoundMarkers(found.ids[kept], found.corners[kept], found.dictionary)
    assert read_modules(seen, fewer, BLOCK, corners()) == ROWS


def test_covered_marker_leaves_the_block_unread() -> None:
    seen, found = seen_with(0)
    assert read_modules(seen, found, BLOCK, corners()) is None


def test_paper_without_modules_is_not_read() -> None:
    seen, found = seen_with()
    assert read_modules(seen, found, replace(BLOCK, left=90.0, right=110.0), corners()) is None


def test_block_out_of_the_frame_is_not_read() -> None:
    seen, found = seen_with()
    assert read_modules(seen, found, replace(BLOCK, left=-400.0, right=-380.0), corners()) is None


def test_thorough_search_finds_no_fewer_markers() -> None:
    seen, found = seen_with()
    closer = seek_closer(seen, found, range(50))
    assert closer.count >= found.count
    assert seek_closer(seen, closer, range(50)) is closer


def some_of(found: FoundMarkers) -> FoundMarkers:
    kept = found.ids % 3 > 0
    return FoundMarkers(found.ids[kept], found.corners[kept], found.dictionary)


def squares() -> dict[int, np.ndarray]:
    return marker_places(board().plan)


def places(found: FoundMarkers) -> dict[int, list[list[float]]]:
    return dict(zip(found.ids.tolist(), found.corners.tolist(), strict=True))


def test_search_near_expected_positions_finds_what_a_full_search_finds() -> None:
    seen, found = seen_with()
    few = some_of(found)
    nearby = seek_missing(seen, few, range(50), squares())
    assert nearby.count > few.count + 3
    assert nearby.thorough
    assert places(nearby) == places(seek_closer(seen, few, range(50)))


def far_apart(found: FoundMarkers) -> tuple[int, ...]:
    """Return the three markers that span the largest triangle."""
    middles = dict(zip(found.ids.tolist(), found.corners.mean(axis=1), strict=True))

    def area(three: tuple[int, ...]) -> float:
        (a, b), (c, d) = (middles[three[1]] - middles[three[0]], middles[three[2]] - middles[three[0]])
        return abs(float(a * d - b * c))

    return max(combinations(sorted(middles), 3), key=area)


def test_three_agreeing_markers_predict_the_others() -> None:
    seen, found = seen_with()
    kept = np.isin(found.ids, far_apart(found))
    three = FoundMarkers(found.ids[kept], found.corners[kept], found.dictionary)
    nearby = seek_missing(seen, three, range(50), squares())
    assert nearby.thorough
    assert set(nearby.ids.tolist()) >= set(found.ids.tolist())


def test_likely_board_is_used_only_when_few_markers_are_found() -> None:
    seen, found = seen_with()
    calls = []

    def likely() -> dict[int, np.ndarray]:
        calls.append(True)
        return squares()

    assert set(seek_markers(seen, DICTIONARY, range(50), likely).ids.tolist()) == set(found.ids.tolist())
    assert not calls
    few, printed = far_apart(found), seek_closer(seen, found, range(50))
    grey = seen.greys[0].copy()
    for number, square in zip(printed.ids.tolist(), printed.corners, strict=True):
        if number not in few:
            low, high = square.min(axis=0).astype(int), square.max(axis=0).astype(int)
            grey[low[1] : high[1], low[0] : high[0]] = 200
    covered = build_pyramid(replace(seen.photo, grey=grey), "a photo")
    assert set(seek_markers(covered, DICTIONARY, range(50), likely).ids.tolist()) == set(few)
    assert calls


def test_markers_of_another_board_are_searched_everywhere() -> None:
    seen, found = seen_with()
    few, other = some_of(found), dict(zip(squares(), reversed(squares().values()), strict=True))
    assert places(seek_missing(seen, few, range(50), other)) == places(seek_closer(seen, few, range(50)))
    assert places(seek_missing(seen, few, range(50), {0: squares()[0]})) == places(seek_closer(seen, few, range(50)))


@pytest.mark.parametrize("elevation", [90.0, 45.0])
def test_block_is_read_from_any_height(elevation: float) -> None:
    taken = take(board().plan, Shot(elevation_deg=elevation, seed=6, azimuth_deg=-60.0))
    seen = build_pyramid(decode_photo(taken.data, "a photo"), "a photo")
    assert read_modules(seen, seek_markers(seen, DICTIONARY, range(50)), BLOCK, corners()) == ROWS
