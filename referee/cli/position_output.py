"""Positions that a command hands over: on standard output, in a file, or both."""

from __future__ import annotations

import json

from referee.cli.output import Reply
from referee.files.atomic_write import write_file_whole
from referee.files.json_input import STANDARD_INPUT
from referee.formats.positions import JsonObject
from referee.words.texts import text

STANDARD_OUTPUT = STANDARD_INPUT


def hand_over(reply: Reply, position: JsonObject, output: str | None, drawing: str) -> None:
    """Write the file if one is asked for, then answer: with JSON, or with a drawing for people."""
    if output is not None and output != STANDARD_OUTPUT:
        write_file_whole(output, position_file(position).encode())
    if reply.as_json:
        reply.send_json(position)
    elif output == STANDARD_OUTPUT:
        reply.send(position_file(position).rstrip("\n"))
    else:
        reply.send(drawing)
        if output is not None:
            reply.tell(text("cli.written", file=output))


def position_file(position: JsonObject) -> str:
    """Write a position for a text editor: one key a line."""
    lines = (f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in position.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"
