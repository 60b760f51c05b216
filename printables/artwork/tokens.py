"""Pioneers and stones drawn flat: each colour has a shape of its own, so that they are told apart without colour too."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from printables.artwork.palette import PLAYER_COLOURS, STONE_COLOUR, Ink, in_ink
from printables.drawing.drawing import Item, Path, Pen, Point, circle, polygon
from referee.rules.pieces import Colour

EDGE = "#1a1a1a"
SHINE = "#ffffff"
STONE_LIGHT = "#b3aea8"
DARK_BELOW = 120  # of 255: how light a colour is on which white shows better than black
# sizes against a disc of width 1, chosen so that all four cover about as much of a hex
SQUARE_SIDE = 0.90
TRIANGLE_REACH = 0.66  # from the centre to a tip
TRIANGLE_DROP = 0.14  # puts it in the middle of its height
RING_HOLE = 0.20


def draw_pioneer(colour: Colour, size: float, ink: Ink = Ink.COLOUR) -> tuple[Item, ...]:
    """Draws a pioneer about the origin: red a disc, yellow a triangle, blue a square, green a ring."""
    fill = in_ink(PLAYER_COLOURS[colour], ink)
    body = pioneer_outline(colour, size, fill=fill, stroke=EDGE, width_mm=size * 0.03)
    inner = pioneer_outline(colour, size * 0.74, stroke=shine_on(fill), width_mm=size * 0.035)
    if colour is Colour.GREEN:
        return (body, inner, circle((0, 0), size * RING_HOLE, fill=SHINE, stroke=EDGE, width_mm=size * 0.03))
    return (body, inner)


def pioneer_outline(
    colour: Colour, size: float, *, fill: str | None = None, stroke: str | None = None, width_mm: float = 0.2
) -> Path:
    """Draws the shape that a colour's pioneers are cut to, about the origin."""
    if colour is Colour.YELLOW:
        corners = tuple((x, y + size * TRIANGLE_DROP) for x, y in _corners(3, size * TRIANGLE_REACH, 0.0))
        return _rounded(corners, fill, stroke, width_mm)
    if colour is Colour.BLUE:
        return _rounded(_corners(4, size * SQUARE_SIDE / sqrt(2), pi / 4), fill, stroke, width_mm)
    return circle((0, 0), size / 2, fill=fill, stroke=stroke, width_mm=width_mm)


def draw_stone(size: float, ink: Ink = Ink.COLOUR) -> tuple[Item, ...]:
    """Draws a boundary stone seen from above, about the origin: a block with bevelled sides."""
    outer, inner = size / 2, size * 0.34
    base = polygon(_corners(4, outer * sqrt(2), pi / 4), fill=in_ink(STONE_COLOUR, ink), stroke=EDGE, width_mm=size * 0.03)
    top = polygon(_corners(4, inner * sqrt(2), pi / 4), fill=in_ink(STONE_LIGHT, ink))
    pen = Pen()
    for (x0, y0), (x1, y1) in zip(_corners(4, inner * sqrt(2), pi / 4), _corners(4, outer * sqrt(2), pi / 4), strict=True):
        pen.stroke(x0, y0, x1, y1)
    return (base, top, pen.path(stroke=EDGE, width_mm=size * 0.02))


def _corners(count: int, reach: float, turn: float) -> tuple[Point, ...]:
    step = 2 * pi / count
    return tuple((reach * sin(turn + k * step), -reach * cos(turn + k * step)) for k in range(count))


def _rounded(corners: tuple[Point, ...], fill: str | None, stroke: str | None, width_mm: float) -> Path:
    """Draws a shape with its corners taken off a little, as scissors leave them."""
    share = 0.12
    pen = Pen()
    for number, (x, y) in enumerate(corners):
        (px, py), (nx, ny) = corners[number - 1], corners[(number + 1) % len(corners)]
        start = (x + (px - x) * share, y + (py - y) * share)
        if number:
            pen.line(*start)
        else:
            pen.move(*start)
        pen.bend(x, y, x + (nx - x) * share, y + (ny - y) * share)
    return pen.close().path(fill=fill, stroke=stroke, width_mm=width_mm)


def shine_on(fill: str) -> str:
    """Chooses what shows on a colour: white on the darker ones, black on the lighter."""
    red, green, blue = (int(fill[k : k + 2], 16) for k in (1, 3, 5))
    return SHINE if 0.3 * red + 0.59 * green + 0.11 * blue < DARK_BELOW else EDGE
