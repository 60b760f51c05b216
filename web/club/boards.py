"""The saved boards in a club's database: those of the house, visible to everybody, and those of each club table.

A board's name ends with a few random letters, so that a free name reveals nothing about boards of other tables. Users see only
the title.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator
from pathlib import Path

from sqlalchemy import ColumnElement, or_, select, true
from sqlalchemy.dialects.postgresql import insert

from referee.boards.board_shelf import FolderShelf, stem_of
from web.club.door_tables import boards
from web.games.stamps import now
from web.games.store import Store

NAME_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
RANDOM_LETTERS = 5


class ClubShelf:
    """The saved boards that one door of a club sees; `table_id` is None for the house, which may use all boards."""

    def __init__(self, store: Store, table_id: int | None) -> None:
        self._store, self._table_id = store, table_id

    def names(self) -> tuple[str, ...]:
        """Return the sorted names of the boards to offer: those of the house, and those of this table."""
        offered = or_(boards.c.table_id.is_(None), boards.c.table_id == self._table_id)
        with self._store.reading() as connection:
            return tuple(connection.execute(select(boards.c.name).where(offered).order_by(boards.c.name)).scalars())

    def has(self, name: str) -> bool:
        """Return whether this door may use the board with this name."""
        return self.read(name) is not None

    def may_change(self, name: str) -> bool:
        """Return whether this door may change a saved board. The house may change all saved boards, a table only its own."""
        with self._store.reading() as connection:
            found = select(boards.c.name).where(boards.c.name == name, self._own)
            return connection.execute(found).first() is not None

    def read(self, name: str) -> tuple[bytes, str] | None:
        """Return the TOML text and the file name of a board, or None if this door sees no board with this name."""
        with self._store.reading() as connection:
            found = connection.execute(select(boards.c.board).where(boards.c.name == name, self._seen)).scalar()
        return None if found is None else (found.encode(), f"{name}.toml")

    def save(self, name: str, title: str, written: str) -> None:
        """Save a board; a board with the same name is replaced if this door may change it, and otherwise left unchanged."""
        added = insert(boards).values(name=name, title=title, board=written, table_id=self._table_id, changed=now())
        values = {name: added.excluded[name] for name in ("title", "board", "changed")}
        with self._store.writing(f"board {name}") as connection:
            connection.execute(added.on_conflict_do_update(index_elements=[boards.c.name], set_=values, where=self._own))

    def delete(self, name: str) -> None:
        """Delete a board if this door may change it."""
        with self._store.writing(f"board {name}") as connection:
            connection.execute(boards.delete().where(boards.c.name == name, self._own))

    def free_name(self, title: str, reserved: Collection[str]) -> str:
        """Return a new name for a board: the title in lower-case ASCII and random characters; `reserved` is ignored."""
        return f"{stem_of(title)}-{''.join(secrets.choice(NAME_LETTERS) for _ in range(RANDOM_LETTERS))}"

    def names_for(self, given: str) -> Iterator[str]:
        """Yield the offered names that equal `given` or start with the stem of `given`, then a new name."""
        stem = stem_of(given)
        yield from (name for name in self.names() if name == given or name.startswith(f"{stem}-"))
        yield self.free_name(given, ())

    @property
    def _seen(self) -> ColumnElement[bool]:
        if self._table_id is None:
            return true()
        return or_(boards.c.table_id.is_(None), boards.c.table_id == self._table_id)

    @property
    def _own(self) -> ColumnElement[bool]:
        return true() if self._table_id is None else boards.c.table_id == self._table_id


def materialise_boards(store: Store, folder: Path, *names: str) -> None:
    """Write boards, or all boards if no name is given, into the folder from which the reading process loads boards.

    A file is not rewritten if its board is unchanged.
    """
    wanted = boards.c.name.in_(names) if names else true()
    with store.reading() as connection:
        kept = connection.execute(select(boards.c.name, boards.c.title, boards.c.board).where(wanted)).all()
    shelf = FolderShelf(folder)
    for name, title, written in kept:
        found = shelf.read(name)
        if found is None or found[0] != written.encode():
            shelf.save(name, title, written)
