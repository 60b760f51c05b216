r"""Axial coordinates of pointy-topped hexes, and sets of cells as bit masks. This module knows neither boards nor millimetres.

Neighbours in (q, r), where x grows with q + r/2 and y grows with r:

        (0,-1) (1,-1)
           \   /
    (-1,0)  hex  (1,0)
           /   \
       (-1,1)  (0,1)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

# Clockwise from the right; the opposite of direction d is d + 3.
DIRECTIONS: tuple[tuple[int, int], ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def neighbours_of(q: int, r: int) -> tuple[tuple[int, int], ...]:
    """Return the coordinates of the six neighbours of a hex, clockwise from the right."""
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def cells_of(mask: int) -> Iterator[int]:
    """Yield the cells of a bit mask in increasing order; bit n stands for cell n of a board."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def mask_of(cells: Iterable[int]) -> int:
    """Return the bit mask of a collection of cells; the inverse of `cells_of`."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask
