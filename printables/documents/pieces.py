"""Pieces to cut out: pioneers in four colours and shapes, stones, score markers, and standing pioneers to fold.

The sizes of all but the score markers depend on the hex size. What does not fit on one leaf continues on the next.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from printables.artwork.palette import Ink
from printables.artwork.tokens import EDGE, contrasting_colour, draw_pioneer, draw_stone, paint_of, pioneer_outline
from printables.documents.leaf import NOTE, Leaf, set_heading
from printables.documents.standees import draw_standee, standee_for
from printables.drawing.drawing import Anchor, Drawing, Face, Group, Item, Marked, Words, circle, rectangle, shift
from printables.drawing.names import shorten
from printables.drawing.paragraphs import Block, Style
from referee.layout.papers import mm_text
from referee.rules.pieces import PIONEERS_EACH, STONE_SUPPLY, Colour
from referee.words.texts import Text, say, text

PIONEER_SHARE = 0.70  # width of a pioneer relative to the hex, whose label and edges stay visible
STONE_SHARE = 0.58
LARGEST_PIONEER, LARGEST_STONE = 25.0, 20.0
GAP = 2.2  # thirteen of the largest pioneers take two rows on A4, and those of all colours fit on one sheet of Letter
TRIANGLE_ROOM = 1.2  # a triangle is wider than the equivalent disc
SCORE_MARKER = 12.0  # fits on a track cell of 15 mm
HUNDRED_WIDTH = 20.0
SECTION_GAP = 9.0
NUMBER = Style(3.5, 4.2, Face.SANS_BOLD)
LONGEST_BOARD_NAME = 24  # characters
CUT = "#000000"
CUT_MM = 0.12


@dataclass(frozen=True, slots=True)
class PieceChoice:
    """The board's title, and the leaf, hex size, ink and language for its pieces."""

    board_name: str
    leaf: Leaf
    paper: str
    hex_mm: float
    ink: Ink
    language: str


@dataclass(frozen=True, slots=True)
class Tile:
    """One thing to cut out: its size in mm and its drawing around its centre."""

    width: float
    height: float
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A title and instructions, with tiles below them; each group of tiles starts a new row."""

    title: Text
    how: Text
    groups: tuple[tuple[Tile, ...], ...]


def count_of(colour: Colour) -> int:
    """Return how many pioneers to print in a colour: as many as in the smallest game that uses the colour."""
    return PIONEERS_EACH[max(2, list(Colour).index(colour) + 1)]


def pioneer_size(hex_mm: float) -> float:
    """Return the width of a cut-out pioneer in mm."""
    return min(LARGEST_PIONEER, PIONEER_SHARE * hex_mm)


def stone_size(hex_mm: float) -> float:
    """Return the width of a cut-out stone in mm."""
    return min(LARGEST_STONE, STONE_SHARE * hex_mm)


def draw_pieces(choice: PieceChoice) -> tuple[Drawing, ...]:
    """Return the drawings of all sheets of pieces."""
    sections = (_pioneers(choice), _stones(choice), _markers(choice), _standees(choice))
    return _Leaves(choice).set(sections)


def _pioneers(choice: PieceChoice) -> Section:
    size = pioneer_size(choice.hex_mm)
    groups = tuple((_pioneer_tile(colour, size, choice.ink),) * count_of(colour) for colour in Colour)
    return Section(text("print.pieces_pioneers"), text("print.pieces_pioneers_how"), groups)


def _pioneer_tile(colour: Colour, size: float, ink: Ink) -> Tile:
    """Return a tile with a pioneer and a thin cutting line slightly outside the pioneer's edge."""
    room = size * (TRIANGLE_ROOM if colour is Colour.YELLOW else 1.0) + GAP
    cut = pioneer_outline(colour, size + 1.2, stroke=CUT, width_mm=CUT_MM)
    return Tile(room, size + GAP, (*draw_pioneer(colour, size, ink), cut))


def _stones(choice: PieceChoice) -> Section:
    size = stone_size(choice.hex_mm)
    cut = rectangle(-size / 2, -size / 2, size, size, stroke=CUT, width_mm=CUT_MM)
    tile = Tile(size, size, (*draw_stone(size - 1.6, choice.ink), cut))
    return Section(text("print.pieces_stones"), text("print.pieces_stones_how"), ((tile,) * STONE_SUPPLY,))


def _markers(choice: PieceChoice) -> Section:
    tiles = []
    for colour in Colour:
        tiles.append(_pioneer_tile(colour, SCORE_MARKER, choice.ink))
        tiles.append(Tile(HUNDRED_WIDTH + 3 * GAP, SCORE_MARKER + GAP, _draw_hundred(colour, choice.ink)))
    return Section(text("print.pieces_markers"), text("print.pieces_markers_how"), (tuple(tiles),))


