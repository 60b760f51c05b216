"""The marks that distinguish landscapes sharing a picture: wedges in a hex's corners, or a bar along four of its sides.

Marks reach into five corners, where they stay visible around a crown cap, and leave the upper corner to the label.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from printables.artwork.palette import Ink, landscape_inks
from printables.drawing.drawing import Path, Pen, Point
from referee.boards.board import landscape_of

Hexagon = tuple[Point, ...]  # six corners, clockwise
WEDGE_SHARE = 0.17  # length of a wedge, as a fraction of the side
BAR_DEPTH = (0.05, 0.11)  # outer and inner edge of the bar, as a fraction of the way from a corner to the centre


def draw_marks(look: str, hexagons: Iterable[Hexagon], ink: Ink) -> tuple[Path, ...]:
    """Draw the mark of `look` in each of the given hexes.

    The result is empty for a look without a mark.
    """
    draw = _ARTISTS.get(look.removeprefix(landscape_of(look)))
    if draw is None:
        return ()
    pen = Pen()
    for corners in hexagons:
        top = min(range(6), key=lambda number: corners[number][1])
        draw(pen, (*corners[top:], *corners[:top]))
    return (pen.path(fill=landscape_inks(look, ink).line),)


def _draw_wedges(pen: Pen, corners: Hexagon) -> None:
    for number in range(1, 6):
        here, before, after = corners[number], corners[number - 1], corners[(number + 1) % 6]
        pen.along([here, _towards(here, after, WEDGE_SHARE), _towards(here, before, WEDGE_SHARE)]).close()


def _draw_bar(pen: Pen, corners: Hexagon) -> None:
    centre = (sum(x for x, _ in corners) / 6, sum(y for _, y in corners) / 6)
    outer, inner = ([_towards(corner, centre, depth) for corner in corners[1:]] for depth in BAR_DEPTH)
    pen.along([*outer, *reversed(inner)]).close()


def _towards(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


_ARTISTS: dict[str, Callable[[Pen, Hexagon], None]] = {"-cornered": _draw_wedges, "-barred": _draw_bar}
