"""What a user wants printed: the fields of the Print centre's form, parsed from and formatted as a query string.

Values are checked as on the command line, except that decimal commas are accepted and margins are limited to GREATEST_MARGIN_MM.
An invalid field gets its default and a problem, so that the page can show the problem beside the field. This module does not
depend on Flask.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from printables.artwork.palette import Ink
from printables.documents.catalogue import PARTS, SHEET_PARTS, USUAL_PAPER, Material, sort_papers
from referee.files.json_input import quoted
from referee.layout.papers import (
    MOST_SHEETS,
    USUAL_MARGIN_MM,
    Orientation,
    PrintChoice,
    check_choice,
    format_mm,
    mm_text,
    parse_length,
    parse_measured,
)
from referee.rules.editions import edition_for
from referee.rules.position import Edition
from referee.words.problems import Problem
from referee.words.texts import LANGUAGES, Text, text
from web.games.table import board_named

USUAL_BOARD = "terranova"
USUAL_SHEETS = PrintChoice().sheets
TRUE_SIZE = "true"
GREATEST_MARGIN_MM = 20.0  # no printer needs more, and larger ones slow down the search for sheets
LONGEST_FIELD = 100  # characters
Query = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class PrintWish:
    """The board, documents and print options that a user chose.

    `measured` holds the printed lengths in mm of a nominal 100 mm, across and down. `hex_mm` and `orientation` are None if the
    layout determines them, and `poster_paper` is None for a poster at actual size.
    """

    board: str
    language: str
    edition: Edition
    paper: str = USUAL_PAPER
    ink: Ink = Ink.COLOUR
    hex_mm: float | None = None
    sheets: int = USUAL_SHEETS
    margin_mm: float = USUAL_MARGIN_MM
    measured: tuple[float, float] = (100.0, 100.0)
    documents: tuple[Material, ...] = SHEET_PARTS
    poster_paper: str | None = None
    orientation: Orientation | None = None

    @property
    def choice(self) -> PrintChoice:
        """The options that determine the layout of the sheets."""
        return PrintChoice(self.paper, self.hex_mm, self.margin_mm, self.orientation, self.sheets, self.measured)

    @property
    def measured_text(self) -> str:
        """The printed lengths of a nominal 100 mm as text that `parse_measured` accepts."""
        across, down = (format_mm(length) for length in self.measured)
        return across if across == down else f"{across}x{down}"

    def with_choice(self, choice: PrintChoice) -> PrintWish:
        """Return the wish with the paper, hex size, margin and number of sheets of a print choice."""
        return replace(self, paper=choice.paper, hex_mm=choice.hex_mm, margin_mm=choice.margin_mm, sheets=choice.sheets)


@dataclass(frozen=True, slots=True)
class FilledForm:
    """A parsed form: the wish, with defaults for invalid fields.

    `problems` and `typed` map the names of invalid fields to their problems and to the entered text, which is cut off after
    LONGEST_FIELD characters. The choice of documents has no entered text.
    """

    wish: PrintWish
    problems: Mapping[str, Problem]
    typed: Mapping[str, str]

    def refuse_problems(self) -> PrintWish:
        """Return the wish, or raise the problem of the first invalid field."""
        for problem in self.problems.values():
            raise problem
        return self.wish


def parse_wish(query: Query, language: str) -> FilledForm:
    """Parse the fields of a query string; `language` is the page's language, and the default language of the documents."""
    found: dict[str, Any] = {}
    problems: dict[str, Problem] = {}
    typed: dict[str, str] = {}
    for name, take in _FIELDS.items():
        given = (list(query.get(name, ())) or [""])[0].strip()
        if given:
            try:
                found[name] = take(_shortened(given))
            except Problem as problem:
                problems[name], typed[name] = problem, given[:LONGEST_FIELD]
    try:
        documents = _take_documents(query["document"]) if "document" in query else SHEET_PARTS
    except Problem as problem:
        documents, problems["document"] = SHEET_PARTS, problem
    speaks = found.pop("language", language)
    edition = found.pop("edition", None) or edition_for(speaks)
    board = found.pop("board", USUAL_BOARD)
    wish = PrintWish(board=board, language=speaks, edition=edition, documents=documents, **_named(found))
    return FilledForm(wish, problems, typed)


