"""A board: cells on a hex grid, each of one landscape, with the label that is printed on it.

Knows where cells lie and which lie next to each other, not how they are drawn or what stands on them.
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from referee.hexes import DIRECTIONS


@dataclass(frozen=True, slots=True)
class Terrain:
    """A landscape: its word in files, and the label its board file gives it (None: the catalogue knows it)."""

    id: str
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One hex. `terrain` is the landscape's place in the board's list."""

    id: str
    q: int
    r: int
    terrain: int


@dataclass(frozen=True)
class Board:
    """A checked board. Cells are sorted by row, then by place in the row; a cell is known by its number in this order."""

    name: str
    terrains: tuple[Terrain, ...]
    cells: tuple[Cell, ...]

    @cached_property
    def number_of(self) -> dict[str, int]:
        """From a printed label to the cell's number."""
        return {cell.id: number for number, cell in enumerate(self.cells)}

    @cached_property
    def _number_at(self) -> dict[tuple[int, int], int]:
        return {(cell.q, cell.r): number for number, cell in enumerate(self.cells)}

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell its neighbours' numbers, sorted."""
        at = self._number_at
        return tuple(
            tuple(sorted(at[cell.q + dq, cell.r + dr] for dq, dr in DIRECTIONS if (cell.q + dq, cell.r + dr) in at))
            for cell in self.cells
        )

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each cell and each of the six directions the cells that a straight move passes, nearest first, up to the first gap."""
        return tuple(tuple(self._ray(cell, dq, dr) for dq, dr in DIRECTIONS) for cell in self.cells)

    def _ray(self, cell: Cell, dq: int, dr: int) -> tuple[int, ...]:
        at = self._number_at
        passed = []
        q, r = cell.q + dq, cell.r + dr
        while (q, r) in at:
            passed.append(at[q, r])
            q, r = q + dq, r + dr
        return tuple(passed)
