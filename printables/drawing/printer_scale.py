"""Sets right what a printer is known to print too small or too large: drawings in true millimetres become pages for it."""

from __future__ import annotations

from dataclasses import replace

from printables.drawing.drawing import Drawing, Group


def print_true(drawing: Drawing, measured: tuple[float, float]) -> Drawing:
    """Put a drawing in true mm on the page that this printer, making 100 mm `measured`, prints as drawn."""
    across, down = 100 / measured[0], 100 / measured[1]
    if across == down == 1.0:
        return drawing
    return replace(
        drawing,
        width_mm=drawing.width_mm * across,
        height_mm=drawing.height_mm * down,
        items=(Group(drawing.items, (across, 0.0, 0.0, down, 0.0, 0.0)),),
    )
