"""A PostgreSQL server for the club's tests, started once, with an empty database for each test, and servers on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from tests.web.conftest import Phone
from tests.web.databases import emptied, own_postgresql
from web.site.app import create_app
from web.site.companion import Companion, Config


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """Provide the address of a PostgreSQL server."""
    yield from own_postgresql()


@pytest.fixture
def database(postgresql: str) -> str:
    """Provide the address of an empty database."""
    return emptied(postgresql)


class ClubServer:
    """A server of the club: its app, its companion, and phones."""

    def __init__(self, config: Config) -> None:
        self.app: Flask = create_app(config)
        self.companion: Companion = self.app.extensions["terranova"]

    def phone(self, game_id: str | None = None) -> Phone:
        """Return a phone at this server."""
        return Phone(self.app.test_client(), game_id)


@pytest.fixture
def serve(database: str, tmp_path: Path) -> Iterator[Callable[..., ClubServer]]:
    """Start servers on the database, each with a separate data folder and without readers."""
    started: list[ClubServer] = []

    def start(**options: object) -> ClubServer:
        data = tmp_path / f"server-{len(started)}"
        config = Config(data=data, database=database, needs_code=False, reads_photos=False)
        started.append(ClubServer(replace(config, **options)))  # type: ignore[arg-type]
        return started[-1]

    yield start
    for server in started:
        server.companion.close()
