"""The options for the geometry of the printed board, shared by `layout` and `print`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from referee.cli.click_types import Decorator, OneOf, WholeNumber, option
from referee.cli.output import Output
from referee.layout.papers import (
    MOST_SHEETS,
    PAPERS,
    USUAL_MARGIN_MM,
    Orientation,
    PrintChoice,
    mm_text,
    parse_length,
    parse_measured,
)
from referee.words.problems import Problem
from referee.words.texts import text

if TYPE_CHECKING:
    from referee.layout.layout import Layout

_USUAL = PrintChoice()


class Length(click.ParamType[float]):
    """A parameter type for a length in millimetres; the range is checked later, together with the other options."""

    name = "millimetres"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse a length; raise a Problem if the value is not a valid number."""
        if isinstance(value, float):
            return value
        length = parse_length(str(value))
        if length is not None:
            return length
        name = max(param.opts, key=len) if param else ""
        raise Problem("usage", text("layout.not_a_length", option=name, value=str(value)))

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return the placeholder for help texts."""
        return "MM"


_OPTIONS = (
    option("--paper", metavar="|".join(PAPERS), default=_USUAL.paper, about=text("layout.option_paper")),
    option("--hex", "hex_mm", type=Length(), about=text("layout.option_hex")),
    option("--margin", "margin_mm", type=Length(), default=USUAL_MARGIN_MM, about=text("layout.option_margin")),
    option("--orientation", type=OneOf(tuple(Orientation)), about=text("layout.option_orientation")),
    option("--sheets", type=WholeNumber(1, MOST_SHEETS), default=_USUAL.sheets, about=text("layout.option_sheets")),
    option("--overlap", "overlap_mm", type=Length(), default=_USUAL.overlap_mm, about=text("layout.option_overlap")),
    option("--measured", metavar="PERCENT", about=text("layout.option_measured")),
)


def geometry_options(function: Any) -> Any:
    """Decorate a command with the geometry options; the command receives their values as keyword arguments for `choice_of`."""
    decorators: tuple[Decorator, ...] = _OPTIONS
    for decorate in reversed(decorators):
        function = decorate(function)
    return function


def suggest_crown_caps(output: Output, layout: Layout, choice: PrintChoice) -> None:
    """Write a message that suggests a number of sheets on which hexes have room for crown caps, if there is such a number.

    Write nothing if the hexes are large enough or the user chose their size.
    """
    from referee.layout.layout import ROOMY_HEX_MM, sheets_for_crown_caps

    if choice.hex_mm is None and layout.hex_mm < ROOMY_HEX_MM:
        sheets = sheets_for_crown_caps(layout.board, choice)
        if sheets is not None:
            output.write_message(text("layout.hint_crown", sheets=sheets, hex=mm_text(ROOMY_HEX_MM)))


def choice_of(
    *,
    paper: str,
    hex_mm: float | None,
    margin_mm: float,
    orientation: str | None,
    sheets: int,
    overlap_mm: float,
    measured: str | None,
) -> PrintChoice:
    """Return the print choice given by the geometry options; raise a Problem if `measured` cannot be parsed."""
    return PrintChoice(
        paper,
        hex_mm,
        margin_mm,
        Orientation(orientation) if orientation else None,
        sheets,
        parse_measured(measured) if measured is not None else _USUAL.measured,
        overlap_mm,
    )
