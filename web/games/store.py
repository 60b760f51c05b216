"""Persistent storage of games, in which revisions are append-only and undo only makes another revision the current one.

Every save names the revision it started from, so two phones cannot silently overwrite each other's changes. Positions are
stored as JSON, records as `history` serializes them. This module depends on neither rules nor requests.
"""

from __future__ import annotations

import copy
import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine, Row, func, select
from sqlalchemy.exc import SQLAlchemyError

from referee.files.fields import Location, take_word
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.database_errors import database_errors_as_problems
from web.games.database_file import EMPTIED
from web.games.doors import HOUSE, OPTION, Door, door_of
from web.games.history import Kind, TurnRecord, record_from_json, record_to_json
from web.games.kept_settings import change_setting, read_setting
from web.games.schema import games, migrate, open_engine, revisions, settings
from web.games.stamps import new_id, now

MOST_GAMES = 1000  # maximum at home, or for one table of a club
MOST_CLUB_GAMES = 100_000  # maximum for all tables of a club together
MOST_REVISIONS_A_GAME = 5000  # ten times what a long game with many corrections needs

Json: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Draft:
    """An unsaved revision: how it was made, the position reached as JSON, and the record of what happened."""

    kind: Kind
    position: Json
    record: TurnRecord


@dataclass(frozen=True, slots=True)
class Revision:
    """A saved revision; `parent` is the number of the revision it was made from, or None at the start of a game."""

    number: int
    parent: int | None
    kind: Kind
    at: str
    position: Json
    record: TurnRecord
    save_id: str

    @property
    def scores(self) -> Json:
        """The scores of this revision, by colour."""
        scores: Json = self.position["scores"]
        return scores


@dataclass(frozen=True, slots=True)
class Game:
    """A game's row: its title, settings and current revision; `version` increases with every change, including undo."""

    id: str
    created: str
    changed: str
    title: str
    settings: Json
    revision: int
    version: int


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A snapshot of a game's row and all its revisions, by number."""

    game: Game
    revisions: Mapping[int, Revision]

    def saved_as(self, save_id: str) -> Revision | None:
        """Return the revision saved under a save id, or None if there is none."""
        return next((revision for revision in self.revisions.values() if revision.save_id == save_id), None)

    def revision(self, number: int) -> Revision:
        """Return a revision by number, including undone ones; raise a Problem if there is none."""
        if number not in self.revisions:
            raise Problem("no-such-revision", text("serve.store_no_revision", revision=number))
        return self.revisions[number]

    def refuse_conflict(self, started_from: int) -> None:
        """Raise RevisionConflict if the game is no longer at the revision that a request started from."""
        if self.game.revision != started_from:
            raise RevisionConflict(started_from, self.game.revision)


class RevisionConflict(Problem):
    """Raised if a game has left the revision that a request started from; `current` is the game's current revision."""

    def __init__(self, started_from: int, current: int) -> None:
        super().__init__("conflict", text("serve.store_conflict", started=started_from, current=current))
        self.current = current


