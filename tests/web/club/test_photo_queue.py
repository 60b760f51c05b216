"""Photos of a club: queued atomically with their bytes, read exactly once by any reader, and visible on every server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from sqlalchemy import text as sql

from referee.words.problems import Problem
from tests.web.club.conftest import ClubServer
from tests.web.club.obeying import obeying_worker, reading, wait_for
from tests.web.conftest import Phone, send_photo
from web.club import photo_ends, photo_queue
from web.club.schema import incoming
from web.takeaway.forgetting import forget_game

pytestmark = pytest.mark.postgresql
Serve = Callable[..., ClubServer]


def send(phone: Phone, words: str, upload: str = "upload-0001") -> Any:
    """Upload a photo of the phone's game."""
    fields = {"upload": upload, "from": "0"}
    return send_photo(phone.client, f"/api/games/{phone.game_id}/photos", words.encode(), **fields)


def job(phone: Phone, job_id: str) -> dict[str, Any]:
    """Return the progress of a photo."""
    return dict(phone.client.get(f"/api/jobs/{job_id}").get_json())


def count(server: ClubServer, table: str) -> int:
    """Count the rows of a table."""
    with server.companion.store.reading() as connection:
        return int(connection.execute(sql(f"SELECT count(*) FROM {table}")).scalar_one())


def test_photo_sent_to_one_server_is_read_and_shown_by_the_other(serve: Serve, database: str) -> None:
    here, there = serve(), serve()
    phone = here.phone()
    phone.new_game()
    other = there.phone(phone.game_id)
    sent = send(phone, "board").get_json()["photo"]
    assert job(other, sent)["state"] == "waiting"
    with reading(database):
        wait_for(lambda: other.get("photos")["photos"][0]["url"] is not None)
    photo = other.get("photos")["photos"][0]
    assert (photo["id"], photo["state"]) == (sent, "done")
    assert other.client.get(photo["url"]).data == b"picture of board"
    assert count(there, "incoming") == count(there, "procrastinate_jobs") == 0


def test_photo_of_no_game_is_answered_by_any_server(serve: Serve, database: str) -> None:
    here, there = serve(), serve()
    sent = send_photo(here.phone().client, "/api/read", b"board").get_json()["job"]
    assert job(there.phone(), sent) == {"state": "waiting"}
    with reading(database):
        wait_for(lambda: job(there.phone(), sent)["state"] == "done")
    assert job(here.phone(), sent)["reading"]["said"] == "board"


