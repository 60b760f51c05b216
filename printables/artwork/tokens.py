"""Flat drawings of pioneers and stones.

Each colour has its own shape, so that players can be distinguished without colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from printables.artwork.palette import PLAYER_COLOURS, STONE_COLOUR, Ink, in_ink
from printables.drawing.drawing import Item, Path, Pen, Point, circle, rectangle
from referee.rules.pieces import Colour

EDGE = "#000000"
SHINE = "#ffffff"
STONE_LIGHT = "#b3aea8"
DARK_BELOW = 120  # of 255; white is more legible than black on colours darker than this
# sizes relative to a disc of width 1, so that all four shapes have a similar area
SQUARE_SIDE = 0.90
TRIANGLE_REACH = 0.66  # from the centre to a tip
TRIANGLE_DROP = 0.14  # centres the triangle vertically
RING_HOLE = 0.20
# A light rim around a dark line: one of the two contrasts with any background, for any colour vision.
RIM_SHARE, INNER_SHARE = 0.05, 0.13  # distances of the dark line and the inner line from the outline
EDGE_SHARE = 0.04
BAND_SHARE = 0.11  # the coloured band in light ink
LIGHT_STONE_SHARE = 0.3


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of a piece in an ink: its body, the pattern on it, and the outline."""

    body: str
    mark: str
    line: str


def paint_of(colour: Colour, ink: Ink) -> Paint:
    """Return a player's colours in an ink.

    In light ink the body is white and only the pattern is coloured.
    """
    if ink is Ink.LIGHT:
        return Paint(SHINE, PLAYER_COLOURS[colour], EDGE)
    body = in_ink(PLAYER_COLOURS[colour], ink)
    return Paint(body, contrasting_colour(body), body)


def draw_pioneer(colour: Colour, size: float, ink: Ink = Ink.COLOUR) -> tuple[Item, ...]:
    """Draw a pioneer around the origin: red is a disc, yellow a triangle, blue a square, green a ring."""
    paint = paint_of(colour, ink)
    rim = pioneer_outline(colour, size, fill=SHINE)
    body = pioneer_outline(colour, size, inset=RIM_SHARE, fill=paint.body, stroke=EDGE, width_mm=size * EDGE_SHARE)
    band = BAND_SHARE if ink is Ink.LIGHT else EDGE_SHARE
    inner = pioneer_outline(colour, size, inset=INNER_SHARE, stroke=paint.mark, width_mm=size * band)
    pattern = draw_pattern(colour, size * 0.25, size * 0.25, paint.mark) if ink is Ink.GREY and colour is Colour.BLUE else ()
    if colour is Colour.GREEN:
        hole = circle((0, 0), size * RING_HOLE, fill=SHINE, stroke=EDGE, width_mm=size * EDGE_SHARE)
        return (rim, body, inner, hole)
    return (rim, body, inner, *pattern)


def draw_pattern(colour: Colour, half_width: float, half_height: float, line: str) -> tuple[Path, ...]:
    """Draw a colour's pattern within a box around the origin: blue is hatched, green dotted, the others empty."""
    pen, step = Pen(), max(half_width, half_height) / 3
    count = int((half_width + half_height) / step)
    if colour is Colour.BLUE:
        for number in range(1 - count, count):
            along = number * step
            left, right = max(-half_width, along - half_height), min(half_width, along + half_height)
            pen.stroke(left, along - left, right, along - right)
        return (pen.path(stroke=line, width_mm=step * 0.16),)
    if colour is Colour.GREEN:
        for row in range(int(-half_height / step) + 1, int(half_height / step)):
            for column in range(int(-half_width / step), int(half_width / step) + 1):
                pen.dot(column * step, row * step)
        return (pen.path(stroke=line, width_mm=step * 0.3),)
    return ()


def pioneer_outline(
    colour: Colour,
    size: float,
    *,
    inset: float = 0.0,
    fill: str | None = None,
    stroke: str | None = None,
    width_mm: float = 0.2,
) -> Path:
    """Return a pioneer's cutting outline around the origin, moved inwards by `inset` times `size`."""
    if colour is Colour.YELLOW:
        reach = TRIANGLE_REACH - 2 * inset  # a corner is twice as far from the centre as a side
        corners = tuple((x, y + size * TRIANGLE_DROP) for x, y in _corners(3, size * reach, 0.0))
        return _rounded(corners, fill, stroke, width_mm)
    if colour is Colour.BLUE:
        return _rounded(_corners(4, size * (SQUARE_SIDE - 2 * inset) / sqrt(2), pi / 4), fill, stroke, width_mm)
    return circle((0, 0), size * (0.5 - inset), fill=fill, stroke=stroke, width_mm=width_mm)


def draw_stone(size: float, ink: Ink = Ink.COLOUR) -> tuple[Item, ...]:
    """Draw a boundary stone from above, around the origin: a bevelled block with a light rim."""
    outer, inner = size * (0.5 - RIM_SHARE), size * 0.31
    light = ink is Ink.LIGHT
    rim = _square(size / 2, fill=SHINE)
    base = _square(outer, fill=SHINE if light else in_ink(STONE_COLOUR, ink), stroke=EDGE, width_mm=size * EDGE_SHARE)
    top = _square(inner, fill=SHINE if light else in_ink(STONE_LIGHT, ink), stroke=EDGE, width_mm=size * 0.02)
    pen = Pen()
    for side_x, side_y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        pen.stroke(side_x * inner, side_y * inner, side_x * outer, side_y * outer)
    bevel = pen.path(stroke=EDGE, width_mm=size * 0.02)
    middle = (_square(size * LIGHT_STONE_SHARE / 2, fill=STONE_COLOUR),) if light else ()
    return (rim, base, top, bevel, *middle)


def _square(half: float, *, fill: str, stroke: str | None = None, width_mm: float = 0.2) -> Path:
    return rectangle(-half, -half, 2 * half, 2 * half, fill=fill, stroke=stroke, width_mm=width_mm)


def _corners(count: int, reach: float, turn: float) -> tuple[Point, ...]:
    step = 2 * pi / count
    return tuple((reach * sin(turn + k * step), -reach * cos(turn + k * step)) for k in range(count))


def _rounded(corners: tuple[Point, ...], fill: str | None, stroke: str | None, width_mm: float) -> Path:
    """Return a polygon with slightly rounded corners, which are easier to cut with scissors."""
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


def contrasting_colour(fill: str) -> str:
    """Return white for dark colours and black for light ones."""
    red, green, blue = (int(fill[k : k + 2], 16) for k in (1, 3, 5))
    return SHINE if 0.3 * red + 0.59 * green + 0.11 * blue < DARK_BELOW else EDGE
