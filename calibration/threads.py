"""Run NumPy and OpenCV work, which releases Python's global lock, in background threads.

Two threads take little more than half the time of one. Work in these threads must not call `run_in_two_threads` itself, because
that call might wait for a thread that never becomes free.
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
    """Work took more processor time than allowed.

    The thread that does the work cannot be stopped and keeps running.
    """


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(THREADS, "calibration")


def run_in_thread(work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> Future[T]:
    """Queue work for a background thread and return its future."""
    return _pool().submit(work, *arguments, **named)


def run_in_two_threads(work: Callable[[slice], T], count: int) -> tuple[T, T]:
    """Call `work` with a slice for each half of `count` rows, in parallel, and return both results."""
    middle = count // 2
    second = run_in_thread(work, slice(middle, count))
    return work(slice(0, middle)), second.result()


def run_within(seconds: float, work: Callable[[], T]) -> T:
    """Run work in a thread of its own, and return its result or raise its exception.

    Raise OverdueError once the whole process has used more than `seconds` of processor time since the call.
    """
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
    """Return whether work started by `run_within` is still running, in time or overdue."""
    return any(thread.name == BOUNDED for thread in enumerate_threads())


@contextmanager
def opencv_threads() -> Iterator[None]:
    """Let OpenCV use several threads within a `with` block; the setting applies to the whole process."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(max(before, THREADS))
    try:
        yield
    finally:
        cv2.setNumThreads(before)
