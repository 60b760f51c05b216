"""`terranova layout`: describe the layout of a board on paper, as text or as terranova-layout/1."""

from __future__ import annotations

from typing import Any

from referee.boards.landscape_names import board_title
from referee.cli.click_types import BoardName, argument, make_command
from referee.cli.geometry_options import choice_of, geometry_options, suggest_crown_caps
from referee.cli.inputs import open_board
from referee.cli.output import DONE, Output
from referee.formats.layouts import layout_to_json
from referee.layout.board_code import describe_code
from referee.layout.layout import CROWN_CAP_HEX_MM, SCREW_CAP_HEX_MM, Layout, lay_out
from referee.layout.papers import Orientation, mm_text
from referee.words.texts import Text, text

PAWN_HEX_MM = 20.0  # the smallest hex on which a pawn leaves the borders visible


@make_command(
    "layout",
    about=text("layout.about"),
    examples=("terranova layout terranova --paper Letter", "terranova layout islet --hex 32 --json > layout.json"),
)
@argument("name", "NAME", type=BoardName())
@geometry_options
def command(output: Output, name: str, **options: Any) -> int:
    """Describe the layout of a board, and suggest a number of sheets with room for crown caps if the hexes are too small."""
    choice = choice_of(**options)
    layout = lay_out(open_board(name), choice)
    if output.as_json:
        output.write_json(layout_to_json(layout))
    else:
        output.write_lines("\n".join(output.format(line) for line in describe_layout(layout, output.language)))
    suggest_crown_caps(output, layout, choice)
    return DONE


def describe_layout(layout: Layout, language: str) -> tuple[Text, ...]:
    """Return sentences about a layout for people who are going to print it: sheets, sizes, score track and code."""
    code = layout.code
    lies = text("layout.portrait") if code.orientation is Orientation.PORTRAIT else text("layout.landscape")
    cells = [cell.box for cell in layout.score_track]
    return (
        text("layout.says_board", board=board_title(layout.board, language), cells=len(layout.board.cells)),
        text("layout.says_sheets", sheets=len(layout.pages), paper=code.paper, lies=lies, columns=code.columns, rows=code.rows),
        text("layout.says_size", width=mm_text(layout.width / 10), height=mm_text(layout.height / 10)),
        text("layout.says_hex", hex=mm_text(layout.hex_mm), caps=caps_that_fit(layout.hex_mm)),
        text("layout.says_track", least=mm_text(min(min(cell.width, cell.height) for cell in cells)), laps=layout.rim.laps),
        text("layout.says_code", code=describe_code(code)),
    )


def caps_that_fit(hex_mm: float) -> Text:
    """Return a phrase that says which bottle caps or pawns fit on a hex of this size."""
    if hex_mm >= CROWN_CAP_HEX_MM:
        return text("layout.caps_crown")
    if hex_mm >= SCREW_CAP_HEX_MM:
        return text("layout.caps_bottle")
    if hex_mm >= PAWN_HEX_MM:
        return text("layout.caps_pawn")
    return text("layout.caps_none")
