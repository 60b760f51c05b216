"""Migrate a club's PostgreSQL database with Alembic; a home is migrated by `web/games/schema.py`.

A change of the home's tables also needs a migration for clubs. Migrations only add, so that servers of the previous version
work during an upgrade. A program accepts a database that is one migration ahead, and refuses one that is further ahead.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from referee.words.problems import Problem
from referee.words.texts import text
from web.games.schema import migrate, schema_step

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 0x7E44B  # arbitrary id of a PostgreSQL advisory lock
FIRST = "0001"
MAY_BE_AHEAD = 1


def migrate_club(engine: Engine, now: str) -> None:
    """Apply the missing migrations; raise a Problem if the database is more than one migration ahead of the program.

    Servers and readers that start together wait for each other.
    """
    with engine.connect() as connection, _alone(connection):
        taken = taken_migration(connection)
        known = newest_migration()
        connection.rollback()
        if taken > known + MAY_BE_AHEAD:
            raise Problem("newer-database", text("serve.store_newer", step=taken, known=known))
        if taken < known:
            _upgrade(engine, connection, taken, now)


def _upgrade(engine: Engine, connection: Connection, taken: int, now: str) -> None:
    config = _config(connection)
    if taken == 0 and schema_step(connection) > 0:  # created by the home's migrations
        connection.rollback()
        migrate(engine, now)
        command.stamp(config, FIRST)
        connection.commit()
    connection.rollback()
    command.upgrade(config, "head")
    connection.commit()


@contextmanager
def _alone(connection: Connection) -> Iterator[None]:
    connection.exec_driver_sql(f"SELECT pg_advisory_lock({MIGRATION_LOCK})")
    connection.commit()
    try:
        yield
    finally:
        connection.rollback()
        connection.exec_driver_sql(f"SELECT pg_advisory_unlock({MIGRATION_LOCK})")
        connection.commit()


def taken_migration(connection: Connection) -> int:
    """Return the number of the newest migration applied to a database, or 0 if there is none."""
    return int(MigrationContext.configure(connection).get_current_revision() or 0)


def knows_tables(connection: Connection) -> bool:
    """Return whether a database has all tables that this program needs, and is at most one migration ahead."""
    return newest_migration() <= taken_migration(connection) <= newest_migration() + MAY_BE_AHEAD


@cache
def newest_migration() -> int:
    """Return the number of the newest migration that this program knows."""
    return int(ScriptDirectory.from_config(_config(None)).get_current_head() or 0)


def _config(connection: Connection | None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
