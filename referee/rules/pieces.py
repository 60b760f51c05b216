"""The names of pieces and player colours, and the number of each in the box."""

from __future__ import annotations

from enum import StrEnum


class Colour(StrEnum):
    """A player's colour, in seat order."""

    RED = "red"
    YELLOW = "yellow"
    BLUE = "blue"
    GREEN = "green"


class Piece(StrEnum):
    """What can lie on a hex, as spelled in the file formats."""

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
    """Return the colours used with a number of players."""
    return SEATS[:players]
