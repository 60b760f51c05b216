"""Compute what confirming the pieces on the table would do, whether they were read from a photo or set by hand.

After setup, score-keeper mode accepts the pieces as they are, whereas full-referee mode looks for a legal turn that leads to
the pieces and otherwise accepts a changed board only as a ruling. All functions are pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from referee.rules.check import Check, check_turn
from referee.rules.pieces import PIONEERS_EACH, Colour
from referee.rules.play import play_turn
from referee.rules.position import Position, check_position
from referee.rules.scoring import End, score_position
from referee.rules.turns import Turn, format_turn
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.payments import Payment, Payments, payments_of, settle, withhold_paid
from web.games.pieces_on_board import Words, with_words
from web.games.table import Mode
from web.games.turn_orders import find_orders
from web.games.unchanged import UnchangedTurns, find_unchanged_turns, is_unchanged


@dataclass(frozen=True, slots=True)
class Proposal:
    """The pieces on the table as they are to be confirmed, with the players' answers.

    `held` maps the first cell of a region to the seats that held the region, and `order` lists first cells in payment order.
    `turn` is the turn that the players named as played, or None; `turns` are several turns that they named, in sequence.
    `to_move` and `scores` are None unless the players set them.
    """

    words: Words
    held: Mapping[int, Sequence[int]]
    order: Sequence[int]
    to_move: int | None = None
    scores: tuple[int, ...] | None = None
    ruling: bool = False
    finish_setup: bool = False
    turn: Turn | None = None
    turns: tuple[Turn, ...] = ()

    @property
    def states_more(self) -> bool:
        """Whether the players set more than the pieces: scores, the next player to move, or the end of setup."""
        return self.scores is not None or self.to_move is not None or self.finish_setup


@dataclass(frozen=True, slots=True)
class Base:
    """The state before a proposal: the position, a mask of the cells already paid out, the first player's seat and the mode."""

    position: Position
    paid: int
    first: int
    mode: Mode


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of confirming a proposal.

    `shown` is the position with the proposed pieces, and `position` the one after payments. `settled` lists the payments in
    order, `unanswered` the regions whose holders the players must name, and `take_off` the pioneers to remove as one cell mask
    per seat. `check` is the referee's verdict, or None if there is no verdict. `unchanged_turns` is None unless the board is
    unchanged in full-referee mode. `orders` are turns that reach the same board with different payments.
    """

    shown: Position
    position: Position
    regions: tuple[Payment, ...]
    settled: tuple[Payment, ...]
    unanswered: tuple[Payment, ...]
    take_off: tuple[int, ...]
    ended: End | None
    check: Check | None = None
    turn: Turn | None = None
    is_setup: bool = False
    unchanged_turns: UnchangedTurns | None = None
    orders: tuple[Turn, ...] = ()

    @property
    def fault(self) -> Problem | None:
        """The problem that makes the shown position impossible, such as one pioneer too many, or None if there is none.

        Impossible pieces can be shown and edited but not confirmed.
        """
        try:
            check_position(self.shown)
        except Problem as problem:
            return problem
        return None

    @property
    def is_illegal(self) -> bool:
        """Whether the referee's verdict is that no legal turn explains the proposal."""
        return self.check is not None and not self.check.legal

    @property
    def is_undecided(self) -> bool:
        """Whether the players must still choose a turn that left the board unchanged, or make a ruling."""
        return self.unchanged_turns is not None and self.check is None


def weigh(base: Base, proposal: Proposal) -> Outcome:
    """Return the outcome of confirming a proposal, without saving anything.

    Raise a Problem if the turn that the players named does not lead to the proposed pieces, or if `settle` refuses the regions
    named in `held` or `order`.
    """
    outcome = _weigh(base, proposal)
    if proposal.turn is not None and outcome.turn != proposal.turn:
        named = format_turn(proposal.turn, base.position.board)
        raise Problem("no-such-turn", text("serve.turn_leads_elsewhere", turn=named))
    return outcome


def _weigh(base: Base, proposal: Proposal) -> Outcome:
    shown = with_words(base.position, proposal.words)
    names_what_happened = proposal.ruling or proposal.turn is not None or not proposal.states_more
    if base.mode is Mode.REFEREE and names_what_happened and is_unchanged(base.position, shown):
        return _weigh_unchanged(base, proposal, shown)
    if base.position.in_setup:
        return _weigh_setup(base, proposal)
    if base.mode is Mode.KEEPER:
        return _take_as_shown(base, proposal, shown)
    if is_unchanged(base.position, shown):
        mover = base.position.to_move if proposal.to_move is None else proposal.to_move
        return _take_as_shown(base, replace(proposal, to_move=mover), shown)
    check = check_turn(base.position, shown)
    if check.legal and check.turn is not None:
        orders = find_orders(base.position, shown, base.paid) if check.events else ()
        named = proposal.turn if proposal.turn in orders else check.turn
        assert named is not None
        return replace(_take_as_turn(base, shown, check, named), orders=orders)
    return replace(_take_as_shown(base, proposal, shown), check=check)


