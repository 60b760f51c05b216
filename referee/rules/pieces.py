"""Player colours and pieces, with the number of pieces of each kind in the box."""

from __future__ import annotations

from enum import StrEnum


class Colour(StrEnum):
    """A player's colour. The members are in seat order."""

    RED = "red"
    YELLOW = "yellow"
    BLUE = "blue"
    GREEN = "green"


class Piece(StrEnum):
    """What a hex can contain, as spelled in the file formats."""

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
