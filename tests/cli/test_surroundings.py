"""Unusual environments (streams, links, names, folders, memory) lead to a sentence, never to a crash."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.runs import command_line, process_environment

LONG = "x" * 5000
posix_only = pytest.mark.skipif(os.name == "nt", reason="Windows closes streams, limits memory and links files in other ways")


def refused(*arguments: str, limits: str = "") -> str:
    """Run a failing command line in a shell with limits; return its problem."""
    line = ["bash", "-c", f'{limits} exec "$@"', "bash", *command_line(*arguments, "--json")]
    ran = subprocess.run(line, capture_output=True, text=True, env=process_environment(), timeout=120, check=False)
    assert ran.returncode == 2, (ran.returncode, ran.stderr)
    assert "Traceback" not in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1
    problem: str = json.loads(ran.stdout)["problem"]
    return problem


@posix_only
@pytest.mark.parametrize("command", ["score", "read"])
def test_closed_standard_input_is_reported(command: str) -> None:
    assert refused(command, "-", limits="exec <&-;") == "no-standard-input"


@posix_only
def test_circular_links_are_reported(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert refused("score", str(loop)) == "cannot-read"
    assert refused("new", "-o", str(loop)) == "cannot-write"
    assert refused("serve", "--no-browser", "--port", "0", "--data", str(loop)) == "no-data-folder"


@posix_only
def test_deleted_current_folder_is_reported(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    for call in (("new", "-o", "new.json"), ("print", "pieces"), ("demo", "photo"), ("calibrate", "sheet.jpg")):
        gone.mkdir(exist_ok=True)
        assert refused(*call, limits=f"cd {gone}; rmdir {gone};") == "no-such-folder"


@posix_only
def test_names_too_long_for_any_file_are_reported(tmp_path: Path) -> None:
    photo = str(tmp_path / "t.jpg")
    subprocess.run(command_line("demo", "photo", "-o", photo), env=process_environment(), check=True, capture_output=True)
    assert refused("read", photo, "--overlay", LONG) == "cannot-write"
    assert refused("read", photo, "--explain", LONG) == "cannot-write"
    assert refused("print", "board", "-o", LONG) == "cannot-use"
    assert refused("score", LONG) == "cannot-read"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not hold to the limit")
@pytest.mark.parametrize("megabytes", [300, 500, 800])
def test_little_address_space_is_reported(tmp_path: Path, megabytes: int) -> None:
    photo = tmp_path / "t.jpg"
    photo.write_bytes(b"\xff\xd8\xff")
    assert refused("read", str(photo), limits=f"ulimit -v {megabytes * 1024};") == "out-of-memory"


@pytest.mark.parametrize(
    ("name", "is_folder", "problem"),
    [
        ("key", True, "unreadable-secret"),
        ("code", True, "unreadable-secret"),
        ("serve.lock", True, "lock-unusable"),
        ("photos", False, "file-in-the-way"),
        ("incoming", False, "file-in-the-way"),
    ],
)
def test_obstacles_in_the_data_folder_are_reported(tmp_path: Path, name: str, is_folder: bool, problem: str) -> None:
    if is_folder:
        (tmp_path / name).mkdir()
    else:
        (tmp_path / name).write_text("x")
    assert refused("serve", "--no-browser", "--port", "0", "--data", str(tmp_path)) == problem
