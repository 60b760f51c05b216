"""Could one legal turn have led from one position to another? Which one, in how many ways, and if not, why not."""
from __future__ import annotations

from dataclasses import dataclass

from referee.position import Position
from referee.rules.legal import list_turns
from referee.rules.midturn import Event, Midturn, begin_turn, carry_out
from referee.rules.turns import Turn, parse_turn
from referee.texts import Text, text


@dataclass(frozen=True, slots=True)
class Check:
    """The answer: the first turn in the order of the list that does it, how many do, the regions it closed, or a reason."""

    legal: bool
    turn: Turn | None
    ways: int
    events: tuple[Event, ...]
    reason: Text | None


def check_turn(before: Position, after: Position) -> Check:
    """Finds the turns that lead from `before` to the pieces of `after`; regions that closed may stand or be cleared."""
    first: Midturn | None = None
    ways = 0
    for written in list_turns(before):
        midturn = begin_turn(before)
        for action in parse_turn(written, before.board):
            midturn = carry_out(midturn, action)
        if shows(midturn, after):
            first = first or midturn
            ways += 1
    if first is None:
        return Check(False, None, 0, (), text("rules.no_turn_leads_there"))
    return Check(True, first.done, ways, first.events, None)


def shows(midturn: Midturn, after: Position) -> bool:
    """Tells whether `after` shows the table after these actions, each region that closed cleared or standing as it closed."""
    table = midturn.position
    closed = 0
    for event in midturn.events:
        closed |= event.cells
        shown = tuple(mask & event.cells for mask in after.pioneers)
        if any(shown) and shown != event.standing:
            return False
    return table.stones == after.stones and table.pioneers == after.without_pioneers_on(closed).pioneers