class Store:
    """The games of one data folder or database server, restricted to a door.

    `prepare` is the function that migrates the database; homes and clubs use different ones.
    """

    def __init__(self, url: str, prepare: Callable[[Engine, str], None] = migrate) -> None:
        self.door: Door = HOUSE
        self._writers = threading.RLock()
        try:
            self.engine: Engine = open_engine(url)
        except (SQLAlchemyError, ImportError, ValueError):  # malformed URL, or a database kind without its driver
            raise Problem("bad-database", text("serve.store_bad_address")) from None
        try:
            with database_errors_as_problems("serve.store_unreadable"):
                prepare(self.engine, now())
        except Problem:
            self.engine.dispose()
            raise

    @property
    def is_shared(self) -> bool:
        """Whether the games are on a database server, which a club's servers share."""
        return self.engine.dialect.name == "postgresql"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a read transaction that sees one snapshot."""
        with database_errors_as_problems("serve.store_unreadable"), self.engine.connect() as connection:
            yield connection.execution_options(**{OPTION: self.door})

    @contextmanager
    def writing(self, lock: str | None = None) -> Iterator[Connection]:
        """Open a write transaction, which is rolled back if the block raises an exception.

        `lock` names what is changed, such as a game's id. On a database server, transactions with different locks run
        concurrently, and those without a lock wait only for each other. In SQLite, all write transactions run one at a time,
        and those of this process wait for each other however long one takes, such as a large import.
        """
        with (
            nullcontext() if self.is_shared else self._writers,
            database_errors_as_problems("serve.store_not_saved"),
            self.engine.connect().execution_options(writes=lock or True, **{OPTION: self.door}) as connection,
            connection.begin(),
        ):
            yield connection

    def through(self, door: Door) -> Store:
        """Return the same store restricted to another door."""
        seen = copy.copy(self)
        seen.door = door
        return seen

    def close(self) -> None:
        """Close the database connections."""
        self.engine.dispose()

    def new_game(self, title: str, choices: Json, draft: Draft, save_id: str) -> tuple[Game, bool]:
        """Store a new game with its revision 0; return it and True, or the game stored before under the save id and False.

        Raise a Problem if there are too many games.
        """
        with self.writing() as connection:
            made = connection.execute(
                select(revisions.c.game_id).where(
                    revisions.c.save_id == save_id, revisions.c.number == 0, self.door.sees(revisions.c.game_id)
                )
            ).scalar()
            if made is not None:
                return _read_game(connection, made), False
            refuse_too_many(connection)
            at, game_id = now(), new_id()
            connection.execute(settings.delete().where(settings.c.name == EMPTIED))
            connection.execute(
                games.insert().values(
                    id=game_id, created=at, changed=at, title=title, settings=_dump(choices), revision=0, version=1
                )
            )
            _add_revisions(connection, game_id, Revision(0, None, draft.kind, at, draft.position, draft.record, save_id))
            self.door.take_in(connection, game_id)
            return _read_game(connection, game_id), True

    def game(self, game_id: str) -> Game:
        """Return a game's row by id; raise a Problem if there is none."""
        with self.reading() as connection:
            return _read_game(connection, game_id)

    def list_games(self, most: int | None = None, skipped: int = 0) -> tuple[tuple[Game, Revision], ...]:
        """Return games with their current revision, most recently changed first; leave out unreadable ones.

        At most `most` games are returned, after the first `skipped`.
        """
        with self.reading() as connection:
            listed = select(games).where(self.door.sees(games.c.id)).order_by(games.c.changed.desc()).limit(most).offset(skipped)
            return read_cards(connection, connection.execute(listed).all())

    def game_ids(self) -> tuple[str, ...]:
        """Return the ids of the door's games, most recently changed first, including unreadable ones."""
        with self.reading() as connection:
            listed = select(games.c.id).where(self.door.sees(games.c.id)).order_by(games.c.changed.desc())
            return tuple(connection.execute(listed).scalars())

    def count_games(self) -> int:
        """Return the number of the door's games, including unreadable ones."""
        with self.reading() as connection:
            return int(connection.execute(select(func.count(games.c.id)).where(self.door.sees(games.c.id))).scalar_one())

    def has_games(self) -> bool:
        """Return whether the door has any games, including archived and deleted ones."""
        with self.reading() as connection:
            return connection.execute(select(games.c.id).where(self.door.sees(games.c.id)).limit(1)).first() is not None

    def read(self, game_id: str) -> StoredGame:
        """Load a game with all its revisions; raise a Problem if there is no such game."""
        with self.reading() as connection:
            return read_game(connection, game_id)

    def save(self, stored: StoredGame, started_from: int, parent: int, save_id: str, *drafts: Draft) -> StoredGame:
        """Append revisions after `parent`, make the last one current, and return the game.

        All drafts are saved in one transaction; if the save id is known, nothing is saved. Raise RevisionConflict if the game
        is no longer at `started_from`, or another Problem if it has too many revisions. The game is read again only if its
        version shows a concurrent change.
        """
        if stored.saved_as(save_id) is not None:
            return stored
        stored.refuse_conflict(started_from)
        last = max(stored.revisions) + len(drafts)
        if last >= MOST_REVISIONS_A_GAME:
            raise Problem("too-many-revisions", text("serve.too_many_revisions", most=MOST_REVISIONS_A_GAME))
        with self.writing(stored.game.id) as connection:
            game = _stand_at(connection, stored.game, last)
            if game is not None:
                added = _revisions_of(drafts, game, parent, save_id)
                _add_revisions(connection, game.id, *added)
                return StoredGame(game, {**stored.revisions, **{revision.number: revision for revision in added}})
        return self.save(self.read(stored.game.id), started_from, parent, save_id, *drafts)

    def move(self, stored: StoredGame, started_from: int, to: int) -> StoredGame:
        """Make another revision of the game the current one and return the game; nothing is deleted.

        Raise RevisionConflict if the game is no longer at `started_from`, or another Problem if there is no revision `to`.
        """
        stored.refuse_conflict(started_from)
        stored.revision(to)
        with self.writing(stored.game.id) as connection:
            game = _stand_at(connection, stored.game, to)
            if game is not None:
                return StoredGame(game, stored.revisions)
        return self.move(self.read(stored.game.id), started_from, to)

    def change_game(self, game_id: str, title: str | None, choices: Json) -> Game:
        """Change the settings in `choices` and, unless `title` is None, the title of a game; return the game."""
        with self.writing(game_id) as connection:
            game = _read_game(connection, game_id, lock=True)
            _touch(connection, game, title=game.title if title is None else title, settings=_dump({**game.settings, **choices}))
            return _read_game(connection, game_id)

    def mark_empty(self) -> None:
        """Mark the database as intentionally empty until the next game is added, so that no games are reported lost."""
        self.keep_setting(EMPTIED, now())

    def setting(self, name: str) -> Any:
        """Return a stored setting by name, or None if it is not stored."""
        with self.reading() as connection:
            return read_setting(connection, name)

    def keep_setting(self, name: str, value: object) -> None:
        """Store a setting under a name; its value must be serializable as JSON."""
        self.change_setting(name, lambda _: value)

    def change_setting(self, name: str, change: Callable[[Any], object]) -> None:
        """Replace a setting by the result of `change`, which gets the stored value or None if there is none."""
        with self.writing() as connection:
            change_setting(connection, name, change)


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def game_of(row: Row[Any]) -> Game:
    """Return the game stored in a database row."""
    return Game(row.id, row.created, row.changed, row.title, json.loads(row.settings), row.revision, row.version)


