"""Boards imported with games, which are saved under their own name, or an unused one if another board has that name.

Importers then replace the board's name in the imported games by the saved name.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from referee.boards.board import Board
from referee.boards.drawings import drawing_of, find_excess
from referee.boards.landscape_names import board_title
from referee.boards.library import BUILT_IN, board_from_json, delete_board, list_saved_boards, load_kept_board, names_for_import
from referee.files.fields import Location
from referee.formats.positions import at_location
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.kept_boards import MOST_BOARDS, save_under

LONGEST_FILE_NAME = 40
UNNAMED = "board"
_NOT_IN_A_FILE_NAME = re.compile(r"[^\w-]+")


@dataclass(frozen=True, slots=True)
class Kept:
    """An imported board, the name under which to save it, and whether an equal board is already saved under this name."""

    name: str
    board: Board
    is_known: bool


def plan_boards(carried: Mapping[str, Board]) -> dict[str, Kept]:
    """Return each imported board with the name under which to save it, keyed by the board's name in the import.

    A board that is already saved under one of its possible names keeps this name. Raise a Problem if there would be too many
    boards.
    """
    taken: dict[str, Board | None] = {name: _load(name) for name in (*BUILT_IN, *list_saved_boards())}
    plan: dict[str, Kept] = {}
    for given, board in carried.items():
        name = next((known for known in _names_for(given) if known not in taken or _is_same(taken[known], board)), None)
        if name is None or (name not in taken and len(taken) - len(BUILT_IN) >= MOST_BOARDS):
            raise Problem("too-many-boards", text("take.too_many_boards", most=MOST_BOARDS))
        plan[given] = Kept(name, board, name in taken)
        taken.setdefault(name, board)
    return plan


@contextlib.contextmanager
def keeping_boards(plan: Mapping[str, Kept]) -> Iterator[None]:
    """Save the new boards of a plan; if saving or the block fails, delete the boards that were just saved."""
    saved: list[str] = []
    try:
        for kept in plan.values():
            if not kept.is_known:
                save_under(kept.name, kept.board)
                saved.append(kept.name)
        yield
    except BaseException:
        for name in saved:
            delete_board(name)
        raise


def read_carried(value: object, place: Location) -> Board:
    """Parse a board included with games; raise a Problem if it is invalid or too large for the pages."""
    board = board_from_json(value, place.source)
    for remark in find_excess(drawing_of(board, board_title(board))):
        raise at_location(Problem("bad-board", remark.sentence), place)
    return board


def _names_for(given: str) -> Iterator[str]:
    plain = _NOT_IN_A_FILE_NAME.sub("-", given).strip("-")[:LONGEST_FILE_NAME] or UNNAMED
    return islice(names_for_import(plain), MOST_BOARDS)


def _load(name: str) -> Board | None:
    try:
        return load_kept_board(name)
    except Problem:
        return None  # the name of a damaged file stays taken


def _is_same(known: Board | None, board: Board) -> bool:
    """Return whether both boards have the same hexes and landscapes, wherever the origin of the coordinates is."""
    return known is not None and _shape(known) == _shape(board)


def _shape(board: Board) -> tuple[tuple[str, ...], tuple[tuple[int, int, int], ...]]:
    first = board.cells[0]
    cells = tuple((cell.q - first.q, cell.r - first.r, cell.terrain) for cell in board.cells)
    return tuple(terrain.id for terrain in board.terrains), cells
