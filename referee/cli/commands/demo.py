"""`terranova demo`: writes an example photo, for trying `read` without a printer."""

from __future__ import annotations

from importlib.resources import files

from referee.cli.click_types import OneOf, argument, make_command, output_option
from referee.cli.output import DONE, Reply
from referee.files.atomic_write import write_file_whole
from referee.words.texts import text

THINGS = ("photo",)
USUAL_NAME = "terranova-demo.jpg"


@make_command("demo", about=text("read.demo_about"), examples=("terranova demo photo -o table.jpg",))
@argument("thing", "|".join(THINGS), type=OneOf(THINGS))
@output_option(text("read.option_demo_output"))
def command(reply: Reply, thing: str, output: str | None) -> int:
    """Write the example photo to a file."""
    path = output or USUAL_NAME
    write_file_whole(path, (files("referee") / "examples" / f"{thing}.jpg").read_bytes())
    if reply.as_json:
        reply.send_json({"format": "terranova-demo/1", "file": path})
    else:
        reply.send(reply.words(text("read.demo_written", file=path)))
    return DONE
