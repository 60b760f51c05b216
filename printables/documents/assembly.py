"""The assembly diagram: the board at a small scale, with its sheets slightly apart and numbered."""

from __future__ import annotations

from dataclasses import dataclass

from printables.artwork.palette import Ink, landscape_inks, scenery
from printables.drawing.drawing import Anchor, Face, Group, Item, Pen, Words, circle, polygon, shift
from referee.boards.board import looks_of
from referee.layout.layout import Layout
from referee.layout.shapes import box_holding
from referee.layout.tiling import Page

LINE = "#000000"
STRIP_LINE = "#000000"
NUMBER_GROUND = "#ffffff"
APART = 0.035  # space between sheets, relative to the board's longer side
NUMBER_SHARE = 0.055  # radius of a number's disc, relative to the board's longer side
NUMBER_ON_SHEET = 0.2  # maximum radius of a number's disc, relative to the shorter side of the smallest sheet


@dataclass(frozen=True, slots=True)
class AssemblyPicture:
    """The assembly diagram with its size in mm."""

    items: tuple[Item, ...]
    width: float
    height: float


def draw_assembly(layout: Layout, ink: Ink, width: float, height: float) -> AssemblyPicture:
    """Draw the diagram as large as the given width and height in mm allow, with its top left corner at the origin."""
    longer = max(layout.width, layout.height)
    apart = longer * APART
    columns, rows = max(page.column for page in layout.pages), max(page.row for page in layout.pages)
    full_width, full_height = layout.width + columns * apart, layout.height + rows * apart
    scale = min(width / full_width, height / full_height)
    items: list[Item] = []
    # later sheets are drawn on top of earlier ones
    for page in layout.pages:
        place = shift(page.column * apart, page.row * apart)
        items.append(Group(draw_part(layout, page, ink, 1 / scale), place))
    radius = _number_radius(layout)
    for page in layout.pages:
        items.append(Group(_draw_number(page, radius), shift(page.column * apart, page.row * apart)))
    return AssemblyPicture((Group(tuple(items), shift(0.0, 0.0, scale)),), full_width * scale, full_height * scale)


def draw_part(layout: Layout, page: Page, ink: Ink, unit: float) -> tuple[Item, ...]:
    """Draw the part of the board on one sheet.

    `unit` is the length in board millimetres that is one millimetre long in the diagram.
    """
    colours = scenery(ink)
    strip = polygon(page.ink, fill=colours.shade, stroke=STRIP_LINE, width_mm=0.15 * unit, dash=(0.7 * unit, 0.5 * unit))
    sea = polygon(page.outline, fill=colours.sea)
    land = Group(_draw_land(layout, page, ink, unit), None, page.outline)
    edge = polygon(page.outline, stroke=LINE, width_mm=0.3 * unit)
    return (strip, sea, land, edge)


def _draw_land(layout: Layout, page: Page, ink: Ink, unit: float) -> tuple[Item, ...]:
    """Fill the hexes on a sheet, with one path for each landscape."""
    looks = looks_of(layout.board)
    reach = box_holding(page.outline).grown(layout.hex_mm)
    pens: dict[str, Pen] = {}
    for cell, centre, corners in zip(layout.board.cells, layout.island.centres, layout.island.corners, strict=True):
        if reach.distance_to(centre) == 0:
            pens.setdefault(looks[cell.terrain], Pen()).along(corners).close()
    return tuple(
        pen.path(fill=landscape_inks(look, ink).tint, stroke=LINE, width_mm=0.12 * unit) for look, pen in sorted(pens.items())
    )


def _number_radius(layout: Layout) -> float:
    boxes = [box_holding(page.outline) for page in layout.pages]
    smallest = min(min(box.width, box.height) for box in boxes)
    return min(max(layout.width, layout.height) * NUMBER_SHARE, smallest * NUMBER_ON_SHEET)


def _draw_number(page: Page, radius: float) -> tuple[Item, ...]:
    x, y = box_holding(page.outline).centre
    disc = circle((x, y), radius, fill=NUMBER_GROUND, stroke=LINE, width_mm=radius * 0.06)
    return (disc, Words(page.label, x, y + radius * 0.44, radius * 1.3, Face.SANS_BOLD, Anchor.MIDDLE, LINE))
