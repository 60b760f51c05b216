"""`terranova read --jobs`: several processes give the same answers as one, in the same order, and survive crashes."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil
import pytest

from referee.cli.photo_requests import PhotoRead, PhotoRequest
from referee.cli.reading_processes import AHEAD, ReadingProcesses
from referee.reader.read_photo import ReadOptions
from referee.words.problems import Problem
from tests.cli.runs import ROOT, run
from tests.interruptible import INTERRUPTIBLE

PHOTOS = sorted((ROOT / "tests/photos").glob("*.jpg"))[:4]
SLOW_SECONDS = 2.0
PATIENCE_SECONDS = 20.0


class Rigged(PhotoRequest):
    """A request that crashes its process, or takes long, if the photo's name asks for it."""

    __slots__ = ()

    def read(self, path: str, standard_input: bytes | None = None) -> PhotoRead:
        """Read the photo, unless its name asks for something else."""
        if "crash" in path:
            os.kill(os.getpid(), signal.SIGKILL)
        if "slow" in path:
            time.sleep(SLOW_SECONDS)
        return PhotoRequest.read(self, path, standard_input)


def answers_of(photos: Sequence[Path], processes: int) -> list[PhotoRead | Problem]:
    with ReadingProcesses(Rigged(ReadOptions(), len(photos)), [str(path) for path in photos], processes, str) as reading:
        found: list[PhotoRead | Problem] = []
        for _ in photos:
            try:
                found.append(reading.next_photo())
            except Problem as problem:
                found.append(problem)
        return found


@pytest.fixture
def named(tmp_path: Path) -> Any:
    """Copy a photo to a file of the given name."""
    return lambda name: Path(shutil.copy(PHOTOS[0], tmp_path / name))


def without_times(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in line.items() if key != "milliseconds"} for line in lines]


def test_two_processes_answer_as_one_does_and_in_the_order_asked(tmp_path: Path) -> None:
    inputs = [str(path) for path in (*PHOTOS[:2], tmp_path / "none.jpg", "-", tmp_path, *PHOTOS[2:])]
    alone = run("read", *inputs, "--json", stdin=PHOTOS[3].read_bytes())
    both = run("read", *inputs, "--json", "--jobs", "2", stdin=PHOTOS[3].read_bytes())
    assert without_times(both.json_lines) == without_times(alone.json_lines)
    assert both.code == alone.code == 2
    assert sorted(both.err.splitlines()) == sorted(alone.err.splitlines())


def test_options_reach_every_process(tmp_path: Path) -> None:
    photos = [str(path) for path in PHOTOS[:3]]
    common = ("--json", "--strict", "--overlay", str(tmp_path / "seen"), "--players", "4")
    alone, both = run("read", *photos, *common), run("read", *photos, *common, "--jobs", "3")
    assert (both.code, without_times(both.json_lines)) == (alone.code, without_times(alone.json_lines))
    assert len(list((tmp_path / "seen").iterdir())) == 3
    assert run("read", *photos, "--jobs", "2").out == run("read", *photos).out


def test_photos_of_one_board_are_joined_from_several_processes(tmp_path: Path) -> None:
    photos = [str(PHOTOS[0])] * 2
    alone, both = (run("read", *photos, "--together", "--json", *more) for more in ((), ("--jobs", "2")))
    assert without_times([both.json]) == without_times([alone.json])


def test_a_crashed_process_fails_its_own_photo_alone(named: Any) -> None:
    found = answers_of([PHOTOS[0], named("crash1.jpg"), PHOTOS[1], named("crash2.jpg"), PHOTOS[2], PHOTOS[3]], 2)
    assert [getattr(one, "slug", "read") for one in found] == ["read", "reader-ended", "read", "reader-ended", "read", "read"]
    crashed = found[1]
    assert isinstance(crashed, Problem)
    assert "crash1.jpg" in str(crashed)


@pytest.mark.slow
def test_an_answer_does_not_wait_for_the_photos_behind_it(named: Any) -> None:
    photos = [str(PHOTOS[0]), str(named("slow.jpg"))]
    with ReadingProcesses(Rigged(ReadOptions(), 2), photos, 2, str) as reading:
        reading.next_photo()
        begun = time.monotonic()
        reading.next_photo()
        assert time.monotonic() - begun > SLOW_SECONDS / 2


@pytest.mark.slow
def test_few_photos_are_read_ahead_of_a_slow_one(named: Any) -> None:
    begun: list[str] = []
    photos = [str(named("slow.jpg")), *[str(PHOTOS[0])] * 40]
    with ReadingProcesses(Rigged(ReadOptions(), len(photos)), photos, 2, begun.append) as reading:
        reading.next_photo()
        assert len(begun) <= 2 * AHEAD + 1


def test_ctrl_c_ends_all_processes_without_a_traceback(tmp_path: Path) -> None:
    command = [*INTERRUPTIBLE, "read", *[str(PHOTOS[0])] * 200, "--json", "--jobs", "2"]
    with open(tmp_path / "errors", "w+") as errors:
        reading = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, cwd=ROOT)
        assert reading.stdout is not None
        assert json.loads(reading.stdout.readline())["format"] == "terranova-reading/1"
        children = psutil.Process(reading.pid).children(recursive=True)
        reading.send_signal(signal.SIGINT)
        reading.communicate(timeout=PATIENCE_SECONDS)
        errors.seek(0)
        assert reading.returncode == 130
        assert "Traceback" not in errors.read()
    assert psutil.wait_procs(children, timeout=PATIENCE_SECONDS)[1] == []
