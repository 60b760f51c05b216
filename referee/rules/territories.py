"""Regions (maximal connected sets of cells without a stone), with the territories among them and their values.

Pioneers do not separate regions, and a cell with a stone belongs to no region; both hold in every edition.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.boards.board import Board
from referee.rules.position import Position

# DE, Gebiete: "höchstens 3 verschiedene Landschaften"; HU: "nem több, mint 3 színű mezőkből".
MOST_TERRAINS = 3


@dataclass(frozen=True, slots=True)
class Region:
    """A region: its cells as a mask, and the indices of its landscapes in board order."""

    cells: int
    terrains: tuple[int, ...]

    @property
    def closed(self) -> bool:
        """Whether the region is a territory: it has at most MOST_TERRAINS landscapes."""
        return len(self.terrains) <= MOST_TERRAINS

    @property
    def value(self) -> int:
        """The points that a territory pays; 0 for an open region.

        A territory pays 1 point for each cell if it has three landscapes, 2 if it has two, and 3 if it has one.
        """
        return self.cells.bit_count() * (MOST_TERRAINS + 1 - len(self.terrains)) if self.closed else 0


def find_regions(position: Position) -> tuple[Region, ...]:
    """Return all regions of a position, ordered by their first cells."""
    return regions_of(position.board, position.stones)


def regions_of(board: Board, stones: int) -> tuple[Region, ...]:
    """Return all regions of a board with these stones, ordered by their first cells."""
    return tuple(_split(board, board.grid.all_cells & ~stones))


def regions_round(board: Board, stones: int, cell: int) -> tuple[Region, ...]:
    """Return the regions adjacent to a cell; if a stone was just set on the cell, it can have closed only these regions."""
    reached = 0
    found = []
    for neighbour in board.neighbours[cell]:
        if not (stones | reached) >> neighbour & 1:
            region = region_at(board, stones, neighbour)
            reached |= region.cells
            found.append(region)
    return tuple(sorted(found, key=lambda region: region.cells & -region.cells))


def region_at(board: Board, stones: int, cell: int) -> Region:
    """Return the region that contains a cell without a stone."""
    cells = board.grid.flood(1 << cell, ~stones)
    return Region(cells, terrains_on(board, cells))


def terrains_on(board: Board, cells: int) -> tuple[int, ...]:
    """Return the sorted indices of the landscapes that occur in a mask of cells."""
    return tuple(number for number, mask in enumerate(board.grid.terrain_cells) if mask & cells)


def _split(board: Board, free: int) -> Iterator[Region]:
    grid = board.grid
    while free:
        cells = grid.flood(free & -free, free)
        yield Region(cells, terrains_on(board, cells))
        free &= ~cells
