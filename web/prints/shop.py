"""Make plans, previews and files one at a time in a single thread, and cache the results within a memory limit.

There is only one thread, so that printing does not slow down games. The most urgent order comes first, and requests with the
same key share one order. Only a few requests may wait at a time. An order uses the board shelf of the request that placed it.
"""

from __future__ import annotations

import itertools
import queue
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Generic, TypeVar

from referee.boards.board_shelf import BoardShelf, board_shelf_in_use, use_board_shelf
from referee.words.problems import Problem
from referee.words.texts import Text, text

KEPT_BYTES = 24 * 2**20
MOST_WAITING = 24  # orders waiting or running
MOST_AHEAD = 4  # orders waiting or running; once there are this many, none is placed in advance
# How many of the server's eight threads may wait. Plans are made first, so requests for them wait only briefly.
MOST_WAITERS, MOST_PLAN_WAITERS = 3, 2
PATIENCE_SECONDS = 20.0
Value = TypeVar("Value")
Report = Callable[[Text], None]


class Urgency(IntEnum):
    """A priority in the queue; lower values are more urgent. STOP ends the thread, and AHEAD is for orders placed in advance."""

    STOP, PLAN, PREVIEW, FILE, AHEAD = range(5)


@dataclass(frozen=True, slots=True)
class Made(Generic[Value]):
    """A result and its approximate size in bytes."""

    value: Value
    size: int


@dataclass(frozen=True, slots=True)
class Task(Generic[Value]):
    """A function that makes a result, and the key of the result; equal keys mean equal results."""

    key: Hashable
    make: Callable[[Report], Made[Value]]


@dataclass(slots=True)
class Order(Generic[Value]):
    """A queued, running or finished task, with its progress and, once finished, its result or error."""

    task: Task[Value]
    urgency: Urgency
    finished: threading.Event = field(default_factory=threading.Event)
    progress: Text | None = None
    made: Made[Value] | None = None
    error: Exception | None = None
    boards: BoardShelf | None = field(default_factory=board_shelf_in_use)  # in use by the request that placed the order

    def work(self) -> None:
        """Run the task with the order's board shelf, and store the result or the error."""
        leave_boards = use_board_shelf(self.boards)
        try:
            self.made = self.task.make(self._note)
        except Exception as error:  # raised again in the requests that wait
            self.error = error
        finally:
            leave_boards()

    def _note(self, sentence: Text) -> None:
        self.progress = sentence

    def result(self) -> Value:
        """Return the result of a finished task, or raise its error."""
        if self.error is not None:
            raise self.error
        assert self.made is not None
        return self.made.value


class PrintShop:
    """A thread that runs tasks, and a cache of the most recently used results."""

    def __init__(self, kept_bytes: int = KEPT_BYTES) -> None:
        self._most_bytes = kept_bytes
        self._kept: OrderedDict[Hashable, Made[Any]] = OrderedDict()
        self._waiting: dict[Hashable, Order[Any]] = {}
        self._queue: queue.PriorityQueue[tuple[int, int, Hashable]] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._lock = threading.RLock()
        self._places = threading.BoundedSemaphore(MOST_WAITERS)
        self._plan_places = threading.BoundedSemaphore(MOST_PLAN_WAITERS)
        self._thread: threading.Thread | None = None
        self._later: threading.Timer | None = None

    @property
    def kept_bytes(self) -> int:
        """The approximate size of all cached results in bytes."""
        with self._lock:
            return sum(made.size for made in self._kept.values())

    def find(self, key: Hashable) -> Made[Any] | None:
        """Return the cached result with a key and mark it as recently used, or return None if there is none."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def order(self, task: Task[Value], urgency: Urgency) -> Order[Value]:
        """Return the order for a task, and queue a new order unless one with the same key is waiting or running.

        A more urgent request moves a waiting order forward. Raise a Problem instead of queuing if too many orders are waiting.
        """
        with self._lock:
            known = self._waiting.get(task.key)
            if known is None:
                if len(self._waiting) >= (MOST_AHEAD if urgency is Urgency.AHEAD else MOST_WAITING):
                    raise _busy()
                known = self._waiting[task.key] = Order(task, urgency)
                self._queue.put((urgency, next(self._numbers), task.key))
                self._start()
            elif urgency < known.urgency:
                known.urgency = urgency
                self._queue.put((urgency, next(self._numbers), task.key))
            return known

    def order_later(self, task: Task[Any], seconds: float) -> None:
        """Order a task in advance after a delay, unless too many are waiting by then; only the first call has an effect."""
        with self._lock:
            if self._later is None:
                self._later = threading.Timer(seconds, self._order_ahead, (task,))
                self._later.daemon = True
                self._later.start()

    def _order_ahead(self, task: Task[Any]) -> None:
        with suppress(Problem):  # too much is waiting, so users are printing already
            self.order(task, Urgency.AHEAD)

    def fetch(self, task: Task[Value], urgency: Urgency) -> Value:
        """Return the result of a task, from the cache or after waiting for it.

        Raise the error of the task, or a Problem if too many requests or orders are waiting or the result takes too long.
        """
        made = self.find(task.key)
        if made is not None:
            return made.value  # type: ignore[no-any-return]
        with self._place_to_wait(urgency):  # before ordering, so that nothing is made for a refused request
            order = self.order(task, urgency)
            if not order.finished.wait(PATIENCE_SECONDS):
                raise _busy()
        return order.result()

    def use(self, task: Task[Value], report: Report) -> Value:
        """Return a result that the running task needs, either from the cache or by making it at once and caching it."""
        made = self.find(task.key)
        if made is None:
            made = task.make(report)
            self._keep(task.key, made)
        return made.value

    def stop(self) -> None:
        """Cancel a delayed order, stop the thread once the current order is finished, and wait for the thread to end."""
        with self._lock:
            if self._later is not None:
                self._later.cancel()
            thread, self._thread = self._thread, None
            self._queue.put((Urgency.STOP, next(self._numbers), None))
        if thread is not None:
            thread.join()

    def _start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name="print shop", daemon=True)
            self._thread.start()

    def _serve(self) -> None:
        while True:
            urgency, _, key = self._queue.get()
            if urgency == Urgency.STOP:
                return
            with self._lock:
                order = self._waiting.get(key)
            if order is not None:
                order.work()
                self._finish(order)

    def _finish(self, order: Order[Any]) -> None:
        with self._lock:
            if order.made is not None:
                self._keep(order.task.key, order.made)
            self._waiting.pop(order.task.key, None)
        order.finished.set()

    def _keep(self, key: Hashable, made: Made[Any]) -> None:
        """Cache a result, unless it alone exceeds the limit, and drop the least recently used results above the limit."""
        if made.size > self._most_bytes:
            return
        with self._lock:
            self._kept[key] = made
            self._kept.move_to_end(key)
            while self.kept_bytes > self._most_bytes:
                self._kept.popitem(last=False)

    @contextmanager
    def _place_to_wait(self, urgency: Urgency) -> Iterator[None]:
        places = self._plan_places if urgency is Urgency.PLAN else self._places
        if not places.acquire(blocking=False):
            raise _busy()
        try:
            yield
        finally:
            places.release()


def _busy() -> Problem:
    return Problem("printing-busy", text("web.print_busy"))
