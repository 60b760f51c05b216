"""Cards for a club's tables, up to eight on a leaf to cut out: the table's name, its QR code, and the code to type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import segno

from printables.artwork.landscapes import draw_landscape, symbol_name
from printables.artwork.palette import Ink, landscape_inks, scenery
from printables.documents.board_document import make_book
from printables.drawing.drawing import (
    Drawing,
    Face,
    Group,
    Item,
    Marked,
    Path,
    Pen,
    Symbol,
    Use,
    hexagon,
    polygon,
    polyline,
    rectangle,
    shift,
)
from printables.drawing.paragraphs import Block, Style, break_lines, fit_words, set_paragraph
from printables.drawing.pdf import PdfPage, can_write
from printables.drawing.tagging import make_pdf
from referee.words.texts import Text, say, text

# Eight cards fit both A4 and Letter with at least 10 mm to spare on each side.
CARD_WIDTH, CARD_HEIGHT = 95.0, 64.0
COLUMNS, ROWS = 2, 4
INSET = 6.0
BAND = 11.0  # height of the coloured band with the club's name
QR_MM, QR_QUIET = 40.0, 5.6  # four modules of an ordinary link's QR code stay white on all sides
QR_TOP = BAND + QR_QUIET
COLUMN = INSET + QR_MM + QR_QUIET
CUT, CUT_MM = "#000000", 0.12
HEX_MM = 9.0
COAST = (("forest", "lake", "mountain"), ("meadow", "cornfield", "vineyard", "desert"))  # the two rows of hexes in the band
COAST_MM = 3.5 * HEX_MM
CLUB = Style(4.2, 5.0, Face.SERIF_BOLD)
TITLE = Style(9.5, 10.4, Face.SERIF_BOLD, role="H2")
LABEL = Style(3.0, 3.8)
CODE = Style(6.4, 7.4, Face.SANS_BOLD)
HOW = Style(3.1, 3.9)
HOW_SIZES = (1.0, 0.9, 0.8, 0.7)
LOWEST = CARD_HEIGHT - 4.0  # lower limit of text, so that cutting does not damage it
TITLE_SIZES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4)
TITLE_ROOM = 13.0  # height in mm


@dataclass(frozen=True, slots=True)
class TableCard:
    """The card of one table: the table's name, its code in groups, and the link in its QR code."""

    title: str
    code: str
    link: str


@dataclass(frozen=True, slots=True)
class CardChoice:
    """The choices for table cards: the club's name, the address for entering codes, the language, and the leaf size in mm."""

    club: str
    address: str
    language: str
    width_mm: float
    height_mm: float


def write_cards(choice: CardChoice, cards: Sequence[TableCard]) -> bytes:
    """Return the cards as a PDF document."""
    leaves = draw_cards(choice, cards)
    pages = tuple(PdfPage(leaf, outline=leaf.label, level=0) for leaf in leaves)
    return make_pdf(make_book(text("print.doc_cards", club=_plain(choice.club)), choice.language, pages))


def draw_cards(choice: CardChoice, cards: Sequence[TableCard]) -> tuple[Drawing, ...]:
    """Draw the leaves with all cards, up to eight on each."""
    each = COLUMNS * ROWS
    return tuple(_draw_leaf(choice, cards[first : first + each]) for first in range(0, len(cards), each))


def _draw_leaf(choice: CardChoice, cards: Sequence[TableCard]) -> Drawing:
    left, top = (choice.width_mm - COLUMNS * CARD_WIDTH) / 2, (choice.height_mm - ROWS * CARD_HEIGHT) / 2
    items: list[Item] = []
    for number, card in enumerate(cards):
        row, column = divmod(number, COLUMNS)
        items.append(Group(_draw_card(choice, card), shift(left + column * CARD_WIDTH, top + row * CARD_HEIGHT)))
    items.extend(_cut_lines(left, top, len(cards)))
    label = f"{_plain(cards[0].title)} – {_plain(cards[-1].title)}"
    return Drawing(choice.width_mm, choice.height_mm, tuple(items), _symbols(), label)


def _cut_lines(left: float, top: float, cards: int) -> list[Item]:
    """Draw the edges of all cards as cutting lines, each only once."""
    edges = set()
    for place in range(cards):
        row, column = divmod(place, COLUMNS)
        edges |= {((column, y), (column + 1, y)) for y in (row, row + 1)} | {
            ((x, row), (x, row + 1)) for x in (column, column + 1)
        }
    lines = [[(left + x * CARD_WIDTH, top + y * CARD_HEIGHT) for x, y in edge] for edge in sorted(edges)]
    return [polyline(line, CUT, CUT_MM, dash=(1.6, 1.2)) for line in lines]


