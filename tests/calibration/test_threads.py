"""Work split over two threads gives the same result."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.threads import THREADS, opencv_threads, run_in_two_threads


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


def test_opencv_thread_count_is_restored() -> None:
    before = cv2.getNumThreads()
    with opencv_threads():
        assert cv2.getNumThreads() >= THREADS
    assert cv2.getNumThreads() == before
