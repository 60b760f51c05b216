"""A turn in progress: the position after the actions so far, and the current cells of the pioneers moved this turn.

`carry_out` applies an action; the module `actions` decides which actions are allowed next.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.rules.position import Position
from referee.rules.scoring import ScoredRegion, pay_regions, pay_standing, score_region
from referee.rules.territories import regions_round
from referee.rules.turns import Action, Move, Place, SetStone, Turn


@dataclass(frozen=True, slots=True)
class Event:
    """A closed region that was scored. `after` is the action that closed the region, or None if the region was closed before.

    By seat, `pioneers` are the numbers of pioneers in the region, `standing` the masks of their cells, and `awards` the points.
    """

    after: Action | None
    cells: int
    terrains: tuple[int, ...]
    value: int
    pioneers: tuple[int, ...]
    standing: tuple[int, ...]
    awards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A pioneer during a turn: its first cell, its current cell (None if scored and removed), and its number of moves."""

    start: int
    here: int | None
    moves: int


@dataclass(frozen=True, slots=True)
class Midturn:
    """The state after the actions in `done`. `moved` lists the pioneers moved this turn, the most recent last."""

    position: Position
    done: Turn = ()
    moved: tuple[Figure, ...] = ()
    events: tuple[Event, ...] = ()


def begin_turn(position: Position) -> Midturn:
    """Return the start of a turn, after scoring and clearing any closed regions that still contain pioneers."""
    cleared, paid = pay_standing(position)
    return Midturn(cleared, events=tuple(_event(None, region, position) for region in paid))


def carry_out(midturn: Midturn, action: Action) -> Midturn:
    """Apply one action, which must be legal, and immediately score and clear any regions that it closes."""
    match action:
        case Move():
            return _move(midturn, action)
        case SetStone():
            return _set_stone(midturn, action)
        case Place():
            return _place(midturn, action)
        case _:
            return replace(midturn, done=(*midturn.done, action))


def figure_at(moved: tuple[Figure, ...], cell: int) -> Figure:
    """Return the Figure of the pioneer on a cell, with no moves if the pioneer is not in `moved`."""
    for figure in moved:
        if figure.here == cell:
            return figure
    return Figure(start=cell, here=cell, moves=0)


def _move(midturn: Midturn, move: Move) -> Midturn:
    position = midturn.position
    figure = figure_at(midturn.moved, move.start)
    others = tuple(other for other in midturn.moved if other != figure)
    return replace(
        midturn,
        position=position.with_pioneers(position.to_move, position.own ^ (1 << move.start) ^ (1 << move.end)),
        done=(*midturn.done, move),
        moved=(*others, replace(figure, here=move.end, moves=figure.moves + 1)),
    )


def _set_stone(midturn: Midturn, stone: SetStone) -> Midturn:
    """Set a stone, and immediately score and clear the regions it closes.

    DE, Wertung: "Wenn ... ein Gebiet völlig eingeschlossen wird, gibt es sofort eine Wertung"; the same in every edition.
    """
    position = midturn.position.with_stone(stone.cell)
    closed = tuple(
        score_region(region, position.pioneers)
        for region in regions_round(position.board, position.stones, stone.cell)
        if region.closed
    )
    cleared = pay_regions(position, closed)
    return Midturn(
        position=cleared,
        done=(*midturn.done, stone),
        moved=tuple(_still_there(figure, cleared.own) for figure in midturn.moved),
        events=(*midturn.events, *(_event(stone, region, position) for region in closed)),
    )


def _place(midturn: Midturn, place: Place) -> Midturn:
    position = midturn.position
    seat = position.to_move
    reserve = tuple(waiting - (other == seat) for other, waiting in enumerate(position.reserve))
    placed = replace(position.with_pioneers(seat, position.own | 1 << place.cell), reserve=reserve)
    return replace(midturn, position=placed, done=(*midturn.done, place))


def _still_there(figure: Figure, own: int) -> Figure:
    gone = figure.here is not None and not own >> figure.here & 1
    return replace(figure, here=None) if gone else figure


def _event(after: Action | None, region: ScoredRegion, position: Position) -> Event:
    standing = tuple(mask & region.cells for mask in position.pioneers)
    return Event(after, region.cells, region.terrains, region.value, region.pioneers, standing, region.awards)
