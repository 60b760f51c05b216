"""Sets text in lines: breaks it at blanks to a width, and tells how far down it reached.

Each paragraph or heading becomes one marked piece of the page, so that it is read out as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from printables.drawing.drawing import Anchor, Face, Item, Marked, Words
from printables.drawing.pdf import width_of

# how much a page's text may be larger or smaller than designed, tried from the largest
SIZES = (1.2, 1.15, 1.1, 1.05, 1.0, 0.95, 0.9, 0.85)


@dataclass(frozen=True, slots=True)
class Style:
    """How a paragraph looks; lengths in mm, `lead` is the distance of its baselines."""

    size: float
    lead: float
    face: Face = Face.SANS
    colour: str = "#000000"
    role: str = "P"

    def scaled(self, scale: float) -> Style:
        """Return the same style, larger or smaller."""
        return replace(self, size=self.size * scale, lead=self.lead * scale)


@dataclass(frozen=True, slots=True)
class Block:
    """Something set on a page, and the height in mm that it takes."""

    items: tuple[Item, ...]
    bottom: float


def break_lines(text: str, style: Style, width: float) -> tuple[str, ...]:
    """Break a text at its blanks into lines that fit a width; a word that is too long stands alone."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and width_of(longer, style.face, style.size) > width:
            lines.append(line)
            longer = word
        line = longer
    return (*lines, line)


def set_paragraph(text: str, style: Style, left: float, top: float, width: float, anchor: Anchor = Anchor.START) -> Block:
    """Set a text from `top` down; `left` is where its anchor stands."""
    lines = break_lines(text, style, width)
    first = top + style.size * 0.78
    # a blank at the end keeps the last and the first word of two lines apart for those who listen
    ends = ["" if anchor is not Anchor.START else " "] * (len(lines) - 1) + [""]
    words = tuple(
        Words(line + end, left, first + number * style.lead, style.size, style.face, anchor, style.colour)
        for number, (line, end) in enumerate(zip(lines, ends, strict=True))
    )
    return Block((Marked(style.role, words),), top + (len(lines) - 1) * style.lead + style.size)


def fit_words(text: str, style: Style, width: float) -> Style:
    """Return the style, made smaller where one line of the text would be wider than `width`."""
    length = width_of(text, style.face, style.size)
    return style if length <= width else style.scaled(width / length)


def fill_page(draw: Callable[[float], Block], bottom: float) -> tuple[Item, ...]:
    """Set a page with its text as large as ends above `bottom`: `draw` sets it at a size."""
    for size in SIZES:
        block = draw(size)
        if block.bottom <= bottom:
            break
    return block.items


def stack(blocks: Iterable[Block]) -> tuple[Item, ...]:
    """Return what all blocks draw."""
    return tuple(item for block in blocks for item in block.items)
