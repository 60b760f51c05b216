"""Writes a command's resulting position to standard output, a file, or both."""

from __future__ import annotations

import json

from referee.cli.output import Reply
from referee.files.atomic_write import write_file_whole
from referee.files.json_input import STANDARD_INPUT
from referee.formats.positions import JsonObject
from referee.words.texts import text

STANDARD_OUTPUT = STANDARD_INPUT


def hand_over(reply: Reply, position: JsonObject, output: str | None, drawing: str) -> None:
    """Write the position to the file, if given, and print it as JSON or as a drawing."""
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
    """Format a position as a file with one key per line."""
    lines = (f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in position.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"
