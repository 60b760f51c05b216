"""Read the photos in a club's queue with one or more reading processes until stopped; restart after a database failure.

Procrastinate distributes jobs and sends heartbeats. A reader whose heartbeat was interrupted registers again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from procrastinate import App, JobContext, PsycopgConnector, RetryStrategy
from procrastinate.worker import Worker as QueueWorker
from sqlalchemy import text as sql

from referee.words.problems import Problem
from web.club.heartbeats import HEARTBEAT_SECONDS, LOST_SECONDS, REREGISTER_SECONDS
from web.club.lost_readers import return_lost_photos
from web.club.photo_queue import KEEP, QUEUE, READ
from web.club.pictures import PictureStoreError, open_pictures
from web.club.postgres import open_club_store, server_address
from web.club.steps import AGAIN_SECONDS, ReaderMissingError, Steps
from web.games.photo_shelf import PhotoShelf
from web.games.store import Store
from web.photos.reading_process import READ_SECONDS, ReadingProcess
from web.photos.worker import Worker

LOOK_SECONDS = 1.0  # polling interval of the queue, in case a notification is lost
POOL_SECONDS = 3.0
STOP_SECONDS = READ_SECONDS + 5
WARMED_BOARDS = 24
PICTURE_QUOTA, GIGABYTE = 20, 10**9  # in gigabytes for all tables together; each table also has the quota of a home

log = logging.getLogger("terranova.reading")


@dataclass(frozen=True, slots=True)
class ReaderConfig:
    """The options of a club's readers.

    They are the addresses of the database and of the image store, the number of reading processes and how to start one, and the
    quota of the image store in gigabytes. If `pictures` is None, images are stored in the database.
    """

    database: str
    pictures: str | None = None
    processes: int = 1
    start_worker: Callable[[], Worker] = Worker
    picture_quota: int = PICTURE_QUOTA


class Readers:
    """The part of a club's readers that runs in this process: a thread for the queue, and the reading processes."""

    def __init__(self, config: ReaderConfig) -> None:
        self._config = config
        self._processes = [ReadingProcess(config.start_worker) for _ in range(config.processes)]
        self._idle: queue.SimpleQueue[ReadingProcess] = queue.SimpleQueue()
        for process in self._processes:
            self._idle.put(process)
        self._stopped = threading.Event()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._warmed: set[str] = set()

    def start(self) -> None:
        """Start reading photos in a background thread, unless already started or stopped."""
        with self._starting:
            if self._thread is None and not self._stopped.is_set():
                self._thread = threading.Thread(target=self.run, name="readers", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Stop the readers; photos being read are finished first if that takes at most STOP_SECONDS."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(STOP_SECONDS + READ_SECONDS)

    def warm(self, board: Mapping[str, Any]) -> None:
        """Try once to prepare a board in an idle reading process, in a background thread.

        Later calls for the board do nothing, even if no process was idle, until WARMED_BOARDS boards have been tried. Do
        nothing before `start` has been called.
        """
        key = repr(sorted(board.items()))
        if key in self._warmed or self._thread is None:
            return
        if len(self._warmed) >= WARMED_BOARDS:
            self._warmed.clear()
        self._warmed.add(key)
        threading.Thread(target=self._warm, args=(board,), name="warming", daemon=True).start()

    def _warm(self, board: Mapping[str, Any]) -> None:
        with contextlib.suppress(queue.Empty):
            process = self._idle.get_nowait()
            try:
                process.ask({"task": "warm", **board})
            finally:
                self._idle.put(process)

    def run(self) -> None:
        """Read photos in the current thread until stopped."""
        with contextlib.ExitStack() as leaving:
            for process in self._processes:
                leaving.callback(process.stop)
            folder = Path(leaving.enter_context(tempfile.TemporaryDirectory(prefix="terranova-reader-")))
            store = self._open_store()
            if store is None:
                return
            leaving.callback(store.close)
            threads = leaving.enter_context(ThreadPoolExecutor(self._config.processes + 1, "reader"))
            pictures = open_pictures(self._config.pictures, store)
            shelf = PhotoShelf(store, folder, pictures, self._config.picture_quota * GIGABYTE)
            steps = Steps(store, shelf, pictures, folder, self._stopped)
            # psycopg cannot use the default event loop of Windows.
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
                runner.run(_Work(self._config, steps, threads, self._idle).run())

    def _open_store(self) -> Store | None:
        while not self._stopped.is_set():
            try:
                return open_club_store(self._config.database)
            except Problem:
                log.warning("the database does not answer; the readers wait for it")
                self._stopped.wait(AGAIN_SECONDS)
        return None


@dataclass(frozen=True, slots=True)
class _Work:
    """The event loop of the readers; each step of a photo runs in a thread."""

    config: ReaderConfig
    steps: Steps
    threads: ThreadPoolExecutor
    idle: queue.SimpleQueue[ReadingProcess]

    async def run(self) -> None:
        """Run until stopped; restart after each failure."""
        while not self.steps.stopped.is_set():
            if await self._in_thread(self._can_work):
                try:
                    await self._work()
                except Exception:  # the database or this reader's registration is lost
                    log.warning("the readers lost the database and start again", exc_info=True)
            await self._in_thread(lambda: self.steps.stopped.wait(AGAIN_SECONDS))

    def _can_work(self) -> bool:
        """Return whether a reading process is running, or can be started, and the database answers."""
        with self._process() as process:
            if process.ready() is None:
                return False
        try:
            with self.steps.store.reading() as connection:
                connection.execute(sql("SELECT 1"))
        except Problem:
            return False
        return True

    async def _work(self) -> None:
        async with self._queue().open_async() as app:
            worker = QueueWorker(
                app,
                queues=[QUEUE],
                concurrency=self.config.processes,
                fetch_job_polling_interval=LOOK_SECONDS,
                shutdown_graceful_timeout=STOP_SECONDS,
                delete_jobs="always",
                install_signal_handlers=False,
                update_heartbeat_interval=HEARTBEAT_SECONDS,
                stalled_worker_timeout=LOST_SECONDS,
            )
            running = asyncio.create_task(worker.run())  # type: ignore[no-untyped-call]
            watching = asyncio.create_task(self._watch(worker))
            await asyncio.wait((running, watching), return_when=asyncio.FIRST_COMPLETED)
            watching.cancel()
            worker.stop()  # type: ignore[no-untyped-call]
            for ended in await asyncio.gather(running, watching, return_exceptions=True):
                if isinstance(ended, Exception):
                    raise ended

    def _queue(self) -> App:
        room = self.config.processes + 3  # listening, the heartbeat, and the next job
        address = server_address(self.steps.store.engine)
        app = App(connector=PsycopgConnector(conninfo=address, min_size=1, max_size=room, timeout=POOL_SECONDS))
        missing = RetryStrategy(wait=2, retry_exceptions={ReaderMissingError})
        no_store = RetryStrategy(wait=30, retry_exceptions={ReaderMissingError, PictureStoreError})

        @app.task(name=READ, queue=QUEUE, pass_context=True, retry=missing)
        async def read(context: JobContext, photo: str) -> None:
            await self._in_thread(lambda: self._step(self.steps.read, photo, context))

        @app.task(name=KEEP, queue=QUEUE, pass_context=True, retry=no_store)
        async def keep(context: JobContext, photo: str) -> None:
            await self._in_thread(lambda: self._step(self.steps.keep, photo, context))

        return app

    def _step(self, step: Callable[[ReadingProcess, str, int], None], photo: str, context: JobContext) -> None:
        with self._process() as process:
            step(process, photo, int(context.job.id or 0))

    @contextlib.contextmanager
    def _process(self) -> Iterator[ReadingProcess]:
        process = self.idle.get()
        try:
            yield process
        finally:
            self.idle.put(process)

    async def _watch(self, worker: QueueWorker) -> None:
        """Requeue lost photos periodically; return when this reader has to stop or to register again."""
        since = 0.0
        while not await self._in_thread(lambda: self.steps.stopped.wait(LOOK_SECONDS)):
            since += LOOK_SECONDS
            if since >= HEARTBEAT_SECONDS:
                since = 0.0
                await self._in_thread(lambda: return_lost_photos(self.steps.store, self.steps.shelf))
                if not await self._in_thread(lambda: self._is_known(worker.worker_id)):
                    return

    def _is_known(self, worker: int | None) -> bool:
        known = sql(
            "SELECT count(*) FROM procrastinate_workers"
            " WHERE id = :id AND last_heartbeat > now() - make_interval(secs => :seconds)"
        )
        with self.steps.store.reading() as connection:
            return bool(connection.execute(known, {"id": worker, "seconds": REREGISTER_SECONDS}).scalar_one())

    async def _in_thread(self, what: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self.threads, what)