def format_wish(wish: PrintWish) -> tuple[tuple[str, str], ...]:
    """Return the names and values of a wish's query string, leaving out defaults except for board and language."""
    usual = PrintWish(wish.board, wish.language, edition_for(wish.language))
    fields = (
        ("board", wish.board, None),
        ("paper", wish.paper, usual.paper),
        ("ink", wish.ink.value, usual.ink.value),
        ("language", wish.language, None),
        ("edition", wish.edition.value, usual.edition.value),
        ("hex", "" if wish.hex_mm is None else format_mm(wish.hex_mm), ""),
        ("sheets", str(wish.sheets), str(usual.sheets)),
        ("margin", format_mm(wish.margin_mm), format_mm(usual.margin_mm)),
        ("measured", wish.measured_text, usual.measured_text),
        ("poster", wish.poster_paper or TRUE_SIZE, TRUE_SIZE),
        ("orientation", wish.orientation or "", ""),
    )
    documents = () if wish.documents == usual.documents else tuple(("document", part.value) for part in wish.documents)
    return (*((name, value) for name, value, ordinary in fields if value != ordinary), *documents)


def _named(found: Mapping[str, Any]) -> dict[str, Any]:
    names = {"hex": "hex_mm", "margin": "margin_mm", "poster": "poster_paper"}
    return {names.get(name, name): value for name, value in found.items()}


def _shortened(given: str) -> str:
    if len(given) > LONGEST_FIELD:
        raise Problem("bad-request", text("web.print_field_too_long", most=LONGEST_FIELD))
    return given


def _take_board(given: str) -> str:
    board_named(given)
    return given


def _take_paper(given: str) -> str:
    return check_choice(PrintChoice(sort_papers(Material.BOARD, given)[0])).paper


def _take_poster(given: str) -> str | None:
    return None if given == TRUE_SIZE else sort_papers(Material.POSTER, given)[1]


def _take_hex(given: str) -> float | None:
    return check_choice(PrintChoice(hex_mm=_length(given, text("web.hex_width")))).hex_mm


def _take_margin(given: str) -> float:
    margin = check_choice(PrintChoice(margin_mm=_length(given, text("web.print_margin")))).margin_mm
    if margin > GREATEST_MARGIN_MM:
        raise Problem("bad-margin", text("web.print_margin_too_wide", greatest=mm_text(GREATEST_MARGIN_MM)))
    return margin


def _length(given: str, name: Text) -> float:
    length = parse_length(given)
    if length is None:
        raise Problem("not-a-number", text("layout.not_a_length", option=name, value=given))
    return length


def _take_sheets(given: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", given):
        facts = {"option": text("web.print_sheets"), "value": quoted(given), "low": 1, "high": MOST_SHEETS}
        raise Problem("not-a-number", text("cli.option_whole", **facts))
    return check_choice(PrintChoice(sheets=int(given))).sheets


def _take_measured(given: str) -> tuple[float, float]:
    return check_choice(PrintChoice(measured=parse_measured(given))).measured


def _take_documents(given: Sequence[str]) -> tuple[Material, ...]:
    chosen = {_word(name, PARTS, text("web.print_documents")) for name in given if name}
    if not chosen:
        raise Problem("bad-request", text("web.print_nothing_chosen"))
    return tuple(part for part in PARTS if part in chosen)


def _word(given: str, words: Collection[str], name: Text) -> str:
    if given not in words:
        raise Problem("unknown-word", text("cli.option_word", option=name, value=quoted(given), words=tuple(words)))
    return given


_FIELDS: Mapping[str, Callable[[str], object]] = {
    "board": _take_board,
    "paper": _take_paper,
    "ink": lambda given: Ink(_word(given, tuple(Ink), text("web.ink"))),
    "language": lambda given: _word(given, LANGUAGES, text("web.language")),
    "edition": lambda given: Edition(_word(given, tuple(Edition), text("web.edition"))),
    "hex": _take_hex,
    "sheets": _take_sheets,
    "margin": _take_margin,
    "measured": _take_measured,
    "poster": _take_poster,
    "orientation": lambda given: Orientation(_word(given, tuple(Orientation), text("web.print_orientation"))),
}
