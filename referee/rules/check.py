"""Checks whether one legal turn leads from one position to another: which one, in how many ways, and if none, why."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.midturn import Event, begin_turn
from referee.rules.play import OVER_BECAUSE, play_turn
from referee.rules.position import Position
from referee.rules.reasons import find_reason
from referee.rules.retrace import retrace
from referee.rules.scoring import find_end
from referee.rules.turns import Turn, format_turn
from referee.words.texts import Text


@dataclass(frozen=True, slots=True)
class Check:
    """The result: the first matching turn in list order, the number of such turns, the regions it closed, or a reason."""

    legal: bool
    turn: Turn | None
    ways: int
    events: tuple[Event, ...]
    reason: Text | None


def check_turn(before: Position, after: Position) -> Check:
    """Find the turns that lead from `before` to the pieces of `after`; closed regions may be shown cleared or uncleared."""
    midturn = begin_turn(before)
    if (end := find_end(midturn.position)) is not None:
        return _no(OVER_BECAUSE[end.reason])
    turns = list(retrace(midturn, after))
    if not turns:
        return _no(find_reason(midturn, after))
    first = min(turns, key=lambda turn: format_turn(turn, before.board))
    return Check(True, first, len(turns), play_turn(before, first).events, None)


def _no(reason: Text) -> Check:
    return Check(False, None, 0, (), reason)
