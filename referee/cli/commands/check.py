"""`terranova check`: check whether a single legal turn leads from one position to another."""

from __future__ import annotations

from referee.cli.click_types import input_file, make_command
from referee.cli.inputs import folder_of
from referee.cli.output import ANSWER_IS_NO, DONE, Output
from referee.cli.terminal.answers import draw_check
from referee.files.fields import Location
from referee.files.json_input import read_json_file, source_name
from referee.formats.positions import check_to_json, position_from_json, read_pieces
from referee.rules.check import check_turn
from referee.words.texts import text


@make_command("check", about=text("cli.about_check"), examples=("terranova check before.json after.json",))
@input_file("before", "BEFORE.json")
@input_file("after", "AFTER.json")
def command(output: Output, before: str, after: str) -> int:
    """Print a turn that leads from one position to the other, or the reason why there is none."""
    given = read_json_file(before), read_json_file(after)
    position = position_from_json(given[0], source_name(before), folder_of(before)).position
    found = check_turn(position, read_pieces(given[1], Location(source_name(after)), folder_of(after), position))
    if output.as_json:
        output.write_json(check_to_json(position, found, output.language))
    else:
        output.write_lines(draw_check(position, found, output.language))
    return DONE if found.legal else ANSWER_IS_NO
