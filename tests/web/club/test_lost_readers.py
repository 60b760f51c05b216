"""Every photo is answered exactly once, even if readers are killed, cut off or confused, or the database fails."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text as sql

from tests.web.club.conftest import ClubServer
from tests.web.club.obeying import reading, reading_host, wait_for
from tests.web.club.test_photo_queue import count, job, send
from tests.web.databases import PostgresqlServer, find_postgresql, restartable_postgresql
from web.club import lost_readers
from web.club.lost_readers import return_lost_photos
from web.club.photo_ends import end_photo
from web.site.companion import Config

pytestmark = pytest.mark.postgresql
Serve = Callable[..., ClubServer]
FAST = {"reading": {"paper": "a4", "hex_mm": 30, "said": "late"}, "ink": "colour"}


def ask(server: ClubServer, query: str, **values: Any) -> list[Any]:
    """Return the result of a query."""
    with server.companion.store.reading() as connection:
        return list(connection.execute(sql(query), values).all())


def change(server: ClubServer, statement: str, **values: Any) -> None:
    """Execute a statement directly on the database."""
    with server.companion.store.writing() as connection:
        connection.execute(sql(statement), values)


def take_a_job(server: ClubServer) -> tuple[int, int]:
    """Register a reader that takes a job and dies; return the ids of both."""
    with server.companion.store.writing() as connection:
        worker = connection.execute(sql("SELECT worker_id FROM procrastinate_register_worker_v1()")).scalar_one()
        taken = connection.execute(
            sql("SELECT id FROM procrastinate_fetch_job_v2(NULL, :worker)"), {"worker": worker}
        ).scalar_one()
    return int(worker), int(taken)


def return_lost(server: ClubServer) -> int:
    """Requeue lost photos, as every reader does periodically."""
    return return_lost_photos(server.companion.store, server.companion.shelf)


class OnePhoto(ClubServer):
    """A server with one game and a waiting photo."""

    def __init__(self, server: ClubServer) -> None:
        self.app, self.companion = server.app, server.companion
        self.waiting = self.phone()
        self.waiting.new_game()
        self.sent: str = send(self.waiting, "board").get_json()["photo"]


@pytest.fixture
def server(serve: Serve) -> OnePhoto:
    """Provide a server with a waiting photo."""
    return OnePhoto(serve())


def silence(server: ClubServer, worker: int) -> None:
    """Make a reader's last heartbeat old."""
    change(server, "UPDATE procrastinate_workers SET last_heartbeat = now() - interval '16 seconds' WHERE id = :id", id=worker)


def test_photo_of_a_silent_reader_gets_a_new_job_and_that_of_a_living_one_keeps_its_own(server: OnePhoto) -> None:
    worker, first = take_a_job(server)
    assert return_lost(server) == 0
    silence(server, worker)
    assert return_lost(server) == 1
    [(new, lost)] = ask(server, "SELECT job, lost_readers FROM incoming")
    assert (new > first, lost) == (True, 1)
    assert ask(server, "SELECT id, status::text FROM procrastinate_jobs") == [(new, "todo")]
    assert return_lost(server) == 0


def test_photo_is_found_although_its_reader_is_not_registered_any_more(server: OnePhoto) -> None:
    worker, _ = take_a_job(server)
    change(server, "DELETE FROM procrastinate_workers WHERE id = :id", id=worker)
    assert return_lost(server) == 1


def test_photo_is_found_although_its_reader_has_started_again_under_the_same_id(server: OnePhoto) -> None:
    """The second scenario of procrastinate's issue 1518: the reader is alive, but not working on the job."""
    take_a_job(server)
    assert return_lost(server) == 0
    change(server, "UPDATE procrastinate_events SET at = at - interval '121 seconds'")
    assert return_lost(server) == 1


def test_photo_whose_job_has_vanished_or_failed_gets_a_new_one(server: OnePhoto) -> None:
    change(server, "UPDATE procrastinate_jobs SET status = 'failed'")
    assert return_lost(server) == 1
    change(server, "DELETE FROM procrastinate_jobs")
    assert return_lost(server) == 1


def test_photo_that_has_stopped_five_readers_fails_with_a_sentence(server: OnePhoto) -> None:
    for _ in range(lost_readers.LOST_READERS_MOST):
        worker, _ = take_a_job(server)
        silence(server, worker)
        assert return_lost(server) == 1
    problem = job(server.waiting, server.sent)["problem"]
    assert problem["problem"] == "reader-ended"
    assert "stopped while it read this photo" in problem["message"]
    assert count(server, "incoming") == 0


