"""Find turns that reach the same board with different payments; only the players know which turn was played."""

from __future__ import annotations

from functools import lru_cache

from referee.rules.midturn import begin_turn
from referee.rules.play import play_turn
from referee.rules.position import Position
from referee.rules.retrace import retrace
from referee.rules.turns import Turn, format_turn
from web.games.payments import withhold_paid


@lru_cache(32)
def find_orders(before: Position, shown: Position, paid: int) -> tuple[Turn, ...]:
    """Return one turn for each distinct result in points, or an empty tuple if all turns to this board give the same points."""
    first_with: dict[tuple[int, ...], Turn] = {}
    for turn in sorted(retrace(begin_turn(before), shown), key=lambda turn: format_turn(turn, before.board)):
        first_with.setdefault(scores_after(before, turn, paid), turn)
    return tuple(first_with.values()) if len(first_with) > 1 else ()


def scores_after(before: Position, turn: Turn, paid: int) -> tuple[int, ...]:
    """Return the scores by seat after a turn; a region already paid out pays nothing."""
    return withhold_paid(play_turn(before, turn), paid).position.scores
