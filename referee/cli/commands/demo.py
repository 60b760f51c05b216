"""`terranova demo`: write an example photo, to try `terranova read` without a printer."""

from __future__ import annotations

from importlib.resources import files

from referee.cli.click_types import OneOf, argument, make_command, output_option
from referee.cli.output import DONE, Output
from referee.files.atomic_write import write_file_whole
from referee.words.texts import text

THINGS = ("photo",)
USUAL_NAME = "terranova-demo.jpg"


@make_command("demo", about=text("read.demo_about"), examples=("terranova demo photo -o table.jpg",))
@argument("thing", "|".join(THINGS), type=OneOf(THINGS))
@output_option(text("read.option_demo_output"))
def command(output: Output, thing: str, output_path: str | None) -> int:
    """Write the example photo to a file."""
    path = output_path or USUAL_NAME
    write_file_whole(path, (files("referee") / "examples" / f"{thing}.jpg").read_bytes())
    if output.as_json:
        output.write_json({"format": "terranova-demo/1", "file": path})
    else:
        output.write_lines(output.format(text("read.demo_written", file=path)))
    return DONE
