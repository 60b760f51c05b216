"""The access of a phone that has joined, either with the house's code to everything or with a table's code to that club table.

`Join` is the interface for checking codes and cookies, implemented by `security.JoinCode` at home and `club_join.ClubJoin` in a
club.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from referee.boards.board_shelf import BoardShelf
from referee.words.problems import Problem
from web.games.doors import Door

if TYPE_CHECKING:  # a home does not load the club
    from web.club.tables import ClubTable


@dataclass(frozen=True, slots=True)
class Entry:
    """What a phone that has joined may use.

    `code` admits other phones to the same door, and is None if no code is needed. `boards` is the shelf of saved boards, or None
    for the data folder. `table` is the club table, or None for the house. `known_game` is the id of the request's game if the
    game is already known to belong to the table, and None otherwise.
    """

    door: Door
    code: str | None
    boards: BoardShelf | None = None
    table: ClubTable | None = None
    known_game: str | None = None


class PutOut(Problem):
    """The Problem raised if the table that a phone has joined was closed afterwards or has a new code."""


class Join(Protocol):
    """The interface for checking codes and cookies."""

    cookie_name: str

    @property
    def code(self) -> str | None:
        """The house's code, or None if everyone is admitted."""

    @property
    def cookie_value(self) -> str:
        """The value of the cookie of a phone that has joined with the house's code."""

    @property
    def house(self) -> Entry:
        """The entry of a phone that has joined with the house's code."""

    def entry(self, cookie: str | None, game_id: str = "") -> Entry | None:
        """Return what a phone with a cookie may use, or None if the phone has to join first.

        `game_id` is the game that the request names, or empty. Raise PutOut if the phone's table was closed or has a new code.
        """

    def may_have_joined(self, cookie: str | None) -> bool:
        """Return whether a cookie could be valid, judged without querying a database."""

    def is_in_house(self, cookie: str | None) -> bool:
        """Return whether a phone with a cookie is admitted to the house without having a code checked."""

    def admit(self, code: str, client: str) -> str | None:
        """Return the cookie for a valid code, or None if the code is wrong.

        Raise a Problem after too many wrong codes, or if the code is that of a closed table.
        """
