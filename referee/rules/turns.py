"""Actions and turns in text notation: `C4-C8` moves, `+D8` sets a stone, `@C4` places a pioneer, `pass` passes.

Parsing checks the syntax and that the cells exist, but not whether the turn is legal.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from referee.boards.board import Board
from referee.rules.position import number_of_label, shorten_input
from referee.words.problems import Problem
from referee.words.texts import text

PASS_WORD = "pass"


@dataclass(frozen=True, slots=True)
class Move:
    """An action that moves a pioneer in a straight line from one cell to another."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class SetStone:
    """An action that sets a boundary stone on a cell."""

    cell: int


@dataclass(frozen=True, slots=True)
class Place:
    """An action that places a pioneer from the reserve on a cell, during setup."""

    cell: int


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass, allowed only when no other action is possible."""


Action = Move | SetStone | Place | Pass
Turn = tuple[Action, ...]

_SHAPE = re.compile(r"(?P<start>[A-Z][0-9]+)-(?P<end>[A-Z][0-9]+)|\+(?P<stone>[A-Z][0-9]+)|@(?P<place>[A-Z][0-9]+)", re.ASCII)


def parse_turn(written: str, board: Board) -> Turn:
    """Parse a turn; raise a Problem if it is malformed or refers to a cell that is not on the board."""
    words = written.split()
    if not words:
        raise Problem("unreadable-turn", text("rules.empty_turn"))
    return tuple(parse_action(word, board) for word in words)


def parse_action(word: str, board: Board) -> Action:
    """Parse one action of a turn; raise a Problem if it is malformed or refers to a cell that is not on the board."""
    if word == PASS_WORD:
        return Pass()
    shape = _SHAPE.fullmatch(word)
    if shape is None:
        raise Problem("unreadable-turn", text("rules.unreadable_action", action=shorten_input(word)))
    if shape["stone"]:
        return SetStone(number_of_label(board, shape["stone"]))
    if shape["place"]:
        return Place(number_of_label(board, shape["place"]))
    return Move(number_of_label(board, shape["start"]), number_of_label(board, shape["end"]))


def format_turn(turn: Turn, board: Board) -> str:
    """Format a turn in the notation that `parse_turn` reads."""
    return " ".join(format_action(action, board) for action in turn)


def format_action(action: Action, board: Board) -> str:
    """Format one action in the notation that `parse_action` reads."""
    cells = board.cells
    match action:
        case Move(start, end):
            return f"{cells[start].id}-{cells[end].id}"
        case SetStone(cell):
            return f"+{cells[cell].id}"
        case Place(cell):
            return f"@{cells[cell].id}"
        case _:
            return PASS_WORD
