"""Points, boxes and polygons in millimetres, x to the right and y down. This module knows neither boards nor paper."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

Point = tuple[float, float]
Polygon = tuple[Point, ...]

_ROUNDING_MM = 1e-9


@dataclass(frozen=True, slots=True)
class Box:
    """An axis-aligned rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def centre(self) -> Point:
        return ((self.left + self.right) / 2, (self.top + self.bottom) / 2)

    @property
    def corners(self) -> Polygon:
        """The four corners, clockwise from the top left."""
        return ((self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom))

    def grown(self, by: float) -> Box:
        """Return the box enlarged by `by` on every side, or shrunk if `by` is negative."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def meets(self, other: Box) -> bool:
        """Return whether this box overlaps another."""
        return self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom

    def holds(self, other: Box) -> bool:
        """Return whether the other box is inside this one, apart from rounding errors."""
        return (
            other.left >= self.left - _ROUNDING_MM
            and other.top >= self.top - _ROUNDING_MM
            and other.right <= self.right + _ROUNDING_MM
            and other.bottom <= self.bottom + _ROUNDING_MM
        )

    def distance_to(self, point: Point) -> float:
        """Return the distance from a point to the box; 0 for a point inside."""
        dx = max(self.left - point[0], 0.0, point[0] - self.right)
        dy = max(self.top - point[1], 0.0, point[1] - self.bottom)
        return math.hypot(dx, dy)


def box_round(centre: Point, width: float, height: float) -> Box:
    """Return a box of the given size, centred on a point."""
    x, y = centre
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def box_holding(points: Iterable[Point]) -> Box:
    """Return the bounding box of the points."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def segment_meets_box(start: Point, end: Point, box: Box) -> bool:
    """Return whether part of a line segment is inside a box (Liang-Barsky clipping)."""
    enter, leave = 0.0, 1.0
    for origin, step, low, high in (
        (start[0], end[0] - start[0], box.left, box.right),
        (start[1], end[1] - start[1], box.top, box.bottom),
    ):
        end_at = origin + step
        if (origin <= low and end_at <= low) or (origin >= high and end_at >= high):
            return False
        if step:
            near, far = sorted(((low - origin) / step, (high - origin) / step))
            enter, leave = max(enter, near), min(leave, far)
    return enter < leave


def line_meets_box(line: Sequence[Point], box: Box) -> bool:
    """Return whether part of a polyline is inside a box."""
    return any(segment_meets_box(start, end, box) for start, end in pairwise(line))
