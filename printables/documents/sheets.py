"""The sheets of the tiled board: the part of the board on each sheet, a cut line, and a strip with check bars.

The cut line is outside the picture, so that a trimmed sheet shows only the board.
"""

from __future__ import annotations

from dataclasses import dataclass

from printables.documents.rulers import BAR_IN, MM_PER_INCH, draw_inch_bar, draw_millimetre_bar
from printables.drawing.drawing import Anchor, Drawing, Face, Group, Item, Marked, Transform, Words, apply, invert, polygon, shift
from printables.drawing.layers import Layers
from printables.drawing.paragraphs import Style, fit_words
from referee.layout.layout import Layout
from referee.layout.shapes import Box, box_holding
from referee.layout.tiling import Page
from referee.words.texts import Text, say, text

CUT_LINE = "#000000"
CUT_LINE_MM = 0.2  # entirely outside the picture
PLACE_INK, OTHER_INK, PLACE_LINE = "#000000", "#ffffff", "#000000"
STRIP_CONTENT_MM = 6.2
STRIP_CLEAR_MM = 0.9  # clearance between the strip's content and the cut line
LARGEST_STRIP_SCALE = 1.5
SHEET_NAME = Style(3.5, 4.0, Face.SANS_BOLD)
SHEET_DETAIL = Style(2.4, 2.8, Face.SANS, "#000000")
BAR_WORDS = Style(2.6, 3.0)
BAR_HEIGHT_MM = 1.7


@dataclass(frozen=True, slots=True)
class BoardLayers:
    """The drawing of the assembled board, and the same drawing indexed for cutting."""

    drawing: Drawing
    layers: Layers


@dataclass(frozen=True, slots=True)
class SheetDress:
    """The choices for the strip of a sheet: a line about the board and its print, and the language."""

    detail: str
    language: str


def draw_sheet(board: BoardLayers, layout: Layout, page: Page, dress: SheetDress) -> Drawing:
    """Draw one sheet of the tiled board."""
    to_page = invert(transform_of(page))
    seen = tuple(apply(to_page, point) for point in page.ink)
    ground = polygon(seen, fill="#ffffff", stroke=CUT_LINE, width_mm=2 * CUT_LINE_MM)
    white = polygon(seen, fill="#ffffff")
    picture = Group(board.layers.touching(box_holding(page.ink)), to_page, seen)
    alternative = say(describe_sheet(layout, page), dress.language)
    items = (ground, white, Marked("Figure", (picture,), alternative), *_draw_strip(layout, page, dress))
    return Drawing(page.sheet.width, page.sheet.height, items, board.drawing.symbols, page.label)


def trimmed_box(page: Page) -> Box:
    """Return the bounding box of a page after cutting, in page mm."""
    to_page = invert(transform_of(page))
    return box_holding(apply(to_page, point) for point in page.ink)


def transform_of(page: Page) -> Transform:
    """Return a page's `page_to_board` as a transform of the drawing model."""
    (a, c, e), (b, d, f) = page.page_to_board
    return a, b, c, d, e, f


def describe_sheet(layout: Layout, page: Page) -> Text:
    """Return a sentence about a sheet's position in the board and the first and last hex on the sheet."""
    box = box_holding(page.outline)
    cells = zip(layout.board.cells, layout.island.centres, strict=True)
    shown = [cell.id for cell, centre in cells if box.distance_to(centre) == 0]
    place = {"sheet": page.number, "sheets": len(layout.pages), "row": page.row + 1, "column": page.column + 1}
    if not shown:
        return text("print.alt_sheet_sea", **place)
    return text("print.alt_sheet", first=shown[0], last=shown[-1], **place)


def _draw_strip(layout: Layout, page: Page, dress: SheetDress) -> tuple[Item, ...]:
    """Draw the strip with the check bars outside the picture, along the bottom of the sheet or rotated along its left edge."""
    strip = page.strip
    below = strip.width > strip.height
    length, room = (strip.width, strip.height) if below else (strip.height, strip.width)
    scale = min(LARGEST_STRIP_SCALE, (room - CUT_LINE_MM - STRIP_CLEAR_MM) / STRIP_CONTENT_MM)
    stretch = 1 / page.sheet.scale[0 if below else 1]
    place, place_length = _draw_place(layout, page, below)
    words = _set_strip(page, len(layout.pages), dress, place_length + 2.0, length / scale, stretch / scale)
    band = shift(strip.left, strip.bottom - STRIP_CONTENT_MM * scale, scale)
    if not below:  # rotated left, so that the strip runs up the page
        band = (0.0, -scale, scale, 0.0, strip.left, strip.bottom)
    return (Group((*place, *words), band),)


def _set_strip(page: Page, sheets: int, dress: SheetDress, left: float, length: float, stretch: float) -> tuple[Item, ...]:
    """Typeset names and check bars in a strip of height STRIP_CONTENT_MM.

    `stretch` corrects the bars for printer scale.
    """
    longest = BAR_IN * MM_PER_INCH * stretch
    bars_left = length - longest
    words_width = (bars_left - left) * 0.5
    name = say(text("print.sheet_of", sheet=page.number, sheets=sheets), dress.language)
    head, detail = fit_words(name, SHEET_NAME, words_width - 2), fit_words(dress.detail, SHEET_DETAIL, words_width - 2)
    items: list[Item] = [
        Marked("H1", (Words(name, left, 2.9, head.size, head.face, colour=head.colour),)),
        Marked("P", (Words(dress.detail, left, 5.8, detail.size, detail.face, colour=detail.colour),)),
    ]
    bars = ((draw_millimetre_bar, text("print.bar_mm")), (draw_inch_bar, text("print.bar_in")))
    for row, (draw, sentence) in enumerate(bars):
        words, top = say(sentence, dress.language), 0.7 + row * 3.1
        style = fit_words(words, BAR_WORDS, words_width - 2)
        base = top + BAR_HEIGHT_MM / 2 + style.size * 0.33
        items.append(Group(draw(0.0, 0.0, BAR_HEIGHT_MM / stretch), shift(bars_left, top, stretch)))
        line = Words(words, bars_left - 2, base, style.size, style.face, Anchor.END, style.colour)
        items.append(Marked("P", (line,)))
    return tuple(items)


def _draw_place(layout: Layout, page: Page, below: bool) -> tuple[tuple[Item, ...], float]:
    """Return a small diagram of all sheets with the given sheet filled, and the length of the diagram along the strip in mm."""
    room = STRIP_CONTENT_MM
    scale = room / (layout.height if below else layout.width)
    frames = tuple(
        polygon(
            tuple((x * scale, y * scale) for x, y in other.outline),
            stroke=PLACE_LINE,
            width_mm=0.15,
            fill=PLACE_INK if other.number == page.number else OTHER_INK,
        )
        for other in layout.pages
    )
    if below:
        return frames, layout.width * scale
    length = layout.height * scale
    return (Group(frames, (0.0, 1.0, -1.0, 0.0, length, 0.0)),), length
