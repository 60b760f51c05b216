"""Games that are in backups but not in the database: the companion stops with a message, and each way to recover works."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from unittest.mock import patch

import pytest

from referee.words.problems import Problem
from tests.web.games.test_older_data import STORED, rows_of
from tests.web.served import Served, command, environment, serving
from tests.web.site.test_serve import refused
from web.games.backups import KEPT_NEWEST, Backup, back_up, choose_kept, list_backups, newest_with_games
from web.games.database_file import Condition, count_games, examine_file, is_marked_empty
from web.games.history import Kind, TurnRecord
from web.games.opening import find_problem, open_games_file
from web.games.restore import restore_backup
from web.games.store import Draft, Store
from web.site.companion import DATABASE_FILE
from web.site.doctor import examine

HOT = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode = TRUNCATE")
connection.execute("PRAGMA cache_size = 1")
connection.execute("BEGIN IMMEDIATE")
connection.execute("UPDATE revisions SET position = position || hex(randomblob(9000))")
os._exit(0)
"""


def new_game(data: Path, save_id: str = "first-save") -> None:
    """Start a game directly in the store."""
    store = Store(f"sqlite:///{data / DATABASE_FILE}")
    store.new_game("Sunday", {}, Draft(Kind.START, {}, TurnRecord()), save_id)
    store.close()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Provide a folder with three games, and one backup of it."""
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copyfile(STORED / DATABASE_FILE, folder / DATABASE_FILE)
    Store(f"sqlite:///{folder / DATABASE_FILE}").close()
    assert back_up(folder / DATABASE_FILE, folder)
    return folder


def empty(data: Path) -> None:
    """Truncate the database to zero bytes."""
    (data / DATABASE_FILE).write_bytes(b"")


def remove(data: Path) -> None:
    """Delete the database."""
    (data / DATABASE_FILE).unlink()


def clear(data: Path) -> None:
    """Leave the database's tables without games."""
    remove(data)
    Store(f"sqlite:///{data / DATABASE_FILE}").close()


def start(data: Path) -> None:
    """Run the checks that precede opening the database."""
    open_games_file(data / DATABASE_FILE, data, None, False)


LOSSES = [empty, remove, clear]


@pytest.mark.parametrize("lose", LOSSES)
def test_lost_games_stop_the_start_and_name_backup_and_way_back(data: Path, lose: Callable[[Path], None]) -> None:
    backup = newest_with_games(data)
    lose(data)
    for _ in range(12):
        with pytest.raises(Problem) as caught:
            start(data)
        assert caught.value.slug == "lost-games"
    assert caught.value.message.values["backup"] == str(backup)
    assert caught.value.message.values["command"] == f"terranova serve --restore {backup} --data {data}"
    assert newest_with_games(data) == backup


def test_serve_and_doctor_report_lost_games(data: Path) -> None:
    empty(data)
    problem = refused(data)
    assert problem["problem"] == "lost-games"
    assert f"terranova serve --restore {newest_with_games(data)}" in problem["message"]
    assert (data / DATABASE_FILE).read_bytes() == b""
    wrong = [finding for finding in examine(data, None) if not finding.fine]
    assert [finding.sentence.key for finding in wrong] == ["serve.lost_games"]


@pytest.mark.parametrize("lose", [empty, remove])
def test_restore_puts_the_games_back_and_keeps_what_it_replaces(data: Path, lose: Callable[[Path], None]) -> None:
    new_game(data, "not-in-the-backup")
    before = (data / DATABASE_FILE).read_bytes()
    with serving(data, "--no-code", "--restore", str(newest_with_games(data))) as served:
        assert len(served.ask("GET", "/api/games")[1]["games"]) == 3
        assert count_games(data / DATABASE_FILE) == 3
    (aside,) = data.glob("replaced-*.sqlite")
    assert aside.read_bytes() == before
    lose(data)
    with serving(data, "--no-code", "--restore", str(aside)):
        assert count_games(data / DATABASE_FILE) == 4


def test_restore_reports_the_file_kept_aside(data: Path) -> None:
    served = Served(data, "--restore", str(newest_with_games(data)))
    _, errors = served.stop()
    (aside,) = data.glob("replaced-*.sqlite")
    assert "Restored 3 games from" in errors
    assert str(aside) in errors


