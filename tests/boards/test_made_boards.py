"""Boards made from a seed: valid, fair, and never the same twice."""

from __future__ import annotations

import json
import time
from collections import Counter

import pytest

from referee.boards.board import LANDSCAPES, Board
from referee.boards.board_json import board_from_json
from referee.boards.checks import find_parts
from referee.boards.made import MOST_APART, coast_ratio, make_board
from referee.formats.positions import board_to_json
from referee.layout.layout import lay_out
from referee.layout.papers import choice_for
from referee.words.problems import Problem
from tests.cli.runs import assert_refused, run

SEEDS = [str(number) for number in range(20)]
MANY_SEEDS = [f"seed-{number}" for number in range(500)]
LARGEST_SPAN = 17  # rows or columns
LEAST_COAST = 1.25  # of the coast of a round island of the same size
MOST_SECONDS = 0.3


def shape(board: Board) -> tuple[tuple[int, int, int], ...]:
    return tuple((cell.q, cell.r, cell.terrain) for cell in board.cells)


def assert_fair(board: Board) -> None:
    again = board_from_json(json.loads(json.dumps(board_to_json(board, "en"))), "made")
    assert again.cells == board.cells
    sizes = Counter(cell.terrain for cell in board.cells)
    assert len(sizes) == len(LANDSCAPES)
    assert max(sizes.values()) - min(sizes.values()) <= MOST_APART
    for landscape in sizes:
        own = {(cell.q, cell.r): "" for cell in board.cells if cell.terrain == landscape}
        assert len(find_parts(own)) == 1
    assert all(len(near) >= 2 for near in board.neighbours)
    assert coast_ratio({(cell.q, cell.r) for cell in board.cells}) >= LEAST_COAST
    columns = [2 * cell.q + cell.r for cell in board.cells]
    assert max(columns) - min(columns) <= 2 * LARGEST_SPAN
    assert board.cells[-1].r < LARGEST_SPAN


def test_boards_made_from_seeds_are_valid_fair_and_all_different() -> None:
    boards = [make_board(seed) for seed in SEEDS]
    for board in boards:
        assert_fair(board)
    assert len({shape(board) for board in boards}) == len(SEEDS)


def test_board_is_fair_where_the_last_exchange_of_hexes_fails() -> None:
    """An exchange over several landscapes that failed halfway left one of them too small."""
    assert_fair(make_board("5129"))


@pytest.mark.slow
def test_five_hundred_seeds_make_five_hundred_fair_boards_in_time() -> None:
    boards, seconds = [], []
    for seed in MANY_SEEDS:
        begun = time.process_time()
        boards.append(make_board(seed))
        seconds.append(time.process_time() - begun)
    for board in boards:
        assert_fair(board)
    assert len({shape(board) for board in boards}) == len(MANY_SEEDS)
    assert max(seconds) < MOST_SECONDS


def test_coast_is_compared_with_that_of_the_roundest_island() -> None:
    hexagon = {(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3}
    strip = {(q, 0) for q in range(len(hexagon))}
    assert coast_ratio(hexagon) == pytest.approx(1)
    assert coast_ratio(strip) > 3


def test_same_seed_makes_the_same_board() -> None:
    assert make_board("lagoon") == make_board("lagoon")
    assert make_board("lagoon") != make_board("Lagoon")


def test_made_board_fits_on_six_sheets_with_hexes_for_bottle_caps() -> None:
    layout = lay_out(make_board("1"), choice_for("A4", None))
    assert len(layout.pages) <= 6
    assert layout.hex_mm >= 30


@pytest.mark.parametrize("seed", ["", "two words", "é", "x" * 25, "../a"])
def test_other_seeds_are_refused(seed: str) -> None:
    with pytest.raises(Problem, match="cannot be the seed of a board") as caught:
        make_board(seed)
    assert caught.value.slug == "bad-seed"


def test_command_makes_boards_from_seeds() -> None:
    ran = run("board", "--make", "lagoon", "--json")
    assert ran.json == board_to_json(make_board("lagoon"), "en")
    assert run("board", "-", "--json", stdin=ran.out.encode()).out == ran.out
    assert_refused(run("board", "--make", "two words", "--json"), "bad-seed")
