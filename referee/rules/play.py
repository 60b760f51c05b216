"""Play one turn: compute the next position, the regions scored, and whether the game is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from referee.rules.actions import allowed_actions
from referee.rules.midturn import Event, Midturn, begin_turn, carry_out
from referee.rules.position import Position
from referee.rules.refusals import why_refused
from referee.rules.scoring import End, EndReason, find_end
from referee.rules.turns import Turn, format_action
from referee.words.problems import Refusal
from referee.words.texts import Text, text

OVER_BECAUSE: Mapping[EndReason, Text] = MappingProxyType(
    {
        EndReason.DIVIDED: text("rules.over_divided"),
        EndReason.ONE_CAN_MOVE: text("rules.over_one_can_move"),
        EndReason.NO_PIONEERS: text("rules.over_no_pioneers"),
    }
)


class IllegalTurn(Refusal):
    """The refusal of a well-formed turn that the rules do not allow; the message explains why."""

    def __init__(self, message: Text) -> None:
        super().__init__("illegal-turn", message)


class IllegalAction(IllegalTurn):
    """The refusal of a turn with an action that is not allowed; the message itself identifies this action."""


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a turn. In `position`, the next player is to move, even if the game is over.

    `ended` is None if the game is not over.
    """

    position: Position
    events: tuple[Event, ...]
    ended: End | None


def play_turn(position: Position, turn: Turn) -> Played:
    """Play a turn; raise IllegalTurn if the turn is not legal or not complete, or if the game is already over."""
    midturn = begin_turn(position)
    if (end := find_end(midturn.position)) is not None:
        raise IllegalTurn(OVER_BECAUSE[end.reason])
    for action in turn:
        if action not in allowed_actions(midturn):
            raise IllegalAction(why_refused(midturn, action))
        midturn = carry_out(midturn, action)
    if further := allowed_actions(midturn):
        raise IllegalTurn(text("rules.turn_not_complete", action=format_action(further[0], position.board)))
    return end_turn(midturn)


def end_turn(midturn: Midturn) -> Played:
    """End a turn: advance to the next seat and check whether the game is over. A game never ends in the middle of a turn."""
    position = replace(midturn.position, to_move=midturn.position.next_seat)
    return Played(position, midturn.events, find_end(position))
