"""Work split over two threads gives the same result, on different processors where there are several."""

from __future__ import annotations

import os

import cv2
import numpy as np
import pytest

from calibration.processors import PROCESSORS, avoid_processor, current_processor, pin_threads
from calibration.threads import THREADS, opencv_threads, run_in_thread, run_in_two_threads


@pytest.mark.parametrize("count", [0, 1, 2, 7, 100])
def test_two_threads_give_the_result_of_one(count: int) -> None:
    rows = np.arange(count)
    first, second = run_in_two_threads(lambda part: rows[part] ** 2, count)
    assert np.array_equal(np.concatenate([first, second]), rows**2)


def test_errors_in_either_thread_are_raised() -> None:
    def refuse(part: slice) -> None:
        if part.start:
            raise ValueError("the second half")

    with pytest.raises(ValueError, match="the second half"):
        run_in_two_threads(refuse, 10)
    assert run_in_two_threads(lambda part: part.stop, 10) == (5, 10)


@pytest.mark.skipif(len(PROCESSORS) < 2 or current_processor() < 0, reason="there is one processor, or nobody can tell which")
def test_background_work_runs_on_another_processor() -> None:
    os.sched_setaffinity(0, {min(PROCESSORS)})
    try:
        assert run_in_thread(current_processor).result() != min(PROCESSORS)
    finally:
        os.sched_setaffinity(0, PROCESSORS)


@pytest.mark.skipif(len(PROCESSORS) < 2, reason="there is one processor")
def test_pinned_threads_share_no_processor() -> None:
    begin = pin_threads(2)

    def mine() -> set[int]:
        begin()
        return set(os.sched_getaffinity(0))

    try:
        one, other = mine(), mine()
    finally:
        os.sched_setaffinity(0, PROCESSORS)
    assert one
    assert other
    assert not one & other


def test_a_single_processor_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calibration.processors.PROCESSORS", frozenset({0}))
    monkeypatch.setattr("os.sched_setaffinity", lambda *_: pytest.fail("nobody may be moved"), raising=False)
    avoid_processor(0)
    pin_threads(2)()


def test_opencv_thread_count_is_restored() -> None:
    before = cv2.getNumThreads()
    with opencv_threads():
        assert cv2.getNumThreads() >= THREADS
    assert cv2.getNumThreads() == before
