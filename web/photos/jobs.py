"""A home's queue of photos waiting to be read, with their progress and results.

One thread feeds one reading process. Clients take turns, so that a series of photos from one phone does not hold up other phones.
The timeout of a photo covers reading it, not waiting in the queue. A process that has crashed is restarted before the next photo;
if that fails, photo reading is reported as unavailable and the rest of the companion keeps working.
"""

from __future__ import annotations

import itertools
import logging
import queue
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.words.problems import Problem
from referee.words.texts import text
from web.games.detailed_problems import problem_answer
from web.games.stamps import new_id
from web.photos.reading_process import READ_SECONDS, ReadingProcess
from web.photos.tasks import Job, JobState, PhotoEnds, PhotoTask
from web.photos.worker import Worker

WAITING_AT_MOST = 48
WAITING_AT_MOST_EACH = 24  # per client, so that there is room for others
WARMED_BOARDS = 24  # boards remembered as prepared in the reader; a table uses one or two
REMEMBERED_JOBS = 100  # an answer takes about 100 kB; answers for a game's photos are also in the store
_STOP_NOW, _READ_FIRST, _KEEP_LATER, _WARM_LAST = 0, 1, 2, 3

log = logging.getLogger("terranova.reading")


@dataclass(frozen=True, slots=True)
class _Queued:
    """A photo in the queue: its id, its file and its task."""

    id: str
    path: Path
    task: PhotoTask


class ReadingJobs:
    """A queue of photos that are read one at a time, and a cache of recent answers."""

    def __init__(
        self, photos: PhotoEnds, start_worker: Callable[[], Worker] = Worker, read_seconds: float = READ_SECONDS
    ) -> None:
        self._photos = photos
        self._process = ReadingProcess(start_worker, read_seconds)
        self._queue: queue.PriorityQueue[tuple[int, int, int, _Queued | Mapping[str, Any] | None]] = queue.PriorityQueue()
        self._round, self._rounds = 0, dict[str, int]()
        self._waiting = dict[str, str]()  # the client of each queued photo
        self._warmed: set[str] = set()
        self._order = itertools.count()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._stopping = False

    @property
    def missing(self) -> Mapping[str, Any] | None:
        """The problem that prevents photos from being read, or None if there is none."""
        return self._process.missing

    def start(self) -> None:
        """Start the reading thread, which in turn starts the reading process; do nothing if the thread has been started."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="reading", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Stop the thread and the process, and delete the files of photos that are unread or whose images are not stored yet."""
        self._stopping = True
        thread = self._thread
        if thread is not None:
            self._put(_STOP_NOW, None)
            if thread.is_alive():
                self._process.stop()
            thread.join(self._process.read_seconds)

    def submit(self, task: PhotoTask, path: Path) -> str:
        """Queue a photo and return its id; raise a Problem if too many photos are waiting.

        The queue takes over the file, and deletes it at once if the photo cannot be queued or need not be read again.
        """
        try:
            photo_id, is_new = (new_id(), True) if task.upload is None else self._photos.add(task.upload)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        if not is_new:
            path.unlink(missing_ok=True)
            return photo_id
        try:
            self._enqueue(_Queued(photo_id, path, task))
        except Problem:
            path.unlink(missing_ok=True)
            if task.upload is not None:
                self._photos.finish(photo_id, None)
            raise
        return photo_id

    def _enqueue(self, photo: _Queued) -> None:
        self.start()
        client = photo.task.client
        with self._lock:
            own = sum(waiting == client for waiting in self._waiting.values())
            if len(self._waiting) >= WAITING_AT_MOST or own >= WAITING_AT_MOST_EACH:
                raise Problem("too-many-photos", text("serve.too_many_photos"))
            self._waiting[photo.id] = client
            self._rounds = {client: turn for client, turn in self._rounds.items() if turn > self._round}
            turn = self._rounds[client] = self._rounds.get(client, self._round) + 1
            self._jobs[photo.id] = Job(photo.id)
            while len(self._jobs) > REMEMBERED_JOBS:
                self._jobs.popitem(last=False)
        self._put(_READ_FIRST, photo, turn)

    def _put(self, what: int, task: _Queued | Mapping[str, Any] | None, turn: int = 0) -> None:
        """Queue a task of the kind `what`; within a kind, tasks are ordered by `turn` and then by arrival."""
        self._queue.put((what, turn, next(self._order), task))

    def warm(self, board: Mapping[str, Any]) -> None:
        """Prepare a board in the reading process once no photos wait, unless that was done recently or the queue is full."""
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
        """Return the job with an id, or None if the id is unknown or the job is no longer cached."""
        with self._lock:
            return self._jobs.get(job_id)

    def _run(self) -> None:
        while True:
            self._process.ready()  # restarts the process after a crash, so that it is running when the next photo arrives
            try:
                what, turn, _, task = self._queue.get(timeout=self._process.rest_left())
            except queue.Empty:
                continue
            if task is None:
                break
            try:
                if not isinstance(task, _Queued):
                    self._process.ask(task)
                elif what == _READ_FIRST:
                    self._begin(task, turn)
                    self._read(task)
                else:
                    self._keep(task)
            except Exception:
                # A failing store (disk full, database gone) must not end the thread that serves everyone.
                log.exception("a photo could not be dealt with")
        self._process.stop()
        self._drop_waiting()

    def _drop_waiting(self) -> None:
        while not self._queue.empty():
            *_, task = self._queue.get()
            if isinstance(task, _Queued):
                task.path.unlink(missing_ok=True)

    def _begin(self, photo: _Queued, turn: int) -> None:
        with self._lock:
            self._round = turn
            self._waiting.pop(photo.id, None)

    def _read(self, photo: _Queued) -> None:
        self._note(Job(photo.id, JobState.READING))
        answer = self._process.ask({"task": "read", "path": str(photo.path), "options": dict(photo.task.options)})
        if self._stopping and "reading" not in answer:
            photo.path.unlink(missing_ok=True)
            return  # the process was stopped while reading; the photo can be uploaded again after the restart
        job = Job(photo.id, JobState.DONE if "reading" in answer else JobState.FAILED, answer)
        self._put(_KEEP_LATER, photo)
        try:
            if photo.task.upload is not None:
                self._photos.finish(photo.id, answer)
        except Problem as problem:  # disk full, database gone
            job = Job(photo.id, JobState.FAILED, problem_answer(problem))
        finally:
            self._note(job)

    def _keep(self, photo: _Queued) -> None:
        try:
            if photo.task.upload is not None and self.job(photo.id) is not None:
                kept, small = self._photos.places(photo.id)
                answer = self._process.ask({"task": "keep", "path": str(photo.path), "kept": str(kept), "small": str(small)})
                if answer.get("kept"):
                    self._photos.note_kept(photo.id)
        finally:
            photo.path.unlink(missing_ok=True)

    def _note(self, job: Job) -> None:
        with self._lock:
            if job.id in self._jobs:
                self._jobs[job.id] = job
