"""The queue of photos waiting to be read, with their progress and results.

One thread feeds one reading process. Clients take turns, so one phone's photos do not delay another's. A timeout covers the
reading, not the wait in the queue. A crashed process is restarted for the next photo. If it cannot be started, photo reading is
reported as unavailable and everything else keeps working.
"""

from __future__ import annotations

import itertools
import logging
import queue
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from referee.words.problems import Problem
from referee.words.texts import text
from web.games.details import problem_answer
from web.photos.worker import Worker, WorkerDiedError, WorkerEndedError, WorkerSlowError

READ_SECONDS = 20.0
WAITING_AT_MOST = 48
WAITING_AT_MOST_EACH = 24  # per client, so that there is room for others
WARMED_BOARDS = 24  # boards already prepared in the reader; a table uses one or two
REMEMBERED_JOBS = 100  # an answer takes about 100 kB; answers for a game's photos are also in the store
STARTS_BEFORE_MISSING = 3
REST_SECONDS = 60.0
_STOP_NOW, _READ_FIRST, _KEEP_LATER, _WARM_LAST = 0, 1, 2, 3

log = logging.getLogger("terranova.reading")


class JobState(StrEnum):
    """The states of a job, by their names in the API."""

    WAITING = "waiting"
    READING = "reading"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Job:
    """The progress of one photo.

    `answer` holds the worker's `reading`, or its `problem` with `messages`; it is None until there is one.
    """

    id: str
    state: JobState = JobState.WAITING
    answer: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class PhotoTask:
    """A photo to read: its path, options for the reader, callbacks, and the client that sent it.

    `keep_as` are the paths for the stored picture and its thumbnail, or None if the picture is not stored.
    """

    job: str
    path: Path
    options: Mapping[str, Any]
    when_read: Callable[[Job], None]
    keep_as: tuple[Path, Path] | None
    when_kept: Callable[[Mapping[str, Any]], None]
    client: str = ""