def _revision(row: Row[Any]) -> Revision:
    source = text("serve.stored_revision", revision=row.number)
    kind = take_word(row.kind, Location(source).key("kind"), tuple(Kind))
    record = record_from_json(json.loads(row.what), source)
    return Revision(row.number, row.parent, kind, row.at, json.loads(row.position), record, row.save_id)


def read_cards(connection: Connection, rows: Sequence[Row[Any]]) -> tuple[tuple[Game, Revision], ...]:
    """Return the games in database rows, each with its current revision; leave out unreadable games."""
    is_here = (revisions.c.game_id == games.c.id) & (revisions.c.number == games.c.revision)
    wanted = revisions.c.game_id.in_([row.id for row in rows])
    here = {row.game_id: row for row in connection.execute(select(revisions).join(games, is_here).where(wanted))}
    read = (_read_card(row, here.get(row.id)) for row in rows)
    return tuple(card for card in read if card is not None)


def _read_card(game: Row[Any], here: Row[Any] | None) -> tuple[Game, Revision] | None:
    if here is None:
        return None
    try:
        return game_of(game), _revision(here)
    except (json.JSONDecodeError, Problem):
        return None  # one damaged game must not hide the others; `terranova doctor` reports it


def _read_game(connection: Connection, game_id: str, lock: bool = False) -> Game:
    query = select(games).where(games.c.id == game_id, door_of(connection).sees(games.c.id))
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        raise Problem("no-such-game", text("serve.store_no_game"))
    return game_of(row)


def read_game(connection: Connection, game_id: str) -> StoredGame:
    """Load a game with all its revisions by number, oldest first; raise a Problem if there is no such game."""
    game = _read_game(connection, game_id)
    rows = connection.execute(select(revisions).where(revisions.c.game_id == game_id).order_by(revisions.c.number))
    return StoredGame(game, {row.number: _revision(row) for row in rows})


def insert_game(connection: Connection, stored: StoredGame) -> None:
    """Insert a game with all its revisions, under its existing ids, and add the game to the connection's door."""
    game = stored.game
    row = {**asdict(game), "settings": _dump(game.settings)}
    connection.execute(settings.delete().where(settings.c.name == EMPTIED))
    connection.execute(games.insert().values(row))
    _add_revisions(connection, game.id, *stored.revisions.values())
    door_of(connection).take_in(connection, game.id)


def refuse_too_many(connection: Connection) -> None:
    """Raise a Problem if the connection's door already has its maximum number of games."""
    door = door_of(connection)
    most = MOST_CLUB_GAMES if door.is_house and connection.dialect.name != "sqlite" else MOST_GAMES
    if connection.execute(select(func.count()).select_from(games).where(door.sees(games.c.id))).scalar_one() >= most:
        raise Problem("too-many-games", text("serve.too_many_games", most=most))


def _revisions_of(drafts: Sequence[Draft], game: Game, parent: int, save_id: str) -> tuple[Revision, ...]:
    made: list[Revision] = []
    for draft, number in zip(drafts, range(game.revision - len(drafts) + 1, game.revision + 1), strict=True):
        own_id = save_id if number == game.revision else new_id()
        made.append(Revision(number, parent, draft.kind, game.changed, draft.position, draft.record, own_id))
        parent = number
    return tuple(made)


def _add_revisions(connection: Connection, game_id: str, *added: Revision) -> None:
    rows = [
        {
            "game_id": game_id,
            "number": revision.number,
            "parent": revision.parent,
            "save_id": revision.save_id,
            "kind": revision.kind.value,
            "at": revision.at,
            "position": _dump(revision.position),
            "what": _dump(record_to_json(revision.record)),
        }
        for revision in added
    ]
    connection.execute(revisions.insert(), rows)


def _stand_at(connection: Connection, game: Game, revision: int) -> Game | None:
    """Make a revision current and return the changed game, or None if the game has changed since it was read."""
    moved = replace(game, revision=revision, version=game.version + 1, changed=now())
    as_read = (games.c.id == game.id) & (games.c.version == game.version)
    values = {"revision": moved.revision, "version": moved.version, "changed": moved.changed}
    return moved if connection.execute(games.update().where(as_read).values(values)).rowcount else None


def _touch(connection: Connection, game: Game, **values: object) -> None:
    connection.execute(games.update().where(games.c.id == game.id).values(version=game.version + 1, changed=now(), **values))
