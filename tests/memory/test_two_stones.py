"""Boards with two new stones are enumerated completely, and evidence is free of the reader's own prior."""

from __future__ import annotations

import math
import random

import pytest

from referee.memory.evidence import EMPTY, gains_of
from referee.memory.settings import DEFAULT
from referee.memory.two_stones import best_two_stones, two_stone_boards, two_stones_total
from referee.rules.pieces import Piece
from tests.memory.tables import clear_photo, glancing_photo, pieces_on
from tests.memory.test_against_enumeration import tiny_position
from tests.memory.test_hard_cases import BOARD, CELLS, RED, YELLOW, photo_of, position


@pytest.mark.parametrize("seed", range(6))
def test_total_and_best_are_those_of_all_boards(seed: int) -> None:
    chance = random.Random(seed)
    known = tiny_position(chance)
    gains = gains_of(glancing_photo(pieces_on(known), len(known.board.cells), chance, 0.3), (), pieces_on(known), DEFAULT)
    boards = list(two_stone_boards(known, gains, -math.inf))
    assert len({(one.left, one.come, one.stones) for one in boards}) == len(boards)
    assert math.fsum(math.exp(one.gain) for one in boards) == pytest.approx(two_stones_total(known, gains))
    assert max((one.gain for one in boards), default=-math.inf) == pytest.approx(best_two_stones(known, gains))
    floor = best_two_stones(known, gains) - 3
    assert {one for one in boards if one.gain >= floor} == set(two_stone_boards(known, gains, floor))


def test_hidden_hex_is_no_evidence_although_empty_hexes_are_common() -> None:
    known = position(RED, YELLOW)
    rows = photo_of(known)
    rows[BOARD.number_of["E5"]] = (1 / len(Piece),) * len(Piece)
    gains = gains_of(rows, (), pieces_on(known), DEFAULT)
    assert gains.rows[BOARD.number_of["E5"]] == pytest.approx((0.0,) * len(Piece), abs=1e-6)


def test_word_that_is_rare_on_boards_needs_less_probability() -> None:
    """A hex that may as well be red as empty is rather red: the reader had expected it to be empty."""
    known = position(RED, YELLOW)
    rows = clear_photo(pieces_on(known), CELLS)
    rows[BOARD.number_of["A1"]] = (0.4999, 0.00005, 0.00005, 0.00005, 0.00005, 0.4999)
    gains = gains_of(rows, (), pieces_on(known), DEFAULT)
    row = gains.rows[BOARD.number_of["A1"]]
    assert row[0] > row[EMPTY] + 1
