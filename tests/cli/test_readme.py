"""The README is correct: its sessions print what it shows, and its commands are those of .ci/run."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from referee.cli.main import COMMANDS
from tests.cli.runs import ROOT, process

README = ROOT / "README.md"
SESSION = re.compile(r"(<!-- session -->\n```console\n)(.*?)(```)", re.DOTALL)
TEST_COMMAND = re.compile(r"^    (python3 -m venv \.venv .*pytest.*)$", re.MULTILINE)
LINK = re.compile(r"\]\(([^):]+)\)")


def played(session: str, folder: Path) -> str:
    """Run the commands of a session and return it with their output."""
    lines = [line for line in session.splitlines() if line.startswith("$ ")]
    return "".join(f"{line}\n{output(line.removeprefix('$ '), folder)}" for line in lines)


def output(line: str, folder: Path) -> str:
    program, *arguments = shlex.split(line)
    assert program == "terranova", line
    ran = process(*arguments, folder=folder)
    assert ran.code in (0, 1), ran
    return ran.out + ran.err


def sessions() -> Iterator[tuple[str, str]]:
    """Yield each session as written in the README and as it runs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "referee" / "examples", folder / "referee" / "examples")
        for _, session, _ in SESSION.findall(README.read_text(encoding="utf-8")):
            yield session, played(session, folder)


def test_sessions_print_what_the_readme_shows() -> None:
    shown = list(sessions())
    assert len(shown) >= 2
    for session, truth in shown:
        assert session == truth


def test_readme_and_ci_run_the_same_test_command() -> None:
    commands = TEST_COMMAND.findall(README.read_text(encoding="utf-8"))
    assert len(commands) == 1
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert commands[0] in [line.strip() for line in lines]


def test_ci_runs_under_bash_and_may_be_executed() -> None:
    script = ROOT / ".ci" / "run"
    assert script.read_text(encoding="utf-8").startswith("#!/usr/bin/env bash\n")
    assert os.access(script, os.X_OK)


def test_links_of_the_documents_lead_somewhere() -> None:
    for name in ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "docs/formats.md"):
        for link in LINK.findall((ROOT / name).read_text(encoding="utf-8")):
            assert (ROOT / link.partition("#")[0]).exists(), (name, link)


def test_commands_named_in_the_readme_exist() -> None:
    named = set(re.findall(r"(?:^|[ `])terranova ([a-z]+)", README.read_text(encoding="utf-8")))
    assert named - {"where"} <= set(COMMANDS), named


if __name__ == "__main__":
    written = README.read_text(encoding="utf-8")
    for old, new in list(sessions()):
        written = written.replace(f"```console\n{old}```", f"```console\n{new}```")
    README.write_text(written, encoding="utf-8")
