"""Tables for the terminal, with columns as wide as needed, right-aligned numbers and coloured symbols."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import combining, east_asian_width

from referee.cli.terminal.screen import PLAIN, Canvas, Screen, Style
from referee.words.safe_text import one_safe_line

GAP = 2  # characters between two columns of a table
LINE_WIDTH = 78


@dataclass(frozen=True, slots=True)
class Span:
    """Text in one style."""

    words: str
    style: Style = PLAIN


Entry = tuple[Span, ...]


def entry(words: object) -> Entry:
    """Return a table entry for plain text or a number."""
    return (Span(one_safe_line(str(words))),)


def heading(words: str) -> Entry:
    """Return a table entry in bold."""
    return (Span(words, Style(bold=True)),)


def draw_table(rows: Sequence[Sequence[Entry]], screen: Screen, right: frozenset[int] = frozenset()) -> str:
    """Render rows of entries as text; the 0-based columns in `right` are right-aligned."""
    widths = [max(width_of(row[column]) for row in rows) for column in range(len(rows[0]))]
    canvas = Canvas()
    for line, row in enumerate(rows):
        left = 0
        for column, (content, width) in enumerate(zip(row, widths, strict=True)):
            at = left + (width - width_of(content) if column in right else 0)
            for piece in content:
                canvas.put(line, at, piece.words, piece.style)
                at += len(piece.words)
            left += width + GAP
    return canvas.render(screen)


def draw_line(pieces: Sequence[Entry], screen: Screen) -> str:
    """Render entries one after the other, on as many lines of LINE_WIDTH characters as needed."""
    rows: list[list[Entry]] = [[]]
    used = 0
    for content in pieces:
        needed = width_of(content) + GAP
        if used + needed > LINE_WIDTH + GAP and rows[-1]:
            rows.append([])
            used = 0
        rows[-1].append(content)
        used += needed
    return "\n".join(draw_table([row], screen) for row in rows if row)


def width_of(content: Entry) -> int:
    """Return the width of an entry in columns."""
    return sum(_columns(letter) for piece in content for letter in piece.words)


def _columns(letter: str) -> int:
    if combining(letter):
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1