def test_interrupted_change_of_the_old_file_is_not_applied_to_the_restored_one(data: Path) -> None:
    backup = newest_with_games(data)
    assert backup is not None
    for damage in (False, True):
        subprocess.run([sys.executable, "-c", HOT, str(data / DATABASE_FILE)], check=True)
        assert (data / f"{DATABASE_FILE}-journal").stat().st_size > 512
        if damage:
            (data / DATABASE_FILE).write_bytes(b"x" * 20_000)
        restore_backup(backup, data / DATABASE_FILE)
        assert rows_of(data / DATABASE_FILE) == rows_of(backup)
        assert examine_file(data / DATABASE_FILE).condition is Condition.SOUND


def test_restore_that_fails_at_any_step_leaves_the_old_file_or_the_new(data: Path) -> None:
    backup = newest_with_games(data)
    assert backup is not None
    new_game(data, "not-in-the-backup")
    for name in ("os.link", "os.replace", "os.fsync"):
        with patch(name, side_effect=OSError(28, "No space left on device")):
            before = rows_of(data / DATABASE_FILE)
            with contextlib.suppress(Problem):
                restore_backup(backup, data / DATABASE_FILE)
                before = rows_of(backup)
            assert rows_of(data / DATABASE_FILE) == before
    assert not list(data.glob(".*.part"))


@pytest.mark.parametrize("kind", ["missing", "damaged", "no games", "other program", "newer"])
def test_backup_that_cannot_be_used_is_refused_and_nothing_replaced(data: Path, kind: str) -> None:
    backup = data / "backup.sqlite"
    if kind == "damaged":
        backup.write_bytes(b"not a database" * 500)
    elif kind != "missing":
        shutil.copyfile(data / DATABASE_FILE, backup)
        statement = {
            "no games": "DELETE FROM revisions",
            "other program": "DROP TABLE settings",
            "newer": "INSERT INTO schema_steps VALUES (999, '')",
        }[kind]
        with sqlite3.connect(backup) as connection:
            connection.execute(statement)
            if kind != "newer":
                connection.execute("DELETE FROM games" if kind == "no games" else "DROP TABLE games")
        connection.close()
    before = (data / DATABASE_FILE).read_bytes()
    with pytest.raises(Problem, match="backup" if kind != "newer" else "newer"):
        restore_backup(backup, data / DATABASE_FILE)
    assert (data / DATABASE_FILE).read_bytes() == before
    assert not list(data.glob("replaced-*"))


def test_emptied_by_its_owner_is_not_lost_and_survives_backup_and_restore(data: Path) -> None:
    remove(data)
    with serving(data, "--no-code", "--start-empty") as served:
        assert served.ask("GET", "/api/games")[1]["games"] == []
    with serving(data, "--no-code"):
        pass
    newest = list_backups(data)[-1].path
    assert (count_games(newest), is_marked_empty(newest)) == (0, True)
    empty(data)
    assert find_problem(data / DATABASE_FILE, data) is not None
    restore_backup(newest, data / DATABASE_FILE)
    assert find_problem(data / DATABASE_FILE, data) is None
    assert newest_with_games(data) is not None


def test_game_begun_after_emptying_can_be_lost_again(data: Path) -> None:
    store = Store(f"sqlite:///{data / DATABASE_FILE}")
    store.mark_empty()
    store.new_game("Monday", {}, Draft(Kind.START, {}, TurnRecord()), "second-save")
    store.close()
    assert not is_marked_empty(data / DATABASE_FILE)


def test_start_empty_is_refused_where_there_are_games(data: Path) -> None:
    assert refused(data, "--start-empty")["problem"] == "not-empty"
    assert refused(data, "--start-empty", "--restore", "x")["problem"] == "restore-or-empty"
    assert refused(data, "--restore", "x", "--database", f"sqlite:///{data}/x.sqlite")["problem"] == "restore-needs-file"


def test_fast_restarts_make_no_copies_of_what_has_not_changed(data: Path) -> None:
    copies = list_backups(data)
    for _ in range(12):
        start(data)
    assert list_backups(data) == copies


def test_rotation_keeps_the_last_copy_with_games(data: Path) -> None:
    with_games = newest_with_games(data)
    store = Store(f"sqlite:///{data / DATABASE_FILE}")
    with store.writing() as connection:
        for table in ("pictures", "photos", "revisions"):
            connection.exec_driver_sql(f"DELETE FROM {table}")
        connection.exec_driver_sql("DELETE FROM games")
    for number in range(2 * KEPT_NEWEST):
        store.keep_setting("emptied", number)
        start(data)
    store.close()
    assert newest_with_games(data) == with_games
    assert len(list_backups(data)) == KEPT_NEWEST + 1