def _draw_card(choice: CardChoice, card: TableCard) -> tuple[Item, ...]:
    def words(sentence: Text) -> str:
        return say(sentence, choice.language)

    title, width = _plain(card.title), CARD_WIDTH - INSET - COLUMN
    head = set_paragraph(title, _title_style(title, width), COLUMN, QR_TOP - 1.0, width)
    label = set_paragraph(words(text("print.card_code")), LABEL, COLUMN, head.bottom + 3.6, width)
    code = set_paragraph(card.code, fit_words(card.code, CODE, width), COLUMN, label.bottom + 1.0, width)
    steps = _set_steps(words(text("print.card_how", address=_shown(choice.address))), code.bottom + 2.0, width)
    picture = Group((_draw_code(card.link),), shift(INSET, QR_TOP))
    figure = Marked("Figure", (picture,), words(text("print.alt_card", table=title)))
    return (*_draw_band(choice), *head.items, *label.items, *code.items, *steps.items, figure)


def _set_steps(how: str, top: float, width: float) -> Block:
    """Typeset the instructions beside the lower part of the QR code, smaller if the text above leaves too little room."""
    for size in HOW_SIZES:
        style = HOW.scaled(size)
        height = (len(break_lines(how, style, width)) - 1) * style.lead + style.size
        if top + height <= LOWEST:
            break
    return set_paragraph(how, style, COLUMN, max(top, QR_TOP + QR_MM - height + 0.3), width)


def _shown(address: str) -> str:
    return address.removeprefix("http://").removeprefix("https://").rstrip("/")


def _title_style(title: str, width: float) -> Style:
    """Return the largest style with which a title fits; if none does, the smallest, reduced until each word fits on a line."""
    for size in TITLE_SIZES:
        style = TITLE.scaled(size)
        lines = break_lines(title, style, width)
        if len(lines) * style.lead <= TITLE_ROOM and all(fit_words(line, style, width) == style for line in lines):
            return style
    return min((fit_words(word, style, width) for word in title.split()), key=lambda fitted: fitted.size)


def _draw_band(choice: CardChoice) -> tuple[Item, ...]:
    """Draw the band of sea with two rows of landscapes at its right end, and the name of the club."""
    colours = scenery(Ink.COLOUR)
    sea = rectangle(0.0, 0.0, CARD_WIDTH, BAND, fill=colours.sea)
    coast = polyline(((0.0, BAND), (CARD_WIDTH, BAND)), colours.sea_line, 0.3)
    name = fit_words(_plain(choice.club), CLUB, CARD_WIDTH - 2 * INSET - COAST_MM)
    club = set_paragraph(_plain(choice.club), name, INSET, (BAND - name.size) / 2, CARD_WIDTH)
    hexes = [
        item for row, looks in enumerate(COAST) for number, look in enumerate(looks) for item in _draw_hex(row, number, look)
    ]
    clip = ((0.0, 0.0), (CARD_WIDTH, 0.0), (CARD_WIDTH, BAND), (0.0, BAND))
    return (Group((sea, *hexes), clip=clip), coast, *club.items)


def _draw_hex(row: int, number: int, look: str) -> tuple[Item, ...]:
    inks = landscape_inks(look, Ink.COLOUR)
    x = CARD_WIDTH - COAST_MM + (number + 0.5 + (1 - row) / 2) * HEX_MM
    y = BAND / 2 + (row - 0.5) * 1.5 * HEX_MM / sqrt(3)
    ground = polygon(hexagon((x, y), HEX_MM), fill=inks.tint, stroke=scenery(Ink.COLOUR).line, width_mm=0.15)
    return (ground, Use(_symbol(look), shift(x, y)))


def _symbols() -> dict[str, Symbol]:
    return {_symbol(look): draw_landscape(look, 0, HEX_MM, Ink.COLOUR) for row in COAST for look in row}


def _symbol(look: str) -> str:
    return f"card-{symbol_name(look, 0)}"


def _draw_code(link: str) -> Path:
    """Draw a QR code as one path, with one rectangle for each run of dark modules."""
    rows = segno.make_qr(link, error="m").matrix
    module = QR_MM / len(rows)
    pen = Pen()
    for number, row in enumerate(rows):
        top, column = number * module, 0
        while column < len(row):
            end = column
            while end < len(row) and row[end]:
                end += 1
            if end > column:
                left, right = column * module, end * module
                pen.along(((left, top), (right, top), (right, top + module), (left, top + module))).close()
            column = end + 1
    return pen.path(fill="#000000")


def _plain(words: str) -> str:
    """Return text without the characters that the typefaces lack, such as emoji, or `?` if nothing is left."""
    written = "".join(letter for letter in words if can_write(letter, Face.SERIF) and can_write(letter, Face.SANS))
    return " ".join(written.split()) or "?"
