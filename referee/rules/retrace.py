"""Find the turns that lead from one position to another, guided by the differences between them.

Only moves that leave few enough differences for the remaining actions are tried. During the search, pioneers in regions that a
stone of the turn closes are not removed. These pioneers block no others, because stones separate a closed region from all other
cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.boards.board import Board
from referee.rules.actions import ACTIONS_A_TURN, allowed_actions, forbidden_end, reachable
from referee.rules.closing import Closings, closings_of
from referee.rules.counting import stones_left
from referee.rules.editions import RULEBOOKS
from referee.rules.midturn import Figure, Midturn, carry_out, figure_at
from referee.rules.position import Position, cells_of, mask_of
from referee.rules.territories import regions_of
from referee.rules.turns import Move, Pass, Place, SetStone, Turn


@dataclass(frozen=True, slots=True)
class Aim:
    """The target of the search: where the mover's pioneers must be, and the stones to set.

    `unknown` is the mask of the cells in closed regions that the target shows without pioneers, or 0 if no stones are to be set.
    Pioneers could have ended in such a region if the turn closes it.
    """

    midturn: Midturn
    own: int
    unknown: int
    stones: tuple[int, ...]
    closings: Closings

    def is_reached(self, own: int) -> bool:
        """Return whether the mover's pioneers are where the target shows them, ignoring unknown cells."""
        return not self.extra(own) and not self.missing(own)

    def extra(self, own: int) -> int:
        """Return the mask of pioneers on known cells where the target shows none."""
        return own & ~self.own & ~self.unknown

    def missing(self, own: int) -> int:
        """Return the mask of cells where the target shows a pioneer and there is none yet."""
        return self.own & ~own


@dataclass(frozen=True, slots=True)
class Trail:
    """The state of the search after the actions in `done`.

    `own` are the cells of the mover's pioneers, `occupied` all cells with a piece; `moved` is as in Midturn.
    """

    own: int
    occupied: int
    moved: tuple[Figure, ...]
    done: Turn


def retrace(midturn: Midturn, after: Position) -> Iterator[Turn]:
    """Yield every complete turn that leads to the pieces shown in `after`."""
    if midturn.position.in_setup:
        yield from _setup_turns(midturn, after)
    elif (aim := _find_aim(midturn, after)) is not None:
        match len(aim.stones):
            case 0:
                yield from _moves_only(aim, _begin(aim))
            case 1:
                yield from _with_one_stone(aim, aim.stones[0])
            case _:
                yield from _with_two_stones(aim, *aim.stones)


def retrace_unfinished(midturn: Midturn, after: Position) -> Iterator[Turn]:
    """Yield every sequence of one or two actions that a legal turn can begin with and that leads to the pieces of `after`.

    Yield nothing during setup.
    """
    aim = None if midturn.position.in_setup else _find_aim(midturn, after)
    if aim is None or len(aim.stones) > 1:
        return
    for first in _moves_toward(aim, _begin(aim), 1 - len(aim.stones)):
        if aim.stones:
            if _may_set(aim, first, aim.stones[0]):
                yield (*first.done, SetStone(aim.stones[0]))
            continue
        if aim.is_reached(first.own):
            yield first.done
        for second in _moves_toward(aim, first, 0):
            yield second.done


def disturbed_region(midturn: Midturn, after: Position) -> int:
    """Return the mask of a region scored at the start of the turn if `after` shows the region neither unchanged nor cleared.

    Return 0 if there is no such region.
    """
    for event in midturn.events:
        shown = tuple(mask & event.cells for mask in after.pioneers)
        if any(shown) and shown != event.standing:
            return event.cells
    return 0


