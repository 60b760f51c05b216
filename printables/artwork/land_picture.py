"""The drawing of settled territories over a board: each is tinted in the taker's colour and has a badge with the points paid.

A territory that nobody took is hatched and has no badge, and a tie has a neutral colour. `web/static/js/tints.js` draws settled
territories on the screen in the same way and colours.
"""

from __future__ import annotations

from collections.abc import Iterable

from printables.artwork.palette import LAND_TINTS, NOBODY_TINT, PLAYER_COLOURS, SHARED_TINT, Tint
from printables.artwork.tokens import contrasting_colour
from printables.drawing.drawing import Anchor, Face, Group, Item, Path, Pen, Words, rectangle
from printables.drawing.outlines import outlines_of
from referee.layout.island import Island
from referee.rules.position import cells_of
from referee.rules.taken_land import TakenLand, middle_cell

# Sizes relative to the width of a hex.
BORDER_SHARE = 0.075
HATCH_SHARE, HATCH_LINE_SHARE = 0.24, 0.03
BADGE_SHARE = 0.36  # height of a badge
FIGURE_SHARE = 0.7  # width of a digit, relative to the badge's height
BORDER_COLOUR, BADGE_NEUTRAL = "#2b2420", "#ffffff"


def draw_land(island: Island, lands: Iterable[TakenLand]) -> tuple[Item, ...]:
    """Draw all settled territories, with the badges on top."""
    lands = tuple(lands)
    drawn = [item for land in lands for item in _draw_tint(island, land)]
    return (*drawn, *(item for land in lands if land.badge for item in _draw_badge(island, land)))


def tint_of(land: TakenLand) -> Tint:
    """Return the tint of a settled territory: that of its only taker, of a tie, or of a territory that nobody took."""
    if not land.takers:
        return NOBODY_TINT
    return LAND_TINTS[land.takers[0]] if len(land.takers) == 1 else SHARED_TINT


def _draw_tint(island: Island, land: TakenLand) -> list[Item]:
    tint = tint_of(land)
    loops = outlines_of(island.corners[cell] for cell in cells_of(land.cells))
    pen = Pen()
    for loop in loops:
        pen.along(loop).close()
    ground = pen.path(
        fill=tint.colour,
        opacity=tint.opacity,
        stroke=BORDER_COLOUR,
        width_mm=island.hex_mm * BORDER_SHARE,
        even_odd=True,
    )
    return [ground] if land.takers else [*(_hatch(island, cell) for cell in cells_of(land.cells)), ground]


def _hatch(island: Island, cell: int) -> Group:
    """Draw slanting lines within a hex that continue those of its neighbours."""
    (x, y), half, step = island.centres[cell], island.hex_mm * 0.6, island.hex_mm * HATCH_SHARE
    pen = Pen()
    first = int((x + y - 2 * half) // step)
    for number in range(first, int((x + y + 2 * half) // step) + 1):
        along = number * step - x - y
        pen.stroke(x + along - half, y + half, x + along + half, y - half)
    lines: Path = pen.path(stroke=BORDER_COLOUR, width_mm=island.hex_mm * HATCH_LINE_SHARE)
    return Group((lines,), clip=island.corners[cell])


def _draw_badge(island: Island, land: TakenLand) -> list[Item]:
    x, y = island.centres[middle_cell(island.board, land.cells)]
    height = island.hex_mm * BADGE_SHARE
    width = height * (0.5 + FIGURE_SHARE * len(land.badge))
    fill = PLAYER_COLOURS[land.takers[0]] if len(land.takers) == 1 else BADGE_NEUTRAL
    edge = island.hex_mm * 0.03
    box = rectangle(x - width / 2, y - height / 2, width, height, fill=fill, stroke=BORDER_COLOUR, width_mm=edge)
    figures = Words(land.badge, x, y + height * 0.31, height * 0.9, Face.SANS_BOLD, Anchor.MIDDLE, contrasting_colour(fill))
    return [box, figures]
