"""Documents for tests, each made only once."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any

import pdfplumber

from printables.artwork.palette import Ink
from printables.documents.catalogue import Document, Material, PrintJob, make_documents
from printables.drawing.tagging import make_pdf
from referee.boards.library import load_board
from referee.formats.layouts import layout_to_json
from referee.layout.layout import Layout, PrintChoice, lay_out
from referee.rules.position import Edition


@cache
def laid_out(board: str = "terranova", choice: PrintChoice | None = None) -> Layout:
    """Lay out a built-in board."""
    return lay_out(load_board(board), choice or PrintChoice())


@cache
def layout_json(board: str = "terranova", choice: PrintChoice | None = None) -> dict[str, Any]:
    """Return a layout as published JSON."""
    return layout_to_json(laid_out(board, choice))


@cache
def document(
    material: Material,
    board: str = "terranova",
    choice: PrintChoice | None = None,
    ink: Ink = Ink.COLOUR,
    language: str = "en",
    edition: Edition = Edition.DE,
    poster_paper: str | None = None,
) -> Document:
    """Make a document."""
    job = PrintJob(laid_out(board, choice), ink, language, edition, poster_paper)
    return next(make_documents(job, material, lambda sentence: None))


@cache
def pdf_of(
    material: Material,
    board: str = "terranova",
    choice: PrintChoice | None = None,
    ink: Ink = Ink.COLOUR,
    language: str = "en",
    edition: Edition = Edition.DE,
    poster_paper: str | None = None,
) -> bytes:
    """Return a document's PDF."""
    return make_pdf(document(material, board, choice, ink, language, edition, poster_paper).book)


def words_of_page(pdf: bytes, page: int) -> str:
    """Return the text of one page, counted from 1."""
    with pdfplumber.open(BytesIO(pdf), pages=[page]) as document:
        return document.pages[0].extract_text()
