"""Run the command line, in this process or a new one, independent of this computer's settings."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from referee.cli.main import main

ROOT = Path(__file__).parents[2]
PLAIN_ENVIRONMENT = {"LANG": "en_GB.UTF-8", "NO_COLOR": "1"}


@dataclass(frozen=True)
class Ran:
    """The result of a run."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The only JSON object on standard output."""
        lines = self.out.splitlines()
        assert len(lines) == 1, self.out
        return json.loads(lines[0])

    @property
    def json_lines(self) -> list[Any]:
        """The JSON objects on standard output, one per line."""
        return [json.loads(line) for line in self.out.splitlines()]


def run(*arguments: str, stdin: bytes = b"", environment: Mapping[str, str] | None = None, encoding: str = "utf-8") -> Ran:
    """Run a command line in this process."""
    out, err = io.BytesIO(), io.BytesIO()
    with _streams(stdin, out, err, encoding), patch.dict(os.environ, environment or {}), _without_system_language(environment):
        code = main(list(arguments))
        sys.stdout.flush()
        sys.stderr.flush()
        return Ran(code, out.getvalue().decode(encoding), err.getvalue().decode(encoding))


@contextlib.contextmanager
def _streams(stdin: bytes, out: io.BytesIO, err: io.BytesIO, encoding: str) -> Iterator[None]:
    given = io.TextIOWrapper(io.BytesIO(stdin))
    with (
        patch.object(sys, "stdin", given),
        patch.object(sys, "stdout", io.TextIOWrapper(out, encoding=encoding, newline="\n")),
        patch.object(sys, "stderr", io.TextIOWrapper(err, encoding=encoding, newline="\n")),
    ):
        yield


@contextlib.contextmanager
def _without_system_language(environment: Mapping[str, str] | None) -> Iterator[None]:
    unset = {name: "" for name in ("LC_ALL", "LC_MESSAGES", "LANG", "FORCE_COLOR") if name not in (environment or {})}
    with patch.dict(os.environ, unset):
        yield


def process(
    *arguments: str,
    stdin: bytes = b"",
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    python_options: Sequence[str] = (),
) -> Ran:
    """Run a command line in a new process."""
    done = subprocess.run(
        command_line(*arguments, python_options=python_options),
        input=stdin,
        capture_output=True,
        env=process_environment(environment),
        cwd=folder,
        timeout=120,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def command_line(*arguments: str, python_options: Sequence[str] = ()) -> list[str]:
    """Return the arguments that start the command line with this interpreter."""
    return [sys.executable, *python_options, "-m", "referee.cli.main", *arguments]


def process_environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return an environment that finds the project but sets no language or colours, plus `more`."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "SYSTEMROOT", "VIRTUAL_ENV") if name in os.environ}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error", **PLAIN_ENVIRONMENT, **(more or {})}


def assert_refused(ran: Ran, slug: str | None = None, code: int = 2) -> str:
    """Check that a run with --json printed a problem as JSON and as one sentence; return the message."""
    assert ran.code == code, ran
    assert ran.json["format"] == "terranova-problem/1"
    assert set(ran.json) == {"format", "problem", "message"}
    assert slug is None or ran.json["problem"] == slug, ran.json
    assert_one_sentence(ran)
    assert ran.err.rstrip("\n") == ran.json["message"]
    return str(ran.json["message"])


def assert_one_sentence(ran: Ran) -> None:
    """Check that standard error is one line that ends like a sentence, without a traceback."""
    lines = ran.err.splitlines()
    assert len(lines) == 1, ran.err
    assert lines[0].endswith("."), ran.err
    assert "Traceback" not in ran.err


def given(command: str, value: object, *more: str) -> Ran:
    """Run a command that reads this value as JSON from standard input."""
    return run(command, "-", *more, "--json", stdin=json.dumps(value).encode())
