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

ALL = frozenset(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else frozenset()


def spread_out(threads: int) -> Callable[[], None]:
    """Return what so many threads are to call when they begin: each gets a share of the processors of its own."""
    numbers = count()
    shares = [set(sorted(ALL)[first::threads]) for first in range(threads)]

    def begin() -> None:
        _stay_on(shares[next(numbers) % threads])

    return begin


def keep_off(processor: int) -> None:
    """Move the thread that calls off a processor, if there are others."""
    _stay_on(set(ALL - {processor}))


def processor_here() -> int:
    """Return the processor on which the caller runs, at the moment; -1 when nobody can tell."""
    ask = _ask_processor()
    return ask() if ask else -1


@cache
def _ask_processor() -> Callable[[], int] | None:
    try:
        asked: Callable[[], int] = ctypes.CDLL(None).sched_getcpu
    except (AttributeError, OSError, TypeError):
        return None
    return asked


def _stay_on(processors: set[int]) -> None:
    if processors and len(ALL) > 1:
        try:
            os.sched_setaffinity(0, processors)
        except OSError:  # they were taken away meanwhile
            return
