"""Boards are located to a fraction of a millimetre from any view, and pictures without a board are refused."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from calibration.board import PreparedBoard, prepare_board
from calibration.locate import PhotoPyramid, build_pyramid, locate_board, seek_markers, start_from_markers
from calibration.markers import FoundMarkers
from calibration.photo import decode_photo
from calibration.view import BoardView
from referee.words.problems import Problem
from tests.calibration.camera import DICTIONARY, Lens, Shot, Taken, as_file, draw_plan, marker_places, take

ALL_IDS = range(50)
PATIENCE_S = 3.0  # of processor time: other work on the machine does not count


@cache
def board() -> PreparedBoard:
    return prepare_board(draw_plan())


@cache
def photo_of(**how: object) -> Taken:
    return take(board().plan, Shot(**how))  # type: ignore[arg-type]


def find(data: bytes) -> BoardView:
    seen = build_pyramid(decode_photo(data, "a photo"), "a photo")
    return locate(seen, seek_markers(seen, DICTIONARY, ALL_IDS), board())


def locate(seen: PhotoPyramid, found: FoundMarkers, on: PreparedBoard) -> BoardView:
    return locate_board(seen, start_from_markers(seen, found, marker_places(on.plan)), on)


def off_mm(view: BoardView, taken: Taken, on: PreparedBoard | None = None) -> np.ndarray:
    """Return the error of each cell's centre on the board."""
    back, _ = cv2.findHomography(taken.centres_px, (on or board()).plan.centres_mm)
    truth, found = (cv2.perspectiveTransform(np.ascontiguousarray(p)[None], back)[0] for p in (taken.centres_px, view.centres_px))
    return np.linalg.norm(truth - found, axis=1)


def slug_of(picture: np.ndarray) -> str:
    started = time.process_time()
    with pytest.raises(Problem) as caught:
        find(as_file(picture, Shot()))
    assert time.process_time() - started < PATIENCE_S
    return caught.value.slug


