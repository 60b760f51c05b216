"""Boards drawn as text, with shortcuts for setting up positions and listing turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.boards.board import Board
from referee.rules.legal import count_turns, list_turns
from referee.rules.pieces import Colour, seats_for
from referee.rules.play import Played, play_turn
from referee.rules.position import Edition, Position, build_position
from referee.rules.turns import parse_turn
from tests.rules.random_boards import board_of


def draw_board(picture: str) -> Board:
    """Build a board from a drawing; landscapes are numbered in order of appearance."""
    terrain_at: dict[tuple[int, int], int] = {}
    letters: dict[str, int] = {}
    lines = [line for line in picture.splitlines() if line.strip()]
    shift = len(lines[0]) - len(lines[0].lstrip())
    for row, line in enumerate(lines):
        for place, letter in enumerate(line):
            if letter not in " .":
                twice_q = place - shift - row
                assert twice_q % 2 == 0, f"row {row}: {letter} at {place} is not half a hex off the row above"
                terrain_at[twice_q // 2, row] = letters.setdefault(letter, len(letters))
    return board_of(terrain_at, len(letters))


def row_board(letters: str) -> Board:
    """Build a board with one row."""
    return draw_board(" ".join(letters))


def set_up(
    board: Board,
    *,
    edition: str = "de",
    players: int = 2,
    to_move: str = "red",
    stones: Iterable[str] = (),
    scores: Mapping[str, int] | None = None,
    reserve: Mapping[str, int] | None = None,
    **pioneers: str,
) -> Position:
    """Set up a position; pioneers are given as words, e.g. red="C4 C5"."""
    return build_position(
        board,
        edition=Edition(edition),
        players=seats_for(players),
        to_move=Colour(to_move),
        pioneers={Colour(colour): cells.split() for colour, cells in pioneers.items()},
        stones=stones,
        scores={Colour(colour): score for colour, score in (scores or {}).items()},
        reserve={Colour(colour): number for colour, number in (reserve or {}).items()},
    )


def turns_of(position: Position) -> list[str]:
    """List the turns, checking that the count agrees."""
    found = list(list_turns(position))
    assert count_turns(position) == len(found)
    return found


def play(position: Position, turn: str) -> Played:
    return play_turn(position, parse_turn(turn, position.board))


HEXAGON = draw_board(
    """
   a a b b
  a a b b b
 c a a b d d
c c c e d d d
 c c e e d d
  c e e e d
   e e e e
"""
)
