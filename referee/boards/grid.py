"""The board as bit masks for the rules: neighbours, landscapes and straight lines, computed once for each board.

This module knows cells and lines, but not pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from referee.boards.hexes import mask_of
from referee.boards.lanes import find_lanes

if TYPE_CHECKING:
    from referee.boards.board import Board

# One step of a straight move: the bit of the cell entered, the mask of its lane bits, the mask of its neighbours.
Step = tuple[int, int, int]


@dataclass(frozen=True)
class Grid:
    """The bit masks of one board, computed on first use."""

    board: Board

    @cached_property
    def all_cells(self) -> int:
        """The mask of all cells."""
        return (1 << len(self.board.cells)) - 1

    @cached_property
    def terrain_cells(self) -> tuple[int, ...]:
        """For each landscape, the mask of its cells."""
        cells = self.board.cells
        return tuple(
            mask_of(number for number, cell in enumerate(cells) if cell.terrain == terrain)
            for terrain in range(len(self.board.terrains))
        )

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each cell, the mask of its neighbours."""
        return tuple(mask_of(beside) for beside in self.board.neighbours)

    @cached_property
    def between(self) -> tuple[dict[int, int], ...]:
        """For each cell, the ends of straight moves on an empty board, each mapped to the mask of the cells passed on the way."""
        return tuple({end: mask_of(ray[:place]) for ray in rays for place, end in enumerate(ray)} for rays in self.board.rays)

    @cached_property
    def lanes(self) -> tuple[int, ...]:
        """For each cell, the mask of its bits in the six lanes that contain it; the module `lanes` explains lanes."""
        return find_lanes(self.board)

    @cached_property
    def steps(self) -> tuple[tuple[tuple[Step, ...], ...], ...]:
        """For each cell and direction, the steps of a straight move from the cell, nearest first.

        Directions in which the cell has no neighbour are left out.
        """
        steps = [(1 << cell, self.lanes[cell], beside) for cell, beside in enumerate(self.neighbours)]
        return tuple(tuple(tuple(steps[cell] for cell in ray) for ray in rays if ray) for rays in self.board.rays)

    def flood(self, start: int, free: int) -> int:
        """Return the mask of the cells in `start` and all `free` cells connected to them through `free` cells."""
        reached = edge = start
        while edge:
            edge = self._beside(edge) & free & ~reached
            reached |= edge
        return reached

    def connects(self, start: int, wanted: int, free: int) -> bool:
        """Return whether `flood(start, free)` contains all `wanted` cells, without searching further once they are found."""
        reached = edge = start
        while edge:
            if not wanted & ~reached:
                return True
            edge = self._beside(edge) & free & ~reached
            reached |= edge
        return False

    def _beside(self, cells: int) -> int:
        neighbours = self.neighbours
        beside = 0
        while cells:
            lowest = cells & -cells
            beside |= neighbours[lowest.bit_length() - 1]
            cells ^= lowest
        return beside
