"""The scoring of closed regions, and the end of the game.

These rules are the same in every edition, except that the Italian rulebook has one more way to end the game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from referee.boards.board import Board
from referee.rules.editions import RULEBOOKS
from referee.rules.pieces import Colour
from referee.rules.position import Position, cells_of
from referee.rules.territories import Region, find_regions


class EndReason(StrEnum):
    """A reason why a game is over. The members are in order of precedence."""

    DIVIDED = "divided"
    ONE_CAN_MOVE = "one-can-move"
    NO_PIONEERS = "no-pioneers"


@dataclass(frozen=True, slots=True)
class End:
    """The end of a game: its reason, and the players with the most points, in seat order."""

    reason: EndReason
    winners: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class ScoredRegion:
    """A region with the number of pioneers in it and the points awarded, both by seat.

    `settled` means that the region is closed and contains no pioneers. `value` and `awards` are 0 for an open region.
    """

    cells: int
    terrains: tuple[int, ...]
    closed: bool
    settled: bool
    value: int
    pioneers: tuple[int, ...]
    awards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """All regions of a position, the points awarded for the closed ones by seat, the resulting scores, and the end of the game.

    `ended` is None while the game is not over.
    """

    regions: tuple[ScoredRegion, ...]
    awards: tuple[int, ...]
    totals: tuple[int, ...]
    ended: End | None


def score_position(position: Position) -> Score:
    """Score every closed region that contains pioneers, and check whether the game is over once these pioneers are removed."""
    regions = tuple(score_region(region, position.pioneers) for region in find_regions(position))
    awards = sum_awards(tuple(region.awards for region in regions), len(position.players))
    cleared = pay_regions(position, regions)
    return Score(regions, awards, cleared.scores, _find_end(cleared, regions))


def score_region(region: Region, pioneers: tuple[int, ...]) -> ScoredRegion:
    """Return a region with the number of pioneers and the points for each seat; an open region gives no points."""
    standing = tuple((mask & region.cells).bit_count() for mask in pioneers)
    return ScoredRegion(
        cells=region.cells,
        terrains=region.terrains,
        closed=region.closed,
        settled=region.closed and not any(standing),
        value=region.value,
        pioneers=standing,
        awards=share(region.value, standing),
    )


def share(value: int, pioneers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the points each seat gets: the value divided among the players with the most pioneers, each share rounded down.

    DE, Wertung: "Bei Gleichstand werden die Punkte geteilt, dabei wird wenn nötig abgerundet". Without pioneers, nobody scores.
    """
    most = max(pioneers)
    if most == 0:
        return (0,) * len(pioneers)
    part = value // pioneers.count(most)
    return tuple(part if standing == most else 0 for standing in pioneers)


def sum_awards(awards: tuple[tuple[int, ...], ...], seats: int) -> tuple[int, ...]:
    """Return the sum of the awards of several regions for each seat."""
    return tuple(sum(of_region[seat] for of_region in awards) for seat in range(seats))


def pay_regions(position: Position, regions: tuple[ScoredRegion, ...]) -> Position:
    """Return the position after awarding the points for the closed regions and removing the pioneers in them from the game."""
    closed = 0
    scores = list(position.scores)
    for region in regions:
        if region.closed:
            closed |= region.cells
            for seat, award in enumerate(region.awards):
                scores[seat] += award
    return replace(position.without_pioneers_on(closed), scores=tuple(scores))


def pay_standing(position: Position) -> tuple[Position, tuple[ScoredRegion, ...]]:
    """Score and clear the closed regions that still contain pioneers; return the new position and those regions."""
    regions = tuple(score_region(region, position.pioneers) for region in find_regions(position) if region.closed)
    standing = tuple(region for region in regions if not region.settled)
    return (pay_regions(position, standing), standing) if standing else (position, ())


def find_end(position: Position) -> End | None:
    """Return how the game ended, or None if the game is not over.

    All closed regions must have been cleared. The game never ends during setup.
    """
    return _find_end(position, find_regions(position))


def can_move(board: Board, pioneers: int, occupied: int) -> bool:
    """Return whether any of these pioneers has an unoccupied neighbouring cell."""
    neighbours = board.grid.neighbours
    return any(neighbours[cell] & ~occupied for cell in cells_of(pioneers))


def _find_end(position: Position, regions: tuple[Region, ...] | tuple[ScoredRegion, ...]) -> End | None:
    reason = _find_end_reason(position, all(region.closed for region in regions))
    return End(reason, _leaders(position)) if reason else None


def _find_end_reason(position: Position, divided: bool) -> EndReason | None:
    if position.in_setup:
        return None
    if divided:  # DE, Spielende: "vollständig in Gebiete aufgeteilt"; IT: "non ci sono più zone da 4+ terreni"
        return EndReason.DIVIDED
    occupied = position.occupied
    movable = sum(can_move(position.board, mask, occupied) for mask in position.pioneers)
    if movable <= 1:  # DE: "nur noch ein Spieler ziehen kann"; also if nobody can
        return EndReason.ONE_CAN_MOVE
    if RULEBOOKS[position.edition].ends_without_pioneers and not all(position.pioneers):
        return EndReason.NO_PIONEERS  # IT, Fine del gioco 3
    return None


def _leaders(position: Position) -> tuple[Colour, ...]:
    most = max(position.scores)
    return tuple(colour for colour, score in zip(position.players, position.scores, strict=True) if score == most)
