"""`terranova print`: write the board, a poster, pieces, player aids and the calibration sheet as PDF files."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from printables.artwork.palette import Ink
from referee.cli.click_types import BoardName, OneOf, argument, make_command, option
from referee.cli.geometry_options import choice_of, geometry_options, suggest_crown_caps
from referee.cli.output import DONE, Output
from referee.files.atomic_write import write_file_whole
from referee.rules.editions import edition_for
from referee.rules.position import Edition
from referee.words.problems import Problem
from referee.words.texts import Text, text

if TYPE_CHECKING:
    from printables.documents.catalogue import Document

MATERIALS = ("board", "poster", "pieces", "aids", "calibration", "all")
INKS = tuple(Ink)
PDF, STANDARD_OUTPUT = ".pdf", "-"
PATIENCE_SECONDS = 1.0
_FILE_ENDING = re.compile(r"\.[a-z][a-z0-9]{0,4}")  # matches file extensions, but not the end of "v1.2"


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
@option("-o", "--output", "output_path", metavar="PATH", type=click.Path(), default=".", about=text("print.option_output"))
def command(
    output: Output, material: str, board: str, ink: str, edition: str | None, preview: str | None, output_path: str, **chosen: Any
) -> int:
    """Create the documents and previews, and write their files; if a file cannot be written, remove the files that are new."""
    from printables.documents.catalogue import Material, PrintJob, make_documents, make_everything, sort_papers
    from referee.cli.inputs import open_board
    from referee.layout.layout import lay_out

    _check_output(output_path)
    wanted = Material(material)
    chosen_paper = chosen.pop("paper")
    paper, poster_paper = sort_papers(wanted, chosen_paper if _is_given("paper") else None)
    rules = Edition(edition) if edition else edition_for(output.language)
    choice = choice_of(paper=paper, **chosen)
    job = PrintJob(lay_out(open_board(board), choice), Ink(ink), output.language, rules, poster_paper)
    delivery = _Delivery(output, Path(output_path), Path(preview) if preview else None)
    if delivery.is_file and wanted is Material.ALL:
        sheets, poster = make_everything(job, delivery.report_progress)
        delivery.add(sheets, Path(output_path))
        delivery.add(poster, Path(output_path).with_name(f"{Path(output_path).stem}-{Material.POSTER}{PDF}"))
    else:
        for document in make_documents(job, wanted, delivery.report_progress):
            delivery.add(document, Path(output_path) if delivery.is_file else Path(output_path) / document.file_name)
    delivery.write_files()
    delivery.report()
    if wanted in (Material.BOARD, Material.ALL):
        suggest_crown_caps(output, job.layout, choice)
    return DONE


def _check_output(output_path: str) -> None:
    """Raise a Problem for standard output, and for a path that has another extension than .pdf and is not a folder."""
    if output_path == STANDARD_OUTPUT:
        raise Problem("usage", text("print.not_to_standard_output"))
    ending = Path(output_path).suffix.lower()
    if _FILE_ENDING.fullmatch(ending) and ending != PDF and output_path[-1] not in "/\\" and not os.path.isdir(output_path):
        raise Problem("usage", text("print.not_a_pdf", path=output_path, ending=ending))


def _is_given(option_name: str) -> bool:
    """Return whether an option was given on the command line, even with its default value."""
    source = click.get_current_context().get_parameter_source(option_name)
    return source is click.core.ParameterSource.COMMANDLINE


class _Delivery:
    """The documents and previews of one call, which are collected first and then written."""

    def __init__(self, output: Output, output_path: Path, preview: Path | None) -> None:
        self.output, self.preview = output, preview
        self.is_file = output_path.suffix.lower() == PDF
        self.written: list[tuple[str, int]] = []
        self._files: dict[Path, bytes] = {}
        self._made: list[Path] = []
        self._begun = monotonic()

    def report_progress(self, sentence: Text) -> None:
        """Write a progress message, except during the first second."""
        if monotonic() - self._begun > PATIENCE_SECONDS:
            self.output.write_message(sentence)

    def add(self, document: Document, path: Path) -> None:
        """Add a document and, if previews are wanted, an image of each page."""
        from printables.drawing.tagging import make_pdf

        pdf = make_pdf(document.book)
        self._files[path] = pdf
        self.written.append((str(path), len(document.book.sheets)))
        if self.preview:
            self._add_pictures(self.preview, path.stem, pdf, len(document.book.sheets))

    def _add_pictures(self, folder: Path, stem: str, pdf: bytes, pages: int) -> None:
        from printables.drawing.preview import draw_pages

        for number, picture in enumerate(draw_pages(pdf), start=1):
            self.report_progress(text("print.preview_progress", page=number, pages=pages))
            self._files[folder / f"{stem}-{number:02}.png"] = picture

    def write_files(self) -> None:
        """Write all files; if a Problem occurs, remove the new files and folders and re-raise the Problem.

        Files that existed before and have already been overwritten are not restored.
        """
        try:
            if self.preview:
                self._make_folder(self.preview)
            for path, data in self._files.items():
                self._make_folder(path.parent, unless=self.is_file)
                is_new = not path.exists()
                write_file_whole(path, data)
                self._made += [path] if is_new else []
        except Problem:
            self._take_back()
            raise

    def _make_folder(self, folder: Path, unless: bool = False) -> None:
        if unless and folder != self.preview:
            return
        missing = [each for each in (folder, *folder.parents) if not each.exists()]
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError):
            self._made += [each for each in reversed(missing) if each.is_dir()]
            raise Problem("no-such-folder", text("print.no_folder", path=str(folder))) from None
        self._made += reversed(missing)

    def _take_back(self) -> None:
        for path in reversed(self._made):
            with contextlib.suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()

    def report(self) -> None:
        """Print the file name and the number of pages of each document."""
        if self.output.as_json:
            files = [{"file": path, "pages": pages} for path, pages in self.written]
            self.output.write_json({"format": "terranova-print/1", "files": files})
            return
        for path, pages in self.written:
            self.output.write_lines(self.output.format(text("print.written", path=path, pages=pages)))
