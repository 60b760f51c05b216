"""The database tables and the numbered migrations that upgrade older databases.

A released migration is never edited; every change of the tables is a new migration. The database records its applied
migrations, and a program refuses a database whose newest migration it does not know. Each change also needs a migration for
club databases in `web/club/migrations`. This module contains no game logic.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    Engine,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    cast,
    create_engine,
    event,
    func,
    inspect,
    select,
)

from referee.words.problems import Problem
from referee.words.texts import text
from web.games.database_address import connection_options, database_url, is_server

ID_LENGTH = 32
SAVE_ID_LENGTH = 64
ISOLATION = "isolation"  # key of the isolation level last set on a pooled connection
BUSY_MILLISECONDS = 5000
WRITER_LOCK = 0x7E44A  # arbitrary id of our PostgreSQL advisory lock

tables = MetaData()

schema_steps = Table(
    "schema_steps", tables, Column("number", Integer, primary_key=True), Column("at", String(40), nullable=False)
)

games = Table(
    "games",
    tables,
    Column("id", String(ID_LENGTH), primary_key=True),
    Column("created", String(40), nullable=False),
    Column("changed", String(40), nullable=False),
    Column("title", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("version", Integer, nullable=False),
)

revisions = Table(
    "revisions",
    tables,
    Column("game_id", String(ID_LENGTH), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("parent", Integer),
    Column("save_id", String(SAVE_ID_LENGTH), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("at", String(40), nullable=False),
    Column("position", Text, nullable=False),
    Column("what", Text, nullable=False),
    ForeignKeyConstraint(["game_id", "parent"], ["revisions.game_id", "revisions.number"]),
    UniqueConstraint("game_id", "save_id"),
)

photos = Table(
    "photos",
    tables,
    Column("id", String(ID_LENGTH), primary_key=True),
    Column("game_id", String(ID_LENGTH), ForeignKey("games.id"), nullable=False),
    Column("upload_id", String(SAVE_ID_LENGTH), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("at", String(40), nullable=False),
    Column("state", String(16), nullable=False),
    Column("answer", Text),
    Column("bytes", Integer, nullable=False),
    UniqueConstraint("game_id", "upload_id"),
    Index("photos_by_age", "at"),
)

# Expected length and hash of a photo's files, checked before they are served; `name` is "full" or "small".
pictures = Table(
    "pictures",
    tables,
    Column("photo_id", String(ID_LENGTH), ForeignKey("photos.id"), primary_key=True),
    Column("name", String(8), primary_key=True),
    Column("bytes", Integer, nullable=False),
    Column("sha256", String(64), nullable=False),
)

settings = Table("settings", tables, Column("name", String(64), primary_key=True), Column("value", Text, nullable=False))

# A game's settings in a form that PostgreSQL can search; with SQLite, whole rows are searched in Python.
settings_of_game = cast(games.c.settings, JSON)

player_names = Table(
    "player_names", tables, Column("name", String(80), primary_key=True), Column("used", String(40), nullable=False)
)


def _create_the_tables(connection: Connection) -> None:
    tables.create_all(connection, tables=[games, revisions, photos, settings, player_names])


def _create_pictures(connection: Connection) -> None:
    tables.create_all(connection, tables=[pictures])


STEPS: tuple[tuple[int, Callable[[Connection], None]], ...] = ((1, _create_the_tables), (2, _create_pictures))
NEWEST_STEP = STEPS[-1][0]


def open_engine(url: str) -> Engine:
    """Return an engine for a database URL, with SQLite configured so that committed data survives a power cut."""
    address = database_url(url)
    engine = create_engine(address, pool_pre_ping=is_server(url), connect_args=connection_options(address))
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    else:
        event.listen(engine, "begin", _begin_on_server)
    return engine


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # Rollback journal with synchronous=EXTRA: before SQLite 3.51.3 two processes could corrupt a write-ahead log, and
    # DELETE or TRUNCATE with FULL can miss the last folder sync. We write about once a minute, so speed does not matter.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
    # Without cache_spill, readers wait for a large import only while it is committed.
    pragmas = ("journal_mode = TRUNCATE", "synchronous = EXTRA", "fullfsync = ON", "foreign_keys = ON", "cache_spill = OFF")
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _begin_on_server(connection: Connection) -> None:
    # As on SQLite, what a transaction has read is still true when it writes, because writers with the same lock, such as the
    # id of a game, run one at a time. Readers see one snapshot throughout.
    options = connection.get_execution_options()
    writes = options.get("writes", False)
    if options.get("isolation_level") == "AUTOCOMMIT":
        connection.info.pop(ISOLATION, None)  # SQLAlchemy resets the level afterwards
        return
    _isolate(connection, "READ COMMITTED" if writes else "REPEATABLE READ")
    if isinstance(writes, str):
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", (WRITER_LOCK, writes))
    elif writes:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITER_LOCK})")


def _isolate(connection: Connection, level: Literal["READ COMMITTED", "REPEATABLE READ"]) -> None:
    """Set the isolation level of the transaction that is about to begin, without sending a separate SQL statement."""
    if connection.info.get(ISOLATION) != level and (pooled := connection.connection.dbapi_connection) is not None:
        connection.dialect.set_isolation_level(pooled, level)
        connection.info[ISOLATION] = level


def migrate(engine: Engine, now: str) -> None:
    """Apply the missing migrations, each in one transaction; raise a Problem if the database is newer than the program."""
    with engine.connect().execution_options(writes=True) as connection:
        with connection.begin():
            schema_steps.create(connection, checkfirst=True)
        taken = schema_step(connection)
        connection.rollback()
        if taken > NEWEST_STEP:
            raise Problem("newer-database", text("serve.store_newer", step=taken, known=NEWEST_STEP))
        for number, take_step in STEPS:
            if number > taken:
                with connection.begin():
                    take_step(connection)
                    connection.execute(schema_steps.insert().values(number=number, at=now))


def schema_step(connection: Connection) -> int:
    """Return the number of the newest migration applied to a database, or 0 if there is none."""
    if not inspect(connection).has_table("schema_steps"):
        return 0
    return int(connection.execute(select(func.coalesce(func.max(schema_steps.c.number), 0))).scalar_one())
