"""Boards after a turn with one move and two stones: both stones are next to the cell that the pioneer entered.

The total weight of these boards is computed exactly; those above a given threshold are enumerated.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from referee.memory.evidence import EMPTY, STONE, Gains
from referee.rules.position import Position, cells_of

NEVER = -math.inf


@dataclass(frozen=True, slots=True)
class TwoStones:
    """One board: its log odds relative to the known board, and masks of the cell left, the cell entered and the new stones."""

    gain: float
    left: int
    come: int
    stones: int


def two_stone_boards(position: Position, gains: Gains, floor: float) -> Iterator[TwoStones]:
    """Yield every board with log odds of at least `floor` after one move, legal or not, and two stones."""
    rows, own, seat = gains.rows, list(cells_of(position.own)), position.to_move
    leaving = max((rows[cell][EMPTY] for cell in own), default=NEVER)
    beside_own = {cell: rows[cell][STONE] for cell in own}
    for come, free, mine in _places(position):
        entering = rows[come][seat]
        for (first, one), (second, other) in combinations([(rows[cell][STONE], cell) for cell in free], 2):
            if entering + first + second + leaving < floor:
                continue
            for left in own:
                if (gain := entering + first + second + rows[left][EMPTY]) >= floor:
                    yield TwoStones(gain, 1 << left, 1 << come, 1 << one | 1 << other)
        for under in mine:
            for cell in free:
                if (gain := entering + beside_own[under] + rows[cell][STONE]) >= floor:
                    yield TwoStones(gain, 1 << under, 1 << come, 1 << under | 1 << cell)


def best_two_stones(position: Position, gains: Gains) -> float:
    """Return the log odds of the likeliest board after one move and two stones; minus infinity if there is none."""
    rows, seat = gains.rows, position.to_move
    leaving = max((rows[cell][EMPTY] for cell in cells_of(position.own)), default=NEVER)
    best = NEVER
    for come, free, mine in _places(position):
        stones = sorted((rows[cell][STONE] for cell in free), reverse=True)
        under = max((rows[cell][STONE] for cell in mine), default=NEVER)
        pair = leaving + stones[0] + stones[1] if len(stones) > 1 else NEVER
        best = max(best, rows[come][seat] + max(pair, under + stones[0] if stones else NEVER))
    return best


def two_stones_total(position: Position, gains: Gains) -> float:
    """Return the summed odds of all boards after one move and two stones."""
    rows, seat = gains.rows, position.to_move
    leaving = math.fsum(math.exp(rows[cell][EMPTY]) for cell in cells_of(position.own))
    total = 0.0
    for come, free, mine in _places(position):
        odds = [math.exp(rows[cell][STONE]) for cell in free]
        single = math.fsum(odds)
        pairs = max(0.0, single * single - math.fsum(odd * odd for odd in odds)) / 2
        under = math.fsum(math.exp(rows[cell][STONE]) for cell in mine)
        total += math.exp(rows[come][seat]) * (leaving * pairs + under * single)
    return total


def _places(position: Position) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Yield each free cell, its free neighbours, and its neighbours with a pioneer of the mover."""
    neighbours = position.board.grid.neighbours
    for come in cells_of(position.board.grid.all_cells & ~position.occupied):
        yield come, tuple(cells_of(neighbours[come] & ~position.occupied)), tuple(cells_of(neighbours[come] & position.own))
