"""The board as a document: a cover and the tiled sheets."""

from __future__ import annotations

from dataclasses import dataclass

from printables.artwork.board_picture import board_picture, title_of
from printables.artwork.palette import Ink, scenery
from printables.documents.cover import CoverChoice, draw_cover
from printables.documents.sheets import BoardLayers, SheetDress, draw_sheet, trimmed_box
from printables.drawing.drawing import Drawing
from printables.drawing.layers import Layers
from printables.drawing.names import shorten
from printables.drawing.pdf import Book, PdfPage
from referee.layout.layout import Layout
from referee.layout.papers import mm_text
from referee.words.texts import Text, say, text

# Colours that are printed in black, but are softer on screens and in the pictures with which photos are compared.
BLACK_ON_PAPER = frozenset({scenery(Ink.COLOUR).line, scenery(Ink.COLOUR).bar})
LONGEST_NAME = 24  # characters of a title in the strip beside a sheet


@dataclass(frozen=True, slots=True)
class BoardPrint:
    """A board ready for printing, with the drawing that the tiled sheets and the poster share."""

    layout: Layout
    ink: Ink
    language: str
    drawing: Drawing

    @property
    def name(self) -> str:
        """The title of the board in the language of the print."""
        return title_of(self.layout.board, self.language)


def prepare_board(layout: Layout, ink: Ink, language: str) -> BoardPrint:
    """Return a board ready for printing, with its drawing."""
    return BoardPrint(layout, ink, language, board_picture(layout, ink, language))


def board_sheets(board: BoardPrint, level: int = 0) -> tuple[PdfPage, ...]:
    """Return the cover and the sheets as pages, with outline entries at the given level."""
    layout, language = board.layout, board.language
    cover = draw_cover(layout, CoverChoice(board.name, board.ink, language))
    measured = BoardLayers(board.drawing, Layers(board.drawing))
    detail = text("print.sheet_detail", board=shorten(board.name, LONGEST_NAME), paper=layout.paper, hex=mm_text(layout.hex_mm))
    dress = SheetDress(say(detail, language), language)
    sheets = [PdfPage(cover, outline=cover.label, level=level)]
    for page in layout.pages:
        box = trimmed_box(page)
        name = say(text("print.sheet_of", sheet=page.number, sheets=len(layout.pages)), language)
        drawing = draw_sheet(measured, layout, page, dress)
        sheets.append(PdfPage(drawing, (box.left, box.top, box.right, box.bottom), name, level))
    return tuple(sheets)


def make_book(title: Text, language: str, sheets: tuple[PdfPage, ...]) -> Book:
    """Return a document of pages with lines and text in pure black, which laser printers do not halftone."""
    return Book(say(title, language), language, sheets, say(text("print.doc_subject"), language), as_black=BLACK_ON_PAPER)
