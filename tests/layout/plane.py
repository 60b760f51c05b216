"""Simple, slow plane geometry for checking the layout independently."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from referee.layout.shapes import Box, Point


def is_inside(point: Point, polygon: Sequence[Point]) -> bool:
    """Return whether a ray to the right crosses the polygon an odd number of times."""
    x, y = point
    inside = False
    for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
    return inside


def distance_to_edge(point: Point, polygon: Sequence[Point]) -> float:
    """Return the distance to the nearest point of a polygon's outline."""
    return min(_to_segment(point, a, b) for a, b in zip(polygon, [*polygon[1:], polygon[0]], strict=True))


def _to_segment(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return math.hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)


def area(polygon: Sequence[Point]) -> float:
    """Return the area of a polygon as a sum of triangles."""
    x0, y0 = polygon[0]
    return abs(sum(((x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)) / 2 for (x1, y1), (x2, y2) in pairwise(polygon[1:])))


def points_of(box: Box, steps: int = 6) -> list[Point]:
    """Return points along the outline of a box."""
    shares = [step / steps for step in range(steps + 1)]
    across = [box.left + share * box.width for share in shares]
    down = [box.top + share * box.height for share in shares]
    return [(x, y) for x in across for y in (box.top, box.bottom)] + [(x, y) for x in (box.left, box.right) for y in down]


def points_round(centre: Point, radius: float, steps: int = 24) -> list[Point]:
    """Return points on a circle."""
    turns = [2 * math.pi * step / steps for step in range(steps)]
    return [(centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)) for turn in turns]
