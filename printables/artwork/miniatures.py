"""Small diagrams of play for the player aids and lessons: a few hexes with pioneers, stones and arrows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import atan2, cos, hypot, pi, sin, sqrt

from printables.artwork.palette import Ink
from printables.artwork.tokens import draw_pioneer, draw_stone
from printables.drawing.drawing import Group, Item, Path, Pen, Point, Use, circle, hexagon, polygon, shift
from referee.boards.hexes import DIRECTIONS
from referee.rules.pieces import Colour

LINE = "#000000"
ARROW = "#000000"
GOAL = "#ffffff"
Axial = tuple[int, int]


class Patch:
    """A few hexes being drawn, `hex_mm` across the flats, with the hex (0, 0) at the origin."""

    def __init__(self, hex_mm: float, ink: Ink) -> None:
        self.hex_mm, self.ink = hex_mm, ink
        self.items: list[Item] = []

    def centre(self, cell: Axial) -> Point:
        """Return the centre of a hex."""
        q, r = cell
        return self.hex_mm * (q + r / 2), self.hex_mm * r * sqrt(3) / 2

    def land(self, tints: Mapping[Axial, str]) -> Patch:
        """Draw hexes in their colours, with a heavier outline around the whole group."""
        for cell, tint in tints.items():
            corners = hexagon(self.centre(cell), self.hex_mm)
            self.items.append(polygon(corners, fill=tint, stroke=LINE, width_mm=self.hex_mm * 0.025))
        self.items.append(self._outline(tints))
        return self

    def engrave(self, symbols: Mapping[Axial, str]) -> Patch:
        """Draw landscapes on hexes, then the edges of the hexes again on top."""
        self.items += [Use(name, shift(*self.centre(cell))) for cell, name in symbols.items()]
        lines = Pen()
        for cell in symbols:
            lines.along(hexagon(self.centre(cell), self.hex_mm)).close()
        self.items += [lines.path(stroke=LINE, width_mm=self.hex_mm * 0.025), self._outline(symbols)]
        return self

    def _outline(self, cells: Iterable[Axial]) -> Path:
        inside = set(cells)
        pen = Pen()
        for q, r in sorted(inside):
            corners = hexagon(self.centre((q, r)), self.hex_mm)
            for direction, (dq, dr) in enumerate(DIRECTIONS):
                if (q + dq, r + dr) not in inside:
                    # direction 0 is to the right, across the side between corners 1 and 2
                    first, second = corners[(direction + 1) % 6], corners[(direction + 2) % 6]
                    pen.stroke(*first, *second)
        return pen.path(stroke=LINE, width_mm=self.hex_mm * 0.07)

    def goals(self, cells: Iterable[Axial], ink: str) -> Patch:
        """Mark hexes as possible targets of an action with small white circles outlined in the given colour."""
        for cell in cells:
            self.items.append(circle(self.centre(cell), self.hex_mm * 0.17, fill=GOAL, stroke=ink, width_mm=self.hex_mm * 0.06))
        return self

    def pioneer(self, cell: Axial, colour: Colour, ghost: bool = False) -> Patch:
        """Draw a pioneer on a hex.

        With `ghost`, draw only a dashed ring that marks where a pioneer came from.
        """
        if ghost:
            ring = circle(
                self.centre(cell),
                self.hex_mm * 0.3,
                stroke=ARROW,
                width_mm=self.hex_mm * 0.035,
                dash=(self.hex_mm * 0.09, self.hex_mm * 0.07),
            )
            self.items.append(ring)
            return self
        self.items.append(Group(draw_pioneer(colour, self.hex_mm * 0.62, self.ink), shift(*self.centre(cell))))
        return self

    def stones(self, cells: Iterable[Axial]) -> Patch:
        """Draw a stone on each of the given hexes."""
        for cell in cells:
            self.items.append(Group(draw_stone(self.hex_mm * 0.62, self.ink), shift(*self.centre(cell))))
        return self

    def arrow(self, start: Axial, end: Axial, short: float = 0.36) -> Patch:
        """Draw an arrow from one hex to another, with space for a piece at either end."""
        (x0, y0), (x1, y1) = self.centre(start), self.centre(end)
        length = hypot(x1 - x0, y1 - y0)
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        gap = self.hex_mm * short
        self.items.extend(draw_arrow((x0 + ux * gap, y0 + uy * gap), (x1 - ux * gap, y1 - uy * gap), self.hex_mm * 0.085))
        return self


def draw_arrow(start: Point, end: Point, width: float) -> tuple[Item, ...]:
    """Draw a straight arrow from start to end."""
    turn = atan2(end[1] - start[1], end[0] - start[0])
    head = width * 3.2
    neck = (end[0] - head * 0.8 * cos(turn), end[1] - head * 0.8 * sin(turn))
    wings = [(end[0] - head * cos(turn + side * pi / 7), end[1] - head * sin(turn + side * pi / 7)) for side in (-1, 1)]
    shaft = Pen().stroke(*start, *neck).path(stroke=ARROW, width_mm=width)
    return (shaft, polygon((end, *wings), fill=ARROW, stroke=ARROW, width_mm=width * 0.4))
