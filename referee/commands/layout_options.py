"""The options that move a board's geometry, the same for `layout` and `print`."""
from __future__ import annotations

import math
from typing import Any

import click

from referee.commands.shape import Decorator, OneOf, Whole, option
from referee.papers import MOST_SHEETS, USUAL_MARGIN_MM, Orientation, PrintChoice, parse_measured
from referee.problems import Problem
from referee.texts import text

USUAL_PAPER, USUAL_SHEETS, USUAL_OVERLAP_MM = "A4", 6, 5.0


class Length(click.ParamType[float]):
    """A length in millimetres."""

    name = "MM"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuses what is no finite number; whether it makes sense is seen later."""
        if isinstance(value, float):
            return value
        try:
            length = float(value)
        except ValueError:
            length = math.nan
        if not math.isfinite(length):
            named = max(param.opts, key=len) if param else ""
            raise Problem("usage", text("print.option_length", option=named, value=str(value)))
        return length


_OPTIONS = (
    option("--paper", metavar="PAPER", default=USUAL_PAPER, show_default=True, about=text("print.option_paper")),
    option("--hex", "hex_mm", type=Length(), default=None, about=text("print.option_hex")),
    option("--margin", type=Length(), default=USUAL_MARGIN_MM, show_default=True, about=text("print.option_margin")),
    option("--orientation", type=OneOf(tuple(Orientation)), default=None, about=text("print.option_orientation")),
    option("--sheets", type=Whole(1, MOST_SHEETS), default=USUAL_SHEETS, show_default=True, about=text("print.option_sheets")),
    option("--measured", metavar="PERCENT", default=None, about=text("print.option_measured")),
    option("--overlap", type=Length(), default=USUAL_OVERLAP_MM, show_default=True, about=text("print.option_overlap")),
)


def layout_options(function: Any) -> Any:
    """Adds all of them; `print_choice` takes their values."""
    decorators: tuple[Decorator, ...] = _OPTIONS
    for decorate in reversed(decorators):
        function = decorate(function)
    return function


def print_choice(
    paper: str, hex_mm: float | None, margin: float, orientation: str | None, sheets: int, measured: str | None, overlap: float
) -> PrintChoice:
    """Gives the choice that the options make."""
    return PrintChoice(
        paper, hex_mm, margin, Orientation(orientation) if orientation else None, sheets,
        parse_measured(measured) if measured else (100.0, 100.0), overlap,
    )
