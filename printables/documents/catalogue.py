"""The documents of a print job, and the names of their files.

A file name describes the content: board, material, ink, language and, as far as they matter, paper, hex size and edition.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from printables.artwork.board_picture import title_of
from printables.artwork.palette import Ink
from printables.documents.aids import AidChoice, draw_aid
from printables.documents.board_document import BoardPrint, board_sheets, make_book, prepare_board
from printables.documents.calibration_sheet import draw_calibration
from printables.documents.leaf import Leaf
from printables.documents.pieces import PieceChoice, draw_pieces
from printables.documents.poster import EVERY_PAPER, POSTER_PAPERS, PosterSize, check_poster, draw_poster, poster_size
from printables.drawing.drawing import Drawing, Group
from printables.drawing.pdf import Book, PdfPage
from referee.layout.layout import Layout
from referee.layout.papers import PAPERS, PrintChoice, format_mm
from referee.rules.pieces import Colour
from referee.rules.position import Edition
from referee.words.problems import Problem
from referee.words.texts import Text, say, text


class Material(StrEnum):
    """The kinds of printed material; `all` stands for all other kinds."""

    BOARD = "board"
    POSTER = "poster"
    PIECES = "pieces"
    AIDS = "aids"
    CALIBRATION = "calibration"
    ALL = "all"


USUAL_PAPER = PrintChoice().paper
LONGEST_NAME = 60  # characters of a board's name in a file name
# The parts that fit ordinary printers, in the order of the complete document; the poster is too large.
SHEET_PARTS = (Material.BOARD, Material.PIECES, Material.AIDS, Material.CALIBRATION)
PARTS = (*SHEET_PARTS, Material.POSTER)
PART_NAMES: dict[Material, Text] = {
    Material.BOARD: text("print.part_board"),
    Material.POSTER: text("print.part_poster"),
    Material.PIECES: text("print.part_pieces"),
    Material.AIDS: text("print.part_aids"),
    Material.CALIBRATION: text("print.part_calibration"),
}


@dataclass(frozen=True, slots=True)
class PrintJob:
    """A laid-out board, and how to print it and its accompanying documents.

    If `poster_paper` is None, the poster is printed at actual size.
    """

    layout: Layout
    ink: Ink
    language: str
    edition: Edition
    poster_paper: str | None = None

    @property
    def title(self) -> str:
        """The title of the board in the language of the job."""
        return title_of(self.layout.board, self.language)


@dataclass(frozen=True, slots=True)
class Document:
    """A document and its file name, without folder."""

    file_name: str
    book: Book


def sort_papers(material: Material, paper: str | None) -> tuple[str, str | None]:
    """Return the paper for the sheets, and the paper for the poster or None if the poster has its actual size.

    A poster shows the board laid out for the default paper, whatever paper the poster is scaled to. Raise a Problem if `paper`
    is only for posters and the material is not a poster, or if a poster's paper is unknown.
    """
    if paper is None:
        return USUAL_PAPER, None
    if material is Material.POSTER:
        return USUAL_PAPER, _find_poster_paper(paper)
    large = next((name for name in POSTER_PAPERS if name.casefold() == paper.strip().casefold()), None)
    if large is not None:
        raise Problem("unknown-paper", text("print.poster_paper_only", paper=large, papers=tuple(PAPERS)))
    return paper, None


def _find_poster_paper(paper: str) -> str:
    for name in EVERY_PAPER:
        if name.casefold() == paper.strip().casefold():
            return name
    raise Problem("unknown-paper", text("layout.unknown_paper", paper=paper, known=tuple(EVERY_PAPER)))


def make_documents(job: PrintJob, material: Material, report_progress: Callable[[Text], None]) -> Iterator[Document]:
    """Yield the documents for a material one by one; `all` yields each part as a document of its own.

    Raise a Problem if the hexes of a poster would be illegible on its paper. `report_progress` is called only for `all`.
    """
    board = _needs_board(material) and prepare_board(job.layout, job.ink, job.language)
    for part in PARTS if material is Material.ALL else (material,):
        if material is Material.ALL:
            report_progress(text("print.writing", what=PART_NAMES[part]))
        title, sheets = _make_part(job, part, board or None, 0)
        yield Document(name_file(job, part), make_book(title, job.language, sheets))


def make_everything(job: PrintJob, report_progress: Callable[[Text], None]) -> tuple[Document, Document]:
    """Return one document of all parts but the poster, and another of the poster, which is too large for home printers.

    Raise a Problem if the hexes of the poster would be illegible on its paper.
    """
    board = prepare_board(job.layout, job.ink, job.language)
    sheets = make_one(job, SHEET_PARTS, report_progress, board)
    report_progress(text("print.writing", what=PART_NAMES[Material.POSTER]))
    title, pages = _make_part(job, Material.POSTER, board, 0)
    return sheets, Document(name_file(job, Material.POSTER), make_book(title, job.language, pages))


def make_one(
    job: PrintJob, parts: Collection[Material], report_progress: Callable[[Text], None], board: BoardPrint | None = None
) -> Document:
    """Return one document of the given parts, without the poster, with a two-level outline."""
    board = board or prepare_board(job.layout, job.ink, job.language)
    sheets: list[PdfPage] = []
    for part in (part for part in SHEET_PARTS if part in parts):
        report_progress(text("print.writing", what=PART_NAMES[part]))
        _, pages = _make_part(job, part, board, 1)
        sheets.append(replace(pages[0], outline=say(PART_NAMES[part], job.language), level=0))
        sheets.extend(pages[1:])
    book = make_book(text("print.doc_all", board=job.title), job.language, tuple(sheets))
    return Document(name_file(job, Material.ALL), book)


def count_sheets(job: PrintJob, part: Material) -> int:
    """Return how many sheets a part has, without drawing the board."""
    counts = {Material.BOARD: 1 + len(job.layout.pages), Material.AIDS: len(Colour)}
    return len(_piece_sheets(job, 0)) if part is Material.PIECES else counts.get(part, 1)


def name_file(job: PrintJob, material: Material) -> str:
    """Return a file name that describes the document's content."""
    board = re.sub(r"[^\w-]+", "-", job.layout.board.name).strip("-")[:LONGEST_NAME] or "board"
    hexes = f"{format_mm(job.layout.hex_mm)}mm"
    paper = job.layout.paper
    details: dict[Material, tuple[str, ...]] = {
        Material.AIDS: (paper, f"rules-{job.edition}"),
        Material.CALIBRATION: (paper,),
    }
    if material is Material.POSTER:
        size = poster_size(job.layout, job.poster_paper)
        details[material] = (size.paper or "true-size", f"{format_mm(round(job.layout.hex_mm * size.scale, 1))}mm")
    return "-".join((board, material, *details.get(material, (paper, hexes)), job.ink, job.language)) + ".pdf"