class ReadingJobs:
    """The queue: accepts photos, has them read one at a time, and caches recent answers."""

    def __init__(self, start_worker: Callable[[], Worker] = Worker, read_seconds: float = READ_SECONDS) -> None:
        self._start_worker = start_worker
        self._read_seconds = read_seconds
        self._queue: queue.PriorityQueue[tuple[int, int, int, PhotoTask | Mapping[str, Any] | None]] = queue.PriorityQueue()
        self._round, self._rounds = 0, dict[str, int]()
        self._waiting = dict[str, str]()  # the client of each queued photo
        self._warmed: set[str] = set()
        self._order = itertools.count()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._worker: Worker | None = None
        self._failed_starts = 0
        self._rests_since: float | None = None
        self._stopping = False
        self.missing: Mapping[str, Any] | None = None

    def start(self) -> None:
        """Start the reading thread, which starts the process, unless it is running."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="reading", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Stop the thread and the process; queued photos are deleted unread."""
        self._stopping = True
        thread = self._thread
        if thread is not None:
            self._put(_STOP_NOW, None)
            worker = self._worker
            if worker is not None and thread.is_alive():
                worker.stop()
            thread.join(self._read_seconds)

    def submit(self, task: PhotoTask) -> Job:
        """Queue a photo and return its job; raise Problem if too many photos are waiting."""
        self.start()
        with self._lock:
            own = sum(client == task.client for client in self._waiting.values())
            if len(self._waiting) >= WAITING_AT_MOST or own >= WAITING_AT_MOST_EACH:
                raise Problem("too-many-photos", text("serve.too_many_photos"))
            job = Job(task.job)
            self._waiting[job.id] = task.client
            self._rounds = {client: turn for client, turn in self._rounds.items() if turn > self._round}
            turn = self._rounds[task.client] = self._rounds.get(task.client, self._round) + 1
            self._jobs[job.id] = job
            while len(self._jobs) > REMEMBERED_JOBS:
                self._jobs.popitem(last=False)
        self._put(_READ_FIRST, task, turn)
        return job

    def _put(self, what: int, task: PhotoTask | Mapping[str, Any] | None, turn: int = 0) -> None:
        """Queue a task: photos by their client's turn, everything else first in, first out."""
        self._queue.put((what, turn, next(self._order), task))

    def warm(self, board: Mapping[str, Any]) -> None:
        """Have the reader prepare a board once it is idle, unless it has done so before."""
        self.start()
        key = repr(sorted(board.items()))
        with self._lock:
            is_new = key not in self._warmed and self._queue.qsize() < WAITING_AT_MOST
            if is_new and len(self._warmed) >= WARMED_BOARDS:
                self._warmed.clear()
            if is_new:
                self._warmed.add(key)
        if is_new:
            self._put(_WARM_LAST, {"task": "warm", **board})

    def job(self, job_id: str) -> Job | None:
        """Return a job by id, or None if it is no longer cached."""
        with self._lock:
            return self._jobs.get(job_id)

    def _run(self) -> None:
        while True:
            self._ready_worker()  # also after a crash, so that the next photo finds it running
            try:
                what, turn, _, task = self._queue.get(timeout=self._rest_left())
            except queue.Empty:
                continue
            if task is None:
                break
            try:
                if not isinstance(task, PhotoTask):
                    self._ask(task)
                elif what == _READ_FIRST:
                    self._begin(task, turn)
                    self._read(task)
                else:
                    self._keep(task)
            except Exception:
                # A failing callback (disk full, database gone) must not end the thread that serves everyone.
                log.exception("a photo could not be dealt with")
        if self._worker:
            self._worker.stop()
        self._drop_waiting()

    def _drop_waiting(self) -> None:
        while not self._queue.empty():
            *_, task = self._queue.get()
            if isinstance(task, PhotoTask):
                task.path.unlink(missing_ok=True)

    def _begin(self, task: PhotoTask, turn: int) -> None:
        with self._lock:
            self._round = turn
            self._waiting.pop(task.job, None)

    def _read(self, task: PhotoTask) -> None:
        self._note(Job(task.job, JobState.READING))
        options = {"task": "read", "path": str(task.path), "options": dict(task.options)}
        answer = self._ask(options)
        if self._stopping and "reading" not in answer:
            task.path.unlink(missing_ok=True)
            return  # the process was stopped while reading; the photo can be uploaded again after the restart
        job = Job(task.job, JobState.DONE if "reading" in answer else JobState.FAILED, answer)
        self._put(_KEEP_LATER, task)
        try:
            task.when_read(job)
        except Problem as problem:  # disk full, database gone
            job = Job(task.job, JobState.FAILED, problem_answer(problem))
        finally:
            self._note(job)

    def _keep(self, task: PhotoTask) -> None:
        job = self.job(task.job)
        if task.keep_as is None or job is None:
            answer: Mapping[str, Any] = {}
        else:
            kept, small = task.keep_as
            answer = self._ask({"task": "keep", "path": str(task.path), "kept": str(kept), "small": str(small)})
        try:
            task.when_kept(answer)
        finally:
            task.path.unlink(missing_ok=True)

    def _ask(self, task: Mapping[str, Any]) -> Mapping[str, Any]:
        worker = self._ready_worker()
        if worker is None:
            return self.missing or _DIED
        try:
            return worker.ask(task, self._read_seconds)
        except (WorkerDiedError, WorkerSlowError) as failure:
            self._worker = None
            too_slow = Problem("too-slow", text("serve.photo_too_slow", seconds=round(self._read_seconds)))
            if isinstance(failure, WorkerEndedError):
                return problem_answer(Problem("reader-ended", text("serve.reader_ended")))
            return problem_answer(too_slow) if isinstance(failure, WorkerSlowError) else _DIED

    def _rest(self) -> None:
        self._rests_since = time.monotonic()
        self.missing = problem_answer(Problem("reader-missing", text("serve.reader_dies")))

    def _rest_left(self) -> float | None:
        return None if self._rests_since is None else max(0.0, self._rests_since + REST_SECONDS - time.monotonic())

    def _ready_worker(self) -> Worker | None:
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

    def _start_once(self) -> None:
        try:
            worker = self._start_worker()
        except (WorkerDiedError, WorkerSlowError, OSError):
            self._failed_starts += 1
            if self._failed_starts == STARTS_BEFORE_MISSING:
                self._rest()
            return
        if worker.greeting.get("ready"):
            self._worker, self._failed_starts, self.missing = worker, 0, None
            return
        worker.stop()
        self._failed_starts = STARTS_BEFORE_MISSING
        self.missing = worker.greeting

    def _note(self, job: Job) -> None:
        with self._lock:
            if job.id in self._jobs:
                self._jobs[job.id] = replace(job)


_DIED: Mapping[str, Any] = problem_answer(Problem("damaged-picture", text("serve.photo_unreadable")))


def new_job_id() -> str:
    """Return a new unguessable id of 16 hexadecimal digits."""
    return secrets.token_hex(8)
