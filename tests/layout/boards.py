"""Boards for layout tests: rows of hexes built in code, and random islands for hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from hypothesis import strategies as st

from referee.boards.board import LANDSCAPES, ROW_LETTERS, Board, Cell, Terrain
from referee.boards.hexes import neighbours_of
from referee.boards.library import BUILT_IN, load_board
from referee.layout.layout import Layout, lay_out
from referee.layout.papers import PrintChoice


def make_board(name: str, rows: Sequence[tuple[int, int]], terrains: int = 4) -> Board:
    """Make a board of rows, each given by the position of its first hex (in half hexes) and its length."""
    cells: list[Cell] = []
    for r, (first, count) in enumerate(rows):
        assert (first - r) % 2 == 0
        for place in range(count):
            cells.append(Cell(f"{ROW_LETTERS[r]}{place + 1}", (first + 2 * place - r) // 2, r, len(cells) % terrains))
    return Board(name, tuple(Terrain(LANDSCAPES[number]) for number in range(terrains)), tuple(cells))


TINY = make_board("tiny", [(0, 3), (-1, 4), (0, 3)])
LONG = make_board("long", [(0, 30), (1, 30)])
TALL = make_board("tall", [(r % 2, 4) for r in range(26)])
OBLONG = make_board("oblong", [(r % 2, 14) for r in range(14)], terrains=8)
SKEW = make_board("skew", [(r, 10) for r in range(12)])
BIG = make_board("big", [(r % 2, 26) for r in range(26)])
BUILT_INS = tuple(load_board(name) for name in BUILT_IN)
PLAIN = PrintChoice()
ODD_BOARDS = (TINY, LONG, TALL, OBLONG, SKEW, BIG)


@cache
def laid_out(board: Board, choice: PrintChoice = PLAIN) -> Layout:
    """Lay out a board, with caching because many tests use the same layout."""
    return lay_out(board, choice)


@st.composite
def islands(draw: st.DrawFn) -> Board:
    """Generate a connected island, hex by hex, with random bays and holes."""
    size = draw(st.integers(4, 60))
    land = {(0, 0)}
    choices = draw(st.lists(st.integers(0, 10_000), min_size=size, max_size=size))
    for choice in choices:
        shore = sorted({n for hex_ in land for n in neighbours_of(*hex_)} - land)
        land.add(shore[choice % len(shore)])
    first = min(r for _, r in land)
    rows = sorted({r for _, r in land})
    if len(rows) > len(ROW_LETTERS):
        land = {(q, r) for q, r in land if r - first < len(ROW_LETTERS)}
    cells: list[Cell] = []
    for r in sorted({r for _, r in land}):
        for place, q in enumerate(sorted(q for q, row in land if row == r)):
            cells.append(Cell(f"{ROW_LETTERS[r - first]}{place + 1}", q, r, len(cells) % 4))
    return Board("random", tuple(Terrain(name) for name in LANDSCAPES[:4]), tuple(cells))
