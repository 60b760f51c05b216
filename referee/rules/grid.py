"""The board as the rules use it: masks of neighbours, landscapes and straight lines, worked out once for each board.

Knows cells and lines, no pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from referee.boards.board import Board
from referee.rules.lanes import find_lanes
from referee.rules.position import mask_of

# A referee has a handful of boards open at a time. They are known by identity: comparing two boards cell by cell takes
# longer than most questions put to a grid.
_BOARDS_KEPT = 8
_known: dict[int, Grid] = {}

# One step of a straight move: the cell's bit, its lanes, the bits of its neighbours.
Step = tuple[int, int, int]


@dataclass(frozen=True)
class Grid:
    """The masks of one board."""

    board: Board

    @cached_property
    def all_cells(self) -> int:
        """Every cell of the board."""
        return (1 << len(self.board.cells)) - 1

    @cached_property
    def terrain_cells(self) -> tuple[int, ...]:
        """For each landscape its cells."""
        cells = self.board.cells
        return tuple(
            mask_of(number for number, cell in enumerate(cells) if cell.terrain == terrain)
            for terrain in range(len(self.board.terrains))
        )

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each cell its neighbours."""
        return tuple(mask_of(beside) for beside in self.board.neighbours)

    @cached_property
    def between(self) -> tuple[dict[int, int], ...]:
        """For each cell those in a straight line with it, and the cells that a move there passes."""
        return tuple({end: mask_of(ray[:place]) for ray in rays for place, end in enumerate(ray)} for rays in self.board.rays)

    @cached_property
    def lanes(self) -> tuple[int, ...]:
        """For each cell its bits in the six lanes it lies on."""
        return find_lanes(self.board)

    @cached_property
    def steps(self) -> tuple[tuple[tuple[Step, ...], ...], ...]:
        """For each cell the straight moves from it, direction by direction, nearest step first."""
        steps = [(1 << cell, self.lanes[cell], beside) for cell, beside in enumerate(self.neighbours)]
        return tuple(tuple(tuple(steps[cell] for cell in ray) for ray in rays if ray) for rays in self.board.rays)

    def flood(self, start: int, free: int) -> int:
        """Return the cells that can be reached from `start` over `free` cells, one neighbour at a time."""
        reached = edge = start
        while edge:
            edge = self._beside(edge) & free & ~reached
            reached |= edge
        return reached

    def connects(self, start: int, wanted: int, free: int) -> bool:
        """Return whether all `wanted` cells can be reached from `start`; stop as soon as they are."""
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


def grid_of(board: Board) -> Grid:
    """Return the masks of a board."""
    grid = _known.get(id(board))
    if grid is None:
        if len(_known) >= _BOARDS_KEPT:
            _known.clear()
        grid = _known[id(board)] = Grid(board)
    return grid
