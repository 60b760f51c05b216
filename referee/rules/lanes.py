"""Straight lines laid end to end: one addition tells how many moves all pioneers of a player have.

Every straight line of the board is laid out six times over, once for each direction of travel, as a lane of consecutive
bits with an unused bit behind it. A cell then is a set of six bits, one in each of its lanes, and cells are joined as usual.

    lane     . free free X  free free .      free + (own << 1): where a pioneer X stands at the foot of a run of free
    own << 1             |  1                bits, the carry clears that run and no other, so the cleared bits are the
    sum      . free free X  0    0    1      ends of its moves in that direction.

Knows no turn and no rulebook.
"""

from __future__ import annotations

from referee.boards.board import Board
from referee.boards.hexes import DIRECTIONS
from referee.rules.position import cells_of

_OPPOSITE = len(DIRECTIONS) // 2


def find_lanes(board: Board) -> tuple[int, ...]:
    """Lay out the lanes of a board: for each cell its bits in the six lanes it lies on."""
    bits = [0] * len(board.cells)
    next_bit = 1
    for direction in range(len(DIRECTIONS)):
        back = (direction + _OPPOSITE) % len(DIRECTIONS)
        for first, rays in enumerate(board.rays):
            if not rays[back]:
                for cell in (first, *rays[direction]):
                    bits[cell] |= next_bit
                    next_bit <<= 1
                next_bit <<= 1
    return tuple(bits)


def lay_out_lanes(lanes: tuple[int, ...], cells: int) -> int:
    """Turn a mask of cells into the bits of their lanes."""
    bits = 0
    for cell in cells_of(cells):
        bits |= lanes[cell]
    return bits


def count_moves(own: int, free: int) -> int:
    """Count the straight moves of some pioneers over free cells; both are given in lanes."""
    return (free & ~(free + (own << 1 & free))).bit_count()
