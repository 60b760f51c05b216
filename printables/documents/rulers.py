"""The two check bars of every sheet: one of 100 mm, one of 4 inches, each to be held against a ruler."""

from __future__ import annotations

from printables.drawing.drawing import Item, rectangle

BAR_MM = 100.0
BAR_IN = 4
MM_PER_INCH = 25.4
BLACK, WHITE = "#000000", "#ffffff"
FRAME_SHARE = 0.16  # of the bar's height: how thick its frame is round the white fields


def draw_millimetre_bar(left: float, top: float, height: float) -> tuple[Item, ...]:
    """Draw a bar of 100 mm, black and white by centimetres."""
    return _draw_bar(left, top, height, BAR_MM, 10)


def draw_inch_bar(left: float, top: float, height: float) -> tuple[Item, ...]:
    """Draw a bar of 4 inches, black and white by half inches."""
    return _draw_bar(left, top, height, BAR_IN * MM_PER_INCH, 2 * BAR_IN)


def _draw_bar(left: float, top: float, height: float, length: float, fields: int) -> tuple[Item, ...]:
    """Return the black rectangle alone is as long as the bar; white fields lie inside it."""
    frame = height * FRAME_SHARE
    field = length / fields
    whites = tuple(
        rectangle(left + number * field, top + frame, min(field, length - number * field - frame), height - 2 * frame, fill=WHITE)
        for number in range(1, fields, 2)
    )
    return (rectangle(left, top, length, height, fill=BLACK), *whites)
