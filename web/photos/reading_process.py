"""Manage one reading process: start it, send tasks to it, restart it after a crash, and pause if it cannot be started.

Every failure becomes an answer with a problem. Only `stop` may be called from another thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from referee.words.problems import Problem
from referee.words.texts import text
from web.games.detailed_problems import problem_answer
from web.photos.worker import Worker, WorkerDiedError, WorkerEndedError, WorkerSlowError

READ_SECONDS = 20.0  # time limit of one photo, shared by home (jobs.py) and club (web/club/readers.py)
STARTS_BEFORE_MISSING = 3
REST_SECONDS = 60.0


class ReadingProcess:
    """A reading process that is restarted when needed.

    `missing` is the problem that prevents the process from starting, or None. If starting fails STARTS_BEFORE_MISSING times, the
    next attempt is made after REST_SECONDS; if the process reports that its libraries are missing, no further attempt is made.
    """

    def __init__(self, start_worker: Callable[[], Worker] = Worker, read_seconds: float = READ_SECONDS) -> None:
        self._start_worker = start_worker
        self.read_seconds = read_seconds
        self._worker: Worker | None = None
        self._failed_starts = 0
        self._rests_since: float | None = None
        self._stopping = False
        self.missing: Mapping[str, Any] | None = None

    def ask(self, task: Mapping[str, Any]) -> Mapping[str, Any]:
        """Send a task to the process and return the answer, which holds a problem if the process fails or cannot be started.

        A process that fails is replaced before the next task.
        """
        worker = self.ready()
        if worker is None:
            return self.missing or _DIED
        try:
            return worker.ask(task, self.read_seconds)
        except (WorkerDiedError, WorkerSlowError) as failure:
            self._worker = None
            too_slow = Problem("too-slow", text("serve.photo_too_slow", seconds=round(self.read_seconds)))
            if isinstance(failure, WorkerEndedError):
                return problem_answer(Problem("reader-ended", text("serve.reader_ended")))
            return problem_answer(too_slow) if isinstance(failure, WorkerSlowError) else _DIED

    def ready(self) -> Worker | None:
        """Return the process, after starting it if necessary, or None if it cannot be started now."""
        if self._rests_since is not None:
            if time.monotonic() - self._rests_since < REST_SECONDS:
                return None
            self._rests_since, self._failed_starts = None, 0
        if self._worker is not None and not self._worker.is_alive:
            self._worker.stop()  # it ended while idle, so no photo caused it
            self._worker = None
        while self._worker is None and self._failed_starts < STARTS_BEFORE_MISSING and not self._stopping:
            self._start_once()
        return self._worker

    def rest_left(self) -> float | None:
        """Return the seconds until the next attempt to start the process, or None if no attempt is scheduled."""
        return None if self._rests_since is None else max(0.0, self._rests_since + REST_SECONDS - time.monotonic())

    def stop(self) -> None:
        """Kill the process, even during a task, and do not start it again."""
        self._stopping = True
        if (worker := self._worker) is not None:
            worker.stop()

    def _start_once(self) -> None:
        try:
            worker = self._start_worker()
        except (WorkerDiedError, WorkerSlowError, OSError):
            self._failed_starts += 1
            if self._failed_starts == STARTS_BEFORE_MISSING:
                self._rests_since = time.monotonic()
                self.missing = problem_answer(Problem("reader-missing", text("serve.reader_dies")))
            return
        if worker.greeting.get("ready"):
            self._worker, self._failed_starts, self.missing = worker, 0, None
            return
        worker.stop()
        self._failed_starts = STARTS_BEFORE_MISSING
        self.missing = worker.greeting


_DIED: Mapping[str, Any] = problem_answer(Problem("damaged-picture", text("serve.photo_unreadable")))
