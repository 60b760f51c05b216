"""`terranova print`: the board, a poster, pieces, player aids and the calibration sheet as PDF files."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from referee.cli.click_types import BoardName, OneOf, argument, make_command, option
from referee.cli.geometry_options import choice_of, geometry_options
from referee.cli.output import DONE, Reply
from referee.files.atomic_write import write_file_whole
from referee.rules.position import Edition
from referee.words.problems import Problem
from referee.words.texts import Text, text

if TYPE_CHECKING:
    from printables.documents.catalogue import Document

MATERIALS = ("board", "poster", "pieces", "aids", "calibration", "all")
INKS = ("colour", "light", "grey")
PDF, STANDARD_OUTPUT = ".pdf", "-"
PATIENCE_SECONDS = 1.0


@make_command(
    "print",
    about=text("print.about"),
    examples=(
        "terranova print board terranova --paper A4 -o board.pdf",
        "terranova print poster --paper 50x70",
        "terranova print all --lang hu -o to-print",
    ),
)
@argument("material", "|".join(MATERIALS), type=OneOf(MATERIALS))
@argument("board", "[NAME]", required=False, default="terranova", type=BoardName())
@geometry_options
@option("--ink", type=OneOf(INKS), default="colour", show_default=True, about=text("print.option_ink"))
@option("--edition", type=OneOf(tuple(Edition)), default=None, about=text("print.option_edition"))
@option("--preview", metavar="DIR", type=click.Path(), default=None, about=text("print.option_preview"))
@option("-o", "--output", metavar="PATH", type=click.Path(), default=".", about=text("print.option_output"))
def command(
    reply: Reply, material: str, board: str, ink: str, edition: str | None, preview: str | None, output: str, **chosen: Any
) -> int:
    """Makes the documents one after the other; each file is there whole or not at all."""
    from printables.artwork.palette import Ink
    from printables.documents.catalogue import Material, PrintJob, make_documents, make_everything, sort_papers
    from referee.formats.service import open_board
    from referee.layout.layout import lay_out

    if output == STANDARD_OUTPUT:
        raise Problem("usage", text("print.not_to_standard_output"))
    wanted = Material(material)
    paper, poster_paper = sort_papers(wanted, chosen.pop("paper"))
    rules = Edition(edition) if edition else edition_for(reply.language)
    job = PrintJob(lay_out(open_board(board), choice_of(paper=paper, **chosen)), Ink(ink), reply.language, rules, poster_paper)
    delivery = _Delivery(reply, Path(output), Path(preview) if preview else None)
    if delivery.is_file:
        one = make_everything(job, delivery.tell) if wanted is Material.ALL else next(make_documents(job, wanted, delivery.tell))
        delivery.hand_over(one)
    else:
        for document in make_documents(job, wanted, delivery.tell):
            delivery.hand_over(document)
    delivery.report()
    return DONE


def edition_for(language: str) -> Edition:
    """Gives the rulebook of a language; English has none of its own and takes the German."""
    return Edition(language) if language in tuple(Edition) else Edition.DE


class _Delivery:
    """Writes documents and their previews, and says so when that takes its time."""

    def __init__(self, reply: Reply, output: Path, preview: Path | None) -> None:
        self.reply, self.output, self.preview = reply, output, preview
        self.is_file = output.suffix.lower() == PDF
        self.written: list[tuple[str, int]] = []
        self._begun = monotonic()

    def tell(self, sentence: Text) -> None:
        """Shows progress, once a second has passed."""
        if monotonic() - self._begun > PATIENCE_SECONDS:
            self.reply.tell(sentence)

    def hand_over(self, document: Document) -> None:
        """Writes a document to its file."""
        from printables.drawing.tagging import make_pdf

        path = self.output if self.is_file else _make_folder(self.output) / document.file_name
        pdf = make_pdf(document.book)
        write_file_whole(path, pdf)
        self.written.append((str(path), len(document.book.sheets)))
        if self.preview:
            self._save_pictures(self.preview, path.stem, pdf, len(document.book.sheets))

    def _save_pictures(self, folder: Path, stem: str, pdf: bytes, pages: int) -> None:
        from printables.drawing.preview import draw_pages

        _make_folder(folder)
        for number, picture in enumerate(draw_pages(pdf), start=1):
            self.tell(text("print.preview_progress", page=number, pages=pages))
            write_file_whole(folder / f"{stem}-{number:02}.png", picture)

    def report(self) -> None:
        """Answers which files are there now."""
        if self.reply.as_json:
            files = [{"file": path, "pages": pages} for path, pages in self.written]
            self.reply.send_json({"format": "terranova-print/1", "files": files})
            return
        for path, pages in self.written:
            self.reply.send(self.reply.words(text("print.written", path=path, pages=pages)))


def _make_folder(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError):
        raise Problem("no-such-folder", text("print.no_folder", path=str(folder))) from None
    return folder
