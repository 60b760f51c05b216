"""Two halves at once give what one after the other would give, on different processors where there are several."""

from __future__ import annotations

import os

import cv2
import numpy as np
import pytest

from calibration.processors import ALL, keep_off, processor_here, spread_out
from calibration.threads import THREADS, do_beside, in_halves, two_threads


@pytest.mark.parametrize("count", [0, 1, 2, 7, 100])
def test_halves_together_are_the_whole(count: int) -> None:
    rows = np.arange(count)
    first, second = in_halves(lambda part: rows[part] ** 2, count)
    assert np.array_equal(np.concatenate([first, second]), rows**2)


def test_what_goes_wrong_in_either_half_is_told() -> None:
    def refuse(part: slice) -> None:
        if part.start:
            raise ValueError("the second half")

    with pytest.raises(ValueError, match="the second half"):
        in_halves(refuse, 10)
    assert in_halves(lambda part: part.stop, 10) == (5, 10)


@pytest.mark.skipif(len(ALL) < 2 or processor_here() < 0, reason="there is one processor, or nobody can tell which")
def test_work_beside_runs_on_another_processor() -> None:
    os.sched_setaffinity(0, {min(ALL)})
    try:
        assert do_beside(processor_here).result() != min(ALL)
    finally:
        os.sched_setaffinity(0, ALL)


@pytest.mark.skipif(len(ALL) < 2, reason="there is one processor")
def test_threads_that_are_spread_out_share_no_processor() -> None:
    begin = spread_out(2)

    def mine() -> set[int]:
        begin()
        return set(os.sched_getaffinity(0))

    try:
        one, other = mine(), mine()
    finally:
        os.sched_setaffinity(0, ALL)
    assert one
    assert other
    assert not one & other


def test_nothing_is_done_where_there_is_nothing_to_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calibration.processors.ALL", frozenset({0}))
    monkeypatch.setattr("os.sched_setaffinity", lambda *_: pytest.fail("nobody may be moved"), raising=False)
    keep_off(0)
    spread_out(2)()


def test_opencv_has_its_threads_again_afterwards() -> None:
    before = cv2.getNumThreads()
    with two_threads():
        assert cv2.getNumThreads() >= THREADS
    assert cv2.getNumThreads() == before
