"""The door of one club table, which gives access only to the games that belong to the table."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, select

from web.club.door_tables import table_games
from web.games.doors import HOUSE, Door
from web.games.schema import ID_LENGTH
from web.games.store import Store

GAME_ID_LETTERS = 16
assert GAME_ID_LETTERS <= ID_LENGTH


@dataclass(frozen=True, slots=True)
class TableDoor:
    """The door of one club table."""

    table_id: int
    is_house: bool = False

    def sees(self, game_id: ColumnElement[str]) -> ColumnElement[bool]:
        """Return the condition that a column holds the id of one of this table's games."""
        return game_id.in_(select(table_games.c.game_id).where(table_games.c.table_id == self.table_id))

    def take_in(self, connection: Connection, game_id: str) -> None:
        """Record, in the transaction that adds a game, that the game belongs to this table."""
        connection.execute(table_games.insert().values(game_id=game_id, table_id=self.table_id))

    def imported_id(self, game_id: str) -> str:
        """Return an id specific to this table, so that importing reveals nothing about games behind other doors.

        The id is deterministic, so that importing a file twice adds nothing.
        """
        return hashlib.sha256(f"table {self.table_id} {game_id}".encode()).hexdigest()[:GAME_ID_LETTERS]

    def setting_name(self, name: str) -> str:
        """Return the name under which this table's value of a setting is stored."""
        return f"{name} @{self.table_id}"


def door_of_game(store: Store, game_id: str) -> Door:
    """Return the door of the table that a game belongs to, or the house if the game belongs to no table."""
    with store.reading() as connection:
        found = connection.execute(select(table_games.c.table_id).where(table_games.c.game_id == game_id)).scalar()
    return HOUSE if found is None else TableDoor(found)
