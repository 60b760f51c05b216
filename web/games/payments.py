"""Compute the points that closed regions pay, from the pieces on the table or from the events of a turn.

A region that contains a hex already paid out pays nothing. If the turn is not known, the players must name the holders of a
newly closed region that is empty, since its pioneers could have been removed already. All functions are pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from referee.rules.midturn import Event
from referee.rules.play import Played
from referee.rules.position import Position, cells_of
from referee.rules.scoring import End, ScoredRegion, find_end, score_position, share
from referee.words.problems import Problem
from referee.words.texts import text


class Status(StrEnum):
    """The status of a region: open, paying now, awaiting an answer from the players, or already paid out."""

    OPEN = "open"
    PAYS = "pays"
    ASK = "ask"
    PAID = "paid"


class Why(StrEnum):
    """The reason for the points that a closed region pays, or why it pays none."""

    MAJORITY = "majority"
    TIE = "tie"
    NOBODY = "nobody"
    ANSWERED = "said"
    PAID = "paid"


@dataclass(frozen=True, slots=True)
class Payment:
    """A region with its status and the points it awards to each seat.

    `cells` is a mask, `terrains` are landscape numbers, and `pioneers` holds the number of pioneers by seat. `why` is None
    while the region is open or awaits an answer.
    """

    cells: int
    terrains: tuple[int, ...]
    value: int
    pioneers: tuple[int, ...]
    status: Status
    awards: tuple[int, ...]
    why: Why | None


@dataclass(frozen=True, slots=True)
class Payments:
    """All regions of a proposed or confirmed board with their payments.

    `paying` lists the regions that pay, in payment order, and `unanswered` those that await an answer. `take_off` holds, for
    each seat, a mask of its pioneers in closed regions. In `position`, those pioneers are removed and the points added. `ended`
    is None if the game goes on.
    """

    regions: tuple[Payment, ...]
    paying: tuple[Payment, ...]
    unanswered: tuple[Payment, ...]
    take_off: tuple[int, ...]
    position: Position
    ended: End | None


def settle(shown: Position, paid: int, held: Mapping[int, Sequence[int]], order: Sequence[int]) -> Payments:
    """Return the regions of a board with their payments, for the pieces in `shown`.

    `paid` is a mask of the cells already paid out. `held` maps a region's first cell to the seats that held the region. `order`
    lists first cells of regions in payment order; the remaining regions follow in board order. Raise a Problem if `held` or
    `order` names a region that neither pays nor awaits an answer, or if `order` names a region twice.
    """
    regions = tuple(_weigh_region(region, paid, held) for region in score_position(shown).regions)
    _check_named(shown, regions, held, order)
    closed = 0
    for region in regions:
        if region.status is not Status.OPEN:
            closed |= region.cells
    totals = tuple(score + sum(region.awards[seat] for region in regions) for seat, score in enumerate(shown.scores))
    position = replace(shown.without_pioneers_on(closed), scores=totals)
    paying = sorted((region for region in regions if region.status is Status.PAYS), key=lambda region: _rank(region, order))
    return Payments(
        regions=regions,
        paying=tuple(paying),
        unanswered=tuple(region for region in regions if region.status is Status.ASK),
        take_off=tuple(mask & closed for mask in shown.pioneers),
        position=position,
        ended=find_end(position),
    )


def first_cell(cells: int) -> int:
    """Return the number of a region's first cell, which identifies the region."""
    return next(cells_of(cells))


def _weigh_region(region: ScoredRegion, paid: int, held: Mapping[int, Sequence[int]]) -> Payment:
    nothing = (0,) * len(region.pioneers)
    plain = Payment(region.cells, region.terrains, region.value, region.pioneers, Status.OPEN, nothing, None)
    if not region.closed:
        return plain
    if region.cells & paid:
        return replace(plain, status=Status.PAID, why=Why.PAID)
    if not region.settled:
        return replace(plain, status=Status.PAYS, awards=region.awards, why=why_paid(region.pioneers))
    first = first_cell(region.cells)
    if first not in held:
        return replace(plain, status=Status.ASK)
    holders = held[first]
    standing = tuple(int(seat in holders) for seat in range(len(nothing)))
    return replace(plain, status=Status.PAYS, awards=share(region.value, standing), why=Why.ANSWERED if holders else Why.NOBODY)


def _check_named(shown: Position, regions: tuple[Payment, ...], held: Mapping[int, Sequence[int]], order: Sequence[int]) -> None:
    firsts = {first_cell(region.cells) for region in regions if region.status in (Status.PAYS, Status.ASK)}
    for cell in (*held, *order):
        if cell not in firsts:
            raise Problem("no-such-region", text("serve.no_such_region", cell=shown.board.cells[cell].id))
    if len(set(order)) < len(order):
        raise Problem("no-such-region", text("serve.region_twice"))


def _rank(region: Payment, order: Sequence[int]) -> tuple[int, int]:
    first = first_cell(region.cells)
    return (order.index(first) if first in order else len(order), first)


def why_paid(pioneers: Sequence[int]) -> Why:
    """Return why a region pays what it pays: a majority, a tie, or nobody in the region."""
    if not any(pioneers):
        return Why.NOBODY
    return Why.TIE if list(pioneers).count(max(pioneers)) > 1 else Why.MAJORITY


def payments_of(events: Sequence[Event], paid: int) -> tuple[Payment, ...]:
    """Convert the events of a turn to payments; a region that contains a hex already paid out pays nothing."""
    return tuple(_payment_of(event, bool(event.cells & paid)) for event in events)


def _payment_of(event: Event, before: bool) -> Payment:
    awards = (0,) * len(event.awards) if before else event.awards
    why = Why.PAID if before else why_paid(event.pioneers)
    return Payment(event.cells, event.terrains, event.value, event.pioneers, Status.PAID if before else Status.PAYS, awards, why)


def withhold_paid(played: Played, paid: int) -> Played:
    """Return a played turn without the points of regions that contain hexes already paid out; the events stay unchanged.

    Such a region had closed, was reopened by an edit, and has closed again. The end of the game is determined anew.
    """
    twice = [event for event in played.events if event.cells & paid]
    if not twice:
        return played
    scores = tuple(score - sum(event.awards[seat] for event in twice) for seat, score in enumerate(played.position.scores))
    position = replace(played.position, scores=scores)
    return replace(played, position=position, ended=find_end(position))
