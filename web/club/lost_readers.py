"""Requeue the photos of lost readers, and delete expired answers and registrations.

A photo needs a new job if its job is missing or has ended, or if its reader is not registered, has sent no heartbeat for
LOST_SECONDS (`heartbeats.py`), or started the job longer than LONGEST_STEP_SECONDS ago. Only the first answer to a photo is
stored; later ones are discarded.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Row, select
from sqlalchemy import text as sql

from referee.words.problems import Problem
from referee.words.texts import text
from web.club.heartbeats import LOST_SECONDS
from web.club.photo_ends import end_photo
from web.club.photo_queue import QUEUE, READ, add_job
from web.club.schema import incoming, loose_photos
from web.games.detailed_problems import problem_answer
from web.games.photo_shelf import PhotoShelf
from web.games.schema import photos
from web.games.stamps import ago
from web.games.store import Store

LONGEST_STEP_SECONDS = 120  # a step takes at most 20 s; longer means that a reader has lost the job but not the database
LOST_READERS_MOST = 5  # a photo can crash the reading process but not its reader, so most readers are lost for other reasons
LOOSE_ANSWERS_KEPT = timedelta(hours=1)
FORGOTTEN_WORKER_SECONDS = 60
REAPER = "lost readers"

log = logging.getLogger("terranova.reading")

_WITHOUT_READER = sql(
    """
    SELECT photo.id, photo.step, photo.turn, photo.job, photo.lost_readers, job.status::text AS status
    FROM incoming photo
    LEFT JOIN procrastinate_jobs job ON job.id = photo.job
    LEFT JOIN procrastinate_workers worker ON worker.id = job.worker_id
    WHERE job.id IS NULL OR job.status NOT IN ('todo', 'doing')
       OR (job.status = 'doing' AND (
             worker.id IS NULL
             OR worker.last_heartbeat < now() - make_interval(secs => :stale)
             OR (SELECT max(event.at) FROM procrastinate_events event WHERE event.job_id = job.id AND event.type = 'started')
                < now() - make_interval(secs => :longest)))
    FOR UPDATE OF photo SKIP LOCKED
    """
)
_ABANDONED_JOBS = sql(
    """
    DELETE FROM procrastinate_jobs job
    WHERE job.queue_name = :queue AND job.status <> 'todo'
      AND NOT EXISTS (SELECT FROM incoming photo WHERE photo.job = job.id)
      AND NOT EXISTS (SELECT FROM procrastinate_events event
                      WHERE event.job_id = job.id AND event.at > now() - make_interval(secs => :longest))
    """
)
_FORGOTTEN_WORKERS = sql("DELETE FROM procrastinate_workers WHERE last_heartbeat < now() - make_interval(secs => :seconds)")


def return_lost_photos(store: Store, shelf: PhotoShelf) -> int:
    """Requeue photos without a reader, or give them up if they have lost too many readers; return the number of these photos.

    Abandoned jobs, old registrations of lost readers and old answers to photos without a game are deleted.
    """
    given_up: list[Row[Any]] = []
    with store.writing(REAPER) as connection:
        lost = connection.execute(_WITHOUT_READER, {"stale": LOST_SECONDS, "longest": LONGEST_STEP_SECONDS}).all()
        for photo in lost:
            if photo.lost_readers + 1 >= LOST_READERS_MOST:
                given_up.append(photo)
            else:
                _give_to_others(connection, photo)
        connection.execute(_ABANDONED_JOBS, {"queue": QUEUE, "longest": LONGEST_STEP_SECONDS})
        connection.execute(_FORGOTTEN_WORKERS, {"seconds": FORGOTTEN_WORKER_SECONDS})
        old = ago(LOOSE_ANSWERS_KEPT)
        on_its_way = select(incoming.c.id).where(incoming.c.id == loose_photos.c.id).exists()
        connection.execute(loose_photos.delete().where((loose_photos.c.at < old) & ~on_its_way))
    for photo in given_up:
        log.error("photo %s has stopped %s readers and is given up", photo.id, LOST_READERS_MOST)
        _give_up(store, shelf, photo)
    return len(lost)


def _give_up(store: Store, shelf: PhotoShelf, photo: Row[Any]) -> None:
    if photo.step == READ:
        end_photo(store, shelf, photo.id, _GIVEN_UP, picture_follows=False)
    with store.writing(photo.id) as connection:
        connection.execute(incoming.delete().where((incoming.c.id == photo.id) & (incoming.c.step == photo.step)))


_GIVEN_UP: Mapping[str, Any] = problem_answer(Problem("reader-ended", text("serve.reader_ended")))


def _give_to_others(connection: Connection, photo: Row[Any]) -> None:
    log.warning("photo %s has lost its reader and waits for another", photo.id)
    connection.execute(sql("DELETE FROM procrastinate_jobs WHERE id = :job"), {"job": photo.job})
    connection.execute(incoming.update().where(incoming.c.id == photo.id).values(lost_readers=photo.lost_readers + 1))
    for table in (photos, loose_photos) if photo.step == READ else ():
        is_read = (table.c.id == photo.id) & (table.c.state == "reading")
        connection.execute(table.update().where(is_read).values(state="waiting"))
    add_job(connection, photo.id, photo.step, photo.turn)