def _draw_hundred(colour: Colour, ink: Ink) -> tuple[Item, ...]:
    """Draw a score marker with +100 next to a player's shape, in the player's colour."""
    paint = paint_of(colour, ink)
    width, height = HUNDRED_WIDTH, SCORE_MARKER
    box = rectangle(-width / 2, -height / 2, width, height, fill=paint.body, stroke=EDGE, width_mm=0.3, rounded=1.5)
    sign = [pioneer_outline(colour, height * 0.36, fill=paint.mark)]
    if colour is Colour.GREEN:
        sign.append(circle((0.0, 0.0), height * 0.07, fill=paint.body))
    words = Words("+100", 3.0, 2.0, 5.6, Face.SANS_BOLD, Anchor.MIDDLE, contrasting_colour(paint.body))
    return (box, Group(tuple(sign), shift(-width / 2 + height * 0.3, 0.0)), words)


def _standees(choice: PieceChoice) -> Section:
    standee = standee_for(choice.hex_mm)
    tiles = tuple(
        Tile(standee.width + GAP, standee.strip + GAP, draw_standee(standee, colour, choice.ink))
        for colour in Colour
        for _ in range(count_of(colour))
    )
    return Section(text("print.pieces_standees"), text("print.pieces_standees_how"), (tiles,))


class _Leaves:
    """The leaves being filled from top to bottom."""

    def __init__(self, choice: PieceChoice) -> None:
        self.choice = choice
        self.leaves: list[Drawing] = []
        self.items: list[Item] = []
        self.title: Text | None = None
        self.y = 0.0

    def set(self, sections: tuple[Section, ...]) -> tuple[Drawing, ...]:
        """Typeset the sections in order.

        A section that does not fit on the rest of a leaf starts on a new leaf, and is split only if it is longer than a leaf.
        """
        for section in sections:
            rows = [row for group in section.groups for row in self._rows_of(group)]
            needed = sum(row[0].height for row in rows)
            if self.items and self.y + SECTION_GAP + self._heading(section, 0.0).bottom + needed > self._bottom:
                self._finish()
            self._set_section(section, rows)
        self._finish()
        return tuple(self._label(leaf, number) for number, leaf in enumerate(self.leaves, start=1))

    def _label(self, drawing: Drawing, number: int) -> Drawing:
        """Add the number of the leaf, the board and the hex size in the top right corner."""
        choice = self.choice
        right, y = choice.leaf.width - choice.leaf.inset, choice.leaf.inset + NUMBER.size
        board = shorten(choice.board_name, LONGEST_BOARD_NAME)
        detail = say(text("print.sheet_detail", board=board, paper=choice.paper, hex=mm_text(choice.hex_mm)), choice.language)
        words = [Words(detail, right, y + NOTE.lead, NOTE.size, NOTE.face, Anchor.END, NOTE.colour)]
        if len(self.leaves) > 1:
            name = say(text("print.sheet_of", sheet=number, sheets=len(self.leaves)), choice.language)
            words.insert(0, Words(name, right, y, NUMBER.size, NUMBER.face, Anchor.END, NUMBER.colour))
        return replace(drawing, items=(*drawing.items, *(Marked("P", (line,)) for line in words)))

    @property
    def _bottom(self) -> float:
        return self.choice.leaf.height - self.choice.leaf.margin

    def _heading(self, section: Section, top: float) -> Block:
        language = self.choice.language
        return set_heading(self.choice.leaf, say(section.title, language), say(section.how, language), top)

    def _rows_of(self, group: tuple[Tile, ...]) -> list[tuple[Tile, ...]]:
        leaf = self.choice.leaf
        room = leaf.width - leaf.inset - leaf.margin
        rows: list[tuple[Tile, ...]] = []
        row: list[Tile] = []
        for tile in group:
            if row and sum(other.width for other in row) + tile.width > room:
                rows.append(tuple(row))
                row = []
            row.append(tile)
        return [*rows, tuple(row)]

    def _set_section(self, section: Section, rows: list[tuple[Tile, ...]]) -> None:
        self._start(section)
        figure: list[Item] = []
        for row in rows:
            if self.y + row[0].height > self._bottom:
                self._add_figure(section, figure)
                self._finish()
                self._start(section)
                figure = []
            x = self.choice.leaf.inset
            for tile in row:
                figure.append(Group(tile.items, shift(x + tile.width / 2, self.y + tile.height / 2)))
                x += tile.width
            self.y += row[0].height
        self._add_figure(section, figure)

    def _start(self, section: Section) -> None:
        heading = self._heading(section, self.y + SECTION_GAP if self.items else self.choice.leaf.inset)
        self.title = self.title or section.title
        self.items.extend(heading.items)
        self.y = heading.bottom

    def _add_figure(self, section: Section, figure: list[Item]) -> None:
        alternative = say(text("print.alt_pieces", what=section.title), self.choice.language)
        self.items.append(Marked("Figure", tuple(figure), alternative))

    def _finish(self) -> None:
        if self.title is not None:
            leaf = self.choice.leaf
            self.leaves.append(Drawing(leaf.width, leaf.height, tuple(self.items), label=say(self.title, self.choice.language)))
        self.items, self.title, self.y = [], None, 0.0
