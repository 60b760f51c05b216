"""The words for pieces and seats, and how many of each lie in the box."""

from __future__ import annotations

from enum import StrEnum


class Colour(StrEnum):
    """A player's colour, in seat order."""

    RED = "red"
    YELLOW = "yellow"
    BLUE = "blue"
    GREEN = "green"


class Piece(StrEnum):
    """What can lie on a hex: the six words of the formats."""

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
    """Return the colours that play: the number of players fixes them."""
    return SEATS[:players]
