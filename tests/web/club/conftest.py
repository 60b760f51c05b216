"""A PostgreSQL server for the club's tests, started once, with an empty database for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.databases import emptied, own_postgresql


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """Provide the address of a PostgreSQL server."""
    yield from own_postgresql()


@pytest.fixture
def database(postgresql: str) -> str:
    """Provide the address of an empty database."""
    return emptied(postgresql)
