"""Several turns played between two photos, which are confirmed together and saved as one revision each.

All functions are pure and compute payments, outcomes and drafts from the proposed pieces and the turns that lead to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.rules.play import Played, play_turn
from referee.rules.position import Position
from referee.rules.turns import Turn, format_turn
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.confirm import Base, Outcome, Proposal
from web.games.history import Kind, TurnRecord, settlements_of
from web.games.payments import Payment, payments_of, settle, withhold_paid
from web.games.pieces_on_board import with_words
from web.games.store import Draft
from web.games.table import Mode, position_json
from web.games.unchanged import is_unchanged


@dataclass(frozen=True, slots=True)
class Step:
    """One of several turns: the position before it, its result and its payments."""

    before: Position
    turn: Turn
    played: Played
    payments: tuple[Payment, ...]


def play_several(base: Base, turns: Sequence[Turn]) -> tuple[Step, ...]:
    """Play turns in sequence and return a step for each; a region already paid out pays nothing.

    Raise a Problem if a turn is illegal.
    """
    position, paid, steps = base.position, base.paid, []
    for turn in turns:
        result = play_turn(position, turn)
        played = withhold_paid(result, paid)
        steps.append(Step(position, turn, played, payments_of(result.events, paid)))
        for event in result.events:
            paid |= event.cells
        position = played.position
    return tuple(steps)


def weigh_several(base: Base, proposal: Proposal) -> Outcome:
    """Return the outcome of confirming the proposed pieces as the result of several turns.

    Raise a Problem if a turn is illegal, the turns do not lead to these pieces, or the game is in setup or in score-keeper
    mode.
    """
    shown = with_words(base.position, proposal.words)
    steps = play_several(base, proposal.turns)
    end = steps[-1].played
    closed = base.paid
    for step in steps:
        for payment in step.payments:
            closed |= payment.cells
    is_end = is_unchanged(
        end.position, replace(end.position, pioneers=shown.without_pioneers_on(closed).pioneers, stones=shown.stones)
    )
    if base.mode is not Mode.REFEREE or base.position.in_setup or not is_end:
        named = ", ".join(format_turn(turn, base.position.board) for turn in proposal.turns)
        raise Problem("no-such-turn", text("serve.turn_leads_elsewhere", turn=named))
    settled = tuple(payment for step in steps for payment in step.payments)
    left = settle(replace(shown, scores=base.position.scores), base.paid, {}, ())
    by_cells = {payment.cells: payment for payment in settled}
    return Outcome(
        shown=shown,
        position=end.position,
        regions=tuple(by_cells.get(region.cells, region) for region in left.regions),
        settled=settled,
        unanswered=(),
        take_off=left.take_off,
        ended=end.ended,
    )


def drafts_of(steps: Sequence[Step], board_name: str, last: TurnRecord) -> tuple[Draft, ...]:
    """Return one draft per turn; `last` holds the photos and the players' answers, which are stored with the last turn."""
    return tuple(
        Draft(
            Kind.TURN, position_json(step.played.position, board_name), _record(step, last if step is steps[-1] else TurnRecord())
        )
        for step in steps
    )


def _record(step: Step, more: TurnRecord) -> TurnRecord:
    turn, settled = format_turn(step.turn, step.before.board), settlements_of(step.before, step.payments)
    return replace(more, player=step.before.mover, turn=turn, settlements=settled)
