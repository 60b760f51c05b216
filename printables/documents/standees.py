"""Standing pioneers: a strip to fold that shows the figure twice, head to head at the ridge, with a foot at either end.

+--------+  foot
|~~~~~~~~|  fold
|  back  |  (upside down)
|~~~~~~~~|  ridge, the origin
| front  |
|~~~~~~~~|  fold
+--------+  foot
"""

from __future__ import annotations

from dataclasses import dataclass

from printables.artwork.palette import Ink
from printables.artwork.tokens import Paint, draw_pattern, paint_of, pioneer_outline
from printables.drawing.drawing import Group, Item, Pen, circle, polyline, rectangle, shift
from referee.rules.pieces import Colour

AROUND_SHARE = 0.03  # width of the outline that separates the figure from the pattern, relative to the strip's width
HALF_TURN = (-1.0, 0.0, 0.0, -1.0, 0.0, 0.0)
CUT = "#000000"
FOLD, BENEATH_FOLD = "#000000", "#ffffff"  # dashes on a white line are visible on every colour


@dataclass(frozen=True, slots=True)
class Standee:
    """The dimensions of a standing pioneer in mm."""

    width: float
    tall: float
    foot: float

    @property
    def strip(self) -> float:
        """The length of the whole strip in mm."""
        return 2 * (self.tall + self.foot)


def standee_for(hex_mm: float) -> Standee:
    """Return dimensions with which both feet together fit inside a hex of the given size."""
    width = min(18.0, hex_mm * 0.5)
    return Standee(width, width * 1.6, width * 0.5)


def draw_standee(standee: Standee, colour: Colour, ink: Ink) -> tuple[Item, ...]:
    """Draw the strip centred on its ridge."""
    half = _draw_half(standee, colour, ink)
    w, end = standee.width / 2, standee.tall + standee.foot
    cut = rectangle(-w, -end, 2 * w, 2 * end, stroke=CUT, width_mm=0.25)
    folds = tuple(
        line
        for y in (-standee.tall, 0.0, standee.tall)
        for line in (polyline(((-w, y), (w, y)), BENEATH_FOLD, 0.5), polyline(((-w, y), (w, y)), FOLD, 0.25, (1.2, 0.9)))
    )
    return (*half, Group(half, HALF_TURN), *folds, cut)


def _draw_half(standee: Standee, colour: Colour, ink: Ink) -> tuple[Item, ...]:
    paint = paint_of(colour, ink)
    w, tall = standee.width, standee.tall
    ground = rectangle(-w / 2, 0, w, tall + standee.foot, fill=paint.body)
    pattern: tuple[Item, ...] = ()
    if ink is Ink.GREY:
        half = (tall + standee.foot) / 2
        pattern = (Group(draw_pattern(colour, w / 2, half, paint.mark), shift(0.0, half)),)
    figure = _draw_figure(w, tall, paint)
    mark = Group((pioneer_outline(colour, w * 0.25, fill=paint.body),), shift(0.0, tall * 0.62))
    hole = (circle((0, tall * 0.62), w * 0.05, fill=paint.mark),) if colour is Colour.GREEN else ()
    return (ground, *pattern, *figure, mark, *hole)


def _draw_figure(w: float, tall: float, paint: Paint) -> tuple[Item, ...]:
    """Draw a pioneer from the front, outlined against the pattern behind: hat, head, wide coat and a staff."""
    coat = Pen().move(-w * 0.33, tall * 0.95).curve(-w * 0.31, tall * 0.62, -w * 0.28, tall * 0.40, -w * 0.12, tall * 0.39)
    coat.line(w * 0.12, tall * 0.39).curve(w * 0.28, tall * 0.40, w * 0.31, tall * 0.62, w * 0.33, tall * 0.95).close()
    hat = Pen().move(-w * 0.27, tall * 0.225).curve(-w * 0.1, tall * 0.195, w * 0.1, tall * 0.195, w * 0.27, tall * 0.225)
    hat.curve(w * 0.1, tall * 0.265, -w * 0.1, tall * 0.265, -w * 0.27, tall * 0.225).close()
    crown = Pen().move(-w * 0.12, tall * 0.225)
    crown.curve(-w * 0.12, tall * 0.10, w * 0.12, tall * 0.10, w * 0.12, tall * 0.225).close()
    brim = polyline(((-w * 0.13, tall * 0.262), (w * 0.13, tall * 0.262)), paint.body, w * 0.03)
    rod = ((w * 0.40, tall * 0.30), (w * 0.38, tall * 0.95))
    around = w * AROUND_SHARE
    return (
        coat.path(fill=paint.mark, stroke=paint.line, width_mm=around),
        circle((0, tall * 0.29), w * 0.13, fill=paint.mark, stroke=paint.line, width_mm=around),
        brim,
        hat.path(fill=paint.mark, stroke=paint.line, width_mm=around),
        crown.path(fill=paint.mark),
        polyline(rod, paint.line, w * 0.045 + around),
        polyline(rod, paint.mark, w * 0.045),
    )