def test_reader_that_was_given_up_changes_nothing_when_it_comes_back(server: OnePhoto, database: str) -> None:
    worker, _ = take_a_job(server)
    silence(server, worker)
    return_lost(server)
    with reading(database):
        wait_for(lambda: count(server, "incoming") == 0)
    here = server.companion
    end_photo(here.store, here.shelf, server.sent, FAST)
    assert here.shelf.finish(server.sent, FAST) is None
    assert job(server.waiting, server.sent)["reading"]["said"] == "board"
    assert [count(server, table) for table in ("incoming", "procrastinate_jobs")] == [0, 0]
    assert len(server.waiting.get("photos")["photos"]) == 1


def test_readings_of_no_game_are_forgotten_after_an_hour(serve: Serve) -> None:
    server = serve()
    for name, at in (("old", "2026-01-01T00:00:00.000000Z"), ("new", "2999-01-01T00:00:00.000000Z")):
        change(server, "INSERT INTO loose_photos (id, at, state) VALUES (:name, :at, 'done')", name=name, at=at)
    return_lost(server)
    assert ask(server, "SELECT id FROM loose_photos") == [("new",)]


@pytest.mark.slow
def test_reader_killed_in_the_midst_of_a_photo_loses_nothing(serve: Serve, database: str) -> None:
    server = serve()
    phone = server.phone()
    phone.new_game()
    with reading_host(database) as first:
        sent = send(phone, "slow 1.5").get_json()["photo"]
        wait_for(lambda: job(phone, sent)["state"] == "reading")
        first.send_signal(signal.SIGKILL)
        with reading_host(database):
            took = wait_for(lambda: job(phone, sent)["state"] == "done")
            wait_for(lambda: count(server, "incoming") == 0)
    assert took < 25
    assert job(phone, sent)["reading"]["by"] != first.pid


@pytest.mark.slow
def test_readers_killed_again_and_again_answer_every_photo_once(serve: Serve, database: str) -> None:
    server, chance = serve(), random.Random(17)
    phones = [server.phone() for _ in range(4)]
    for phone in phones:
        phone.new_game()
    sent = {send(phone, "slow 0.4", f"upload-{n:04d}").get_json()["photo"]: phone for n in range(10) for phone in phones}
    hosts = [reading_host(database) for _ in range(3)]
    running = [host.__enter__() for host in hosts]
    try:
        for _ in range(4):
            time.sleep(3.0)
            killed = chance.randrange(len(running))
            os.kill(running[killed].pid, signal.SIGKILL)
            hosts[killed].__exit__(None, None, None)
            hosts[killed] = reading_host(database)
            running[killed] = hosts[killed].__enter__()
        wait_for(lambda: count(server, "incoming") == 0, 120)
    finally:
        for host in hosts:
            host.__exit__(None, None, None)
    assert {job(phone, photo)["state"] for photo, phone in sent.items()} == {"done"}
    assert count(server, "photos") == len(sent)
    assert ask(server, "SELECT count(*) FROM pictures") == [(2 * len(sent),)]


@pytest.fixture
def restartable(tmp_path: Path) -> Iterator[PostgresqlServer]:
    """Provide a database server that may be stopped."""
    if find_postgresql() is None:
        pytest.skip("no PostgreSQL server: install postgresql")
    with restartable_postgresql() as found:
        yield found


@pytest.mark.slow
def test_readers_and_pages_go_on_after_the_database_was_restarted(restartable: PostgresqlServer, tmp_path: Path) -> None:
    server = ClubServer(Config(data=tmp_path / "server", database=restartable.address, needs_code=False, reads_photos=False))
    phone = server.phone()
    phone.new_game()
    with reading_host(restartable.address):
        held = send(phone, "slow 4").get_json()["photo"]
        wait_for(lambda: job(phone, held)["state"] == "reading")
        restartable.stop()
        answer = phone.client.get(f"/api/games/{phone.game_id}")
        assert (answer.status_code, int(answer.headers["Retry-After"]) > 0) == (503, True)
        assert "database does not answer" in answer.get_json()["message"]
        assert "database does not answer" in phone.client.get(f"/games/{phone.game_id}").get_data(as_text=True)
        time.sleep(6.0)
        restartable.start()
        sent = send(phone, "board", "upload-0002").get_json()["photo"]
        took = wait_for(lambda: job(phone, sent)["state"] == "done" and job(phone, held)["state"] == "done")
    assert took < 10
    assert ask(server, "SELECT count(*) FROM photos") == [(2,)]
    server.companion.close()
