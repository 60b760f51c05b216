"""Keep threads that run in parallel on different processors.

Linux tends to wake a thread on the processor of the thread that woke it. Threads that pass Python's lock back and forth wake each
other constantly, and would share one processor for milliseconds while another is idle. On other systems these functions do
nothing.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from functools import cache
from itertools import count

PROCESSORS = frozenset(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else frozenset()


def pin_threads(threads: int) -> Callable[[], None]:
    """Return a thread initialiser that gives each of a number of threads its own share of the processors."""
    numbers = count()
    shares = [set(sorted(PROCESSORS)[first::threads]) for first in range(threads)]

    def begin() -> None:
        _set_affinity(shares[next(numbers) % threads])

    return begin


def avoid_processor(processor: int) -> None:
    """Move the calling thread off a processor, if there are others."""
    _set_affinity(set(PROCESSORS - {processor}))


def current_processor() -> int:
    """Return the processor that the caller is running on, or -1 if unknown."""
    getcpu = _getcpu()
    return getcpu() if getcpu else -1


@cache
def _getcpu() -> Callable[[], int] | None:
    """Return the C function that reports the current processor, or None where there is none."""
    try:
        getcpu: Callable[[], int] = ctypes.CDLL(None).sched_getcpu
    except (AttributeError, OSError, TypeError):
        return None
    return getcpu


def _set_affinity(processors: set[int]) -> None:
    if processors and len(PROCESSORS) > 1:
        try:
            os.sched_setaffinity(0, processors)
        except OSError:  # the processors were taken away meanwhile
            return
