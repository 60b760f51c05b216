"""Check whether a single legal turn leads from one position to another, and find that turn or the reason why there is none."""

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
    """The result of `check_turn`.

    If legal, `turn` is the first matching turn in alphabetical order, `ways` the number of matching turns, `events`
    are the regions scored when `turn` is played, and `reason` is None. Otherwise `turn` is None, `ways` is 0, `events` is empty
    and `reason` explains why.
    """

    legal: bool
    turn: Turn | None
    ways: int
    events: tuple[Event, ...]
    reason: Text | None


def check_turn(before: Position, after: Position) -> Check:
    """Return a Check that says whether a single legal turn leads from `before` to the pieces of `after`.

    In `after`, any region scored at the start of the turn or during it can be cleared or still contain its pioneers.
    """
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
