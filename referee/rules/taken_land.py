"""Land that has been settled: who took it, what it paid, and the hex in its middle that bears its badge.

Plain values for every drawing of the board; how a game came to them is not known here.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.boards.board import Board
from referee.rules.pieces import Colour
from referee.rules.position import cells_of


@dataclass(frozen=True, slots=True)
class TakenLand:
    """A settled territory. `takers` are the players with the most pioneers, none if nobody took it; each got `points`."""

    cells: int
    takers: tuple[Colour, ...]
    points: int

    @property
    def badge(self) -> str:
        """What it paid, in figures: 24, or 2×10 for a tie; empty if nobody took it."""
        if len(self.takers) < 2:
            return str(self.points) if self.takers else ""
        return f"{len(self.takers)}×{self.points}"


def middle_cell(board: Board, cells: int) -> int:
    """Return the cell with the smallest distances to all the others; of equals, the first."""
    places = [(cell, 2 * board.cells[cell].q + board.cells[cell].r, board.cells[cell].r) for cell in cells_of(cells)]

    def distance(place: tuple[int, int, int]) -> int:
        return sum((place[1] - x) ** 2 + 3 * (place[2] - y) ** 2 for _, x, y in places)

    return min(places, key=distance)[0]
