"""The drawing of the compass rose: sixteen points, each half light and half shaded, in a ring with a scale."""

from __future__ import annotations

from math import cos, pi, sin

from printables.artwork.palette import Scenery
from printables.drawing.drawing import Anchor, Face, Item, Path, Pen, Point, Words, circle
from printables.drawing.faces import baseline_for


def draw_compass(centre: Point, radius: float, colours: Scenery) -> tuple[Item, ...]:
    """Draw a compass rose that fits in a circle of this radius, including the letter N."""
    ring = radius * 0.7
    width = max(0.12, radius * 0.012)
    return (
        circle(centre, ring, fill=colours.paper, stroke=colours.line, width_mm=width * 2),
        circle(centre, ring * 0.9, stroke=colours.line, width_mm=width),
        _scale(centre, ring, colours.line, width),
        *_star(centre, ring * 0.88, ring * 0.2, pi / 8, 8, colours.soft_line, colours),
        *_star(centre, ring * 0.98, ring * 0.24, pi / 4, 4, colours.sea_line, colours),
        *_star(centre, ring * 1.12, ring * 0.26, 0.0, 4, colours.accent, colours),
        circle(centre, ring * 0.1, fill=colours.paper, stroke=colours.line, width_mm=width),
        *_north(centre, ring, radius, colours),
    )


def _at(centre: Point, reach: float, turn: float) -> Point:
    return centre[0] + reach * sin(turn), centre[1] - reach * cos(turn)


def _scale(centre: Point, ring: float, colour: str, width: float) -> Path:
    """Draw every second of the ring's 64 segments as a filled bar, as on a sea chart."""
    pen = Pen()
    for piece in range(0, 64, 2):
        start, end = piece * pi / 32, (piece + 1) * pi / 32
        pen.along([_at(centre, ring, start), _at(centre, ring, end), _at(centre, ring * 0.95, end)])
        pen.line(*_at(centre, ring * 0.95, start)).close()
    return pen.path(fill=colour)


def _star(centre: Point, long: float, short: float, first: float, points: int, dark: str, colours: Scenery) -> tuple[Path, ...]:
    """Draw a star of `points` points, the first rotated clockwise from north by `first` radians."""
    light, shade = Pen(), Pen()
    half = pi / points if points == 4 else pi / 8
    for point in range(points):
        turn = first + point * 2 * pi / points
        tip = _at(centre, long, turn)
        light.along([centre, tip, _at(centre, short, turn - half)]).close()
        shade.along([centre, tip, _at(centre, short, turn + half)]).close()
    thin = max(0.11, long * 0.012)
    return (
        light.path(fill=colours.paper, stroke=colours.line, width_mm=thin),
        shade.path(fill=dark, stroke=colours.line, width_mm=thin),
    )


def _north(centre: Point, ring: float, radius: float, colours: Scenery) -> tuple[Item, ...]:
    x, y = centre
    size = (radius - ring * 1.14) / 0.67
    baseline = baseline_for(y - (radius + ring * 1.16) / 2, size)
    return (Words("N", x, baseline, size, Face.SERIF_BOLD, Anchor.MIDDLE, colours.line),)
