"""A complete club on simulated computers, and a log of everything that happens to each photo.

Database triggers write the log, so it is complete regardless of which program made a change.
"""

from __future__ import annotations

import contextlib
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Engine
from sqlalchemy import text as sql

from referee.words.problems import Problem
from tests.web.club.hosts import Loopback, Network, network
from tests.web.club.servers import Postgresql, Reader, Web, wait_until
from web.club.photo_queue import MOST_WAITING, MOST_WAITING_EACH, QueuedJobs
from web.club.postgres import open_club_store
from web.games.photo_shelf import PhotoShelf
from web.games.store import Store
from web.photos.tasks import PhotoTask

RECORD = """
CREATE TABLE IF NOT EXISTS trial (at timestamptz NOT NULL DEFAULT clock_timestamp(), photo text, what text, reader bigint);
CREATE OR REPLACE FUNCTION note_state() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW.state IS DISTINCT FROM OLD.state OR NEW.answer IS DISTINCT FROM OLD.answer THEN
    INSERT INTO trial (photo, what) VALUES (NEW.id, NEW.state);
  END IF; RETURN NULL; END $$;
CREATE OR REPLACE FUNCTION note_loss() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW.lost_readers > OLD.lost_readers THEN INSERT INTO trial (photo, what) VALUES (NEW.id, 'lost'); END IF;
  RETURN NULL; END $$;
CREATE OR REPLACE FUNCTION note_job() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW.status = 'doing' AND OLD.status <> 'doing' THEN
    INSERT INTO trial (photo, what, reader) VALUES (NEW.args->>'photo', 'taken', NEW.worker_id);
  END IF; RETURN NULL; END $$;
CREATE OR REPLACE TRIGGER trial_loose AFTER UPDATE ON loose_photos FOR EACH ROW EXECUTE FUNCTION note_state();
CREATE OR REPLACE TRIGGER trial_photos AFTER UPDATE ON photos FOR EACH ROW EXECUTE FUNCTION note_state();
CREATE OR REPLACE TRIGGER trial_lost AFTER UPDATE ON incoming FOR EACH ROW EXECUTE FUNCTION note_loss();
CREATE OR REPLACE TRIGGER trial_jobs AFTER UPDATE ON procrastinate_jobs FOR EACH ROW EXECUTE FUNCTION note_job();
"""
SENDERS = 4
ANSWERED = ("done", "failed")
SEEN = sql("SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - interval '15 seconds'")


@dataclass(frozen=True, slots=True)
class Fate:
    """The history of one photo: when it was first taken, answered, and lost with a reader, and how often it was answered."""

    taken: float | None
    answered: float | None
    lost: float | None
    answers: int