def _setup_turns(midturn: Midturn, after: Position) -> Iterator[Turn]:
    position = midturn.position
    changes = tuple(was ^ shown for was, shown in zip(position.pioneers, after.pioneers, strict=True))
    brought_on = changes[position.to_move] & ~position.own
    if after.stones or any(changes[: position.to_move]) or any(changes[position.to_move + 1 :]):
        return
    if position.reserve[position.to_move] and brought_on.bit_count() == 1 and brought_on == changes[position.to_move]:
        yield (Place(brought_on.bit_length() - 1),)
    if not position.reserve[position.to_move] and not any(changes):
        yield (Pass(),)


def _find_aim(midturn: Midturn, after: Position) -> Aim | None:
    """Return the target, or None if no turn explains how stones, other players' pioneers or already scored regions differ."""
    position = midturn.position
    added = after.stones & ~position.stones
    lost = position.stones & ~after.stones
    if lost or added.bit_count() > stones_left(position) or disturbed_region(midturn, after):
        return None
    paid = 0
    for event in midturn.events:
        paid |= event.cells
    unknown = cleared_by_turn(position, after)
    known = position.board.grid.all_cells & ~unknown & ~paid
    for seat, (was, shown) in enumerate(zip(position.pioneers, after.pioneers, strict=True)):
        if seat != position.to_move and (was ^ shown) & known:
            return None
    return Aim(
        midturn=midturn,
        own=after.pioneers[position.to_move] & known,
        unknown=unknown,
        stones=tuple(cells_of(added)),
        closings=closings_of(position.board, position.stones),
    )


def cleared_by_turn(position: Position, after: Position) -> int:
    """Return the mask of all closed regions without pioneers in `after`, new or old, or 0 if the stones are unchanged."""
    if after.stones == position.stones:
        return 0
    cleared = 0
    for region in regions_of(position.board, after.stones):
        if region.closed and not region.cells & after.all_pioneers:
            cleared |= region.cells
    return cleared


def _begin(aim: Aim) -> Trail:
    position = aim.midturn.position
    return Trail(position.own, position.occupied, (), ())


def _moves_only(aim: Aim, trail: Trail) -> Iterator[Turn]:
    left = ACTIONS_A_TURN - len(trail.done)
    if not left:
        yield trail.done
        return
    # After a move there is always a free cell for a stone, so moves alone can form a short turn only if no stones are left.
    if (not trail.done or not stones_left(aim.midturn.position)) and aim.is_reached(trail.own):
        yield from _if_complete(aim, trail.done)
    for longer in _moves_toward(aim, trail, left - 1):
        yield from _moves_only(aim, longer)


def _with_one_stone(aim: Aim, stone: int) -> Iterator[Turn]:
    closed = aim.closings.closed_by(stone)
    for first in _moves_toward(aim, _begin(aim), 1):
        if _may_set(aim, first, stone):
            yield from _after_stone(aim, first, stone, closed)
        for second in _moves_toward(aim, first, 0):
            if _may_set(aim, second, stone):
                yield (*second.done, SetStone(stone))


def _after_stone(aim: Aim, first: Trail, stone: int, closed: int) -> Iterator[Turn]:
    done = (*first.done, SetStone(stone))
    if aim.is_reached(first.own):
        yield from _if_complete(aim, done)
    fenced = Trail(first.own, first.occupied | 1 << stone, first.moved, done)
    for second in _moves_toward(aim, fenced, 0, unmovable=closed):
        yield second.done


def _with_two_stones(aim: Aim, one: int, other: int) -> Iterator[Turn]:
    for first in _moves_toward(aim, _begin(aim), 0):
        here = first.moved[-1].here
        if here is None or not (_may_set(aim, first, one) and _may_set(aim, first, other)):
            continue
        for stone, last in ((one, other), (other, one)):
            if not aim.closings.closed_by(stone) >> here & 1:
                yield (*first.done, SetStone(stone), SetStone(last))


def _if_complete(aim: Aim, done: Turn) -> Iterator[Turn]:
    """Yield the actions as a turn if no further action is possible; without actions, yield a pass if no move is possible."""
    midturn = aim.midturn
    for action in done:
        midturn = carry_out(midturn, action)
    further = allowed_actions(midturn)
    if not further:
        yield done
    elif further == (Pass(),):
        yield further