def _needs_board(material: Material) -> bool:
    return material in (Material.BOARD, Material.POSTER, Material.ALL)


def _make_part(job: PrintJob, part: Material, board: BoardPrint | None, level: int) -> tuple[Text, tuple[PdfPage, ...]]:
    if part is Material.BOARD and board:
        return text("print.doc_board", board=job.title), board_sheets(board, level)
    if part is Material.POSTER and board:
        if job.poster_paper:
            check_poster(job.layout, job.poster_paper)
        size: PosterSize = poster_size(job.layout, job.poster_paper)
        poster = draw_poster(board.drawing, job.layout, size, job.language)
        return text("print.doc_poster", board=job.title), (replace(poster, level=level),)
    if part is Material.PIECES:
        return text("print.doc_pieces", board=job.title), _piece_sheets(job, level)
    if part is Material.AIDS:
        return text("print.doc_aids", board=job.title), _aid_sheets(job, level)
    return text("print.doc_calibration", board=job.title), _calibration_sheets(job, level)


def _leaf_of(job: PrintJob) -> Leaf:
    """Return a leaf in portrait orientation at its printed size; `print_true` converts drawings on it back to page size."""
    width, height = PAPERS[job.layout.paper]
    across, down = (share / 100 for share in job.layout.choice.measured)
    return Leaf(width * across, height * down, job.layout.choice.margin_mm * max(across, down))


def _piece_sheets(job: PrintJob, level: int) -> tuple[PdfPage, ...]:
    layout = job.layout
    drawings = draw_pieces(PieceChoice(job.title, _leaf_of(job), layout.paper, layout.hex_mm, job.ink, job.language))
    measured = job.layout.choice.measured
    return tuple(PdfPage(print_true(drawing, measured), outline=drawing.label, level=level) for drawing in drawings)


def _aid_sheets(job: PrintJob, level: int) -> tuple[PdfPage, ...]:
    choice = AidChoice(job.edition, job.ink, job.language, *PAPERS[job.layout.paper])
    drawings = [draw_aid(choice, colour) for colour in Colour]
    return tuple(PdfPage(drawing, outline=drawing.label, level=level) for drawing in drawings)


def _calibration_sheets(job: PrintJob, level: int) -> tuple[PdfPage, ...]:
    drawing = draw_calibration(_leaf_of(job), job.ink, job.language)
    return (PdfPage(print_true(drawing, job.layout.choice.measured), outline=drawing.label, level=level),)


def print_true(drawing: Drawing, measured: tuple[float, float]) -> Drawing:
    """Return a drawing scaled to have its actual size on a printer that prints 100 mm as `measured` mm (across, down)."""
    across, down = 100 / measured[0], 100 / measured[1]
    if across == down == 1.0:
        return drawing
    return replace(
        drawing,
        width_mm=drawing.width_mm * across,
        height_mm=drawing.height_mm * down,
        items=(Group(drawing.items, (across, 0.0, 0.0, down, 0.0, 0.0)),),
    )
