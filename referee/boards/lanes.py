"""Bit masks of straight lines laid end to end, so that one addition counts the moves of all pioneers of a player.

Each straight line of the board appears twice, once per direction of travel, as a lane of consecutive bits followed by
an unused bit. A cell is then a set of six bits, one in each of its lanes; sets of cells are combined with `|`.

    lane     . free free X  free free .      free + (own << 1): where a pioneer X stands at the foot of a run of free
    own << 1             |  1                bits, the carry clears that run and no other, so the cleared bits are the
    sum      . free free X  0    0    1      ends of its moves in that direction.

This module knows neither turns nor rulebooks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.boards.hexes import DIRECTIONS, cells_of

if TYPE_CHECKING:
    from referee.boards.board import Board

_OPPOSITE = len(DIRECTIONS) // 2


def find_lanes(board: Board) -> tuple[int, ...]:
    """Return for each cell the mask of its bits in the six lanes that contain it."""
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
    """Convert a mask of cells to a mask of their lane bits."""
    bits = 0
    for cell in cells_of(cells):
        bits |= lanes[cell]
    return bits


def count_moves(own: int, free: int) -> int:
    """Count the straight moves of the pioneers in `own` over the cells in `free`; both are masks of lane bits."""
    return (free & ~(free + (own << 1 & free))).bit_count()
