"""A photo may be opened while the one before it is read: nobody notices but by the time it takes."""
from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.photo import open_photo
from referee.photos_ahead import MOST_ROOM, PhotoAhead
from referee.problems import Problem
from tests.bench.read import photos_in
from tests.cli.runs import process

FIRST, SECOND, *_ = photos_in(Path(__file__).parents[1] / "photos")


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    path = tmp_path / "damaged.jpg"
    path.write_bytes(FIRST.read_bytes()[:40_000])
    return path


def told(line: str) -> dict[str, Any]:
    """What is answered, but for the time."""
    return {key: value for key, value in json.loads(line).items() if key != "milliseconds"}


def test_each_photo_of_many_is_answered_as_if_it_were_alone(damaged: Path, tmp_path: Path) -> None:
    photos = [FIRST, damaged, tmp_path / "none.jpg", SECOND, tmp_path, FIRST]
    together = process("read", "--json", *map(str, photos))
    alone = [process("read", "--json", str(photo)) for photo in photos]
    assert [told(line) for line in together.out.splitlines()] == [told(ran.out) for ran in alone]
    assert together.code == 2
    said = [line for number, ran in enumerate(alone, 1) for line in (f"{number} of {len(photos)}", *ran.err.splitlines())]
    assert [ours in line for ours, line in zip(said, together.err.splitlines(), strict=True)] == [True] * len(said)


def test_standard_input_is_read_in_its_turn(damaged: Path) -> None:
    lines = process("read", "--json", str(damaged), "-", str(FIRST), stdin=SECOND.read_bytes()).out.splitlines()
    assert [told(line) for line in lines[1:]] == [told(process("read", "--json", str(p)).out) for p in (SECOND, FIRST)]


def test_photo_opened_ahead_is_the_same_photo() -> None:
    ahead = PhotoAhead()
    with ahead.opening(FIRST):
        pass
    opened, usual = ahead.take(FIRST), open_photo(FIRST)
    assert np.array_equal(opened.photo.pixels, usual.pixels)
    assert (opened.photo.to_upright == usual.to_upright).all()
    assert opened.name == str(FIRST)
    assert opened.milliseconds > 0


def was_opened(path: Path) -> bool:
    """A photo opened before its turn is there even if its file is gone by then."""
    ahead = PhotoAhead()
    with ahead.opening(path):
        pass
    path.unlink()
    try:
        ahead.take(path)
    except Problem:
        return False
    return True


def test_only_what_takes_little_room_is_opened_ahead(damaged: Path, tmp_path: Path) -> None:
    small, large, progressive = (tmp_path / name for name in ("small.jpg", "large.png", "progressive.jpg"))
    small.write_bytes(FIRST.read_bytes())
    blank = np.full((MOST_ROOM // 3 // 5000 + 1, 5000, 3), 255, np.uint8)
    cv2.imwrite(str(large), blank)
    cv2.imwrite(str(progressive), blank, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])
    baseline = tmp_path / "baseline.jpg"
    cv2.imwrite(str(baseline), blank)
    assert [was_opened(path) for path in (small, baseline, large, progressive, damaged)] == [True, True, False, False, False]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_pipe_is_left_for_its_turn(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with PhotoAhead().opening(pipe):
        pass


def test_nothing_goes_on_beside_one_photo_alone_nor_after_the_work(capfd: pytest.CaptureFixture[str]) -> None:
    ahead, before = PhotoAhead(), threading.active_count()
    with ahead.opening(None):
        assert threading.active_count() == before
    with pytest.raises(KeyError), ahead.opening(FIRST):
        raise KeyError
    assert threading.active_count() == before
    os.write(2, b"heard")
    assert capfd.readouterr().err == "heard"
