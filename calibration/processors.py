"""Keeps threads that work beside each other on different processors.

Linux wakes a thread where the one runs that woke it, and threads that hand Python over wake each other all the time: two would
take turns on one processor for milliseconds while another is idle. Elsewhere nothing is done.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from functools import cache
from itertools import count

PROCESSORS = frozenset(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else frozenset()


def pin_threads(threads: int) -> Callable[[], None]:
    """Return what so many threads are to call when they begin: each gets a share of the processors of its own."""
    numbers = count()
    shares = [set(sorted(PROCESSORS)[first::threads]) for first in range(threads)]

    def begin() -> None:
        _set_affinity(shares[next(numbers) % threads])

    return begin


def avoid_processor(processor: int) -> None:
    """Move the thread that calls off a processor, if there are others."""
    _set_affinity(set(PROCESSORS - {processor}))


def current_processor() -> int:
    """Return the processor on which the caller runs, at the moment; -1 when nobody can tell."""
    getcpu = _getcpu()
    return getcpu() if getcpu else -1


@cache
def _getcpu() -> Callable[[], int] | None:
    try:
        getcpu: Callable[[], int] = ctypes.CDLL(None).sched_getcpu
    except (AttributeError, OSError, TypeError):
        return None
    return getcpu


def _set_affinity(processors: set[int]) -> None:
    if processors and len(PROCESSORS) > 1:
        try:
            os.sched_setaffinity(0, processors)
        except OSError:  # they were taken away meanwhile
            return
