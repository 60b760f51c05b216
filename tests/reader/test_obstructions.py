"""A hand, a card or a reflection over the board: hexes that it may cover are reviewed, and the others are read as before."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from referee.reader.obstructions import may_be_covered, may_lean_in
from referee.reader.read_photo import ReadOptions, read_photo_bytes
from referee.reader.settings import DEFAULT
from referee.reader.words import EMPTY, STONE
from tests.bench.obstructions import DRAWN, with_obstruction

PHOTOS = sorted((Path(__file__).parents[1] / "photos").glob("*.jpg"))
ROW = 8  # hexes side by side
BESIDE = np.abs(np.subtract.outer(np.arange(ROW), np.arange(ROW))) == 1
SKIN, GREY = (60.0, 15.0, 15.0), (60.0, 0.0, 0.0)


def covered(words: list[int], odd: list[float], missing: list[float], lab: list[tuple[float, float, float]]) -> list[int]:
    arrays = (np.array(values, np.float32) for values in (odd, missing, lab))
    return np.flatnonzero(may_be_covered(np.array(words), *arrays, BESIDE, DEFAULT)).tolist()


def test_pieces_of_a_hands_colour_beside_it_may_be_part_of_it() -> None:
    assert covered([STONE] * ROW, [0.9, 0.9, 0.9, *[0.0] * 5], [9.0] * ROW, [SKIN] * ROW) == [0, 1, 2, 3, 4, 5]


def test_hexes_that_show_their_print_end_the_hand() -> None:
    words = [STONE, STONE, STONE, STONE, EMPTY, STONE, STONE, STONE]
    assert covered(words, [0.9, 0.9, 0.9, *[0.0] * 5], [9.0, 9.0, 9.0, 9.0, 0.0, 9.0, 9.0, 9.0], [SKIN] * ROW) == [0, 1, 2, 3]


def test_pieces_of_another_colour_do_not_belong_to_the_hand() -> None:
    lab = [SKIN, SKIN, SKIN, GREY, SKIN, GREY, GREY, GREY]
    assert covered([STONE] * ROW, [0.9, 0.9, 0.9, *[0.0] * 5], [9.0] * ROW, lab) == [0, 1, 2, 4]


def test_two_hidden_hexes_do_not_make_a_hand() -> None:
    assert covered([STONE] * ROW, [0.9, 0.9, *[0.0] * 6], [9.0] * ROW, [SKIN] * ROW) == []


def test_tall_pieces_lean_into_the_hex_behind_them_only() -> None:
    """Hexes side by side, seen from the left: each could hide part of its right neighbour."""
    centres = np.stack([32.0 * np.arange(ROW), np.zeros(ROW)], 1)
    away = np.tile([0.9, 0.2], (ROW, 1))
    assert np.argwhere(may_lean_in(BESIDE, centres, away, DEFAULT)).tolist() == [[k, k - 1] for k in range(1, ROW)]


def test_nothing_leans_into_another_hex_in_a_photo_from_above() -> None:
    centres = np.stack([32.0 * np.arange(ROW), np.zeros(ROW)], 1)
    assert not may_lean_in(BESIDE, centres, np.tile([0.2, 0.0], (ROW, 1)), DEFAULT).any()


@pytest.mark.parametrize("fault", DRAWN)
@pytest.mark.parametrize(
    "photo",
    [PHOTOS[0], *(pytest.param(photo, marks=pytest.mark.slow) for photo in PHOTOS[1::3])],
    ids=lambda photo: photo.stem,
)
def test_obstruction_over_the_board_causes_no_silent_error(photo: Path, fault: str) -> None:
    truth = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))
    data, affected = with_obstruction(photo, fault, (7,))
    reading = read_photo_bytes(data, photo.name, ReadOptions()).reading
    wrong = {cell for cell, fact in truth["cells"].items() if reading.cells[cell].piece != fact["piece"]}
    assert affected
    assert not wrong - set(reading.doubtful)
