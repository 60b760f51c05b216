"""The outlines of groups of hexes, such as the closed lines around each landscape.

This module knows only the corners of hexes in millimetres, not what is drawn along the lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, pi

from printables.drawing.drawing import Point

Corners = Sequence[Sequence[float]]
Side = tuple[Point, Point]


def outlines_of(hexes: Iterable[Corners]) -> tuple[tuple[Point, ...], ...]:
    """Return the closed loops around a group of hexes; holes run in the opposite direction."""
    join = _Joints()
    directed = {side for corners in hexes for side in _sides_of([join.snap(x, y) for x, y in corners])}
    rest: dict[Point, list[Point]] = {}
    for start, end in sorted(directed):
        if (end, start) not in directed:
            rest.setdefault(start, []).append(end)
    loops = []
    while rest:
        first = min(rest)
        loop = [first]
        while True:
            here = loop[-1]
            following = _next(rest, loop[-2] if len(loop) > 1 else None, here)
            if following == first:
                break
            loop.append(following)
        loops.append(tuple(loop))
    return tuple(loops)


class _Joints:
    """Corners of hexes, merged to a hundredth of a millimetre so that adjacent hexes share corners despite rounding errors."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], Point] = {}

    def snap(self, x: float, y: float) -> Point:
        """Return the known corner within about 0.01 mm of a point; if there is none, round the point, add and return it."""
        column, row = round(x * 100), round(y * 100)
        for across in (0, -1, 1):
            for down in (0, -1, 1):
                if known := self._known.get((column + across, row + down)):
                    return known
        return self._known.setdefault((column, row), (round(x, 2), round(y, 2)))


def _sides_of(points: Sequence[Point]) -> tuple[Side, ...]:
    """Return the sides of a hex as directed pairs of corners."""
    return tuple(zip(points, (*points[1:], points[0]), strict=True))


def _next(rest: dict[Point, list[Point]], before: Point | None, here: Point) -> Point:
    """Return the next corner of a loop and remove it from `rest`.

    If two loops meet at `here`, the most clockwise turn is taken, so that the loops do not cross.
    """
    choices = rest[here]
    chosen = choices[0] if before is None else min(choices, key=lambda point: _turn(before, here, point))
    choices.remove(chosen)
    if not choices:
        del rest[here]
    return chosen


def _turn(before: Point, here: Point, after: Point) -> float:
    came = atan2(here[1] - before[1], here[0] - before[0])
    goes = atan2(after[1] - here[1], after[0] - here[0])
    return -((goes - came + pi) % (2 * pi))
