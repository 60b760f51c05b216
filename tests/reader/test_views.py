"""Photos are read from any view and in any orientation; unreadable ones are refused with a reason."""

from __future__ import annotations

import time

import cv2
import numpy as np
import pytest

from calibration.photo import decode_photo
from referee.layout.shapes import Box
from referee.reader.read_photo import ReadOptions, read_photo_bytes
from referee.rules.pieces import Piece
from referee.words.problems import Problem
from tests.reader.readings import read, silent_errors, words_read, wrong_cells
from tests.reader.table import Camera, Shot, Table, aim_camera, as_file, develop, random_words, set_table

PATIENCE_S = 3.0


def laid(seed: int = 21) -> tuple[Table, dict[str, Piece]]:
    table = set_table()
    words = random_words(table.layout, seed)
    return table.lay(words), words


def outline_of(box: Box) -> np.ndarray:
    return np.array([(box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)])


def slug_of(data: bytes, options: ReadOptions | None = None) -> str:
    with pytest.raises(Problem) as caught:
        read_photo_bytes(data, "a photo", options or ReadOptions())
    return caught.value.slug


@pytest.mark.parametrize("orientation", [3, 6, 8])
def test_turned_photos_are_read_like_the_upright_one(orientation: int) -> None:
    table, words = laid()
    snapshot = read(table, Shot(orientation=orientation))
    assert words_read(snapshot) == words
    assert (snapshot.reading.width, snapshot.reading.height) == (2016, 1512)
    camera = aim_camera((table.layout.width, table.layout.height), Shot())
    truth = camera.project(np.array(table.layout.island.centres))
    found = np.array(list(snapshot.reading.centres_px.values()))
    assert np.percentile(np.hypot(*(truth - found).T), 95) < 2.0  # pixels; the board has 2.3 a millimetre


@pytest.mark.parametrize("azimuth", [80.0, 170.0, 260.0, 350.0])
def test_board_is_read_from_every_side_of_the_table(azimuth: float) -> None:
    table, words = laid()
    assert not wrong_cells(read(table, Shot(azimuth_deg=azimuth, elevation_deg=66)), words)


def test_board_so_far_off_that_its_markers_are_hardly_twenty_pixels_wide_is_read() -> None:
    table = set_table()
    words = random_words(table.layout, seed=3)
    far = Shot(fill=0.29, elevation_deg=38, azimuth_deg=200, blur_px=0.8, focal_35mm=52.0, seed=4)
    snapshot = read(table.lay(words), far)
    assert not silent_errors(snapshot, words)
    assert len(snapshot.reading.doubtful) < 10


def test_mirrored_photo_is_refused() -> None:
    table, _ = laid()
    assert slug_of(table.photograph(Shot(mirrored=True))) == "mirrored"


def test_three_covered_markers_are_done_without() -> None:
    table, words = laid()
    for marker in table.layout.markers[:3]:
        table.cover(np.array(marker.white.corners))
    snapshot = read(table)
    assert not wrong_cells(snapshot, words)


def test_hidden_code_of_the_usual_print_needs_no_options() -> None:
    table, words = laid()
    for place in table.layout.codes:
        table.cover(outline_of(place.block))
    assert not silent_errors(read(table), words)


def test_two_boards_are_refused() -> None:
    table, other = set_table(), set_table("islet")
    shot = Shot(size=(3000, 1500), fill=0.42)
    wide = aim_camera((table.layout.width, table.layout.height), shot)
    canvas = np.full((1500, 3000, 3), 110, np.uint8)
    for board, side in ((table, -0.25), (other, 0.25)):
        beside = Camera(wide.eye, wide.axes, wide.focal, wide.middle + (side * 3000, 0))
        board.draw_on(canvas, beside)
    assert slug_of(as_file(develop(canvas, shot, np.random.default_rng(1)), shot)) == "several-boards"


def test_other_board_is_named() -> None:
    data = set_table("islet").photograph(Shot())
    with pytest.raises(Problem) as caught:
        read_photo_bytes(data, "a photo", ReadOptions(board="terranova"))
    assert caught.value.slug == "other-board"
    assert caught.value.message.values["found"] == "islet"


def test_other_board_is_named_although_its_code_is_hidden() -> None:
    table = set_table("islet")
    for place in table.layout.codes:
        table.cover(outline_of(place.block))
    assert slug_of(table.photograph(Shot()), ReadOptions(board="wheel")) == "other-board"


@pytest.mark.parametrize("kind", ["wall", "noise", "table"])
def test_photo_without_a_board_is_refused_in_time(kind: str) -> None:
    rng = np.random.default_rng(2)
    if kind == "noise":
        picture = rng.integers(0, 255, (1512, 2016, 3), dtype=np.uint8)
    elif kind == "table":
        picture = np.asarray(cv2.resize(rng.integers(60, 200, (30, 40, 3), dtype=np.uint8), (2016, 1512)), np.uint8)
    else:
        picture = np.full((1512, 2016, 3), 222, np.uint8)
    begun = time.process_time()
    assert slug_of(as_file(picture, Shot())) == "board-not-found"
    assert time.process_time() - begun < PATIENCE_S


def test_photo_of_a_screen_is_read_like_paper() -> None:
    table, words = laid()
    shown = table.draw(Shot())
    rows = np.ones((shown.shape[0], 1, 1), np.float32)
    rows[::3] = 0.9
    photo = np.clip(shown * rows * np.array([0.95, 1.0, 1.06], np.float32) + 6, 0, 255).astype(np.uint8)
    snapshot = read_photo_bytes(as_file(photo, Shot()), "a photo", ReadOptions())
    assert not silent_errors(snapshot, words)


def test_photo_of_twelve_megapixels_is_read_at_half_size() -> None:
    table, words = laid()
    large = cv2.resize(table.draw(Shot(noise=0)), (4032, 3024), interpolation=cv2.INTER_CUBIC)
    data = as_file(np.asarray(large, np.uint8), Shot())
    assert decode_photo(data, "a photo").reduced == 2.0
    snapshot = read_photo_bytes(data, "a photo", ReadOptions())
    assert not silent_errors(snapshot, words)
    assert (snapshot.reading.width, snapshot.reading.height) == (4032, 3024)
