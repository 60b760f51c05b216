"""Settled land: the players who took it, the points they got for it, and the hex on which its badge is drawn.

This module serves drawings of the board and does not know the history of the game.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.boards.board import Board
from referee.rules.pieces import Colour
from referee.rules.position import cells_of


@dataclass(frozen=True, slots=True)
class TakenLand:
    """A settled territory, with its cells as a bit mask.

    `takers` are the players who had the most pioneers in it, each of whom got `points`; the tuple is empty if nobody took it.
    """

    cells: int
    takers: tuple[Colour, ...]
    points: int

    @property
    def badge(self) -> str:
        """The points as a label, such as "24", or "2×10" for two tied players; empty if nobody took the territory."""
        if len(self.takers) < 2:
            return str(self.points) if self.takers else ""
        return f"{len(self.takers)}×{self.points}"


def middle_cell(board: Board, cells: int) -> int:
    """Return the cell of a mask with the smallest sum of squared distances to the mask's other cells; in a tie, the first."""
    places = [(cell, 2 * board.cells[cell].q + board.cells[cell].r, board.cells[cell].r) for cell in cells_of(cells)]

    def distance(place: tuple[int, int, int]) -> int:
        return sum((place[1] - x) ** 2 + 3 * (place[2] - y) ** 2 for _, x, y in places)

    return min(places, key=distance)[0]
