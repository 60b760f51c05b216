"""Properties of the three built-in boards."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import pytest

from referee.boards.board import LANDSCAPES, Board, looks_of
from referee.boards.library import BUILT_IN, load_board
from referee.layout.layout import lay_out
from referee.layout.papers import PrintChoice
from referee.rules.pieces import PIONEERS_EACH
from tests.boards.drawing import draw_board

GOLD = Path(__file__).parent / "gold"

HALF_HEXES_ACROSS = 30  # 15 hexes of 32 mm are what three A4 sheets hold beside the rim
ROWS = 16  # an even number parts in the middle: eight rows and the rim are what an A4 sheet holds at 32 mm
PLACES_ROUND = 6


def sizes(board: Board) -> dict[str, int]:
    return {board.terrains[terrain].id: size for terrain, size in Counter(cell.terrain for cell in board.cells).items()}


def half_hexes_across(board: Board) -> int:
    places = [2 * cell.q + cell.r for cell in board.cells]
    return max(places) - min(places) + 2


def touching(board: Board, terrain: int) -> set[int]:
    return {
        board.cells[beside].terrain
        for number, cell in enumerate(board.cells)
        if cell.terrain == terrain
        for beside in board.neighbours[number]
    } - {terrain}


def reached(board: Board, cells: set[int]) -> set[int]:
    start = min(cells)
    found, waiting = {start}, [start]
    while waiting:
        for beside in board.neighbours[waiting.pop()]:
            if beside in cells and beside not in found:
                found.add(beside)
                waiting.append(beside)
    return found


def borders(board: Board) -> int:
    """Count the hex edges between different landscapes."""
    sides = [(cell.terrain, beside) for number, cell in enumerate(board.cells) for beside in board.neighbours[number]]
    return sum(board.cells[beside].terrain != terrain for terrain, beside in sides) // 2


def turned(q: int, r: int) -> tuple[int, int]:
    """Rotate a hex by 60 degrees clockwise around (0, 0)."""
    return -r, q + r


@pytest.mark.parametrize("name", BUILT_IN)
def test_map_is_the_one_in_the_gold_file(name: str) -> None:
    """Printed boards and photos depend on the maps, so they must not change."""
    assert draw_board(load_board(name)) == (GOLD / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", BUILT_IN)
def test_first_hex_lies_at_the_origin(name: str) -> None:
    first = load_board(name).cells[0]
    assert (first.id, first.q, first.r) == ("A1", 0, 0)


@pytest.mark.parametrize("name", BUILT_IN)
def test_each_landscape_is_one_piece(name: str) -> None:
    board = load_board(name)
    for terrain in range(len(board.terrains)):
        cells = {number for number, cell in enumerate(board.cells) if cell.terrain == terrain}
        assert reached(board, cells) == cells, board.terrains[terrain].id


@pytest.mark.parametrize("name", BUILT_IN)
def test_each_landscape_touches_at_least_three_others(name: str) -> None:
    board = load_board(name)
    assert all(len(touching(board, terrain)) >= 3 for terrain in range(len(board.terrains)))


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_hex_hangs_by_one_neighbour(name: str) -> None:
    assert min(len(beside) for beside in load_board(name).neighbours) >= 3


@pytest.mark.parametrize("name", BUILT_IN)
def test_lake_lies_within_the_land(name: str) -> None:
    board = load_board(name)
    lake = next(number for number, terrain in enumerate(board.terrains) if terrain.id == "lake")
    around = [len(board.neighbours[number]) for number, cell in enumerate(board.cells) if cell.terrain == lake]
    assert set(around) == {PLACES_ROUND}


def test_six_a4_sheets_hold_terranova_at_32_mm_and_the_others_near_it() -> None:
    laid_out = {name: lay_out(load_board(name), PrintChoice()) for name in BUILT_IN}
    assert laid_out["terranova"].hex_mm >= 32.0
    assert all(layout.hex_mm >= 30.0 and len(layout.pages) <= 6 for layout in laid_out.values())


def test_terranova_is_an_island_of_eight_landscapes_of_like_size() -> None:
    board = load_board("terranova")
    assert 180 <= len(board.cells) <= 200
    assert set(sizes(board)) == set(LANDSCAPES)
    assert max(sizes(board).values()) - min(sizes(board).values()) <= 2
    assert half_hexes_across(board) == HALF_HEXES_ACROSS
    assert len({cell.r for cell in board.cells}) == ROWS


def test_terranova_is_roughly_round_with_an_uneven_coast() -> None:
    """The land fills over four fifths of a circle of its width; the coast is nearly a third longer than necessary."""
    board = load_board("terranova")
    circle = math.pi / 4 * (HALF_HEXES_ACROSS / 2) ** 2 / (math.sqrt(3) / 2)
    assert len(board.cells) > 0.8 * circle
    coast = sum(PLACES_ROUND - len(beside) for beside in board.neighbours)
    shortest = 2 * math.ceil(math.sqrt(12 * len(board.cells) - 3))
    assert coast > 1.3 * shortest


def test_terranova_has_a_lagoon() -> None:
    board = load_board("terranova")
    land = {(cell.q, cell.r) for cell in board.cells}
    wide = range(-40, 41)
    sea = {(q, r) for q in wide for r in range(-1, ROWS + 1)} - land
    open_sea, waiting = {(-40, -1)}, [(-40, -1)]
    while waiting:
        q, r = waiting.pop()
        for spot in ((q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1)):
            if spot in sea and spot not in open_sea:
                open_sea.add(spot)
                waiting.append(spot)
    assert len(sea - open_sea) == 2


@pytest.mark.parametrize(("name", "edges"), [("terranova", 140), ("islet", 65), ("wheel", 110)])
def test_borders_between_landscapes_are_long(name: str, edges: int) -> None:
    assert borders(load_board(name)) >= edges


def test_islet_is_small_and_holds_two_full_sets_of_pioneers_with_room() -> None:
    board = load_board("islet")
    assert 70 <= len(board.cells) <= 90
    assert len(board.cells) >= 3 * 2 * PIONEERS_EACH[2]
    assert len(sizes(board)) == 6
    assert set(sizes(board).values()) == {13}


def test_wheel_turned_by_a_sixth_is_the_wheel_with_landscapes_in_turn() -> None:
    board = load_board("wheel")
    middle = len(board.cells) // 2
    q0, r0 = board.cells[middle].q, board.cells[middle].r
    terrain_at = {(cell.q - q0, cell.r - r0): cell.terrain for cell in board.cells}
    follows: dict[int, set[int]] = {}
    for spot, terrain in terrain_at.items():
        follows.setdefault(terrain, set()).add(terrain_at[turned(*spot)])
    lake = board.cells[middle].terrain
    assert board.terrains[lake].id == "lake"
    assert follows.pop(lake) == {lake}
    here, round_trip = next(iter(follows)), []
    for _ in range(PLACES_ROUND):
        (here,) = follows[here]
        round_trip.append(here)
    assert len(set(round_trip)) == PLACES_ROUND


def test_wheel_is_for_matches() -> None:
    board = load_board("wheel")
    assert 150 <= len(board.cells) <= 190
    assert sorted(sizes(board).values()) == [19, 24, 24, 24, 24, 24, 24]


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_boards_are_drawn_with_the_pictures_of_their_landscapes(name: str) -> None:
    board = load_board(name)
    assert looks_of(board) == tuple(terrain.id for terrain in board.terrains)
