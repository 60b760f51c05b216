"""The boards of this companion: save drawn and imported boards, and delete boards that no game uses.

The hexes of a board with games are never changed; a drawing that changes them is saved as a new board.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256

from sqlalchemy import func, select

from referee.boards.board import Board
from referee.boards.drawings import Drawing, board_from_drawing, drawing_of, find_remarks
from referee.boards.landscape_names import board_title
from referee.boards.library import (
    BUILT_IN,
    delete_board,
    free_name,
    is_saved,
    list_saved_boards,
    load_kept_board,
    may_change_board,
    parse_board,
    save_board,
)
from referee.boards.maps import format_board_toml, parse_board_toml
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.doors import HOUSE
from web.games.schema import games, settings_of_game
from web.games.store import Store

MOST_BOARDS = 200
VERSION_LETTERS = 12
_saving = threading.Lock()


class Outcome(StrEnum):
    """The outcome of saving a board: added, changed in place, added as a copy, or not saved because an identical one was."""

    NEW = "new"
    CHANGED = "changed"
    COPIED = "copied"
    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class KeptBoard:
    """A built-in or saved board, and the number of games on it that are behind the current door.

    `board` is None if the board's file is damaged. `may_change` is false for built-in boards and, at a club table, for boards
    of the house.
    """

    name: str
    board: Board | None
    games: int
    may_change: bool


@dataclass(frozen=True, slots=True)
class SavedBoard:
    """A board after saving, with the name it is saved under and the outcome."""

    name: str
    board: Board
    outcome: Outcome


def count_games(store: Store) -> Counter[str]:
    """Return the number of games on each board by the board's name, counting only games that the store's door sees."""
    seen = store.door.sees(games.c.id)
    with store.reading() as connection:
        if store.is_shared:
            board = settings_of_game["board"].as_string().label("board")
            counted = select(board, func.count().label("games")).where(seen).group_by("board")
            return Counter({row.board: row.games for row in connection.execute(counted)})
        given = connection.execute(select(games.c.settings).where(seen)).scalars()
        return Counter(json.loads(settings).get("board", "") for settings in given)


def _games_on(store: Store, name: str) -> int:
    """Return the number of games on a board, including those of all other doors."""
    return count_games(store.through(HOUSE))[name]


def list_boards(store: Store) -> tuple[KeptBoard, ...]:
    """Return the built-in boards, followed by the saved ones."""
    used = count_games(store)
    names = (*BUILT_IN, *list_saved_boards())
    return tuple(KeptBoard(name, _load(name), used[name], may_change_board(name)) for name in names)


def _load(name: str) -> Board | None:
    try:
        return load_kept_board(name)
    except Problem:
        return None


def version_of(board: Board) -> str:
    """Return a short hash of a board's TOML text, from which a change of the board can be detected."""
    return sha256(format_board_toml(board).encode()).hexdigest()[:VERSION_LETTERS]


def keep_drawing(store: Store, drawing: Drawing, replaces: str | None = None, version: str | None = None) -> SavedBoard:
    """Save a drawn board over the saved board `replaces`, or as a new board if there is no such board.

    The drawing is saved as a copy if the current door may not change `replaces`, or if the drawing changes the hexes of a board
    that has games or is no longer at `version`. A new board or copy is not saved if an identical board is saved already. Raise
    a Problem if the drawing is invalid or too many boards are saved.
    """
    if not drawing.title:
        raise Problem("bad-board", text("boards.drawn_nameless"))
    board = board_from_drawing(drawing, drawing.title)
    with _saving:
        known = _load(replaces) if replaces and is_saved(replaces) else None
        if replaces is None or known is None:
            return _keep_new(board, Outcome.NEW)
        is_same = known.terrains == board.terrains and known.cells == board.cells
        is_fixed = not may_change_board(replaces)
        if is_fixed or (not is_same and (_games_on(store, replaces) or version != version_of(known))):
            return _keep_new(board, Outcome.COPIED)
        changed = replace(board, name=replaces)
        save_board(replaces, changed)
        return SavedBoard(replaces, changed, Outcome.CHANGED)


def keep_board(board: Board) -> SavedBoard:
    """Save an imported board, unless an identical one is saved already.

    Raise a Problem if the board breaks a rule for drawn boards or too many boards are saved.
    """
    for remark in find_remarks(drawing_of(board, board_title(board))):
        raise Problem("bad-board", remark.sentence)
    with _saving:
        return _keep_new(board, Outcome.NEW)


def take_in(words: str) -> SavedBoard:
    """Save a board from the text of a board file, in TOML or JSON, unless an identical board is saved already.

    Raise a Problem if the text is invalid or too many boards are saved.
    """
    try:
        board = parse_board(words.encode(), text("serve.board_file"))
    except Problem as problem:
        raise Problem("bad-board", problem.message) from None
    return keep_board(board)


def _keep_new(board: Board, outcome: Outcome) -> SavedBoard:
    title = board_title(board)
    for name in list_saved_boards():
        known = _load(name)
        if known and (board_title(known), known.terrains, known.cells) == (title, board.terrains, board.cells):
            return SavedBoard(name, known, Outcome.KNOWN)
    if len(list_saved_boards()) >= MOST_BOARDS:
        raise Problem("too-many-boards", text("serve.too_many_boards", most=MOST_BOARDS))
    name = free_name(title)
    return SavedBoard(name, save_under(name, board), outcome)


def save_under(name: str, board: Board) -> Board:
    """Save a board under a new name, with its title unchanged, and return the saved board.

    Raise a Problem, without saving, if the board's TOML text cannot be parsed.
    """
    title = board_title(board)
    kept = replace(board, name=name, label=None if title == name else title)
    parse_board_toml(format_board_toml(kept), title)  # raises a Problem if the file could not be read again
    save_board(name, kept)
    return kept


def remove_board(store: Store, name: str) -> None:
    """Delete a saved board.

    Raise a Problem if the board is unknown, built in or used by a game, or if the current door may not change it.
    """
    with _saving:
        if name in BUILT_IN:
            raise Problem("board-in-use", text("serve.board_built_in"))
        if is_saved(name) and not may_change_board(name):
            raise Problem("board-in-use", text("club.board_of_the_club"))
        used = _games_on(store, name)
        if used:
            raise Problem("board-in-use", text("serve.board_in_use", n=used))
        delete_board(name)
