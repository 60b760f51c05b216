"""Run NumPy and OpenCV work, which releases Python's lock, in a background thread.

Two threads take little more than half the time. Work running there must not itself split work in two.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import cache
from threading import Thread
from threading import enumerate as enumerate_threads
from typing import ParamSpec, TypeVar

import cv2

P = ParamSpec("P")
T = TypeVar("T")
THREADS = 2  # one may be busy decoding for a long time
POLL_SECONDS = 0.1
BOUNDED = "bounded work"


class OverdueError(Exception):
    """Work took more processor time than it may; its thread cannot be stopped and continues."""


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(THREADS, "calibration")


def run_in_thread(work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> Future[T]:
    """Start work in a background thread."""
    return _pool().submit(work, *arguments, **named)


def run_in_two_threads(work: Callable[[slice], T], count: int) -> tuple[T, T]:
    """Run the work for both halves of a number of rows in parallel."""
    middle = count // 2
    second = run_in_thread(work, slice(middle, count))
    return work(slice(0, middle)), second.result()


def run_within(seconds: float, work: Callable[[], T]) -> T:
    """Run work in a thread of its own and wait for it, but only for this much processor time of the whole process."""
    result: Future[T] = Future()

    def run() -> None:
        try:
            result.set_result(work())
        except BaseException as error:
            result.set_exception(error)

    begun = time.process_time()
    Thread(target=run, name=BOUNDED, daemon=True).start()  # a daemon, so that the process can end before the work does
    while True:
        wait((result,), POLL_SECONDS)
        if result.done():
            return result.result()
        if time.process_time() - begun > seconds:
            raise OverdueError


def has_overdue_work() -> bool:
    """Return whether work that was given up still occupies a processor."""
    return any(thread.name == BOUNDED for thread in enumerate_threads())


@contextmanager
def opencv_threads() -> Iterator[None]:
    """Let OpenCV use its own threads for large work within this block."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(max(before, THREADS))
    try:
        yield
    finally:
        cv2.setNumThreads(before)