LEVELS = {
    "flat": (0.2, {"elevation_deg": 85.0, "shift_mm": 0.0, "turn_deg": 0.0, "curl_mm": 0.0}),
    "easy": (0.3, {"elevation_deg": 80.0, "shift_mm": 0.25, "curl_mm": 0.8, "k1": 0.01}),
    "normal": (0.5, {"elevation_deg": 58.0, "curl_mm": 2.0, "k1": 0.015, "k2": -0.004, "azimuth_deg": 200.0}),
    "hard": (1.0, {"elevation_deg": 43.0, "curl_mm": 2.5, "k1": -0.01, "blur_px": 1.4, "noise": 7.0, "azimuth_deg": 110.0}),
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", [1, 2])
def test_centres_are_found_to_a_fraction_of_a_millimetre(level: str, seed: int) -> None:
    allowed, how = LEVELS[level]
    taken = photo_of(seed=seed, **how)
    view = find(taken.data)
    assert np.percentile(off_mm(view, taken), 95) < allowed


@pytest.mark.parametrize("k1", [-0.15, -0.08, 0.08])
def test_distortion_of_a_wide_lens_is_corrected(k1: float) -> None:
    taken = photo_of(seed=3, elevation_deg=75.0, k1=k1)
    assert np.percentile(off_mm(find(taken.data), taken), 95) < 0.5


@cache
def board_of_nine_sheets() -> PreparedBoard:
    return prepare_board(draw_plan(sheet_rows=3))


def off_mm_by_sheet(on: PreparedBoard, shot: Shot) -> np.ndarray:
    """Return the root mean square error of the cells' centres on each sheet."""
    taken = take(on.plan, shot)
    seen = build_pyramid(decode_photo(taken.data, "a photo"), "a photo")
    off = off_mm(locate(seen, seek_markers(seen, DICTIONARY, ALL_IDS), on), taken, on)
    of_cell = on.geometry.of_cell
    return np.array([np.sqrt(np.mean(off[of_cell == sheet] ** 2)) for sheet in np.unique(of_cell)])


MIDDLE = 4  # of nine sheets


@pytest.mark.slow
def test_inner_sheet_without_a_marker_is_placed_as_surely_as_those_at_the_rim() -> None:
    on = board_of_nine_sheets()
    assert MIDDLE not in on.plan.sheets_at(on.plan.marker_corners_mm.mean(axis=1))
    levels = [LEVELS[level][1] for level in ("easy", "normal", "hard")]
    off = np.array([off_mm_by_sheet(on, Shot(seed=seed, **how)) for how in levels for seed in (1, 2)])  # type: ignore[arg-type]
    rim = np.delete(off, MIDDLE, axis=1)
    assert np.mean(off[:, MIDDLE]) <= 1.1 * np.mean(rim)
    assert np.max(off[:, MIDDLE]) <= np.max(rim)


def test_inner_sheet_taped_beside_its_place_is_found_there() -> None:
    off = off_mm_by_sheet(board_of_nine_sheets(), Shot(seed=1, elevation_deg=70.0, beside_mm=((MIDDLE, 4.0, 0.0),)))
    assert np.max(off) < 0.3


def test_inner_sheet_that_shows_nothing_but_sea_does_no_harm() -> None:
    plan = board_of_nine_sheets().plan
    land = board_of_nine_sheets().geometry.of_cell != MIDDLE
    on = prepare_board(replace(plan, centres_mm=plan.centres_mm[land], corners_mm=plan.corners_mm[land]))
    off = off_mm_by_sheet(on, Shot(seed=1, elevation_deg=70.0))
    assert len(off) == 8
    assert np.max(off) < 0.3


def test_position_uncertainty_matches_actual_errors() -> None:
    ratios = []
    for level in LEVELS:
        taken = photo_of(seed=1, **LEVELS[level][1])
        view = find(taken.data)
        ratios.append(off_mm(view, taken) / np.sqrt(2) / view.doubt_mm)
    spread = np.sqrt(np.median(np.concatenate(ratios) ** 2))
    assert 0.2 < spread < 1.5


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_any_turn_of_the_file_gives_the_same_upright_places(orientation: int) -> None:
    taken = photo_of(orientation=orientation, seed=4)
    view = find(taken.data)
    assert (view.photo.width, view.photo.height) == (2016, 1512)
    assert np.percentile(off_mm(view, taken), 95) < 0.5


@pytest.mark.parametrize("azimuth", [90.0, 180.0, 270.0])
def test_any_side_of_the_table_will_do(azimuth: float) -> None:
    taken = photo_of(azimuth_deg=azimuth, seed=5)
    assert np.percentile(off_mm(find(taken.data), taken), 95) < 0.5


def test_twelve_megapixels_are_found_at_half_size() -> None:
    taken = photo_of(size=(4032, 3024), blur_px=1.4, seed=6)
    view = find(taken.data)
    assert view.photo.pixels.shape[:2] == (1512, 2016)
    assert np.percentile(off_mm(view, taken), 95) < 0.5


def test_three_covered_markers_do_no_harm() -> None:
    taken = photo_of(hidden_markers=(0, 7, 13), seed=7)
    assert np.percentile(off_mm(find(taken.data), taken), 95) < 0.5


def test_more_markers_are_searched_when_all_found_lie_on_one_side() -> None:
    taken = photo_of(seed=4, curl_mm=2.5, elevation_deg=43.0, azimuth_deg=110.0)
    seen = build_pyramid(decode_photo(taken.data, "a photo"), "a photo")
    found, plan = seek_markers(seen, DICTIONARY, ALL_IDS), board().plan
    across = dict(enumerate(plan.marker_corners_mm[:, :, 0].mean(axis=1).tolist()))
    row = np.array([across[number] > max(across.values()) - 40 for number in found.ids.tolist()])
    view = locate(seen, FoundMarkers(found.ids[row], found.corners[row], found.dictionary), board())
    assert 3 <= row.sum() < len(view.fit.markers)
    assert np.percentile(off_mm(view, taken), 95) < 0.5


def test_rim_outside_the_frame_does_not_affect_hexes_inside() -> None:
    taken = photo_of(fill=1.08, offset=(120.0, 0.0), seed=8)
    view = find(taken.data)
    inside = ((taken.centres_px > 0) & (taken.centres_px < (2016, 1512))).all(axis=1)
    assert inside.sum() > 150
    assert np.percentile(off_mm(view, taken)[inside], 95) < 0.7


def test_board_crowded_with_pieces_is_found() -> None:
    taken = photo_of(pieces=0.95, seed=9)
    assert np.percentile(off_mm(find(taken.data), taken), 95) < 0.7


def test_board_to_photo_is_the_best_homography() -> None:
    taken = photo_of(seed=4, orientation=6)
    view = find(taken.data)
    mapped = cv2.perspectiveTransform(board().plan.centres_mm[None], view.board_to_photo)[0]
    assert np.percentile(np.linalg.norm(mapped - view.centres_px, axis=1), 95) < 8


def test_camera_is_found_above_its_foot() -> None:
    how = {"elevation_deg": 55.0, "azimuth_deg": 30.0, "seed": 10}
    view = find(photo_of(**how).data)
    lens = Lens(Shot(**how))  # type: ignore[arg-type]
    assert np.linalg.norm(view.camera.foot_mm - lens.eye[:2]) < 25
    assert view.camera.height_mm == pytest.approx(-lens.eye[2], rel=0.04)


def test_camera_is_found_without_a_stated_focal_length() -> None:
    how = {"elevation_deg": 55.0, "azimuth_deg": 30.0, "seed": 10, "exif": False}
    view = find(photo_of(**how).data)
    assert view.camera.height_mm == pytest.approx(-Lens(Shot(**how)).eye[2], rel=0.08)  # type: ignore[arg-type]


def test_mirrored_photo_is_refused_by_name() -> None:
    assert slug_of(photo_of(seed=4).picture[:, ::-1]) == "mirrored"


def test_two_whole_boards_are_refused_by_name() -> None:
    one = cv2.resize(photo_of(seed=4).picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    assert slug_of(cv2.resize(np.hstack([one, one]), None, fx=1.5, fy=1.5)) == "several-boards"


def test_markers_of_curled_paper_are_no_second_board() -> None:
    """They agree with each other, but are a few millimetres from the positions predicted by the others."""
    taken = photo_of(seed=4)
    seen = build_pyramid(decode_photo(taken.data, "a photo"), "a photo")
    found = seek_markers(seen, DICTIONARY, ALL_IDS)
    left = found.corners[:, :, 0].mean(1) < np.quantile(found.corners[:, :, 0].mean(1), 0.4)
    assert left.sum() >= 3
    px_per_mm = float(np.linalg.norm(found.corners[0, 1] - found.corners[0, 0])) / 18
    curled = replace(found, corners=found.corners + left[:, None, None] * np.array([5 * px_per_mm, 0]))
    assert np.median(off_mm(locate(seen, curled, board()), taken)) < 0.5
    elsewhere = replace(found, corners=found.corners + left[:, None, None] * np.array([60 * px_per_mm, 0]))
    with pytest.raises(Problem) as caught:
        locate(seen, elsewhere, board())
    assert caught.value.slug == "several-boards"


def test_picture_that_shows_a_little_more_than_the_board_is_not_squeezed() -> None:
    plan = board().plan
    more = cv2.copyMakeBorder(plan.picture, 0, 12, 0, 12, cv2.BORDER_REPLICATE)
    taken = photo_of(seed=4)
    seen = build_pyramid(decode_photo(taken.data, "a photo"), "a photo")
    view = locate(seen, seek_markers(seen, DICTIONARY, ALL_IDS), prepare_board(replace(plan, picture=more)))
    assert np.abs(view.centres_px - find(taken.data).centres_px).max() < 0.4


@pytest.mark.parametrize("kind", ["blank wall", "noise", "one pixel", "thin"])
def test_what_shows_no_board_is_refused_by_name(kind: str) -> None:
    rng = np.random.default_rng(1)
    pictures = {
        "blank wall": np.full((1512, 2016, 3), 180, np.uint8),
        "noise": rng.integers(0, 255, (1512, 2016, 3), dtype=np.uint8),
        "one pixel": np.zeros((1, 1, 3), np.uint8),
        "thin": np.full((1, 60_000, 3), 90, np.uint8),
    }
    assert slug_of(pictures[kind]) == "board-not-found"


def test_board_without_its_rim_is_refused() -> None:
    taken = photo_of(seed=4, hidden_markers=tuple(range(19)))
    assert slug_of(taken.picture) == "board-not-found"


def test_markers_on_other_artwork_are_refused() -> None:
    """Markers on paper with other artwork: the print must confirm the markers."""
    plan = board().plan
    blank = np.full_like(plan.picture, 235)
    for corners in plan.marker_corners_mm:
        low, high = ((corners.min(axis=0) - 3) * 4).astype(int), ((corners.max(axis=0) + 3) * 4).astype(int)
        low = np.maximum(low, 0)
        blank[low[1] : high[1], low[0] : high[0]] = plan.picture[low[1] : high[1], low[0] : high[0]]
    rng = np.random.default_rng(2)
    inner = slice(240, 1900)
    spots = rng.integers(0, 255, (40, 40, 3), dtype=np.uint8)
    blank[inner, inner] = cv2.resize(spots, (1660, 1660), interpolation=cv2.INTER_CUBIC)
    other = type(plan)(*(getattr(plan, name) if name != "picture" else blank for name in plan.__slots__))
    assert slug_of(take(other, Shot(seed=4)).picture) == "board-not-found"
