"""Find the legal turns that leave the board unchanged, such as a pass or two pioneers of one colour that swap places.

All functions are pure.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from referee.rules.midturn import begin_turn
from referee.rules.position import Position
from referee.rules.retrace import retrace
from referee.rules.scoring import find_end, score_position
from referee.rules.turns import Move, Turn, format_turn

MOST_OFFERED = 16


@dataclass(frozen=True, slots=True)
class UnchangedTurns:
    """All legal turns that leave the board unchanged, sorted by their text, and those to offer to the players."""

    turns: tuple[Turn, ...]
    offered: tuple[Turn, ...]


def is_unchanged(before: Position, shown: Position) -> bool:
    """Return whether two positions have the same pieces on the same hexes, ignoring pioneers in regions closed in `before`."""
    closed = 0
    for region in score_position(before).regions:
        closed |= region.cells if region.closed else 0
    return (
        before.stones == shown.stones
        and before.without_pioneers_on(closed).pioneers == shown.without_pioneers_on(closed).pioneers
    )


@lru_cache(32)
def find_unchanged_turns(before: Position) -> UnchangedTurns:
    """Return the legal turns of the player to move that leave the board unchanged; none if the game is over."""
    midturn = begin_turn(before)
    if find_end(midturn.position) is not None:
        return UnchangedTurns((), ())
    turns = sorted(retrace(midturn, midturn.position), key=lambda turn: format_turn(turn, before.board))
    return UnchangedTurns(tuple(turns), _choose_offered(before, turns))


def _choose_offered(before: Position, turns: list[Turn]) -> tuple[Turn, ...]:
    """Return at most MOST_OFFERED turns, with priority for one turn for each group of pioneers that could have swapped places."""
    by_pioneers: dict[frozenset[int], Turn] = {}
    for turn in turns:
        by_pioneers.setdefault(_moved_pioneers(before, turn), turn)
    first = list(by_pioneers.values())
    others = [turn for turn in turns if turn not in first]
    chosen = set([*first, *others][:MOST_OFFERED])
    return tuple(turn for turn in turns if turn in chosen)


def _moved_pioneers(before: Position, turn: Turn) -> frozenset[int]:
    return frozenset(action.start for action in turn if isinstance(action, Move) and before.own >> action.start & 1)
