"""Make what the Print centre offers for a user's choices: plans of boards on sheets, documents, bundles and previews.

Each document is byte for byte the one that `terranova print` writes with the same choices.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from printables.documents.catalogue import (
    PART_NAMES,
    PARTS,
    SHEET_PARTS,
    USUAL_PAPER,
    Document,
    Material,
    PrintJob,
    count_sheets,
    make_documents,
    make_one,
    name_file,
)
from printables.documents.poster import check_poster
from referee.layout.layout import ROOMY_HEX_MM, DoesNotFit, Layout, lay_out, sheets_for_crown_caps
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.table import board_named
from web.prints.shop import Made, Order, PrintShop, Report, Task, Urgency
from web.prints.wishes import PrintWish

PLAN_BYTES = 2**20  # estimated: a layout with its hexes, sheets and track
PREVIEW_PX_PER_MM, PREVIEW_MOST_PX = 1.2, 480
LARGE_PX_PER_MM, LARGE_MOST_PX = 5.0, 2000
ZIP_DATE = (1980, 1, 1, 0, 0, 0)  # fixed, so that the same documents give the same bytes


class Bundle(StrEnum):
    """A format for the chosen documents in one file: a PDF, which leaves out the poster, or a zip of PDF files."""

    PDF = "pdf"
    ZIP = "zip"


@dataclass(frozen=True, slots=True)
class Plan:
    """The layout of a board on its sheets, and the number of pages of each document.

    `roomy_sheets` is the number of sheets that would make the hexes large enough for crown caps. It is None if the hexes are
    large enough, if the user chose the hex size, or if too many sheets would be needed. `poster` is the layout of the poster.
    `poster_problem` reports that the poster is too small on its paper; it is None if the poster is large enough.
    """

    job: PrintJob
    pages: Mapping[Material, int]
    roomy_sheets: int | None
    poster: Layout
    poster_problem: Problem | None


@dataclass(frozen=True, slots=True)
class File:
    """A file to download: its name, media type and content."""

    name: str
    kind: str
    data: bytes


class Prints:
    """Access to plans, documents and previews, which the print shop makes and caches for all requests."""

    def __init__(self, shop: PrintShop) -> None:
        self._shop = shop

    def plan(self, wish: PrintWish) -> Plan | Problem:
        """Return the plan of a board on its sheets, or the problem that prevents a plan; raise a Problem if the shop is busy."""
        return self._shop.fetch(_plan_task(wish), Urgency.PLAN)

    def file(self, wish: PrintWish, what: Material | Bundle) -> File:
        """Return one document, or the chosen documents in one file, after waiting until the file is made.

        Raise a Problem if the file cannot be made or the shop is busy.
        """
        return self._shop.fetch(self._file_task(wish, what), Urgency.FILE)

    def begin(self, wish: PrintWish, what: Material | Bundle, urgency: Urgency) -> Order[File] | None:
        """Order a file and return the order without waiting, or return None if the file is already cached.

        Raise a Problem if too many orders are waiting.
        """
        task = self._file_task(wish, what)
        return None if self._shop.find(task.key) else self._shop.order(task, urgency)

    def preview(self, wish: PrintWish, part: Material, number: int, large: bool) -> bytes:
        """Return one page of a document as WebP data; `number` starts at 1, and `large` selects the higher resolution.

        Raise a Problem if the document cannot be made or the shop is busy.
        """
        return self._shop.fetch(self._preview_task(wish, part, number, large), Urgency.PREVIEW)

    def prepare(self, wish: PrintWish, report: Report) -> None:
        """Make and cache the plan and, if the board fits, the small preview of the first page of the first chosen document.

        Only a task that runs in the shop's thread may call this method.
        """
        plan = self._shop.use(_plan_task(wish), report)
        if isinstance(plan, Plan):
            self._shop.use(self._preview_task(wish, wish.documents[0], 1, large=False), report)

    def _preview_task(self, wish: PrintWish, part: Material, number: int, large: bool) -> Task[bytes]:
        px_per_mm, most_px = (LARGE_PX_PER_MM, LARGE_MOST_PX) if large else (PREVIEW_PX_PER_MM, PREVIEW_MOST_PX)
        file_task = self._file_task(wish, part)

        def make(report: Report) -> Made[bytes]:
            from printables.drawing.preview import draw_preview

            drawn = draw_preview(self._shop.use(file_task, report).data, number, px_per_mm, most_px)
            return Made(drawn, len(drawn))

        return Task(("preview", file_task.key, number, large), make)

    def _file_task(self, wish: PrintWish, what: Material | Bundle) -> Task[File]:
        """Return the task that makes a file.

        The key of a single document leaves out the other documents and, unless the document is the poster, the poster's paper.
        """
        if isinstance(what, Material):
            poster_paper = wish.poster_paper if what is Material.POSTER else None
            wish = replace(wish, documents=(what,), poster_paper=poster_paper)

        def make(report: Report) -> Made[File]:
            match what:
                case Bundle.ZIP:
                    file = self._make_zip(wish, report)
                case Bundle.PDF:
                    file = self._make_book(wish, report)
                case _:
                    file = self._make_document(wish, what, report)
            return Made(file, len(file.data))

        return Task(("file", what, board_named(wish.board), wish), make)

    def _make_document(self, wish: PrintWish, part: Material, report: Report) -> File:
        plan = self._plan_of(wish, report)
        job = replace(plan.job, layout=plan.poster) if part is Material.POSTER else plan.job
        (document,) = make_documents(job, part, report)
        return _pdf_of(document)

    def _make_book(self, wish: PrintWish, report: Report) -> File:
        if not set(wish.documents) & set(SHEET_PARTS):
            raise Problem("bad-request", text("web.print_nothing_chosen"))
        return _pdf_of(make_one(self._job(wish, report), wish.documents, report))

    def _make_zip(self, wish: PrintWish, report: Report) -> File:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:  # PDF files are compressed already
            for part in wish.documents:
                report(text("print.writing", what=PART_NAMES[part]))
                file = self._shop.use(self._file_task(wish, part), report)
                archive.writestr(zipfile.ZipInfo(file.name, ZIP_DATE), file.data)
        name = name_file(self._job(wish, report), Material.ALL).removesuffix(".pdf") + ".zip"
        return File(name, "application/zip", packed.getvalue())

    def _job(self, wish: PrintWish, report: Report) -> PrintJob:
        return self._plan_of(wish, report).job

    def _plan_of(self, wish: PrintWish, report: Report) -> Plan:
        plan = self._shop.use(_plan_task(wish), report)
        if isinstance(plan, Problem):
            raise plan
        return plan


def _plan_task(wish: PrintWish) -> Task[Plan | Problem]:
    board = board_named(wish.board)

    def make(_report: Report) -> Made[Plan | Problem]:
        try:
            layout = lay_out(board, wish.choice)
        except Problem as problem:
            return Made(problem, PLAN_BYTES)
        job = PrintJob(layout, wish.ink, wish.language, wish.edition, wish.poster_paper)
        narrow = wish.hex_mm is None and layout.hex_mm < ROOMY_HEX_MM
        roomy = sheets_for_crown_caps(board, wish.choice) if narrow else None
        pages = {part: count_sheets(job, part) for part in PARTS}
        poster = _lay_out_poster(layout, wish)
        return Made(Plan(job, pages, roomy, poster, _poster_problem(poster, wish.poster_paper)), PLAN_BYTES)

    return Task(("plan", board, replace(wish, documents=())), make)


def _lay_out_poster(layout: Layout, wish: PrintWish) -> Layout:
    """Return the layout that a poster shows.

    As on the command line, a poster scaled to a paper shows the board laid out for the default paper. If the board does not fit
    that paper, or the poster is not scaled, the poster has the layout of the sheets.
    """
    if wish.poster_paper is None or wish.paper == USUAL_PAPER:
        return layout
    try:
        return lay_out(layout.board, replace(wish.choice, paper=USUAL_PAPER))
    except DoesNotFit:
        return layout


def _poster_problem(layout: Layout, paper: str | None) -> Problem | None:
    try:
        if paper:
            check_poster(layout, paper)
    except Problem as problem:
        return problem
    return None


def _pdf_of(document: Document) -> File:
    from printables.drawing.tagging import make_pdf

    return File(document.file_name, "application/pdf", make_pdf(document.book))
