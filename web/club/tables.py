"""Club tables, which are places to play, each with a code that admits phones to that table only.

This module opens, renames and closes tables, and assigns games, phones and photos to tables. The caller generates codes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Row, exists, func, select
from sqlalchemy.dialects.postgresql import insert

from referee.words.problems import Problem
from referee.words.texts import text
from web.club.door_tables import TITLE_LENGTH, boards, table_games, table_jobs, table_phones, tables
from web.games.database_errors import database_errors_as_problems
from web.games.schema import games
from web.games.stamps import ago, now
from web.games.store import Game, Revision, Store, read_cards

MOST_TABLES = 1000
JOBS_KEPT = timedelta(hours=24)  # by then, a reading without a game has long been deleted
PHONES_KEPT = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class ClubTable:
    """A place to play in a club. `issue` is the number of codes that the table has had."""

    id: int
    title: str
    code: str
    issue: int
    is_closed: bool


class ClubTables:
    """The club tables in one club's database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def open(self, titles: Sequence[str], make_code: Callable[[], str]) -> tuple[ClubTable, ...]:
        """Open tables with these titles, cut to TITLE_LENGTH, and return the tables.

        Raise a Problem if there would be too many tables, if an open table has one of the titles, or if a title is repeated.
        """
        with self._store.writing() as connection:
            taken = set(connection.execute(select(tables.c.title).where(tables.c.closed.is_(None))).scalars())
            if len(taken) + len(titles) > MOST_TABLES:
                raise too_many_tables()
            for number, title in enumerate(titles):
                if title in taken or title in titles[:number]:
                    raise Problem("table-named-alike", text("club.table_named_alike", title=title))
            rows = [{"title": title[:TITLE_LENGTH], "code": make_code(), "opened": now()} for title in titles]
            opened = [connection.execute(tables.insert().values(row).returning(tables)).one() for row in rows]
            return tuple(map(_table, opened))

    def find(self, table_id: int) -> ClubTable | None:
        """Return a table by id, open or closed, or None if there is none."""
        with self._store.reading() as connection:
            row = connection.execute(select(tables).where(tables.c.id == table_id)).one_or_none()
        return None if row is None else _table(row)

    def look_up(self, table_id: int, game_id: str) -> tuple[ClubTable | None, bool]:
        """Return a table by id, open or closed, and whether a game belongs to the table; the table is None if there is none.

        Every request of a phone at a table starts with this query.
        """
        has_game = exists().where(table_games.c.game_id == game_id, table_games.c.table_id == tables.c.id)
        wanted = select(tables, has_game.label("has_game")).where(tables.c.id == table_id)
        with database_errors_as_problems("serve.store_unreadable"), self._store.engine.connect() as connection:
            row = connection.execution_options(isolation_level="AUTOCOMMIT").execute(wanted).one_or_none()
        return (None, False) if row is None else (_table(row), bool(row.has_game))

    def opened(self, table_id: int) -> ClubTable:
        """Return an open table by id; raise a Problem if there is none."""
        found = self.find(table_id)
        if found is None or found.is_closed:
            raise _no_such_table()
        return found

    def all_open(self) -> tuple[ClubTable, ...]:
        """Return the open tables in the order in which they were opened."""
        with self._store.reading() as connection:
            rows = connection.execute(select(tables).where(tables.c.closed.is_(None)).order_by(tables.c.id)).all()
        return tuple(map(_table, rows))

    def has_open(self) -> bool:
        """Return whether any table is open."""
        with self._store.reading() as connection:
            return connection.execute(select(tables.c.id).where(tables.c.closed.is_(None)).limit(1)).first() is not None

    def rename(self, table_id: int, title: str) -> None:
        """Give an open table another title; raise a Problem if there is no such table or another open table has the title."""
        with self._store.writing() as connection:
            others = select(tables.c.id).where(tables.c.title == title, tables.c.id != table_id, tables.c.closed.is_(None))
            if connection.execute(others).first() is not None:
                raise Problem("table-named-alike", text("club.table_named_alike", title=title))
            _change(connection, table_id, title=title)

    def renew_code(self, table_id: int, code: str) -> None:
        """Replace the code of an open table; phones that joined with the old code lose access at once.

        Raise a Problem if there is no such open table.
        """
        with self._store.writing() as connection:
            _change(connection, table_id, code=code, issue=tables.c.issue + 1)
            connection.execute(table_phones.delete().where(table_phones.c.table_id == table_id))

    def close(self, table_id: int) -> None:
        """Close a table; its phones lose access at once, and its games remain. Raise a Problem if there is no such open table."""
        with self._store.writing() as connection:
            _change(connection, table_id, closed=now())
            connection.execute(table_phones.delete().where(table_phones.c.table_id == table_id))

    def assign(self, game_id: str, table_id: int | None) -> None:
        """Move a game to an open table, or back to the house; raise a Problem if there is no such game or table.

        If the game's board belongs to another table, the board becomes the house's, because the game needs it.
        """
        game = self._store.game(game_id)
        if table_id is not None:
            self.opened(table_id)
        with self._store.writing(game_id) as connection:
            connection.execute(table_games.delete().where(table_games.c.game_id == game_id))
            if table_id is not None:
                connection.execute(table_games.insert().values(game_id=game_id, table_id=table_id))
            elsewhere = boards.c.table_id.is_distinct_from(table_id) & (boards.c.name == game.settings["board"])
            connection.execute(boards.update().where(elsewhere).values(table_id=None))
            version = games.c.version + 1  # so that phones showing the game notice
            connection.execute(games.update().where(games.c.id == game_id).values(version=version))

    def note_phone(self, table_id: int, phone: str) -> None:
        """Record that a phone has been seen at a table, and delete the table's entries that are older than PHONES_KEPT."""
        old = ago(PHONES_KEPT)
        with self._store.writing(f"phones of table {table_id}") as connection:
            connection.execute(table_phones.delete().where(table_phones.c.table_id == table_id, table_phones.c.seen < old))
            seen = insert(table_phones).values(table_id=table_id, phone=phone, seen=now())
            keys = [table_phones.c.table_id, table_phones.c.phone]
            connection.execute(seen.on_conflict_do_update(index_elements=keys, set_={"seen": seen.excluded.seen}))

    def note_job(self, table_id: int, job_id: str) -> None:
        """Record that a photo that belongs to no game was sent from a table, and delete entries older than JOBS_KEPT."""
        old = ago(JOBS_KEPT)
        with self._store.writing(f"readings of table {table_id}") as connection:
            connection.execute(table_jobs.delete().where(table_jobs.c.at < old))
            connection.execute(table_jobs.insert().values(job_id=job_id, table_id=table_id, at=now()))

    def has_job(self, table_id: int, job_id: str) -> bool:
        """Return whether a photo that belongs to no game was sent from a table."""
        wanted = select(func.count()).where(table_jobs.c.job_id == job_id, table_jobs.c.table_id == table_id)
        with self._store.reading() as connection:
            return bool(connection.execute(wanted).scalar_one())


