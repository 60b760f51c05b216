"""Closed pipes, full disks and limited consoles, with real processes: never a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.words.problems import Problem
from referee.words.texts import text
from tests.cli.positions import game, position, write_json
from tests.cli.runs import ROOT, Ran, assert_refused, command_line, process, process_environment, run

needs_full_device = pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")


@pytest.fixture
def opening(tmp_path: Path) -> str:
    """Provide a position with more turns than fit in a pipe's buffer."""
    pioneers = {"red": ["C3", "D4", "E5", "F6"], "yellow": ["C8", "D8", "E8", "F8"]}
    return write_json(tmp_path / "opening.json", position(pioneers=pioneers))


def piped(command: list[str], reader: str) -> tuple[int, str]:
    """Run a command into a reader that stops early; return its exit code and standard error."""
    writer = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=process_environment())
    with subprocess.Popen(reader, shell=True, stdin=writer.stdout, stdout=subprocess.DEVNULL) as end:
        assert writer.stdout is not None
        writer.stdout.close()
        end.wait(timeout=60)
    assert writer.stderr is not None
    with writer.stderr:
        error_output = writer.stderr.read().decode()
    return writer.wait(timeout=60), error_output


@pytest.mark.parametrize("more", [("--list",), ("--list", "--json"), ("--json",), ()])
def test_reader_that_has_had_enough_ends_the_run_quietly(opening: str, more: tuple[str, ...]) -> None:
    assert piped(command_line("turns", opening, *more), "head -c 20") == (0, "")


def test_reader_that_reads_nothing_ends_the_run_quietly(opening: str) -> None:
    assert piped(command_line("board", "terranova", "--json"), "true")[1] == ""
    assert piped(command_line("--help"), "true")[1] == ""


@needs_full_device
@pytest.mark.parametrize(
    "arguments", [("board", "islet"), ("board", "islet", "--json"), ("--help",), ("new",), ("bord", "--json")]
)
def test_full_disk_is_reported_in_one_sentence(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command_line(*arguments), stdout=full, stderr=subprocess.PIPE, env=process_environment(), timeout=60
        )
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == ["The answer could not be written: the disk is full; make room and try again."]


@needs_full_device
def test_full_standard_error_changes_nothing() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command_line("score", "none.json", "--json"),
            stdout=subprocess.PIPE,
            stderr=full,
            env=process_environment(),
            timeout=60,
        )
    assert done.returncode == 2
    assert b"no-such-file" in done.stdout


@needs_full_device
def test_file_on_a_full_disk_is_reported(tmp_path: Path) -> None:
    assert_refused(run("new", "-o", "/dev/full", "--json"), "disk-full")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows shells redirect differently")
def test_closed_streams_are_no_crash(tmp_path: Path) -> None:
    line = " ".join(command_line("board", "islet"))
    closed_out = subprocess.run(f"{line} >&-", shell=True, capture_output=True, env=process_environment(), timeout=60)
    assert closed_out.returncode == 2
    assert b"standard output is closed" in closed_out.stderr
    line = " ".join(command_line("score", "none.json"))
    closed_err = subprocess.run(f"{line} 2>&-", shell=True, capture_output=True, env=process_environment(), timeout=60)
    assert closed_err.returncode == 2
    line = " ".join(command_line("score", "-", "--json"))
    closed_in = subprocess.run(f"{line} <&-", shell=True, capture_output=True, env=process_environment(), timeout=60)
    assert closed_in.returncode == 2
    assert b"Traceback" not in closed_in.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has different signals")
def test_interrupted_run_ends_without_a_word() -> None:
    waiting = (
        "import signal, sys, time; from unittest.mock import patch; from referee.cli.main import main\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a run in the background hands on that it is ignored
        "def wait(path):\n"
        "    print('waiting', flush=True)\n"
        "    time.sleep(60)\n"
        "import referee.cli.inputs\n"
        "with patch('referee.cli.inputs.read_json_file', wait): sys.exit(main(['score', 'x.json']))"
    )
    started = subprocess.Popen(
        [sys.executable, "-c", waiting], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=process_environment()
    )
    assert started.stdout is not None
    assert started.stdout.readline() == b"waiting\n"
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=60)
    assert started.returncode == 130
    assert out == b""
    assert err.strip() == b""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "cp850", "cp437"])
