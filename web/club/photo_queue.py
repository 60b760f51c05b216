"""The club's queue of photos, in which a photo's row, bytes and job are committed in one transaction.

Procrastinate distributes jobs to readers. The table `incoming` is authoritative. A lost job is replaced (`lost_readers.py`), so
every photo with a row in that table is eventually read, or fails after losing too many readers.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from procrastinate import App, SyncPsycopgConnector
from procrastinate.exceptions import ConnectorException
from psycopg import Connection as ServerConnection
from sqlalchemy import Connection, func, select

from referee.words.problems import Problem
from referee.words.texts import text
from web.club.heartbeats import count_readers
from web.club.schema import incoming, loose_photos
from web.games.detailed_problems import problem_answer
from web.games.photo_shelf import PhotoShelf
from web.games.stamps import new_id, now
from web.games.store import Store
from web.photos.tasks import Job, JobState, PhotoTask

QUEUE = "photos"
READ, KEEP = "read", "keep"
MOST_WAITING = 200
MOST_WAITING_EACH = 24  # of one game, or of one client for photos without a game
KEEP_AFTER_TURNS = 50  # an image is stored after the photos of this many further turns have been read
LOOKED_AT_SECONDS = 5.0  # time for which it is cached whether readers are running

_defers = App(connector=SyncPsycopgConnector())  # never opened: jobs are added on the connection of the caller


class ReadsHere(Protocol):
    """The readers that run in this process, as the queue uses them."""

    def start(self) -> None:
        """Start the readers, unless already started."""

    def stop(self) -> None:
        """Stop the readers."""

    def warm(self, board: Mapping[str, Any]) -> None:
        """Prepare a board for its first photo."""


class QueuedJobs:
    """The queue as used by pages. `readers` are the readers in this process, or None if there are none."""

    def __init__(self, store: Store, shelf: PhotoShelf, readers: ReadsHere | None) -> None:
        self._store, self._shelf, self._readers = store, shelf, readers
        self._readers_seen = True
        self._looked_at = float("-inf")

    @property
    def missing(self) -> Mapping[str, Any] | None:
        """The problem that no reader is running on any computer, or None.

        The result is also None if this process has readers of its own, running or not, or if the database does not answer.
        """
        if time.monotonic() - self._looked_at > LOOKED_AT_SECONDS:
            self._readers_seen, self._looked_at = self._has_readers(), time.monotonic()
        return None if self._readers_seen else _NO_READER

    def _has_readers(self) -> bool:
        if self._readers is not None:
            return True
        try:
            with self._store.reading() as connection:
                return count_readers(connection) > 0
        except Problem:
            return True  # requests report that the database does not answer

    def start(self) -> None:
        """Start the readers of this process, unless they are running."""
        if self._readers is not None:
            self._readers.start()

    def stop(self) -> None:
        """Stop the readers of this process; unread photos stay in the queue for other readers or the next start."""
        if self._readers is not None:
            self._readers.stop()

    def warm(self, board: Mapping[str, Any]) -> None:
        """Prepare a board in the readers of this process."""
        if self._readers is not None:
            self._readers.warm(board)

    def submit(self, task: PhotoTask, path: Path) -> str:
        """Move a photo from its file into the queue, and return the photo's id.

        A known upload is queued again only if the photo must be read again. The readers of this process are started if
        necessary, and the file is deleted in any case. Raise a Problem if too many photos are waiting or the photo cannot be
        stored.
        """
        self.start()
        try:
            data = path.read_bytes()
        finally:
            path.unlink(missing_ok=True)
        game_id = None if task.upload is None else task.upload.game_id
        with self._store.writing(game_id or task.client) as connection:
            photo_id, is_new = self._add(connection, task)
            if is_new:
                _enqueue(connection, photo_id, game_id, task, data)
        return photo_id

    def _add(self, connection: Connection, task: PhotoTask) -> tuple[str, bool]:
        if task.upload is not None:
            added = self._shelf.add_to(connection, task.upload)
            if added is None:
                raise Problem("not-saved", text("serve.store_not_saved"))
            return added[0].id, added[1]
        photo_id = new_id()
        connection.execute(loose_photos.insert().values(id=photo_id, at=now(), state=JobState.WAITING.value))
        return photo_id, True

    def job(self, job_id: str) -> Job | None:
        """Return the progress of a photo that belongs to no game, or None if there is no such photo.

        `PhotoShelf` holds the progress of photos that belong to a game.
        """
        with self._store.reading() as connection:
            row = connection.execute(select(loose_photos).where(loose_photos.c.id == job_id)).one_or_none()
        return None if row is None else Job(row.id, JobState(row.state), None if row.answer is None else json.loads(row.answer))


_NO_READER: Mapping[str, Any] = problem_answer(Problem("reader-missing", text("serve.no_reader_runs")))


def _enqueue(connection: Connection, photo_id: str, game_id: str | None, task: PhotoTask, data: bytes) -> None:
    client = game_id or task.client
    turn = _turn_of(connection, client)
    row = {"id": photo_id, "game_id": game_id, "client": client, "turn": turn, "step": READ, "at": now()}
    connection.execute(incoming.delete().where(incoming.c.id == photo_id))
    connection.execute(incoming.insert().values(**row, options=json.dumps(dict(task.options)), data=data))
    add_job(connection, photo_id, READ, turn)


def _turn_of(connection: Connection, client: str) -> int:
    """Return the turn in which a client's next photo is read, so that clients take turns.

    Raise a Problem if too many photos are waiting. Simultaneous requests could exceed the limit by one photo each.
    """
    own = incoming.c.client == client
    counted = select(
        func.count(),
        func.count().filter(own),
        func.coalesce(func.min(incoming.c.turn), 0),
        func.coalesce(func.max(incoming.c.turn).filter(own), -1),
    ).where(incoming.c.step == READ)
    waiting, own_waiting, first_turn, own_last = connection.execute(counted).one()
    if waiting >= MOST_WAITING or own_waiting >= MOST_WAITING_EACH:
        raise Problem("too-many-photos", text("serve.too_many_photos"))
    return int(max(first_turn, own_last + 1))


def add_job(connection: Connection, photo_id: str, step: str, turn: int) -> None:
    """Add the job for a photo's next step within the connection's transaction.

    A job recorded for the photo before loses its effect. Raise a Problem if the job cannot be added.
    """
    server: Any = connection.connection.driver_connection
    assert isinstance(server, ServerConnection)
    priority = -turn if step == READ else -turn - KEEP_AFTER_TURNS
    try:
        job = _defers.configure_task(step, queue=QUEUE, priority=priority, connection=server).defer(photo=photo_id)
    except ConnectorException as error:  # not an error of SQLAlchemy, which the store would convert
        raise Problem("not-saved", text("serve.store_not_saved")) from error
    connection.execute(incoming.update().where(incoming.c.id == photo_id).values(step=step, job=job))
