"""Open a club's PostgreSQL database, and format its address as a connection string for psycopg."""

from __future__ import annotations

from psycopg.conninfo import make_conninfo
from sqlalchemy import Engine

from web.club.migrating import migrate_club
from web.games.database_address import connection_options
from web.games.store import Store


def open_club_store(url: str) -> Store:
    """Open the database of a club and migrate it if needed; raise a Problem if it cannot be opened."""
    return Store(url, migrate_club)


def server_address(engine: Engine) -> str:
    """Return the address of an engine's database as a connection string for psycopg, with the default connection options."""
    _, values = engine.dialect.create_connect_args(engine.url)
    named = {name: value for name, value in values.items() if name != "context"}  # for psycopg alone
    return make_conninfo(**named, **connection_options(engine.url))
