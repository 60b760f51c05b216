"""What a phone that has joined may use: everything with the house's code, one club table with a table's code.

`Join` is the interface for checking codes and cookies: `security.JoinCode` at home, `club_join.ClubJoin` in a club.
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

    `code` admits other phones by the same door. `boards` is the store of saved boards, None for the data folder. `table` is the
    club table, None for the house. `known_game` is the game of the request if the door is already known to give access to it.
    """

    door: Door
    code: str | None
    boards: BoardShelf | None = None
    table: ClubTable | None = None
    known_game: str | None = None


class PutOut(Problem):
    """Raised if a phone has joined a table that is closed or has another code now."""


class Join(Protocol):
    """Checks codes and cookies."""

    cookie_name: str

    @property
    def code(self) -> str | None:
        """The house's code, None if everyone is admitted."""

    @property
    def cookie_value(self) -> str:
        """The cookie of a phone that has joined with the house's code."""

    @property
    def house(self) -> Entry:
        """What a phone with the house's code may use."""

    def entry(self, cookie: str | None, game_id: str = "") -> Entry | None:
        """Return what a phone with a cookie may use, None if it has not joined; raise PutOut if its table is closed.

        `game_id` is the game that the request names, if any.
        """

    def may_have_joined(self, cookie: str | None) -> bool:
        """Return whether a cookie could be that of a phone that has joined, without asking a database."""

    def is_in_house(self, cookie: str | None) -> bool:
        """Return whether a phone may use everything, so that it needs no other code."""

    def admit(self, code: str, client: str) -> str | None:
        """Return the cookie for a valid code, None if the code is wrong; raise Problem after too many wrong codes."""
