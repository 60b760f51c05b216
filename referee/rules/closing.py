"""Compute which regions a stone on a cell would close. Answers depend only on board and stones, so they are cached by cell.

Most stones close no region. The landscape and the neighbours of the cell usually suffice to find this out without a search.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.boards.board import Board
from referee.rules.territories import MOST_TERRAINS, Region, regions_of, regions_round


@dataclass(frozen=True, slots=True)
class Closings:
    """A cache of the regions that one more stone would close, for one set of stones.

    `known` caches the results of `closed_by` by cell. Each cell in the mask `decisive` is the only cell of its landscape in a
    region of four landscapes, so a stone on the cell closes the region.
    """

    board: Board
    stones: int
    decisive: int
    known: dict[int, int] = field(default_factory=dict)

    def closed_by(self, cell: int) -> int:
        """Return the mask of the cells in all regions that a stone on `cell`, in an open region, would close, or 0."""
        if cell not in self.known:
            self.known[cell] = self._work_out(cell) if self._may_close(cell) else 0
        return self.known[cell]

    def _may_close(self, cell: int) -> bool:
        return bool(self.decisive >> cell & 1) or not self._still_connected(cell)

    def _work_out(self, cell: int) -> int:
        closed = 0
        for region in regions_round(self.board, self.stones | 1 << cell, cell):
            if region.closed:
                closed |= region.cells
        return closed

    def _still_connected(self, cell: int) -> bool:
        """Return whether the stone-free neighbours of a cell would stay connected to each other if the cell had a stone."""
        groups = groups_round(self.board, self.stones, cell)
        if len(groups) < 2:
            return True
        free = self.board.grid.all_cells & ~self.stones & ~(1 << cell)
        wanted = 0
        for group in groups:
            wanted |= group
        return self.board.grid.connects(groups[0], wanted, free)


def closings_of(board: Board, stones: int) -> Closings:
    """Return the Closings for a board with these stones; the answers are computed on demand."""
    decisive = 0
    for region in regions_of(board, stones):
        decisive |= _decisive_cells(board, region)
    return Closings(board, stones, decisive)


def groups_round(board: Board, stones: int, cell: int) -> list[int]:
    """Return the stone-free neighbours of a cell as masks, one for each run of adjacent neighbours."""
    ring = [1 << ray[0] if ray and not stones >> ray[0] & 1 else 0 for ray in board.rays[cell]]
    groups: list[int] = []
    for place, bit in enumerate(ring):
        if bit and place and ring[place - 1]:
            groups[-1] |= bit
        elif bit:
            groups.append(bit)
    if len(groups) > 1 and ring[0] and ring[-1]:
        groups[0] |= groups.pop()
    return groups


def _decisive_cells(board: Board, region: Region) -> int:
    if len(region.terrains) != MOST_TERRAINS + 1:
        return 0
    decisive = 0
    for terrain in region.terrains:
        cells = board.grid.terrain_cells[terrain] & region.cells
        if cells.bit_count() == 1:
            decisive |= cells
    return decisive