def _weigh_unchanged(base: Base, proposal: Proposal, shown: Position) -> Outcome:
    """Return the outcome for an unchanged board.

    An unchanged board is accepted only as a ruling, or with a turn that the players chose and that leads back to the same
    board.
    """
    unchanged_turns = find_unchanged_turns(base.position)
    if proposal.turn is not None and proposal.turn in unchanged_turns.turns:
        check = Check(True, proposal.turn, len(unchanged_turns.turns), play_turn(base.position, proposal.turn).events, None)
        outcome = _take_as_turn(base, shown, check, proposal.turn)
    elif proposal.ruling:
        check = Check(False, None, 0, (), text("serve.nothing_changed"))
        outcome = replace(_take_as_shown(base, proposal, shown), check=check)
    else:
        outcome = _leave_as_it_is(base, shown)
    return replace(outcome, unchanged_turns=unchanged_turns, is_setup=base.position.in_setup)


def _leave_as_it_is(base: Base, shown: Position) -> Outcome:
    left = settle(shown, base.paid, {}, ())
    return Outcome(shown, base.position, left.regions, (), (), left.take_off, None)


def _weigh_setup(base: Base, proposal: Proposal) -> Outcome:
    finished = with_words(replace(base.position, reserve=(0,) * len(base.position.players)), proposal.words)
    if finished.stones or (base.mode is Mode.KEEPER and finished.occupied) or proposal.finish_setup:
        return _take_as_shown(base, proposal, replace(finished, to_move=base.first))
    check = check_turn(base.position, finished)
    if check.legal and check.turn is not None:
        return replace(_take_as_turn(base, finished, check, check.turn), is_setup=True)
    return _bring_on(base, proposal, finished)


def _bring_on(base: Base, proposal: Proposal, finished: Position) -> Outcome:
    """Return the outcome for pieces that no single turn of setup explains, such as several pioneers placed at once.

    `Outcome.fault` reports a player's surplus pioneers, the only possible fault.
    """
    most = PIONEERS_EACH[len(finished.players)]
    reserve = tuple(max(0, most - mask.bit_count()) for mask in finished.pioneers)
    next_up = _next_to_place(base, reserve) if proposal.to_move is None else proposal.to_move
    position = replace(finished, reserve=reserve, to_move=next_up)
    nothing = (0,) * len(position.players)
    return Outcome(position, position, settle(position, 0, {}, ()).regions, (), (), nothing, None, is_setup=True)


def _next_to_place(base: Base, reserve: tuple[int, ...]) -> int:
    """Return the seat that places next in setup: of the seats with the most pioneers in reserve, the first in turn order."""
    seats = [(base.first + step) % len(reserve) for step in range(len(reserve))]
    return max(seats, key=lambda seat: reserve[seat])


def _take_as_shown(base: Base, proposal: Proposal, shown: Position) -> Outcome:
    if proposal.scores is not None:
        shown = replace(shown, scores=proposal.scores)
    next_up = _likely_next(base, shown) if proposal.to_move is None else proposal.to_move
    shown = replace(shown, to_move=next_up)
    payments: Payments = settle(shown, base.paid, proposal.held, proposal.order)
    return Outcome(
        shown=shown,
        position=payments.position,
        regions=payments.regions,
        settled=payments.paying,
        unanswered=payments.unanswered,
        take_off=payments.take_off,
        ended=payments.ended,
    )


def _likely_next(base: Base, shown: Position) -> int:
    """Guess the seat that moves next: the first one in turn order whose pioneers have not moved.

    Pioneers in closed regions are ignored. In full-referee mode, the player to move is assumed to have played. During setup,
    the seat to move in `shown` is returned.
    """
    if base.position.in_setup:
        return shown.to_move
    closed = 0
    for region in score_position(shown).regions:
        closed |= region.cells if region.closed else 0
    before, seats = base.position.without_pioneers_on(closed).pioneers, len(shown.players)
    after = shown.without_pioneers_on(closed).pioneers
    in_turn = [(base.position.to_move + step) % seats for step in range(seats)]
    moved = list(takewhile(lambda seat: before[seat] != after[seat], in_turn))
    played = max(len(moved), 1 if base.mode is Mode.REFEREE else 0)
    return (base.position.to_move + played) % seats


def _take_as_turn(base: Base, shown: Position, check: Check, turn: Turn) -> Outcome:
    played = withhold_paid(play_turn(base.position, turn), base.paid)
    settled = payments_of(played.events, base.paid)
    left = settle(replace(shown, scores=base.position.scores), base.paid, {}, ())
    settled_cells = {payment.cells: payment for payment in settled}
    regions = tuple(settled_cells.get(region.cells, region) for region in left.regions)
    return Outcome(
        shown=shown,
        position=played.position,
        regions=regions,
        settled=settled,
        unanswered=(),
        take_off=left.take_off,
        ended=played.ended,
        check=check,
        turn=turn,
    )


def first_seat(players: Sequence[Colour], first: str | None) -> int:
    """Return the seat of the player with the colour `first`, or 0 if no colour is given."""
    return players.index(Colour(first)) if first else 0
