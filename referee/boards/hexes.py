r"""Axial coordinates of pointy-topped hexes; knows no board and no millimetres.

Neighbours in (q, r), where x grows with q + r/2 and y grows with r:

        (0,-1) (1,-1)
           \   /
    (-1,0)  hex  (1,0)
           /   \
       (-1,1)  (0,1)
"""

from __future__ import annotations

# Clockwise from the right; the opposite of direction d is d + 3.
DIRECTIONS: tuple[tuple[int, int], ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def neighbours_of(q: int, r: int) -> tuple[tuple[int, int], ...]:
    """Return the coordinates of the six neighbours of a hex, clockwise from the right."""
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)
