"""The drawing model: the contents of a sheet in millimetres, x to the right, y down.

Drawings are plain values, which are written as PDF (`pdf`) or SVG (`svg`). The model depends on neither format, nor on the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import cos, hypot, pi, sin, sqrt

Point = tuple[float, float]
# ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",)
Segment = tuple[str, *tuple[float, ...]]
# (a, b, c, d, e, f): x' = a x + c y + e, y' = b x + d y + f
Transform = tuple[float, float, float, float, float, float]

THINNEST_MM = 0.106  # 0.3 pt; finer lines vanish on inkjet printers
HALO = 0.3  # stroke width of a halo, as a fraction of the type size
KAPPA = 0.5523  # length of a quarter circle's control arms, as a fraction of its radius


class Face(StrEnum):
    """The typefaces, whose files are listed in `faces`."""

    SERIF = "serif"
    SERIF_BOLD = "serif-bold"
    SERIF_ITALIC = "serif-italic"
    SERIF_LIGHT = "serif-light"
    SANS = "sans"
    SANS_BOLD = "sans-bold"
    SANS_ITALIC = "sans-italic"


class Anchor(StrEnum):
    """The parts of a line of text that can be aligned with its position (x, y): start, middle or end."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Path:
    """Lines and curves, filled, stroked or both.

    Colours are #rrggbb. Joins are round, and so are ends unless the line is dashed. `opacity` applies only to the fill.
    """

    segments: tuple[Segment, ...]
    fill: str | None = None
    stroke: str | None = None
    width_mm: float = 0.2
    dash: tuple[float, ...] = ()
    even_odd: bool = False
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text.

    (x, y) is the position of the start, middle or end of the baseline, according to `anchor`. `angle` is clockwise in degrees,
    and `halo` is the colour of an outline around the letters, or None for no outline.
    """

    text: str
    x: float
    y: float
    size_mm: float
    face: Face = Face.SERIF
    anchor: Anchor = Anchor.START
    colour: str = "#000000"
    angle: float = 0.0
    spacing_mm: float = 0.0
    halo: str | None = None


@dataclass(frozen=True, slots=True)
class Use:
    """An instance of one of the drawing's symbols."""

    symbol: str
    transform: Transform = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Group:
    """Items drawn together: transformed, then clipped by the polygon `clip`, which is in the coordinates outside the group."""

    items: tuple[Item, ...]
    transform: Transform | None = None
    clip: tuple[Point, ...] | None = None


@dataclass(frozen=True, slots=True)
class Marked:
    """Items tagged for accessibility: a role in the PDF structure (`P`, `H1`, `Figure`, ...) and alternative text."""

    role: str
    items: tuple[Item, ...]
    alternative: str = ""


Item = Path | Words | Use | Group | Marked


@dataclass(frozen=True, slots=True)
class Symbol:
    """A figure defined once and used many times.

    `box` (left, top, right, bottom) contains everything that the symbol draws.
    """

    box: tuple[float, float, float, float]
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """The contents of one sheet or figure, with its size in mm. Symbols may use symbols defined before them."""

    width_mm: float
    height_mm: float
    items: tuple[Item, ...]
    symbols: dict[str, Symbol] = field(default_factory=dict)
    label: str = ""


