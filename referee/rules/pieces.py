"""Player colours, kinds of piece, the number of pioneers per player, and the number of stones in the box."""

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
