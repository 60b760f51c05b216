"""Player colours and kinds of piece, with the number of pioneers of each player and of stones in a game."""

from __future__ import annotations

from enum import StrEnum


class Colour(StrEnum):
    """A player's colour. The members are in seat order."""

    RED = "red"
    YELLOW = "yellow"
    BLUE = "blue"
    GREEN = "green"


class Piece(StrEnum):
    """The content of a hex: a pioneer of one colour, a stone or nothing. The values are spelled as in the file formats."""

    RED = "red"
    YELLOW = "yellow"
    BLUE = "blue"
    GREEN = "green"
    STONE = "stone"
    EMPTY = "empty"


SEATS: tuple[Colour, ...] = tuple(Colour)
PIONEERS_EACH: dict[int, int] = {2: 13, 3: 10, 4: 8}
STONE_SUPPLY = 80


def seats_for(players: int) -> tuple[Colour, ...]:
    """Return the colours used in a game with this number of players, in seat order."""
    return SEATS[:players]
