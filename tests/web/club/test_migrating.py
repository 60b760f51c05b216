"""The migrations of a club's database: complete, safe when servers start together, and suitable for rolling upgrades."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text as sql

from referee.words.problems import Problem
from web.club.door_tables import club_tables
from web.club.migrating import MIGRATIONS, migrate_club, newest_migration, taken_migration
from web.games.history import Kind, TurnRecord
from web.games.schema import NEWEST_STEP, migrate, open_engine, schema_step, tables
from web.games.store import Draft, Store

pytestmark = pytest.mark.postgresql
FIRST = Draft(Kind.EDIT, {"stones": []}, TurnRecord())


def is_ours(_item: object, name: str | None, _kind: str, _reflected: bool, _compared: object) -> bool:
    """Return whether a database object belongs to neither Alembic nor Procrastinate."""
    return not str(name).removeprefix("idx_").startswith(("alembic", "procrastinate"))


def differences(database: str) -> list[Any]:
    """Compare a database with the tables that the program describes."""
    engine = open_engine(database)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"include_object": is_ours, "compare_server_default": True})
        found = compare_metadata(context, [tables, club_tables])  # type: ignore[arg-type]
    engine.dispose()
    return found


def test_migrations_make_the_tables_of_the_home_and_of_the_club(database: str) -> None:
    store = Store(database, migrate_club)
    with store.reading() as connection:
        assert taken_migration(connection) == newest_migration()
        assert schema_step(connection) == NEWEST_STEP
    store.close()
    assert differences(database) == []


def test_database_that_the_steps_of_the_home_built_is_taken_over_with_its_games(database: str) -> None:
    before = Store(database, migrate)
    game, _ = before.new_game("Sunday", {}, FIRST, "save-0001")
    before.close()
    store = Store(database, migrate_club)
    assert store.game(game.id) == game
    store.close()
    assert differences(database) == []


def test_servers_that_start_together_migrate_once(database: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(lambda _: Store(database, migrate_club), range(4)))
    with stores[0].reading() as connection:
        assert connection.execute(sql("SELECT version_num FROM alembic_version")).all() == [(f"{newest_migration():04d}",)]
    for store in stores:
        store.close()


def test_server_works_on_a_database_one_migration_ahead_and_refuses_two(database: str) -> None:
    store = Store(database, migrate_club)
    set_migration(store, newest_migration() + 1)
    older = Store(database, migrate_club)
    game, _ = older.new_game("Sunday", {}, FIRST, "save-0001")
    assert store.game(game.id).title == "Sunday"
    set_migration(store, newest_migration() + 2)
    with pytest.raises(Problem) as refused:
        Store(database, migrate_club)
    assert refused.value.slug == "newer-database"
    for each in (store, older):
        each.close()


def set_migration(store: Store, number: int) -> None:
    """Record a migration that a later version would have taken."""
    with store.writing() as connection:
        connection.execute(sql("UPDATE alembic_version SET version_num = :number"), {"number": f"{number:04d}"})


def test_queue_is_of_the_version_that_the_migrations_expect() -> None:
    """If this fails after an upgrade of Procrastinate, add a migration that runs the steps it ships in sql/migrations."""
    assert version("procrastinate").rpartition(".")[0] == "3.10"


def test_every_migration_only_adds() -> None:
    for path in sorted((MIGRATIONS / "versions").glob("m*.py")):
        words = path.read_text(encoding="utf-8")
        for taken_away in ("op.drop_", "op.rename_", "op.alter_column"):
            assert taken_away not in words, f"{path.name} would break servers of the version before"
