"""A board: cells on a hex grid, each with a printed label and a landscape.

This module knows the coordinates and neighbours of cells and chooses the picture of each landscape. It neither draws boards
nor knows pieces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.boards.grid import Grid
from referee.boards.hexes import DIRECTIONS

# The built-in landscapes, with translated names and pictures, in the order of the default board.
LANDSCAPES = ("meadow", "cornfield", "forest", "lake", "mountain", "desert", "moor", "vineyard")
# Up to three landscapes of a board can share a picture: one without a mark, the others with a mark in every hex.
MARKS = ("", "-cornered", "-barred")
ROW_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Terrain:
    """A landscape. `label` is the name given in the board file, or None to show the translated name or the id (`terrain_label`).

    `looks_like` is the id of the built-in landscape whose picture a custom landscape uses, or None to let `looks_of` choose.
    """

    id: str
    label: str | None = None
    looks_like: str | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One hex: its printed label, its axial coordinates, and the index of its landscape in the board's `terrains`."""

    id: str
    q: int
    r: int
    terrain: int


@dataclass(frozen=True)
class Board:
    """A validated board. Cells are sorted by row, then by position in the row, and are referred to by their index.

    `label` is the title given in the board file; if it is None, the name is used.
    """

    name: str
    terrains: tuple[Terrain, ...]
    cells: tuple[Cell, ...]
    label: str | None = None

    @cached_property
    def number_of(self) -> dict[str, int]:
        """The index of each cell by its printed label."""
        return {cell.id: number for number, cell in enumerate(self.cells)}

    @cached_property
    def _number_at(self) -> dict[tuple[int, int], int]:
        return {(cell.q, cell.r): number for number, cell in enumerate(self.cells)}

    @cached_property
    def rows_by_half(self) -> dict[int, tuple[int, ...]]:
        """The rows of the cells at each horizontal position, in half hex widths from q = 0, r = 0."""
        rows: dict[int, list[int]] = {}
        for cell in self.cells:
            rows.setdefault(2 * cell.q + cell.r, []).append(cell.r)
        return {half: tuple(found) for half, found in rows.items()}

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the sorted indices of its neighbours."""
        at = self._number_at
        return tuple(
            tuple(sorted(at[cell.q + dq, cell.r + dr] for dq, dr in DIRECTIONS if (cell.q + dq, cell.r + dr) in at))
            for cell in self.cells
        )

    @cached_property
    def grid(self) -> Grid:
        """The board as bit masks, for the rules."""
        return Grid(self)

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each cell and direction, the other cells in a straight line from that cell to a gap or the edge, nearest first."""
        return tuple(zip(*(self._rays_toward(dq, dr) for dq, dr in DIRECTIONS), strict=True))

    def _rays_toward(self, dq: int, dr: int) -> list[tuple[int, ...]]:
        """Return the ray of each cell in one direction; a ray consists of the next cell and that cell's ray."""
        at = self._number_at
        rays: list[tuple[int, ...]] = [()] * len(self.cells)
        goes_up = (dr, dq) > (0, 0)
        for number in sorted(range(len(self.cells)), reverse=goes_up):
            cell = self.cells[number]
            following = at.get((cell.q + dq, cell.r + dr))
            if following is not None:
                rays[number] = (following, *rays[following])
        return rays


def label_cells(spots: Iterable[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """Return the printed label of each (q, r): the letter of the row and the number of the cell from the left, not counting gaps.

    The result is in board order. There must be at most 26 rows, including empty ones.
    """
    ordered = sorted(spots, key=lambda spot: (spot[1], spot[0]))
    labels: dict[tuple[int, int], str] = {}
    places: dict[int, int] = {}
    for q, r in ordered:
        places[r] = places.get(r, 0) + 1
        labels[q, r] = f"{ROW_LETTERS[r - ordered[0][1]]}{places[r]}"
    return labels


def looks_of(board: Board) -> tuple[str, ...]:
    """Return the distinct name of a picture for each of the board's terrains: one of LANDSCAPES followed by one of MARKS.

    A built-in landscape has its own picture, unmarked. A custom landscape without `looks_like` gets an unused picture or,
    failing that, the least used one. The board must have passed `check_looks`, so that there are enough marks.
    """
    landscapes = _landscapes_drawn(board.terrains)
    own = [terrain.id not in LANDSCAPES for terrain in board.terrains]
    looks = [""] * len(landscapes)
    used: Counter[str] = Counter()
    for number in sorted(range(len(landscapes)), key=lambda number: own[number]):
        landscape = landscapes[number]
        looks[number] = landscape + MARKS[used[landscape]]
        used[landscape] += 1
    return tuple(looks)


def landscape_of(look: str) -> str:
    """Return the built-in landscape that a picture shows, that is, the picture's name without the mark."""
    return look.partition("-")[0]


def find_crowded_landscape(terrains: Sequence[Terrain]) -> str | None:
    """Return the first built-in landscape whose picture more than `len(MARKS)` terrains use, or None if there is none."""
    shared = Counter(_landscapes_drawn(terrains))
    return next((landscape for landscape in LANDSCAPES if shared[landscape] > len(MARKS)), None)


def terrains_drawn_as(terrains: Sequence[Terrain], landscape: str) -> tuple[Terrain, ...]:
    """Return the terrains drawn with the picture of a built-in landscape."""
    drawn = zip(terrains, _landscapes_drawn(terrains), strict=True)
    return tuple(terrain for terrain, picture in drawn if picture == landscape)


def _landscapes_drawn(terrains: Sequence[Terrain]) -> list[str]:
    chosen = [terrain.id if terrain.id in LANDSCAPES else terrain.looks_like for terrain in terrains]
    used = Counter(landscape for landscape in chosen if landscape)
    drawn = []
    for landscape in chosen:
        if landscape is None:
            landscape = min(LANDSCAPES, key=lambda name: used[name])
            used[landscape] += 1
        drawn.append(landscape)
    return drawn
