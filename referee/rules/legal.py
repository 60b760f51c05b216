"""The legal turns of the player to move: their number, their list, and the legal continuations of a turn in progress."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.rules.actions import ACTIONS_A_TURN, allowed_actions, allowed_moves, cells_for_stone
from referee.rules.counting import count_full_turns
from referee.rules.midturn import Midturn, begin_turn, carry_out
from referee.rules.play import IllegalAction
from referee.rules.position import Position, cells_of
from referee.rules.refusals import why_refused
from referee.rules.scoring import find_end
from referee.rules.turns import Action, Turn, format_action


@dataclass(frozen=True, slots=True)
class NextActions:
    """The legal next actions of a turn in progress, whether the turn may end now, and the current position."""

    actions: tuple[Action, ...]
    may_end: bool
    position: Position


def count_turns(position: Position) -> int:
    """Count the legal turns of the player to move, as distinct action sequences; return 0 if the game is over."""
    midturn = begin_turn(position)
    if find_end(midturn.position) is not None:
        return 0
    if midturn.position.in_setup:
        return len(allowed_actions(midturn))
    return count_full_turns(midturn.position) or 1


def list_turns(position: Position) -> Iterator[str]:
    """Yield the legal turns in text notation, in alphabetical order (`C10` before `C9`), or nothing if the game is over."""
    midturn = begin_turn(position)
    if find_end(midturn.position) is None:
        yield from _list_from(midturn, "")


def next_actions(position: Position, done: Turn) -> NextActions:
    """Return the legal next actions after those in `done`; raise IllegalAction if an action in `done` is not allowed.

    If the game is over, no action is legal and `done` is not checked.
    """
    midturn = begin_turn(position)
    if find_end(midturn.position) is not None:
        return NextActions((), may_end=False, position=midturn.position)
    for action in done:
        if action not in allowed_actions(midturn):
            raise IllegalAction(why_refused(midturn, action))
        midturn = carry_out(midturn, action)
    actions = allowed_actions(midturn)
    return NextActions(actions, may_end=bool(done) and not actions, position=midturn.position)


def _list_from(midturn: Midturn, written: str) -> Iterator[str]:
    # A space and the end of the text sort before all characters of an action, so sorted actions give sorted turns.
    if len(midturn.done) == ACTIONS_A_TURN - 1:
        yield from _list_last_actions(midturn, written)
        return
    actions = allowed_actions(midturn)
    if not actions:
        yield written[1:]
    board = midturn.position.board
    for word, action in sorted((format_action(action, board), action) for action in actions):
        yield from _list_from(carry_out(midturn, action), f"{written} {word}")


def _list_last_actions(midturn: Midturn, written: str) -> Iterator[str]:
    """Yield one turn for each possible last action, or the turn so far if no further action is possible.

    The last action is not applied, because this must be fast: most turns in the list come from here.
    """
    ids = [cell.id for cell in midturn.position.board.cells]
    words = [f" +{ids[cell]}" for cell in cells_of(cells_for_stone(midturn))]
    words += [f" {ids[start]}-{ids[end]}" for start, end in allowed_moves(midturn)]
    before = written[1:]
    for word in sorted(words) or [""]:
        yield before + word
