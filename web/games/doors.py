"""Doors, which limit the games that a database connection can access.

The house gives access to all games, any other door only to its own. A store passes its door to each of its connections, and the
store's queries for games are limited by the connection's door. Doors do not depend on phones or codes.
"""

from __future__ import annotations

from typing import Protocol

from sqlalchemy import ColumnElement, Connection, true

OPTION = "door"  # the execution option of a connection that holds its door


class Door(Protocol):
    """A door, which determines the games that a connection can access and the owner of new games."""

    def sees(self, game_id: ColumnElement[str]) -> ColumnElement[bool]:
        """Return the SQL condition that a column holds the id of a game behind this door."""

    def take_in(self, connection: Connection, game_id: str) -> None:
        """Record, in the transaction that adds a game, that the game belongs to this door."""

    def imported_id(self, game_id: str) -> str:
        """Return the id under which to store an imported game behind this door."""

    def setting_name(self, name: str) -> str:
        """Return the name under which this door's value of a setting is stored."""

    @property
    def is_house(self) -> bool:
        """Whether this door gives access to all games."""


class House:
    """The door that gives access to all games, and the only door at home."""

    is_house = True

    def sees(self, _game_id: ColumnElement[str]) -> ColumnElement[bool]:
        """Return a condition that every game satisfies."""
        return true()

    def take_in(self, connection: Connection, game_id: str) -> None:
        """Record nothing, since the house has access to all games."""

    def imported_id(self, game_id: str) -> str:
        """Return the id unchanged."""
        return game_id

    def setting_name(self, name: str) -> str:
        """Return the name unchanged."""
        return name


HOUSE = House()


def door_of(connection: Connection) -> Door:
    """Return the door of a connection, or the house if the connection has no door."""
    door: Door = connection.get_execution_options().get(OPTION, HOUSE)
    return door
