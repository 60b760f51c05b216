"""Compensates for a printer that prints too small or too large."""

from __future__ import annotations

from dataclasses import replace

from printables.drawing.drawing import Drawing, Group


def print_true(drawing: Drawing, measured: tuple[float, float]) -> Drawing:
    """Scale a drawing in true mm for a printer that prints 100 mm as `measured`."""
    across, down = 100 / measured[0], 100 / measured[1]
    if across == down == 1.0:
        return drawing
    return replace(
        drawing,
        width_mm=drawing.width_mm * across,
        height_mm=drawing.height_mm * down,
        items=(Group(drawing.items, (across, 0.0, 0.0, down, 0.0, 0.0)),),
    )