def test_rotation_keeps_copies_by_day_and_week() -> None:
    copies = []
    for day in range(200):
        for time in range(30 if day == 199 else 3):
            at = date(2026, 1, 1) + timedelta(days=day)
            copies.append(Backup(len(copies), Path(f"{at}-{time}"), at.isoformat()))
    kept = choose_kept(copies)
    assert kept >= {copy.path for copy in copies[-10:]}
    days = {copy.day for copy in copies if copy.path in kept}
    assert {(date(2026, 1, 1) + timedelta(days=day)).isoformat() for day in range(193, 200)} <= days
    assert {date.fromisoformat(day).isocalendar()[1] for day in days} == set(range(22, 30))
    assert len(kept) < 26


def test_clock_set_back_does_not_delete_the_newest(data: Path) -> None:
    for number in range(15):
        new_game(data, f"game-{number:04d}")
        start(data)
    with patch("web.games.backups.datetime") as clock:
        from datetime import UTC, datetime

        clock.now.return_value = datetime(2001, 1, 1, tzinfo=UTC)
        new_game(data, "under-a-wrong-clock")
        start(data)
    newest = list_backups(data)[-1].path
    assert "2001-01-01" in newest.name
    assert count_games(newest) == 19
    new_game(data, "clock-is-right-again")
    start(data)
    assert list_backups(data)[-1].path != newest
    assert newest.exists()


def test_copies_of_earlier_versions_count_as_older(data: Path) -> None:
    older = data / "backups" / "terranova-2099-01-01T000000.000000.sqlite"
    shutil.copyfile(STORED / DATABASE_FILE, older)
    assert list_backups(data)[0].path == older


@contextlib.contextmanager
def as_nobody() -> Iterator[None]:
    """Run as an unprivileged user if the tests run as root."""
    if os.geteuid() == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        if os.getuid() == 0:
            os.seteuid(0)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of another kind")
def test_locked_unreadable_and_damaged_are_distinguished(data: Path) -> None:
    file = data / DATABASE_FILE
    with sqlite3.connect(file, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        with patch("web.games.database_file.BUSY_SECONDS", 0.1):
            assert slug_of(data) == "database-locked"
        other.execute("ROLLBACK")
    other.close()
    file.chmod(0)
    with as_nobody():
        assert slug_of(data) == "database-unreadable"
    file.chmod(0o644)
    file.write_bytes(b"x" * 20_000)
    assert slug_of(data) == "damaged-database"


def slug_of(data: Path) -> str:
    """Return the problem found; only for damage may it advise replacing the file."""
    problem = find_problem(data / DATABASE_FILE, data)
    assert problem is not None
    assert ("--restore" in str(problem)) == (problem.slug == "damaged-database")
    return problem.slug


@pytest.mark.slow
def test_serve_and_doctor_report_a_locked_database(data: Path) -> None:
    with sqlite3.connect(data / DATABASE_FILE, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        problem = refused(data)
        assert problem["problem"] == "database-locked"
        assert "not damaged" in problem["message"]
        assert [one.sentence.key for one in examine(data, None) if not one.fine] == ["serve.database_locked"]
        other.execute("ROLLBACK")
    other.close()


@pytest.mark.slow
def test_change_reports_a_database_held_by_another_program(data: Path) -> None:
    with serving(data, "--no-code") as served:
        other = sqlite3.connect(data / DATABASE_FILE, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        status, answer = served.ask("POST", "/api/games", {"players": ["Anna", "Bo"]})
        other.execute("ROLLBACK")
        other.close()
        assert (status, answer["problem"]) == (503, "not-saved")
        assert "Another program" in answer["message"]
        assert served.ask("POST", "/api/games", {"players": ["Anna", "Bo"]})[0] == 201


def test_unwritable_backup_folder_is_reported_and_the_companion_serves(data: Path) -> None:
    shutil.rmtree(data / "backups")
    (data / "backups").write_text("no folder")
    served = Served(data, "--no-code")
    assert served.ask("POST", "/api/games", {"players": ["Anna", "Bo"]})[0] == 201
    _, errors = served.stop()
    assert "No backup could be written" in errors
    assert "Traceback" not in errors
    line = [*command(data)[:3], "doctor", "--json", "--data", str(data)]
    done = subprocess.run(line, capture_output=True, text=True, encoding="utf-8", env=environment(), timeout=60, check=False)
    assert done.returncode in (0, 1)
    assert "backups" in {finding["what"] for finding in json.loads(done.stdout)["findings"]}
