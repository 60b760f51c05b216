"""The two check bars on every sheet, 100 mm and 4 inches long, which people measure with a ruler to check the print scale."""

from __future__ import annotations

from printables.drawing.drawing import Item, rectangle

BAR_MM = 100.0
BAR_IN = 4
MM_PER_INCH = 25.4
BLACK, WHITE = "#000000", "#ffffff"
FRAME_SHARE = 0.16  # thickness of the frame around the white fields, relative to the bar's height


def draw_millimetre_bar(left: float, top: float, height: float) -> tuple[Item, ...]:
    """Draw a bar of 100 mm with alternating black and white centimetres."""
    return _draw_bar(left, top, height, BAR_MM, 10)


def draw_inch_bar(left: float, top: float, height: float) -> tuple[Item, ...]:
    """Draw a bar of 4 inches with alternating black and white half inches."""
    return _draw_bar(left, top, height, BAR_IN * MM_PER_INCH, 2 * BAR_IN)


def _draw_bar(left: float, top: float, height: float, length: float, fields: int) -> tuple[Item, ...]:
    """Draw a black rectangle exactly as long as the bar, with white fields inside it."""
    frame = height * FRAME_SHARE
    field = length / fields
    whites = tuple(
        rectangle(left + number * field, top + frame, min(field, length - number * field - frame), height - 2 * frame, fill=WHITE)
        for number in range(1, fields, 2)
    )
    return (rectangle(left, top, length, height, fill=BLACK), *whites)
