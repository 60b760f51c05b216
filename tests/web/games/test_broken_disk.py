"""A disk that fails or is full: each change is kept whole or not at all, with one plain sentence, and later it works again."""

from __future__ import annotations

import contextlib
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from tests.web.conftest import Phone, new_save_id
from tests.web.pictures import jpeg
from web.photos.reading_worker import perform
from web.site.companion import DATABASE_FILE, Companion

SHOWN = {"pioneers": {"red": ["E5", "K1"], "yellow": ["E7"]}, "stones": ["J1", "J2", "J3", "J4"]}
TURN = {"turn": "@A1"}
STEP_BYTES = 512


@contextlib.contextmanager
def failing_statement(companion: Companion, which: int) -> Iterator[list[str]]:
    """Make the database fail at its n-th statement; return the statements that succeeded."""
    done: list[str] = []

    def execute(cursor: Any, statement: str, parameters: Any, context: Any) -> None:
        if len(done) == which:
            raise sqlite3.OperationalError("disk I/O error")
        done.append(statement)

    event.listen(companion.store.engine, "do_execute", execute)
    try:
        yield done
    finally:
        event.remove(companion.store.engine, "do_execute", execute)


@contextlib.contextmanager
def full_beyond(size: int) -> Iterator[None]:
    """Limit the file size of this process, to simulate a full disk."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def assert_reported(answer: Any) -> None:
    """Assert that the response is one plain sentence without internal details."""
    assert answer.status_code == 503
    problem = answer.get_json()
    assert problem["problem"] in ("not-saved", "store-unreadable")
    assert "Error" not in problem["message"]
    assert "sqlite" not in problem["message"].lower()


@pytest.mark.parametrize("what", ["turns", "confirm"])
def test_failure_at_any_statement_leaves_the_old_state_or_the_new(phone: Phone, companion: Companion, what: str) -> None:
    phone.new_game("Anna", "Bo", mode="keeper")
    body: dict[str, Any] = {"from": 0, "save": new_save_id(), **(TURN if what == "turns" else SHOWN)}
    for which in range(100):
        with failing_statement(companion, which) as done:
            answer = phone.client.post(f"/api/games/{phone.game_id}/{what}", json=body, headers={"Origin": "http://localhost"})
        if answer.status_code < 300:
            break
        assert_reported(answer)
        was_kept = any(statement.startswith("INSERT INTO revisions") for statement in done) and phone.look()["revision"] == 1
        assert phone.look()["revision"] == int(was_kept)
    assert which >= 4
    assert phone.look()["revision"] == 1
    assert len(phone.get("history")["history"]) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_full_disk_leaves_the_old_state_and_is_reported(phone: Phone, companion: Companion) -> None:
    phone.new_game("Anna", "Bo", mode="keeper")
    size = (companion.config.data / DATABASE_FILE).stat().st_size
    kept, reported = 0, 0
    for limit in (0, STEP_BYTES, 4096, size // 2, size - 4096, size):
        body = {"from": kept, "save": new_save_id(), **SHOWN}
        with full_beyond(limit):
            answer = phone.client.post(f"/api/games/{phone.game_id}/confirm", json=body, headers={"Origin": "http://localhost"})
        if answer.status_code < 300:
            kept += 1
        else:
            assert_reported(answer)
            reported += 1
        assert phone.look()["revision"] == kept
    assert reported >= 3
    assert phone.must("confirm", **SHOWN)["revision"] == kept + 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_photo_that_finds_the_disk_full_is_refused_and_leaves_nothing(phone: Phone, companion: Companion) -> None:
    import io

    phone.new_game("Anna", "Bo", mode="keeper")
    fields = {"photo": (io.BytesIO(bytes(300_000)), "a.jpg"), "upload": "upload-0001", "from": "0"}
    with full_beyond(100_000):
        answer = phone.client.post(f"/api/games/{phone.game_id}/photos", data=fields, headers={"Origin": "http://localhost"})
    assert answer.status_code == 503
    assert answer.get_json()["problem"] == "not-saved"
    assert not list(companion.shelf.incoming.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_picture_that_finds_the_disk_full_is_not_kept_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(jpeg(1600, 1200))
    task = {"task": "keep", "path": str(tmp_path / "in"), "kept": str(tmp_path / "a.jpg"), "small": str(tmp_path / "b.jpg")}
    with full_beyond(2000):
        assert "kept" not in perform(task)
    assert [path.name for path in tmp_path.iterdir()] == ["in"]
    assert perform(task)["kept"]


def test_file_that_is_not_a_database_is_reported_in_one_sentence(tmp_path: Path) -> None:
    from referee.words.problems import Problem
    from web.games.store import Store

    (tmp_path / DATABASE_FILE).write_bytes(b"not a database, but long enough to look like one" * 100)
    with pytest.raises(Problem) as caught:
        Store(f"sqlite:///{tmp_path / DATABASE_FILE}")
    assert caught.value.slug == "store-unreadable"
