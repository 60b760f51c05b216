"""Data written by earlier versions opens without loss, and a program older than its data refuses to open it.

`stored/step_1` was written by the version whose database has schema step 1: three games, undone turns, and photos.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import MetaData, create_engine, insert, select
from sqlalchemy import text as sql

from tests.web.conftest import Phone
from tests.web.databases import emptied, own_postgresql
from tests.web.served import command, environment
from web.games.replay import replay_games
from web.games.schema import NEWEST_STEP, open_engine, schema_step, tables
from web.site.app import create_app
from web.site.companion import DATABASE_FILE, Companion, Config

STORED = Path(__file__).parents[1] / "stored" / "step_1"
WAITING = "5892ad696fb2d4c5"


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """Provide the address of a PostgreSQL server."""
    yield from own_postgresql()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def database(request: pytest.FixtureRequest) -> str | None:
    """Provide None for the file in the data folder, or the address of a server with the same rows."""
    if request.param == "sqlite":
        return None
    address = emptied(request.getfixturevalue("postgresql"))
    copy_rows(STORED / DATABASE_FILE, address)
    return address


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """Provide a data folder as the earlier version left it."""
    return Path(shutil.copytree(STORED, tmp_path / "data"))


def copy_rows(file: Path, address: str) -> None:
    """Copy the tables of a file with their rows to another database."""
    stored, engine, found = create_engine(f"sqlite:///{file}"), open_engine(address), MetaData()
    found.reflect(stored)
    found.create_all(engine)
    with stored.connect() as source, engine.connect().execution_options(writes=True) as target, target.begin():
        for table in found.sorted_tables:
            rows = [dict(row) for row in source.execute(select(table)).mappings()]
            target.execute(insert(table), sorted(rows, key=lambda row: int(row.get("number", 0))))
    stored.dispose()
    engine.dispose()


def rows_of(file: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Read every row of every table of a database file."""
    with sqlite3.connect(file) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in names}
    connection.close()
    return rows


def opened(data: Path, database: str | None) -> Companion:
    """Open a data folder as the server does."""
    found: Companion = create_app(Config(data=data, database=database, needs_code=False, reads_photos=False)).extensions[
        "terranova"
    ]
    found.tidy()
    return found


def test_data_of_an_earlier_version_opens_with_nothing_lost(older: Path, database: str | None) -> None:
    before = rows_of(STORED / DATABASE_FILE)
    companion = opened(older, database)
    with companion.store.reading() as connection:
        assert schema_step(connection) == NEWEST_STEP
        for name, rows in before.items():
            columns = "id, game_id, upload_id, revision, at, bytes" if name == "photos" else "*"
            now = sorted((tuple(row) for row in connection.execute(sql(f"SELECT {columns} FROM {name}"))), key=repr)
            was = [(*row[:5], row[7]) for row in rows] if name == "photos" else rows
            assert set(was) <= set(now), name
            assert name == "schema_steps" or len(was) == len(now)
    assert [wrong for _, wrong in replay_games(companion.store)] == [()] * 3
    companion.close()


def test_photos_of_an_earlier_version_are_shown_byte_for_byte(older: Path, database: str | None) -> None:
    app = create_app(Config(data=older, database=database, needs_code=False, reads_photos=False))
    app.extensions["terranova"].tidy()
    shown = 0
    for game in app.test_client().get("/api/games").get_json()["games"]:
        for photo in Phone(app.test_client(), game["id"]).get("photos")["photos"]:
            assert (photo["url"] is None) == (photo["id"] == WAITING)
            for address in filter(None, (photo["url"], photo["thumb"])):
                answer = app.test_client().get(address)
                assert answer.data == (STORED / "photos" / address.rpartition("/")[2]).read_bytes()
                answer.close()
                shown += 1
    assert shown == 4
    app.extensions["terranova"].close()


def test_turns_undone_under_an_earlier_version_can_be_redone(older: Path, database: str | None) -> None:
    app = create_app(Config(data=older, database=database, needs_code=False, reads_photos=False))
    undone = {game["title"]: game["id"] for game in app.test_client().get("/api/games").get_json()["games"]}["Full"]
    phone = Phone(app.test_client(), undone)
    assert phone.look()["revision"] == 3
    assert phone.must("redo")["revision"] == 4
    app.extensions["terranova"].close()


def test_database_that_was_opened_has_the_columns_the_program_expects(older: Path, database: str | None) -> None:
    companion = opened(older, database)
    found = MetaData()
    found.reflect(companion.store.engine)
    columns = {name: set(table.c.keys()) for name, table in found.tables.items()}
    expected = {name: set(table.c.keys()) for name, table in tables.tables.items()}
    if database is None:
        assert columns == expected
    else:  # a club has additional tables
        assert columns.items() >= expected.items()
    companion.close()


@pytest.mark.parametrize("name", ["serve", "doctor"])
def test_older_program_refuses_a_newer_database_in_one_sentence(older: Path, name: str) -> None:
    opened(older, None).close()
    with sqlite3.connect(older / DATABASE_FILE) as connection:
        connection.execute(f"INSERT INTO schema_steps (number, at) VALUES ({NEWEST_STEP + 1}, 'later')")
    connection.close()
    before = rows_of(older / DATABASE_FILE)
    line = command(older)
    if name == "doctor":
        line = [*line[:3], "doctor", "--json", "--data", str(older)]
    done = subprocess.run(line, capture_output=True, text=True, encoding="utf-8", env=environment(), timeout=60, check=False)
    assert done.returncode == (2 if name == "serve" else 1)
    assert "Traceback" not in done.stderr
    report = json.loads(done.stdout)
    message = report["message"] if name == "serve" else report["findings"][-1]["message"]
    assert f"newer version (step {NEWEST_STEP + 1}; this one knows {NEWEST_STEP})" in message
    assert rows_of(older / DATABASE_FILE) == before
