"""Pioneers that fold up and stand: a strip with the figure twice, head to head at the ridge, and a foot at either end.

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

from printables.artwork.palette import PLAYER_COLOURS, Ink, in_ink
from printables.artwork.tokens import pioneer_outline, shine_on
from printables.drawing.drawing import Group, Item, Pen, circle, polyline, rectangle
from referee.rules.pieces import Colour

HALF_TURN = (-1.0, 0.0, 0.0, -1.0, 0.0, 0.0)
CUT, FOLD = "#4d4d4d", "#4d4d4d"


@dataclass(frozen=True, slots=True)
class Standee:
    """The measures of a standing pioneer in mm."""

    width: float
    tall: float
    foot: float

    @property
    def strip(self) -> float:
        """The length of the whole strip."""
        return 2 * (self.tall + self.foot)


def standee_for(hex_mm: float) -> Standee:
    """Chooses the measures for hexes of a size: the feet together stay within the hex."""
    width = min(18.0, hex_mm * 0.5)
    return Standee(width, width * 1.6, width * 0.5)


def draw_standee(standee: Standee, colour: Colour, ink: Ink) -> tuple[Item, ...]:
    """Draws the strip about its ridge."""
    half = _draw_half(standee, colour, ink)
    w, end = standee.width / 2, standee.tall + standee.foot
    cut = rectangle(-w, -end, 2 * w, 2 * end, stroke=CUT, width_mm=0.25)
    folds = tuple(polyline(((-w, y), (w, y)), FOLD, 0.25, (1.2, 0.9)) for y in (-standee.tall, 0.0, standee.tall))
    return (*half, Group(half, HALF_TURN), *folds, cut)


def _draw_half(standee: Standee, colour: Colour, ink: Ink) -> tuple[Item, ...]:
    fill = in_ink(PLAYER_COLOURS[colour], ink)
    shine = shine_on(fill)
    w, tall = standee.width, standee.tall
    ground = rectangle(-w / 2, 0, w, tall + standee.foot, fill=fill)
    mark = Group((pioneer_outline(colour, w * 0.25, fill=fill),), (1.0, 0.0, 0.0, 1.0, 0.0, tall * 0.62))
    hole = (circle((0, tall * 0.62), w * 0.05, fill=shine),) if colour is Colour.GREEN else ()
    return (ground, *_draw_figure(w, tall, shine, fill), mark, *hole)


def _draw_figure(w: float, tall: float, ink: str, ground: str) -> tuple[Item, ...]:
    """Draws a pioneer from the front: hat, head, a wide coat, and a staff in the hand."""
    coat = Pen().move(-w * 0.33, tall * 0.95).curve(-w * 0.31, tall * 0.62, -w * 0.28, tall * 0.40, -w * 0.12, tall * 0.39)
    coat.line(w * 0.12, tall * 0.39).curve(w * 0.28, tall * 0.40, w * 0.31, tall * 0.62, w * 0.33, tall * 0.95).close()
    head = circle((0, tall * 0.29), w * 0.13, fill=ink)
    hat = Pen().move(-w * 0.27, tall * 0.225).curve(-w * 0.1, tall * 0.195, w * 0.1, tall * 0.195, w * 0.27, tall * 0.225)
    hat.curve(w * 0.1, tall * 0.265, -w * 0.1, tall * 0.265, -w * 0.27, tall * 0.225).close()
    crown = Pen().move(-w * 0.12, tall * 0.225)
    crown.curve(-w * 0.12, tall * 0.10, w * 0.12, tall * 0.10, w * 0.12, tall * 0.225).close()
    brim = polyline(((-w * 0.13, tall * 0.262), (w * 0.13, tall * 0.262)), ground, w * 0.03)
    staff = polyline(((w * 0.40, tall * 0.30), (w * 0.38, tall * 0.95)), ink, w * 0.045)
    return (coat.path(fill=ink), head, brim, hat.path(fill=ink), crown.path(fill=ink), staff)