class Pen:
    """A collector of segments, so that many strokes in one ink become one path."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []

    def move(self, x: float, y: float) -> Pen:
        """Move to a point without drawing."""
        self.segments.append(("M", x, y))
        return self

    def line(self, x: float, y: float) -> Pen:
        """Draw a straight line to a point."""
        self.segments.append(("L", x, y))
        return self

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> Pen:
        """Draw a cubic Bézier curve to (x, y)."""
        self.segments.append(("C", x1, y1, x2, y2, x, y))
        return self

    def bend(self, cx: float, cy: float, x: float, y: float) -> Pen:
        """Draw a quadratic Bézier curve to (x, y) with the control point (cx, cy)."""
        x0, y0 = _end_of(self.segments[-1])
        self.segments.append(
            ("C", x0 + (cx - x0) * 2 / 3, y0 + (cy - y0) * 2 / 3, x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3, x, y)
        )
        return self

    def close(self) -> Pen:
        """Close the current shape with a straight line."""
        self.segments.append(("Z",))
        return self

    def stroke(self, x1: float, y1: float, x2: float, y2: float) -> Pen:
        """Draw a straight line between two points."""
        return self.move(x1, y1).line(x2, y2)

    def dot(self, x: float, y: float) -> Pen:
        """Draw a dot whose diameter is the width of the line."""
        return self.move(x, y).line(x + 0.01, y)

    def along(self, points: Iterable[Point]) -> Pen:
        """Draw an open line through the given points."""
        first, *others = points
        self.move(*first)
        for x, y in others:
            self.line(x, y)
        return self

    def ring(self, x: float, y: float, radius: float, squash: float = 1.0) -> Pen:
        """Draw a circle, or an ellipse `squash` times as high as wide."""
        k, r, s = KAPPA * radius, radius, squash
        self.move(x + r, y)
        self.curve(x + r, y + k * s, x + k, y + r * s, x, y + r * s)
        self.curve(x - k, y + r * s, x - r, y + k * s, x - r, y)
        self.curve(x - r, y - k * s, x - k, y - r * s, x, y - r * s)
        self.curve(x + k, y - r * s, x + r, y - k * s, x + r, y)
        return self.close()

    def path(
        self,
        *,
        fill: str | None = None,
        stroke: str | None = None,
        width_mm: float = 0.2,
        dash: tuple[float, ...] = (),
        even_odd: bool = False,
        opacity: float = 1.0,
    ) -> Path:
        """Return the collected segments as a path."""
        return Path(tuple(self.segments), fill, stroke, width_mm, dash, even_odd, opacity)


def _end_of(segment: Segment) -> Point:
    numbers = segment[1:]
    return numbers[-2], numbers[-1]


def polygon(
    points: Iterable[Point],
    *,
    fill: str | None = None,
    stroke: str | None = None,
    width_mm: float = 0.2,
    dash: tuple[float, ...] = (),
) -> Path:
    """Return a closed path with straight sides."""
    return Pen().along(points).close().path(fill=fill, stroke=stroke, width_mm=width_mm, dash=dash)


def polyline(points: Iterable[Point], stroke: str, width_mm: float = 0.2, dash: tuple[float, ...] = ()) -> Path:
    """Return an open path through points."""
    return Pen().along(points).path(stroke=stroke, width_mm=width_mm, dash=dash)


def circle(
    centre: Point,
    radius: float,
    *,
    fill: str | None = None,
    stroke: str | None = None,
    width_mm: float = 0.2,
    dash: tuple[float, ...] = (),
) -> Path:
    """Return a circle as a path."""
    return Pen().ring(*centre, radius).path(fill=fill, stroke=stroke, width_mm=width_mm, dash=dash)


def rectangle(
    left: float,
    top: float,
    width: float,
    height: float,
    *,
    fill: str | None = None,
    stroke: str | None = None,
    width_mm: float = 0.2,
    rounded: float = 0.0,
    dash: tuple[float, ...] = (),
) -> Path:
    """Return a rectangle as a path, optionally with rounded corners."""
    right, bottom, r = left + width, top + height, rounded
    if not r:
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        return polygon(corners, fill=fill, stroke=stroke, width_mm=width_mm, dash=dash)
    c = r * (1 - KAPPA)
    pen = Pen().move(left + r, top).line(right - r, top).curve(right - c, top, right, top + c, right, top + r)
    pen.line(right, bottom - r).curve(right, bottom - c, right - c, bottom, right - r, bottom)
    pen.line(left + r, bottom).curve(left + c, bottom, left, bottom - c, left, bottom - r)
    pen.line(left, top + r).curve(left, top + c, left + c, top, left + r, top).close()
    return pen.path(fill=fill, stroke=stroke, width_mm=width_mm, dash=dash)


def hexagon(centre: Point, hex_mm: float) -> tuple[Point, ...]:
    """Return the corners of a pointy-topped hex, clockwise from the top; `hex_mm` is its width across the flats."""
    reach = hex_mm / sqrt(3)
    return tuple((centre[0] + reach * sin(k * pi / 3), centre[1] - reach * cos(k * pi / 3)) for k in range(6))


def shift(x: float, y: float, scale: float = 1.0) -> Transform:
    """Return the transform that scales around the origin, then moves by (x, y)."""
    return (scale, 0.0, 0.0, scale, x, y)


def invert(transform: Transform) -> Transform:
    """Return the inverse of a transform."""
    a, b, c, d, e, f = transform
    size = a * d - b * c
    return (d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size)


def apply(transform: Transform, point: Point) -> Point:
    """Return a point mapped by a transform."""
    a, b, c, d, e, f = transform
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def offset(loop: Sequence[Point], distance: float) -> tuple[Point, ...]:
    """Return a closed loop with each side moved to its left by `distance`.

    With y down, the left side is the outside of a loop that runs clockwise.
    """
    moved = []
    for (x0, y0), (x1, y1), (x2, y2) in zip((loop[-1], *loop[:-1]), loop, (*loop[1:], loop[0]), strict=True):
        before, after = hypot(x1 - x0, y1 - y0), hypot(x2 - x1, y2 - y1)
        n1, n2 = ((y1 - y0) / before, -(x1 - x0) / before), ((y2 - y1) / after, -(x2 - x1) / after)
        share = distance / (1 + n1[0] * n2[0] + n1[1] * n2[1])
        moved.append((x1 + (n1[0] + n2[0]) * share, y1 + (n1[1] + n2[1]) * share))
    return tuple(moved)


def soften(loop: Sequence[Point], pen: Pen) -> Pen:
    """Draw a closed loop with rounded corners, as curves between the midpoints of its sides."""

    def middle(p: Point, q: Point) -> Point:
        return (p[0] + q[0]) / 2, (p[1] + q[1]) / 2

    pen.move(*middle(loop[-1], loop[0]))
    for corner, following in zip(loop, (*loop[1:], loop[0]), strict=True):
        pen.bend(*corner, *middle(corner, following))
    return pen.close()