@dataclass(slots=True)
class Club:
    """The computers of a trial, and photos added directly to the queue."""

    net: Network | Loopback
    folder: Path
    database: Postgresql
    url: str
    readers: list[Reader] = field(default_factory=list)
    webs: list[Web] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)
    _store: Store | None = None

    @property
    def store(self) -> Store:
        """The club's database, opened from this computer."""
        if self._store is None:
            self._store = open_club_store(self.url)
            with self._store.engine.begin() as connection:
                connection.exec_driver_sql(RECORD, execution_options={"no_parameters": True})
        return self._store

    @property
    def engine(self) -> Engine:
        """The engine of the club's database."""
        return self.store.engine

    def add_readers(self, number: int, obeys: bool = False) -> None:
        """Start reader computers and wait until all have registered."""
        _ = self.store
        for _ in range(number):
            host = self.net.add(f"reader{len(self.readers) + 1}")
            self.readers.append(Reader(host, self.url, self.folder, obeys))
            self.readers[-1].start()
        wait_until(lambda: self.ask(SEEN) >= len(self.readers), 120, "starting the readers")

    def add_webs(self, number: int, *options: str) -> None:
        """Start web servers and wait until they are ready."""
        for _ in range(number):
            host = self.net.add(f"web{len(self.webs) + 1}")
            self.webs.append(Web(host, self.url, self.folder, "--no-reader", "--no-code", *options))
            self.webs[-1].start()
        for web in self.webs:
            web.wait()

    def ask(self, question: Any) -> Any:
        """Return the single value of a query, None while the database is down."""
        try:
            with self.engine.connect() as connection:
                return connection.execute(question).scalar()
        except Exception:  # it is down on purpose
            return None

    def send(self, photos: Sequence[bytes], each: Callable[[], None] = lambda: None) -> list[str]:
        """Queue photos as if from many tables, as fast as the queue accepts them; `each` is called repeatedly meanwhile."""
        jobs = QueuedJobs(self.store, PhotoShelf(self.store, self.folder / "shelf"), None)
        with ThreadPoolExecutor(SENDERS) as senders:
            sending = [
                senders.submit(self._send, jobs, photo, f"table {number // (MOST_WAITING_EACH // 2)}", number)
                for number, photo in enumerate(photos)
            ]
            while not all(one.done() for one in sending):
                each()
                time.sleep(0.05)
        sent = [one.result() for one in sending]
        self.sent += sent
        return sent

    def _send(self, jobs: QueuedJobs, photo: bytes, client: str, number: int) -> str:
        path = self.folder / "shelf" / f"{number}.photo"
        while True:
            path.write_bytes(photo)
            try:
                return jobs.submit(PhotoTask({}, client), path)
            except Problem:  # the queue is full, or the database is down
                time.sleep(0.2)

    def waiting(self) -> int:
        """Return the number of photos without an answer."""
        found = self.ask(sql("SELECT count(*) FROM loose_photos WHERE answer IS NULL"))
        return MOST_WAITING if found is None else int(found)

    def fates(self) -> dict[str, Fate]:
        """Return what happened to each photo sent, from the record; times are seconds of the database's clock."""
        with self.engine.connect() as connection:
            rows = connection.execute(sql("SELECT photo, what, extract(epoch FROM at)::float FROM trial ORDER BY at")).all()
        found: dict[str, list[tuple[str, float]]] = {photo: [] for photo in self.sent}
        for photo, what, at in rows:
            found.get(photo, []).append((what, at))
        return {photo: _fate(events) for photo, events in found.items()}

    def close(self) -> None:
        """Close the database of this computer."""
        if self._store is not None:
            self._store.close()


def _fate(events: Sequence[tuple[str, float]]) -> Fate:
    def first(*names: str) -> float | None:
        return next((at for what, at in events if what in names), None)

    return Fate(first("reading"), first(*ANSWERED), first("lost"), sum(what in ANSWERED for what, _ in events))


@contextlib.contextmanager
def club() -> Iterator[Club]:
    """Provide a club that has only a database."""
    folder = Path(tempfile.mkdtemp(prefix="terranova-club-"))
    folder.chmod(0o777)
    (folder / "shelf").mkdir()
    try:
        with network() as net:
            database = Postgresql(net.add("database"), folder)
            database.create()
            database.start()
            found = Club(net, folder, database, database.url)
            try:
                yield found
            finally:
                found.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class Losses:
    """The photos lost or answered twice in a trial, and the seconds taken by those that lost their reader."""

    photos: int
    lost: int
    doubled: int
    interrupted: tuple[float, ...]

    @property
    def p95(self) -> float:
        """The time within which 95 of 100 interrupted photos were answered."""
        return percentile(self.interrupted, 0.95)


def losses_of(found: Club) -> Losses:
    """Return the losses of all photos sent."""
    fates = found.fates().values()
    took = [one.answered - one.taken for one in fates if one.lost is not None and one.answered and one.taken]
    return Losses(
        len(fates), sum(one.answered is None for one in fates), sum(one.answers > 1 for one in fates), tuple(sorted(took))
    )


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of the values does not exceed."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def kill_now_and_then(found: Club, seconds: float, chance: random.Random) -> Callable[[], None]:
    """Return a function that kills and restarts a random reader every few seconds, provided it is called often."""
    last = time.monotonic()

    def step() -> None:
        nonlocal last
        if time.monotonic() - last >= seconds:
            last = time.monotonic()
            reader = chance.choice(found.readers)
            reader.kill()
            reader.start()

    return step


def answer_all(found: Club, seconds: float, each: Callable[[], None] = lambda: None) -> float:
    """Wait until all photos are answered; return the seconds it took."""
    started = time.monotonic()
    while found.waiting():
        assert time.monotonic() - started < seconds, f"{found.waiting()} photos are left after {seconds:g} s"
        each()
        time.sleep(0.1)
    return time.monotonic() - started


def speed_of(found: Club, photos: Sequence[str]) -> float:
    """Return the photos answered per second between the first and the last answer."""
    ended = sorted(fate.answered for photo, fate in found.fates().items() if photo in set(photos) and fate.answered)
    return (len(ended) - 1) / (ended[-1] - ended[0]) if len(ended) > 1 else statistics.nan
