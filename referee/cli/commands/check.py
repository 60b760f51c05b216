"""`terranova check`: checks whether one legal turn leads from one position to another."""

from __future__ import annotations

from referee.cli.click_types import input_file, make_command
from referee.cli.output import ANSWER_IS_NO, DONE, Reply
from referee.cli.terminal.answers import draw_check
from referee.files.json_input import read_json_file, source_name
from referee.formats.positions import check_to_json
from referee.formats.service import check_pair, folder_of
from referee.words.texts import text


@make_command("check", about=text("cli.about_check"), examples=("terranova check before.json after.json",))
@input_file("before", "BEFORE.json")
@input_file("after", "AFTER.json")
def command(reply: Reply, before: str, after: str) -> int:
    """Print a turn that leads from one position to the other, or the reason why there is none."""
    values = read_json_file(before), read_json_file(after)
    names = source_name(before), source_name(after)
    position, found = check_pair(*values, names, (folder_of(before), folder_of(after)))
    if reply.as_json:
        reply.send_json(check_to_json(position, found, reply.language))
    else:
        reply.send(draw_check(position, found, reply.language))
    return DONE if found.legal else ANSWER_IS_NO
