"""A board: cells on a hex grid, each of one landscape, with the label that is printed on it.

Knows where cells lie and which lie next to each other, not how they are drawn or what stands on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.boards.hexes import DIRECTIONS

# The landscapes whose names the catalogue holds and whose pictures are drawn, in the order of the default board.
LANDSCAPES = ("meadow", "cornfield", "forest", "lake", "mountain", "desert", "moor", "vineyard")
# Each landscape's picture can serve several landscapes of one board: plain, or with a mark drawn over it in every hex.
MARKS = ("", "-cornered", "-barred")
ROW_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Terrain:
    """A landscape: its word in files, and the label its board file gives it (None: the catalogue knows it).

    `looks_like` names the one of LANDSCAPES whose picture an own landscape borrows.
    """

    id: str
    label: str | None = None
    looks_like: str | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One hex. `terrain` is the landscape's place in the board's list."""

    id: str
    q: int
    r: int
    terrain: int


@dataclass(frozen=True)
class Board:
    """A checked board. Cells are sorted by row, then by place in the row; a cell is known by its number in this order.

    `label` is the title a board file gives; None: the name serves.
    """

    name: str
    terrains: tuple[Terrain, ...]
    cells: tuple[Cell, ...]
    label: str | None = None

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
        """For each cell and each of the six directions the cells that a straight move passes, up to the first gap."""
        return tuple(zip(*(self._rays_toward(dq, dr) for dq, dr in DIRECTIONS), strict=True))

    def _rays_toward(self, dq: int, dr: int) -> list[tuple[int, ...]]:
        """Return each cell's ray in one direction. Farther cells come first, so that a ray goes on as its next cell's does."""
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
    """Return each (q, r) its printed label: the row's letter and the place in the row from the left, gaps not counted.

    The result is in the board's order. Rows lie among 26 neighbouring ones.
    """
    ordered = sorted(spots, key=lambda spot: (spot[1], spot[0]))
    labels: dict[tuple[int, int], str] = {}
    places: dict[int, int] = {}
    for q, r in ordered:
        places[r] = places.get(r, 0) + 1
        labels[q, r] = f"{ROW_LETTERS[r - ordered[0][1]]}{places[r]}"
    return labels


def looks_of(board: Board) -> tuple[str, ...]:
    """Return for each terrain of the board the picture drawn for it: one of LANDSCAPES with one of MARKS, never the same twice.

    A known landscape has its own picture plain. A landscape of the board's own that names no picture takes one that is
    unused or, failing that, the least used. A board that passed `check_looks` never runs out of marks.
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
    """Return which one of LANDSCAPES a picture is of, whatever its mark."""
    return look.partition("-")[0]


def find_crowded_landscape(terrains: Sequence[Terrain]) -> str | None:
    """Return the picture that more terrains share than there are marks to tell them apart, if there is one."""
    shared = Counter(_landscapes_drawn(terrains))
    return next((landscape for landscape in LANDSCAPES if shared[landscape] > len(MARKS)), None)


def terrains_drawn_as(terrains: Sequence[Terrain], landscape: str) -> tuple[Terrain, ...]:
    """Return the terrains that share a picture."""
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
