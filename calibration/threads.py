"""Threads beside the caller's, for what OpenCV and numpy do outside Python: two halves at once take little more than half the
time. What runs there must not ask for halves itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import ParamSpec, TypeVar

import cv2

from calibration.processors import avoid_processor, current_processor

P = ParamSpec("P")
T = TypeVar("T")
THREADS = 2  # one may be busy for long, with a picture


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(THREADS, "calibration")


def run_in_thread(work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> Future[T]:
    """Begin some work beside what the caller does, on another processor."""
    here = current_processor()

    def on_other_processor() -> T:
        avoid_processor(here)
        return work(*arguments, **named)

    return _pool().submit(on_other_processor)


def run_in_two_threads(work: Callable[[slice], T], count: int) -> tuple[T, T]:
    """Do the work for both halves of so many rows at once."""
    middle = count // 2
    second = run_in_thread(work, slice(middle, count))
    return work(slice(0, middle)), second.result()


@contextmanager
def opencv_threads() -> Iterator[None]:
    """Meanwhile OpenCV shares large work among threads by itself."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(max(before, THREADS))
    try:
        yield
    finally:
        cv2.setNumThreads(before)
