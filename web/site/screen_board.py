"""SVG drawings of the printed board, light enough for a phone's first visit.

Coordinates are coarser than in print, and at most two variants of each landscape are used. A phone shows a hex 20 to 80 pixels
wide, so a tenth of a millimetre on paper is a fraction of a pixel. Labels are left out, since the page draws its own.
"""

from __future__ import annotations

from dataclasses import replace

from printables.artwork.island_picture import draw_island
from printables.artwork.palette import Ink, scenery
from printables.drawing.drawing import Drawing, Group, Item, Marked, Path, Use, Words, rectangle
from printables.drawing.svg import write_svg
from referee.layout.layout import Layout

SHOWN_VARIANTS = 2  # variants of each landscape; all four that are printed would add 12 kB
PATTERN_DIGITS, LINE_DIGITS = 1, 2
SMALL_DIGITS = 0  # in a thumbnail six millimetres are a pixel


def draw_for_screen(layout: Layout, ink: Ink, view: tuple[float, float, float, float]) -> str:
    """Return the sea and the island within a view (left, top, width, height in board mm) as SVG."""
    items, symbols = draw_island(layout.island, ink)
    sea = rectangle(*view, fill=scenery(ink).sea)
    shown = lighten((sea, *items), LINE_DIGITS)
    kept = {
        name: replace(symbol, items=lighten(symbol.items, PATTERN_DIGITS))
        for name, symbol in symbols.items()
        if name == _shown_name(name)
    }
    drawn = write_svg(Drawing(layout.width, layout.height, shown, kept))
    return drawn.replace(_view_box(0, 0, layout.width, layout.height), _view_box(*view), 1)


def draw_lighter(drawing: Drawing) -> str:
    """Return a drawing as SVG, with coarser coordinates and without text in its symbols."""
    kept = {name: replace(symbol, items=lighten(symbol.items, PATTERN_DIGITS)) for name, symbol in drawing.symbols.items()}
    return write_svg(replace(drawing, symbols=kept))


def draw_small(layout: Layout, ink: Ink, view: tuple[float, float, float, float]) -> str:
    """Return the sea and the island within a view as an SVG thumbnail, without the patterns of landscapes."""
    items, _ = draw_island(layout.island, ink)
    sea = rectangle(*view, fill=scenery(ink).sea)
    plain = lighten(_without_patterns((sea, *items)), SMALL_DIGITS)
    drawn = write_svg(Drawing(layout.width, layout.height, plain, {}))
    return drawn.replace(_view_box(0, 0, layout.width, layout.height), _view_box(*view), 1)


def _without_patterns(items: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple(
        replace(item, items=_without_patterns(item.items)) if isinstance(item, (Group, Marked)) else item
        for item in items
        if not isinstance(item, Use)
    )


def _view_box(*numbers: float) -> str:
    return f'viewBox="{" ".join(f"{number:.4f}".rstrip("0").rstrip(".") for number in numbers)}"'


def lighten(items: tuple[Item, ...], digits: int) -> tuple[Item, ...]:
    """Return drawing items without text, with fewer landscape variants, and with path coordinates rounded to `digits` places."""
    return tuple(lighter for item in items if (lighter := _lighten_item(item, digits)) is not None)


def _lighten_item(item: Item, digits: int) -> Item | None:
    if isinstance(item, Path):
        return replace(
            item, segments=tuple((kind, *(round(number, digits) for number in numbers)) for kind, *numbers in item.segments)
        )
    if isinstance(item, Use):
        return replace(item, symbol=_shown_name(item.symbol))
    if isinstance(item, Words):
        return None
    if isinstance(item, (Group, Marked)):
        return replace(item, items=lighten(item.items, digits))
    return item


def _shown_name(name: str) -> str:
    look, _, variant = name.rpartition("-")
    return f"{look}-{int(variant) % SHOWN_VARIANTS}"