def games_of(store: Store, table_id: int | None, most: int, skipped: int) -> tuple[tuple[tuple[Game, Revision], ...], int]:
    """Return one page of a table's games, or of games without a table, most recently changed first, and their total number."""
    here = table_games.c.table_id.is_(None) if table_id is None else table_games.c.table_id == table_id
    wanted = select(games).outerjoin(table_games, table_games.c.game_id == games.c.id).where(here)
    with store.reading() as connection:
        rows = connection.execute(wanted.order_by(games.c.changed.desc()).limit(most).offset(skipped)).all()
        total = connection.execute(select(func.count()).select_from(wanted.subquery())).scalar_one()
        return read_cards(connection, rows), int(total)


def table_with_code(connection: Connection, code: str) -> ClubTable | None:
    """Return the open or closed table with a code, or None if there is none."""
    row = connection.execute(select(tables).where(tables.c.code == code)).one_or_none()
    return None if row is None else _table(row)


def _table(row: Row[Any]) -> ClubTable:
    return ClubTable(row.id, row.title, row.code, row.issue, row.closed is not None)


def _change(connection: Connection, table_id: int, **values: object) -> None:
    changed = tables.update().where(tables.c.id == table_id, tables.c.closed.is_(None)).values(**values)
    if not connection.execute(changed).rowcount:
        raise _no_such_table()


def too_many_tables() -> Problem:
    """Return the Problem that more than MOST_TABLES tables would be open."""
    return Problem("too-many-tables", text("club.too_many_tables", most=MOST_TABLES))


def _no_such_table() -> Problem:
    return Problem("no-such-table", text("club.no_such_table"))
