"""Regions: the largest connected sets of cells without a stone. Closed ones, of at most three landscapes, are territories.

Pioneers are no fence and a stone's own hex belongs to nobody; both hold in every edition.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.boards.board import Board
from referee.rules.grid import grid_of
from referee.rules.position import Position

# DE, Gebiete: "höchstens 3 verschiedene Landschaften"; HU: "nem több, mint 3 színű mezőkből".
MOST_TERRAINS = 3


@dataclass(frozen=True, slots=True)
class Region:
    """Connected cells without a stone, as a mask, and the numbers of the landscapes they show, in the board's order."""

    cells: int
    terrains: tuple[int, ...]

    @property
    def closed(self) -> bool:
        """True for a territory: few enough landscapes. The board's edge and the stones round it are its fence."""
        return len(self.terrains) <= MOST_TERRAINS

    @property
    def value(self) -> int:
        """The points a territory pays: its cells once for three landscapes, twice for two, three times for one."""
        return self.cells.bit_count() * (MOST_TERRAINS + 1 - len(self.terrains)) if self.closed else 0


def find_regions(position: Position) -> tuple[Region, ...]:
    """Find all regions, in the order of their first cells."""
    return regions_of(position.board, position.stones)


def regions_of(board: Board, stones: int) -> tuple[Region, ...]:
    """Find all regions that these stones leave."""
    return tuple(_split(board, grid_of(board).all_cells & ~stones))


def regions_round(board: Board, stones: int, cell: int) -> tuple[Region, ...]:
    """Find the regions that touch a cell: after a stone on it the ones that it may have closed."""
    reached = 0
    found = []
    for neighbour in board.neighbours[cell]:
        if not (stones | reached) >> neighbour & 1:
            region = region_at(board, stones, neighbour)
            reached |= region.cells
            found.append(region)
    return tuple(sorted(found, key=lambda region: region.cells & -region.cells))


def region_at(board: Board, stones: int, cell: int) -> Region:
    """Find the region that a cell without a stone lies in."""
    cells = grid_of(board).flood(1 << cell, ~stones)
    return Region(cells, terrains_on(board, cells))


def terrains_on(board: Board, cells: int) -> tuple[int, ...]:
    """List the landscapes that some cells show."""
    return tuple(number for number, mask in enumerate(grid_of(board).terrain_cells) if mask & cells)


def _split(board: Board, free: int) -> Iterator[Region]:
    grid = grid_of(board)
    while free:
        cells = grid.flood(free & -free, free)
        yield Region(cells, terrains_on(board, cells))
        free &= ~cells
