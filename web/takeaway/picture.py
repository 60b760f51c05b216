"""Draw a moment of a game: the printed board, settled territories in their takers' colours, pieces, names and scores.

The same drawing is written as SVG or, through PDF, as PNG. Animations use the same parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

from printables.artwork.island_picture import draw_island
from printables.artwork.land_picture import draw_land
from printables.artwork.palette import Ink, scenery
from printables.artwork.tokens import draw_pioneer, draw_stone
from printables.drawing.drawing import (
    Anchor,
    Drawing,
    Face,
    Group,
    Item,
    Symbol,
    Words,
    rectangle,
    shift,
)
from printables.drawing.faces import baseline_for
from printables.drawing.pdf import Book, PdfPage, can_write, width_of, write_pdf
from printables.drawing.svg import write_svg
from referee.boards.board import Board
from referee.layout.layout import Layout, lay_out
from referee.rules.pieces import Colour, Piece
from referee.rules.position import Position, cells_of
from web.takeaway.moments import Moment

if TYPE_CHECKING:
    from PIL.Image import Image

PAPER, INK, SOFT = "#fffdf9", "#2b2420", "#5d554d"
PIECE_SHARE = 0.66  # of a hex's width
HEAD_SHARE, FOOT_SHARE = 0.085, 0.04  # of the drawing's width
NAME_SHARE = 0.84  # of the room before the score: browsers without the typeface set names in a wider one
PNG_WIDTH_PX = 1600
KEPT_BOARDS = 4
POINTS_PER_MM = 72 / 25.4
UNKNOWN_LETTER = "·"


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """A board to draw on: its layout, the visible part of the layout (left, top, width, height in mm), and its artwork."""

    layout: Layout
    view: tuple[float, float, float, float]
    items: tuple[Item, ...]
    symbols: dict[str, Symbol]

    @property
    def head(self) -> float:
        """The height in mm of the line with names and scores above the board."""
        return self.view[2] * HEAD_SHARE

    @property
    def foot(self) -> float:
        """The height in mm of the line with the caption below the board."""
        return self.view[2] * FOOT_SHARE

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the whole drawing, in mm."""
        return self.view[2], self.head + self.view[3] + self.foot


@lru_cache(KEPT_BOARDS)
def board_drawing(board: Board) -> BoardDrawing:
    """Return the drawing of a board without pieces."""
    layout = lay_out(board)
    view = layout.island.view
    items, symbols = draw_island(layout.island, Ink.COLOUR)
    sea = rectangle(*view, fill=scenery(Ink.COLOUR).sea)
    return BoardDrawing(layout, view, (sea, *items), symbols)


def draw_moment(moment: Moment, names: Sequence[str], caption: str) -> Drawing:
    """Return the drawing of a moment with names and scores above the board and a caption below it."""
    found = board_drawing(moment.position.board)
    land = draw_land(found.layout.island, (holding.land for holding in moment.land))
    on_board = (*found.items, *land, *draw_pieces(found, moment.position))
    left, top, width, height = found.view
    corners = ((0.0, found.head), (width, found.head), (width, found.head + height), (0.0, found.head + height))
    board = Group((Group(on_board, shift(-left, found.head - top)),), clip=corners)
    paper = rectangle(0, 0, *found.size, fill=PAPER)
    foot = Words(
        _writable(caption),
        width / 2,
        baseline_for(found.size[1] - found.foot / 2, found.foot * 0.5),
        found.foot * 0.5,
        Face.SANS,
        Anchor.MIDDLE,
        SOFT,
    )
    label = ", ".join(f"{name} {score}" for name, score in zip(names, moment.position.scores, strict=True))
    items = (paper, board, *_draw_head(found, moment.position, names), foot)
    return Drawing(*found.size, items, found.symbols, label=label)


def _draw_head(found: BoardDrawing, position: Position, names: Sequence[str]) -> tuple[Item, ...]:
    items: list[Item] = []
    share = found.view[2] / len(names)
    size, sign = found.head * (0.42 if len(names) < 4 else 0.36), found.head * 0.55
    middle = found.head / 2
    for seat, (colour, name) in enumerate(zip(position.players, names, strict=True)):
        left, score = seat * share, str(position.scores[seat])
        items.append(Group(draw_pioneer(colour, sign), shift(left + sign, middle)))
        room = NAME_SHARE * (share - 2.4 * sign - width_of(score, Face.SANS_BOLD, size))
        baseline = baseline_for(middle, size)
        items.append(Words(fit_words(_writable(name), room, size), left + 1.7 * sign, baseline, size, Face.SANS, colour=INK))
        items.append(Words(score, left + share - 0.4 * sign, baseline, size, Face.SANS_BOLD, Anchor.END, INK))
    return tuple(items)


def fit_words(words: str, room: float, size: float) -> str:
    """Return a text, shortened with an ellipsis if it is wider than `room` at a font size of `size`, both in mm."""
    if width_of(words, Face.SANS, size) <= room:
        return words
    while words and width_of(f"{words}…", Face.SANS, size) > room:
        words = words[:-1].rstrip()
    return f"{words}…"


def _writable(words: str) -> str:
    """Return a text in which letters missing from the typeface are replaced."""
    width_of(words, Face.SANS, 1)  # loads the typeface
    return "".join(letter if can_write(letter, Face.SANS) else UNKNOWN_LETTER for letter in words)


def draw_pieces(found: BoardDrawing, position: Position) -> tuple[Item, ...]:
    """Return the drawings of all pioneers and stones at the centres of their hexes."""
    size = found.layout.hex_mm * PIECE_SHARE
    lying = [(draw_pioneer(colour, size), mask) for colour, mask in zip(position.players, position.pioneers, strict=True)]
    lying.append((draw_stone(size), position.stones))
    centres = found.layout.island.centres
    return tuple(Group(drawn, shift(*centres[cell])) for drawn, mask in lying for cell in cells_of(mask))


def write_picture_svg(drawing: Drawing) -> bytes:
    """Return a drawing as an SVG file; systems without the typeface use their own sans-serif font."""
    return write_svg(drawing).replace('font-family="Source Sans Pro"', 'font-family="Source Sans Pro, sans-serif"').encode()


def write_picture_png(drawing: Drawing) -> bytes:
    """Return a drawing as a PNG file that is PNG_WIDTH_PX wide."""
    stream = BytesIO()
    render(drawing, PNG_WIDTH_PX).save(stream, "PNG")
    return stream.getvalue()


def render(drawing: Drawing, width_px: int, *, transparent: bool = False) -> Image:
    """Return a drawing as an image of the given width in pixels, with a transparent background if `transparent` is true."""
    import pypdfium2

    document = pypdfium2.PdfDocument(write_pdf(Book("", "en", (PdfPage(drawing),))))
    try:
        page = document[0]
        options: dict[str, Any] = {"fill_color": (255, 255, 255, 0)} if transparent else {}
        bitmap = page.render(scale=width_px / (drawing.width_mm * POINTS_PER_MM), **options)
        picture: Image = bitmap.to_pil().convert("RGBA" if transparent else "RGB")
        bitmap.close()
        page.close()
        return picture
    finally:
        document.close()


def draw_piece(piece: Piece, size: float) -> tuple[Item, ...]:
    """Return the drawing of a piece around the origin; `size` is its width in mm."""
    return draw_stone(size) if piece is Piece.STONE else draw_pioneer(Colour(piece.value), size)