def test_photo_that_cannot_be_committed_leaves_neither_row_nor_bytes_nor_job(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve()
    phone = server.phone()
    phone.new_game()
    added = photo_queue.add_job

    def add_and_fail(*given: Any) -> None:
        added(*given)
        raise Problem("not-saved", photo_queue.text("serve.store_not_saved"))

    monkeypatch.setattr(photo_queue, "add_job", add_and_fail)
    assert send(phone, "board").status_code == 503
    assert [count(server, table) for table in ("photos", "incoming", "procrastinate_jobs")] == [0, 0, 0]
    monkeypatch.undo()
    assert send(phone, "board").status_code == 202
    assert [count(server, table) for table in ("photos", "incoming", "procrastinate_jobs")] == [1, 1, 1]


def test_upload_that_is_repeated_at_another_server_is_queued_once(serve: Serve) -> None:
    here, there = serve(), serve()
    phone = here.phone()
    phone.new_game()
    first = send(phone, "board").get_json()["photo"]
    assert send(there.phone(phone.game_id), "board").get_json()["photo"] == first
    assert count(here, "incoming") == 1


def test_second_answer_changes_nothing(serve: Serve) -> None:
    server = serve()
    phone = server.phone()
    phone.new_game()
    sent = send(phone, "board").get_json()["photo"]
    here = server.companion
    first = {"reading": {"paper": "a4", "hex_mm": 30, "said": "first"}, "ink": "colour"}
    assert here.shelf.finish(sent, first) is not None
    assert here.shelf.finish(sent, {"problem": "too-slow", "messages": {}}) is None
    stored = here.shelf.photo(str(phone.game_id), sent)
    assert (stored.state, stored.answer) == ("done", first)


def test_pictures_that_cannot_be_kept_do_not_fill_the_database(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo_ends, "MOST_UNKEPT", 1)
    server = serve()
    phone = server.phone()
    phone.new_game()
    here, answer = server.companion, {"reading": {"paper": "a4", "hex_mm": 30}, "ink": "colour"}
    for upload in ("upload-0001", "upload-0002"):
        photo_ends.end_photo(here.store, here.shelf, send(phone, "board", upload).get_json()["photo"], answer)
    assert [photo["state"] for photo in phone.get("photos")["photos"]] == ["done", "done"]
    assert count(server, "incoming") == 1


def test_photo_beyond_two_hundred_is_refused_for_now(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve()
    phone = server.phone()
    phone.new_game()
    monkeypatch.setattr(photo_queue, "MOST_WAITING_EACH", photo_queue.MOST_WAITING + 1)
    with server.companion.store.writing() as connection:
        row = {"game_id": None, "turn": 0, "step": "read", "at": "now", "options": "{}", "data": b""}
        connection.execute(incoming.insert(), [{**row, "id": f"{n:016x}", "client": f"table {n}"} for n in range(199)])
    assert send(phone, "board", "upload-0200").status_code == 202
    refused = send(phone, "board", "upload-0201")
    assert (refused.status_code, refused.get_json()["problem"]) == (503, "too-many-photos")
    assert int(refused.headers["Retry-After"]) > 0
    assert count(server, "photos") == 1


def test_one_table_does_not_hold_up_another(serve: Serve, database: str) -> None:
    server = serve()
    busy, calm = server.phone(), server.phone()
    busy.new_game()
    calm.new_game()
    for number in range(6):
        send(busy, "slow 0.05", f"upload-{number:04d}")
    send(calm, "slow 0.05")
    with reading(database):
        wait_for(lambda: count(server, "incoming") == 0)
    with server.companion.store.reading() as connection:
        query = sql("SELECT game_id FROM photos JOIN pictures ON photos.id = photo_id WHERE name = 'full' ORDER BY pictures.ctid")
        order = list(connection.execute(query).scalars())
    assert order.index(calm.game_id) <= 1


def test_one_table_cannot_fill_the_queue(serve: Serve) -> None:
    server = serve()
    phone, other = server.phone(), server.phone()
    phone.new_game()
    other.new_game()
    for number in range(photo_queue.MOST_WAITING_EACH):
        assert send(phone, "board", f"upload-{number:04d}").status_code == 202
    assert send(phone, "board", "upload-9999").status_code == 503
    assert send(other, "board").status_code == 202


def test_page_learns_that_no_reader_runs_and_that_one_runs_again(
    serve: Serve, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photo_queue, "LOOKED_AT_SECONDS", 0.0)
    client = serve().phone().client
    assert client.get("/api/reader").get_json()["ready"] is False
    assert "terranova reader" in client.get("/api/reader?lang=hu").get_json()["message"]
    with reading(database):
        wait_for(lambda: client.get("/api/reader").get_json()["ready"])


def test_server_reads_photos_itself_unless_it_is_not_to(serve: Serve) -> None:
    server = serve(reads_photos=True, start_worker=obeying_worker)
    phone = server.phone()
    phone.new_game()
    sent = send(phone, "board").get_json()["photo"]
    wait_for(lambda: job(phone, sent)["state"] == "done")


def test_photo_is_answered_within_a_second_of_its_upload(serve: Serve, database: str) -> None:
    server = serve()
    phone = server.phone()
    phone.new_game()
    with reading(database):
        wait_for(lambda: count(server, "procrastinate_workers") == 1)
        time.sleep(1.0)
        sent = send(phone, "board").get_json()["photo"]
        assert wait_for(lambda: job(phone, sent)["state"] == "done") < 1.0


def test_game_deleted_while_its_photo_waits_leaves_nothing_behind(serve: Serve, database: str) -> None:
    server = serve()
    phone = server.phone()
    phone.new_game()
    send(phone, "board")
    here = server.companion
    forget_game(here.store, here.shelf, here.config.data, str(phone.game_id))
    with reading(database):
        wait_for(lambda: count(server, "incoming") == 0)
    assert [count(server, table) for table in ("photos", "stored_pictures", "procrastinate_jobs")] == [0, 0, 0]


def test_job_that_the_database_refuses_is_answered_with_a_sentence(serve: Serve) -> None:
    server = serve()
    phone = server.phone()
    phone.new_game()
    with server.companion.store.writing() as connection:
        connection.execute(sql("ALTER TABLE procrastinate_jobs ADD CONSTRAINT full_disk CHECK (priority IS NULL)"))
    answer = send(phone, "board")
    assert (answer.status_code, answer.get_json()["problem"]) == (503, "not-saved")
    assert count(server, "incoming") == 0


def test_readers_do_not_use_the_event_loop_of_windows(serve: Serve, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve()
    phone = server.phone()
    phone.new_game()
    sent = send(phone, "board").get_json()["job"]

    def usual_loop() -> asyncio.AbstractEventLoop:
        raise psycopg.InterfaceError("Psycopg cannot use the 'ProactorEventLoop' to run in async mode")

    monkeypatch.setattr(asyncio.events, "new_event_loop", usual_loop)
    with reading(database):
        wait_for(lambda: job(phone, sent)["state"] == "done", 15)
