"""The board as the rules use it: masks of neighbours and landscapes, worked out once for each board.

Knows cells and straight lines, no pieces.
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from referee.board import Board
from referee.position import cells_of, mask_of

# A referee has a handful of boards open at a time.
_BOARDS_KEPT = 8


@dataclass(frozen=True, slots=True)
class Grid:
    """Masks of one board: all cells, the cells of each landscape, the neighbours of each cell.

    `between` holds for each cell those in a straight line with it, and the cells that a move there passes.
    """

    all_cells: int
    terrain_cells: tuple[int, ...]
    neighbours: tuple[int, ...]
    between: tuple[dict[int, int], ...]

    def flood(self, start: int, free: int) -> int:
        """Gives the cells that can be reached from `start` over `free` cells, one neighbour at a time."""
        reached = edge = start
        while edge:
            beside = 0
            for cell in cells_of(edge):
                beside |= self.neighbours[cell]
            edge = beside & free & ~reached
            reached |= edge
        return reached

    def connects(self, start: int, wanted: int, free: int) -> bool:
        """Tells whether all `wanted` cells can be reached from `start`; stops as soon as they are."""
        reached = edge = start
        while edge:
            if not wanted & ~reached:
                return True
            beside = 0
            for cell in cells_of(edge):
                beside |= self.neighbours[cell]
            edge = beside & free & ~reached
            reached |= edge
        return False


@lru_cache(maxsize=_BOARDS_KEPT)
def grid_of(board: Board) -> Grid:
    """Works out the masks of a board."""
    return Grid(
        all_cells=(1 << len(board.cells)) - 1,
        terrain_cells=tuple(
            mask_of(number for number, cell in enumerate(board.cells) if cell.terrain == terrain)
            for terrain in range(len(board.terrains))
        ),
        neighbours=tuple(mask_of(beside) for beside in board.neighbours),
        between=tuple(
            {end: mask_of(ray[:place]) for ray in rays for place, end in enumerate(ray)} for rays in board.rays
        ),
    )
