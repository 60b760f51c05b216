"""Count legal turns without listing them, because the choices for the last action are counted, not carried out.

For every rulebook, the result equals the number of turns that `list_turns` in `legal` yields, except that a pass is not counted.
Setup must be complete, the game must not be over, and closed regions must have been cleared by `begin_turn`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.boards.grid import Step
from referee.boards.hexes import DIRECTIONS
from referee.boards.lanes import count_moves, lay_out_lanes
from referee.rules.closing import Closings, closings_of
from referee.rules.editions import RULEBOOKS, ReturnRule, Rulebook
from referee.rules.position import Position, cells_of

_LANES_OF_A_CELL = len(DIRECTIONS)


@dataclass(frozen=True, slots=True)
class FirstMove:
    """The first move of a turn and the state after the move. `start` and `end` are cells, all other fields masks.

    `passed` contains the start cell and the cells between start and end. `own` and `free` are the cells of the mover's
    pioneers and the free cells; `own_lanes` and `free_lanes` are the same cells as lane bits (see `referee.boards.lanes`).
    """

    start: int
    end: int
    passed: int
    own: int
    free: int
    own_lanes: int
    free_lanes: int


@dataclass(frozen=True, slots=True)
class Counting:
    """Values of a position that stay constant while its turns are counted.

    `stones_left` is the number of stones that can be set in one turn, from 0 to 2. `own`, `free` and `pioneers` are masks of the
    mover's pioneers, the free cells and all pioneers; `own_lanes` and `free_lanes` are `own` and `free` as lane bits.
    `neighbours`, `lanes` and `steps` are those of the board's `Grid`.
    """

    rulebook: Rulebook
    stones_left: int
    own: int
    free: int
    pioneers: int
    own_lanes: int
    free_lanes: int
    closings: Closings
    neighbours: tuple[int, ...]
    lanes: tuple[int, ...]
    steps: tuple[tuple[tuple[Step, ...], ...], ...]


def count_full_turns(position: Position) -> int:
    """Count the turns that begin with a move, including those that end early because no further action is possible."""
    counting = _prepare(position)
    return sum(_count_after(counting, first) or 1 for first in _first_moves(counting))


def stones_left(position: Position) -> int:
    """Return how many stones the supply allows the player to move to set in one turn, from 0 to 2."""
    supply = RULEBOOKS[position.edition].stone_supply
    return 2 if supply is None else max(0, min(2, supply - position.stones.bit_count()))


def _prepare(position: Position) -> Counting:
    board = position.board
    grid = board.grid
    lanes = grid.lanes
    free = grid.all_cells & ~position.occupied
    return Counting(
        rulebook=RULEBOOKS[position.edition],
        stones_left=stones_left(position),
        own=position.own,
        free=free,
        pioneers=position.all_pioneers,
        own_lanes=lay_out_lanes(lanes, position.own),
        free_lanes=lay_out_lanes(lanes, free),
        closings=closings_of(board, position.stones),
        neighbours=grid.neighbours,
        lanes=lanes,
        steps=grid.steps,
    )


def _first_moves(counting: Counting) -> Iterator[FirstMove]:
    for start in cells_of(counting.own):
        start_bit = 1 << start
        own_left = counting.own_lanes ^ counting.lanes[start]
        free_left = counting.free_lanes | counting.lanes[start]
        for ray in counting.steps[start]:
            passed = start_bit
            for bit, lanes, _ in ray:
                if not bit & counting.free:
                    break
                yield FirstMove(
                    start=start,
                    end=bit.bit_length() - 1,
                    passed=passed,
                    own=counting.own ^ start_bit ^ bit,
                    free=counting.free ^ start_bit ^ bit,
                    own_lanes=own_left | lanes,
                    free_lanes=free_left ^ lanes,
                )
                passed |= bit


def _count_after(counting: Counting, first: FirstMove) -> int:
    turns = sum(_count_after_second_moves(counting, first, start) for start in cells_of(first.own))
    if counting.stones_left:
        for cell in cells_of(counting.neighbours[first.end] & first.free):
            turns += _count_after_stone(counting, first, cell) or 1
    return turns


def _count_after_second_moves(counting: Counting, first: FirstMove, start: int) -> int:
    """Count the turns in which the pioneer on `start` makes the second move."""
    vacated = 1 << start
    own_left = first.own_lanes ^ counting.lanes[start]
    free_left = first.free_lanes | counting.lanes[start]
    free_bits = free_left.bit_count() - _LANES_OF_A_CELL
    for_stones = first.free | vacated if counting.stones_left else 0
    again = start == first.end
    beside_first = counting.neighbours[first.end] if counting.rulebook.stone_beside_either and not again else 0
    forbidden, special, if_special, else_banned = _bans(counting, first, again)
    turns = 0
    for ray in counting.steps[start]:
        for bit, lanes, beside in ray:
            if not bit & first.free:
                break
            if bit == forbidden:
                continue
            free = free_left ^ lanes
            moves = free_bits - (free & (free + ((own_left | lanes) << 1 & free))).bit_count()
            stones = ((beside_first | beside) & (for_stones ^ bit)).bit_count() if for_stones else 0
            turns += moves + stones - (if_special if bit & special else else_banned) or 1
    return turns


def _bans(counting: Counting, first: FirstMove, again: bool) -> tuple[int, int, int, int]:
    """Return what the return rule forbids after the first move; `again` means that the same pioneer makes the second move.

    The four numbers are: the bit of a forbidden end of the second move (0: none), a mask of special ends of the second move, how
    many third moves are forbidden after a move to a special end, and how many after a move to any other cell.
    """
    rule = counting.rulebook.return_rule
    if rule is ReturnRule.NO_LIMIT:
        return 0, 0, 0, 0
    assert rule in (ReturnRule.AFTER_THREE_MOVES, ReturnRule.NEVER_ON_START), rule
    if again:
        # The pioneer's third move could return to its start from every cell with a clear line to it.
        never_there = 1 << first.start if rule is ReturnRule.NEVER_ON_START else 0
        return never_there, _seen_from(counting, first), 1, 0
    if rule is ReturnRule.AFTER_THREE_MOVES:
        return 0, 0, 0, 0
    # Neither pioneer may return: the second always could, the first unless the second stands in its way.
    return 0, first.passed, 1, 2


def _seen_from(counting: Counting, first: FirstMove) -> int:
    seen = 0
    for ray in counting.steps[first.start]:
        for bit, _, _ in ray:
            if not bit & counting.free:
                break
            seen |= bit
    return seen


def _count_after_stone(counting: Counting, first: FirstMove, cell: int) -> int:
    """Count the possible third actions after a move and a stone on `cell`.

    The regions that the stone closes are cleared before the third action.
    """
    closed = counting.closings.closed_by(cell)
    removed = closed & (counting.pioneers ^ (1 << first.start) ^ (1 << first.end)) if closed else 0
    removed_lanes = lay_out_lanes(counting.lanes, removed)
    free_lanes = first.free_lanes ^ counting.lanes[cell] | removed_lanes
    turns = count_moves(first.own_lanes & ~removed_lanes, free_lanes)
    if not closed >> first.end & 1:
        if counting.rulebook.return_rule is ReturnRule.NEVER_ON_START and not first.passed >> cell & 1:
            turns -= 1
        if counting.stones_left > 1:
            turns += (counting.neighbours[first.end] & first.free).bit_count() - 1
    return turns
