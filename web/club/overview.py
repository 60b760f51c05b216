"""The overview of a club for its organiser: games in play, phones, last activity and waiting photos of each table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import Subquery, func, select

from web.club.door_tables import table_games, table_phones, tables
from web.club.heartbeats import count_readers
from web.club.tables import ClubTable
from web.games.photo_shelf import UNANSWERED
from web.games.schema import games, photos
from web.games.stamps import ago
from web.games.store import Store

IN_PLAY = timedelta(hours=3)  # a game without a change for this long is not in play
PRESENT = timedelta(minutes=15)  # a phone not seen for this long is not counted


@dataclass(frozen=True, slots=True)
class TableOverview:
    """The activity at one table: the numbers of games, games in play, phones and waiting photos.

    Times are formatted as in the database. `last_activity` is None if there is no activity, and `waiting_since` is None if no
    photo is waiting.
    """

    table: ClubTable
    games: int
    in_play: int
    phones: int
    last_activity: str | None
    waiting: int
    waiting_since: str | None


@dataclass(frozen=True, slots=True)
class ClubOverview:
    """All open tables, the number of waiting photos of all games, and the number of running readers.

    `waiting_since` is the time of the oldest waiting photo, or None if no photo is waiting.
    """

    tables: tuple[TableOverview, ...]
    waiting: int
    waiting_since: str | None
    readers: int


def read_overview(store: Store) -> ClubOverview:
    """Return the overview of a club, read in one snapshot."""
    played, present, waits = _games_by_table(), _phones_by_table(), _photos_by_table()
    listed = (
        select(tables, played, present, waits)
        .outerjoin(played, played.c.table_id == tables.c.id)
        .outerjoin(present, present.c.table_id == tables.c.id)
        .outerjoin(waits, waits.c.table_id == tables.c.id)
        .where(tables.c.closed.is_(None))
        .order_by(tables.c.id)
    )
    with store.reading() as connection:
        rows = connection.execute(listed).all()
        everywhere = connection.execute(select(func.count(), func.min(photos.c.at)).where(photos.c.state.in_(UNANSWERED))).one()
        readers = count_readers(connection)
    found = tuple(
        TableOverview(
            ClubTable(row.id, row.title, row.code, row.issue, False),
            row.games or 0,
            row.in_play or 0,
            row.phones or 0,
            max(filter(None, (row.changed, row.seen)), default=None),
            row.waiting or 0,
            row.since,
        )
        for row in rows
    )
    return ClubOverview(found, everywhere[0], everywhere[1], readers)


def _games_by_table() -> Subquery:
    recent = games.c.changed > ago(IN_PLAY)
    return (
        select(
            table_games.c.table_id,
            func.count().label("games"),
            func.count().filter(recent).label("in_play"),
            func.max(games.c.changed).label("changed"),
        )
        .join(games, games.c.id == table_games.c.game_id)
        .group_by(table_games.c.table_id)
        .subquery()
    )


def _phones_by_table() -> Subquery:
    present = func.count().filter(table_phones.c.seen > ago(PRESENT))
    seen = func.max(table_phones.c.seen)
    return (
        select(table_phones.c.table_id, present.label("phones"), seen.label("seen")).group_by(table_phones.c.table_id).subquery()
    )


def _photos_by_table() -> Subquery:
    return (
        select(table_games.c.table_id, func.count().label("waiting"), func.min(photos.c.at).label("since"))
        .join(photos, photos.c.game_id == table_games.c.game_id)
        .where(photos.c.state.in_(UNANSWERED))
        .group_by(table_games.c.table_id)
        .subquery()
    )
