"""Write the position that results from a command to standard output, a file, or both."""

from __future__ import annotations

import json

from referee.cli.output import Output
from referee.files.atomic_write import write_file_whole
from referee.files.json_input import STANDARD_INPUT
from referee.formats.positions import JsonObject
from referee.words.texts import text

STANDARD_OUTPUT = STANDARD_INPUT


def write_position(output: Output, position: JsonObject, output_path: str | None, drawing: str) -> None:
    """Write the position to the file `output_path`, if given, and print the position as JSON or as a drawing.

    If `output_path` is `-`, write no file, but print what the file would contain instead of the drawing.
    """
    if output_path is not None and output_path != STANDARD_OUTPUT:
        write_file_whole(output_path, position_file(position).encode())
    if output.as_json:
        output.write_json(position)
    elif output_path == STANDARD_OUTPUT:
        output.write_lines(position_file(position).rstrip("\n"))
    else:
        output.write_lines(drawing)
        if output_path is not None:
            output.write_message(text("cli.written", file=output_path))


def position_file(position: JsonObject) -> str:
    """Format a position as JSON for a file, with one key per line."""
    lines = (f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in position.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"