def _may_set(aim: Aim, trail: Trail, stone: int) -> bool:
    if trail.occupied >> stone & 1:
        return False
    beside = aim.midturn.position.board.grid.neighbours[stone]
    movers = trail.moved if RULEBOOKS[aim.midturn.position.edition].stone_beside_either else trail.moved[-1:]
    return any(figure.here is not None and beside >> figure.here & 1 for figure in movers)


def _moves_toward(aim: Aim, trail: Trail, left: int, unmovable: int = 0) -> Iterator[Trail]:
    """Yield the state after every move that leaves few enough differences from the target for `left` more moves."""
    extra, missing = aim.extra(trail.own), aim.missing(trail.own)
    too_many, too_few = extra.bit_count(), missing.bit_count()
    if too_many > left + 1 or too_few > left + 1:
        return
    if left == 1 and too_many == too_few == 1 and not aim.unknown:
        yield from _moves_before_the_last(aim, trail, extra, missing)
        return
    movable = trail.own & ~unmovable
    # Moving an extra pioneer reduces the difference, moving one in place increases it, and one on an unknown cell does neither.
    for starts, more, fewer in (
        (movable & extra, too_many - 1, too_few),
        (movable & aim.unknown, too_many, too_few),
        (movable & aim.own, too_many, too_few + 1),
    ):
        ends = _useful_ends(aim, missing, more, fewer, left)
        if ends:
            for start in cells_of(starts):
                yield from _moves_of(aim, trail, start, ends)


def _moves_before_the_last(aim: Aim, trail: Trail, extra: int, missing: int) -> Iterator[Trail]:
    """Yield the state after every useful move when one pioneer is misplaced and two moves are left.

    Either the misplaced pioneer moves to its target or to a cell from which the target can be reached, or another pioneer moves
    to the target and the misplaced one then takes its place.
    """
    board = aim.midturn.position.board
    wrong, wanted = extra.bit_length() - 1, missing.bit_length() - 1
    seen = mask_of(reachable(board, wanted, trail.occupied ^ extra))
    yield from _moves_of(aim, trail, wrong, seen | missing)
    for ray in board.rays[wanted]:
        first = next((cell for cell in ray if trail.occupied >> cell & 1), None)
        if first is not None and first != wrong and trail.own >> first & 1:
            yield from _moves_of(aim, trail, first, missing)


def _useful_ends(aim: Aim, missing: int, too_many: int, too_few: int, left: int) -> int:
    """Return the mask of cells where a move can end so that `left` more moves suffice to reach the target."""
    if too_many > left or too_few - 1 > left:
        return 0
    if too_few > left:
        return missing
    if too_many + 1 > left:
        return missing | aim.unknown
    return aim.midturn.position.board.grid.all_cells


def _moves_of(aim: Aim, trail: Trail, start: int, ends: int) -> Iterator[Trail]:
    position = aim.midturn.position
    figure = figure_at(trail.moved, start)
    others = tuple(other for other in trail.moved if other is not figure)
    back = forbidden_end(position, figure)
    for end in _ends_in(position.board, start, trail.occupied, ends):
        if end != back:
            change = 1 << start | 1 << end
            moved = (*others, Figure(figure.start, end, figure.moves + 1))
            yield Trail(trail.own ^ change, trail.occupied ^ change, moved, (*trail.done, Move(start, end)))


def _ends_in(board: Board, start: int, occupied: int, ends: int) -> Iterator[int]:
    if ends.bit_count() == 1:
        end = ends.bit_length() - 1
        between = board.grid.between[start].get(end)
        if between is not None and not (between | ends) & occupied:
            yield end
        return
    for end in reachable(board, start, occupied):
        if ends >> end & 1:
            yield end
