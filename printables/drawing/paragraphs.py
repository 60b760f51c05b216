"""Typesetting of paragraphs: text is broken into lines at spaces to fit a width.

Each paragraph or heading becomes one tagged element, so that screen readers read it as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from printables.drawing.drawing import Face, Item, Marked, Words
from printables.drawing.pdf import width_of

# scales of a page's text, tried from the largest
SIZES = (1.2, 1.15, 1.1, 1.05, 1.0, 0.95, 0.9, 0.85)
LINE_BREAK = re.compile(r"(?<![«×]) (?![:;!?%»×])(?!(?<=\d )(?:mm|cm|g/m²)(?!\w))")
ROUNDING = 1e-6  # mm by which a line is allowed to exceed its width, since text scaled to that width can have a rounding error


@dataclass(frozen=True, slots=True)
class Style:
    """The typography of a paragraph.

    Lengths are in mm, and `lead` is the distance between baselines.
    """

    size: float
    lead: float
    face: Face = Face.SANS
    colour: str = "#000000"
    role: str = "P"

    def scaled(self, scale: float) -> Style:
        """Return the style scaled by a factor."""
        return replace(self, size=self.size * scale, lead=self.lead * scale)


@dataclass(frozen=True, slots=True)
class Block:
    """Typeset items, and the y position in mm at which they end."""

    items: tuple[Item, ...]
    bottom: float


def break_lines(text: str, style: Style, width: float) -> tuple[str, ...]:
    """Break text at spaces into lines that fit a width; an overlong word gets a line of its own.

    Numbers stay with their units, and French punctuation with its word.
    """
    lines: list[str] = []
    line = ""
    for word in LINE_BREAK.split(text):
        longer = f"{line} {word}" if line else word
        if line and width_of(longer, style.face, style.size) > width + ROUNDING:
            lines.append(line)
            longer = word
        line = longer
    return (*lines, line)


def set_paragraph(text: str, style: Style, left: float, top: float, width: float) -> Block:
    """Typeset text in lines of at most `width`, from `top` down."""
    lines = break_lines(text, style, width)
    first = top + style.size * 0.78
    # a trailing space, so that screen readers do not join the words at a line break
    ends = [" "] * (len(lines) - 1) + [""]
    words = tuple(
        Words(line + end, left, first + number * style.lead, style.size, style.face, colour=style.colour)
        for number, (line, end) in enumerate(zip(lines, ends, strict=True))
    )
    return Block((Marked(style.role, words),), top + (len(lines) - 1) * style.lead + style.size)


def fit_words(text: str, style: Style, width: float) -> Style:
    """Return the style, reduced if needed so that the text fits `width` on one line."""
    length = width_of(text, style.face, style.size)
    return style if length <= width else style.scaled(width / length)


def fill_page(draw: Callable[[float], Block], bottom: float) -> tuple[Item, ...]:
    """Return the items of a page, typeset with the largest text that ends above `bottom` or else with the smallest text.

    `draw` typesets the page at a given scale of its text.
    """
    for size in SIZES:
        block = draw(size)
        if block.bottom <= bottom:
            break
    return block.items


def stack(blocks: Iterable[Block]) -> tuple[Item, ...]:
    """Return the items of all blocks."""
    return tuple(item for block in blocks for item in block.items)
