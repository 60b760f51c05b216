"""Tables of figures as files in docs/figures, each below the command that wrote it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

FOLDERS = ("--rendered", "--photos", "--runs")  # options whose values are folders of one computer
NOT_SHOWN = ("--out", "--runs", "--workers")  # options that do not change the figures
COMMAND = re.compile(r"<!-- `python -m tests\.bench (?P<arguments>[^`]+)` wrote this table\. -->")


def write_table(file: Path, bench: str, options: dict[str, str], table: str) -> None:
    """Write a table and the command that reproduces it, in which folders are called FOLDER."""
    shown = {name: "FOLDER" if name in FOLDERS else value for name, value in options.items() if name not in NOT_SHOWN}
    arguments = " ".join([bench, *(f"{name} {value}" for name, value in shown.items())])
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"<!-- `python -m tests.bench {arguments}` wrote this table. -->\n\n{table.strip()}\n", encoding="utf-8")


def command_of(file: Path) -> Sequence[str]:
    """Return the arguments of the command that wrote a table; raise ValueError if the file names none."""
    found = COMMAND.match(file.read_text(encoding="utf-8"))
    if not found:
        raise ValueError(f"{file} does not begin with the command that wrote it")
    return found["arguments"].split()
