"""A leaf of paper with its printable area, and the heading of loose sheets."""

from __future__ import annotations

from dataclasses import dataclass

from printables.drawing.drawing import Face
from printables.drawing.paragraphs import Block, Style, fit_words, set_paragraph, stack

COMFORT_MM = 10.0  # minimum distance of text from the edge, even if the printer could print closer
TITLE = Style(8.0, 9.4, Face.SERIF_BOLD, role="H1")
BODY = Style(3.9, 4.9)
NOTE = Style(3.3, 4.2, Face.SANS, "#000000")


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page: its size, and the margin that the printer leaves white, in mm."""

    width: float
    height: float
    margin: float

    @property
    def inset(self) -> float:
        """The distance of text from the edge, in mm."""
        return max(self.margin, COMFORT_MM)

    @property
    def inner_width(self) -> float:
        """The width available for text, in mm."""
        return self.width - 2 * self.inset

    @property
    def bottom(self) -> float:
        """The y position in mm below which no text may be printed."""
        return self.height - self.inset


def set_heading(leaf: Leaf, title: str, how: str, top: float) -> Block:
    """Typeset a title with a paragraph below it across a leaf, from `top` down."""
    head = set_paragraph(title, fit_words(title, TITLE, leaf.inner_width), leaf.inset, top, leaf.inner_width)
    body = set_paragraph(how, BODY, leaf.inset, head.bottom + 2.0, leaf.inner_width)
    return Block(stack((head, body)), body.bottom + 4.0)
