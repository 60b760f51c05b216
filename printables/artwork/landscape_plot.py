"""The area in which a landscape is drawn: a 32 mm hex around the origin, with a quiet middle and room for the label."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot, sqrt
from random import Random

from printables.artwork.palette import Inks

DRAWN_HEX_MM = 32.0
REACH = DRAWN_HEX_MM / sqrt(3)
LABEL_FOOT = -13.8  # y in mm of the lower end of the label's area, above a cap of 30 mm
CALM_RADIUS = 5.0
EDGE = 0.5  # mm, least distance from the tops of figures to the hex's sides


@dataclass(frozen=True, slots=True)
class Plot:
    """A hex to draw in, with its random number generator and inks."""

    random: Random
    inks: Inks

    def vary(self, low: float, high: float) -> float:
        """Return a random number between two bounds."""
        return self.random.uniform(low, high)

    def scatter(
        self, step_x: float, step_y: float, margin: float, jitter: float, thin_middle: float = 0.5, tall: float = 0.0
    ) -> Iterator[tuple[float, float]]:
        """Yield staggered positions (x, y) for upright figures from back to front, with fewer positions in the middle.

        Positions are at least `margin` mm from the hex's sides. Figures that are `tall` mm high stay below the label.
        """
        rows = int(2 * REACH / step_y) + 1
        for row in range(rows):
            y = (row - (rows - 1) / 2) * step_y
            columns = int(DRAWN_HEX_MM / step_x) + 2
            for column in range(columns):
                x = (column - (columns - 1) / 2 + (row % 2) / 2) * step_x
                x, at = x + self.vary(-jitter, jitter), y + self.vary(-jitter, jitter)
                calm = hypot(x, at) < CALM_RADIUS and self.random.random() < thin_middle
                inside = room_at(x, at) >= margin and room_at(x, at - tall) >= EDGE
                if inside and at - tall > LABEL_FOOT and not calm:
                    yield x, at


def room_at(x: float, y: float) -> float:
    """Return the distance in mm from a point to the nearest side of the hex; negative outside the hex."""
    return DRAWN_HEX_MM / 2 - max(abs(x), abs(x) / 2 + abs(y) * sqrt(3) / 2)


def half_width_at(y: float) -> float:
    """Return the distance in mm from the hex's vertical axis to its side at a given y."""
    return min(DRAWN_HEX_MM / 2, max(0.0, (REACH - abs(y)) * sqrt(3)))
