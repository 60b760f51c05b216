"""The whole board on one sheet: at actual size, or scaled down to a paper size."""

from __future__ import annotations

from dataclasses import dataclass

from printables.documents.leaf import NOTE
from printables.drawing.drawing import Anchor, Drawing, Group, Item, Marked, Words, shift
from printables.drawing.paragraphs import fit_words
from printables.drawing.pdf import PdfPage
from referee.layout.layout import Layout
from referee.layout.papers import LEAST_HEX_MM, PAPERS, mm_text
from referee.words.problems import Problem
from referee.words.texts import Text, say, text

POSTER_PAPERS: dict[str, tuple[float, float]] = {
    "A2": (420.0, 594.0),
    "A1": (594.0, 841.0),
    "A0": (841.0, 1189.0),
    "50x70": (500.0, 700.0),
    "70x100": (700.0, 1000.0),
}
EVERY_PAPER = PAPERS | POSTER_PAPERS
NOTE_ROOM = 7.0  # height of the line below the board, inside the margin


@dataclass(frozen=True, slots=True)
class PosterSize:
    """The scale of the board and the size of its paper.

    If `paper` is None, the sheet has the size of the board.
    """

    paper: str | None
    width: float
    height: float
    scale: float


def poster_size(layout: Layout, paper: str | None) -> PosterSize:
    """Return the size of the largest poster that fits a paper in either orientation, but at most the actual size.

    If `paper` is None, the poster has its actual size.
    """
    if paper is None:
        return PosterSize(None, layout.width, layout.height, 1.0)
    short, long = EVERY_PAPER[paper]
    sizes = [_fit(layout, paper, width, height) for width, height in ((short, long), (long, short))]
    return max(sizes, key=lambda size: size.scale)


def check_poster(layout: Layout, paper: str) -> None:
    """Raise a Problem if the hexes of a poster would be illegible on a paper; the Problem suggests larger sizes."""
    enough = papers_for_poster(layout)
    if paper in enough:
        return
    facts = {"paper": paper, "hex": mm_text(round(_hex_on(layout, paper), 1)), "least": mm_text(LEAST_HEX_MM)}
    if enough:
        raise Problem("poster-too-small", text("print.poster_too_small", papers=enough, **facts))
    raise Problem("poster-too-small", text("print.poster_true_only", **facts))


def papers_for_poster(layout: Layout) -> tuple[str, ...]:
    """Return the papers on which the hexes of a poster are legible."""
    return tuple(name for name in EVERY_PAPER if _hex_on(layout, name) >= LEAST_HEX_MM)


def _hex_on(layout: Layout, paper: str) -> float:
    return layout.hex_mm * poster_size(layout, paper).scale


def _fit(layout: Layout, paper: str, width: float, height: float) -> PosterSize:
    margin = layout.choice.margin_mm
    across, down = width - 2 * margin, height - 2 * margin - NOTE_ROOM
    return PosterSize(paper, width, height, min(1.0, across / layout.width, down / layout.height))


def describe_size(layout: Layout, size: PosterSize) -> Text:
    """Return a sentence on the printed size of the hexes."""
    hexes = mm_text(round(layout.hex_mm * size.scale, 1))
    if size.paper is None:
        return text("print.poster_note_true", hex=hexes)
    return text("print.poster_note_scaled", paper=size.paper, hex=hexes)


def draw_poster(board: Drawing, layout: Layout, size: PosterSize, language: str) -> PdfPage:
    """Draw the poster as a page.

    If the poster is for a paper size, a line below the board states the paper and the printed size of the hexes.
    """
    width, height = layout.width * size.scale, layout.height * size.scale
    alternative = text("print.alt_poster", cells=len(layout.board.cells), terrains=len(layout.board.terrains))
    if size.paper is None:
        figure: Item = Marked("Figure", board.items, say(alternative, language))
        return PdfPage(Drawing(size.width, size.height, (figure,), board.symbols, _label(language)), outline=_label(language))
    left, top = (size.width - width) / 2, (size.height - height - NOTE_ROOM) / 2
    picture = Group(board.items, shift(left, top, size.scale))
    note = say(describe_size(layout, size), language)
    style = fit_words(note, NOTE, width)
    words = Words(note, size.width / 2, top + height + 5.0, style.size, style.face, Anchor.MIDDLE, style.colour)
    items = (Marked("Figure", (picture,), say(alternative, language)), Marked("P", (words,)))
    drawing = Drawing(size.width, size.height, items, board.symbols, _label(language))
    return PdfPage(drawing, (left, top, left + width, top + height), _label(language))


def _label(language: str) -> str:
    return say(text("print.part_poster"), language)