@pytest.mark.parametrize("language", ["fr", "hu"])
def test_console_that_cannot_show_a_letter_shows_the_nearest(encoding: str, language: str, tmp_path: Path) -> None:
    path = write_json(tmp_path / "game.json", game(players={"red": "Őrsi Łukasz 🦊", "yellow": "Ærø"}))
    ran = run("replay", path, "--lang", language, encoding=encoding)
    assert ran.code == 0, ran
    assert "rsi" in ran.out
    assert run("score", "none.json", "--lang", language, encoding=encoding).code == 2


def test_console_of_ascii_draws_with_plain_signs() -> None:
    drawn = run("board", "islet", encoding="ascii").out
    assert "|o1 |o2 |" in drawn
    assert "?" not in drawn


def test_json_is_the_same_on_every_console(tmp_path: Path) -> None:
    plain = run("board", "islet", "--json", "--lang", "hu", encoding="ascii").out
    assert plain == run("board", "islet", "--json", "--lang", "hu").out


def test_process_and_function_answer_alike(opening: str) -> None:
    for arguments in (("score", opening), ("score", opening, "--json"), ("turns", opening, "--json"), ("--help",)):
        ran = run(*arguments)
        assert process(*arguments) == Ran(ran.code, ran.out, ran.err)


@pytest.mark.skipif(sys.platform == "win32", reason="limits of another kind")
def test_lack_of_memory_is_one_sentence(opening: str) -> None:
    limited = (
        "import sys, resource; from unittest.mock import patch; from referee.cli.main import main\n"
        "with patch('referee.cli.inputs.read_json_file', side_effect=MemoryError):\n"
        "    sys.exit(main(['score', sys.argv[1], '--json']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", limited, opening], capture_output=True, env=process_environment(), cwd=ROOT, timeout=60
    )
    assert done.returncode == 2
    assert b'"out-of-memory"' in done.stdout
    assert b"Traceback" not in done.stderr


def test_error_of_ours_is_one_sentence_too(opening: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: str) -> object:
        raise RuntimeError(f"lost\n{path}")

    monkeypatch.setattr("referee.cli.inputs.read_json_file", fail)
    assert "RuntimeError" in assert_refused(run("score", opening, "--json"), "unexpected")
    with pytest.raises(RuntimeError):
        run("score", opening, environment={"TERRANOVA_DEBUG": "1"})


def test_sentence_that_cannot_be_formatted_is_replaced_by_another(opening: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: str) -> object:
        raise Problem("strange", text("cli.at_place", place="here"))  # without the message that the sentence asks for

    monkeypatch.setattr("referee.cli.inputs.read_json_file", fail)
    assert "KeyError" in assert_refused(run("score", opening, "--json"), "unexpected")


def test_shell_completion_offers_commands_boards_and_words() -> None:
    def offered(line: str) -> list[str]:
        words = line.split(" ")
        environment = {
            "_TERRANOVA_COMPLETE": "bash_complete",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(words) - 1),
        }
        start = "import sys; from referee.cli.main import main; sys.exit(main())"
        done = subprocess.run(
            [sys.executable, "-c", start], capture_output=True, env=process_environment(environment), cwd=ROOT, timeout=60
        )
        assert done.stderr == b""
        return [row.partition(",")[2] for row in done.stdout.decode().splitlines()]

    assert offered("terranova rep") == ["replay"]
    assert "islet" in offered("terranova board i")
    assert offered("terranova new --edition h") == ["hu"]
    assert "--players" in offered("terranova new --p")


def test_nothing_heavy_is_loaded_for_help_or_a_score(opening: str) -> None:
    heavy = ("numpy", "cv2", "PIL", "reportlab", "flask", "sqlalchemy", "pikepdf", "pypdfium2", "waitress", "web")
    for arguments in (("--help",), ("score", opening), ("turns", opening, "--json")):
        error_output = process(*arguments, python_options=("-X", "importtime")).err
        loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in error_output.splitlines()}
        assert not loaded & set(heavy)
    for arguments in (("--help",), ("read", "--help")):
        assert "referee.rules" not in process(*arguments, python_options=("-X", "importtime")).err
    assert os.linesep == "\n" or sys.platform == "win32"
