"""The territories that a hex of an open region could become part of, and the stones that would close each of them.

For each choice of one to three landscapes that includes the hex's own, the hexes of these landscapes that are connected to the
hex within the open region form a candidate territory. This module does not predict how the game will continue.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from referee.boards.board import Board
from referee.rules.position import Position, cells_of, mask_of
from referee.rules.scoring import ScoredRegion, score_region
from referee.rules.territories import MOST_TERRAINS, Region, region_at, terrains_on


@dataclass(frozen=True, slots=True)
class Prospect:
    """A candidate territory of a hex (`land`), scored as if closed now, and a smallest set of stones that would close it.

    `stones` is the mask of these stones. `left` is the territory that contains the hex once the stones are set. `stones` and
    `left` are None if the candidate territory cannot be closed, because hexes on which no stone can be set face
    each other across its border.
    """

    land: ScoredRegion
    stones: int | None
    left: ScoredRegion | None

    @property
    def points_a_stone(self) -> float:
        """The value of the resulting territory per stone, for ranking; 0 if the candidate territory cannot be closed."""
        return 0.0 if self.left is None or not self.stones else self.left.value / self.stones.bit_count()


def find_prospects(position: Position, cell: int) -> tuple[Prospect, ...]:
    """Return the candidate territories of a hex, best first; an empty tuple if the hex has a stone or is in a closed region."""
    if position.stones >> cell & 1:
        return ()
    region = region_at(position.board, position.stones, cell)
    if region.closed:
        return ()
    found = (_weigh(position, region, cell, cells) for cells in _find_lands(position.board, region, cell))
    return tuple(sorted(found, key=_rank))


def _rank(prospect: Prospect) -> tuple[float, int, int, int]:
    cells = prospect.land.cells
    return (-prospect.points_a_stone, -prospect.land.value, -cells.bit_count(), cells)


def _find_lands(board: Board, region: Region, cell: int) -> set[int]:
    """Return the distinct candidate territories of a cell as masks; several sets of landscapes can give the same mask."""
    grid = board.grid
    own = board.cells[cell].terrain
    others = [terrain for terrain in region.terrains if terrain != own]
    lands = set()
    for number in range(MOST_TERRAINS):
        for more in combinations(others, number):
            of_these = sum(grid.terrain_cells[terrain] for terrain in (own, *more))
            lands.add(grid.flood(1 << cell, of_these & region.cells))
    return lands


def _weigh(position: Position, region: Region, cell: int, cells: int) -> Prospect:
    board = position.board
    land = score_region(Region(cells, terrains_on(board, cells)), position.pioneers)
    stones = find_cut(board, cells, region.cells & ~cells, position.all_pioneers | 1 << cell)
    if stones is None:
        return Prospect(land, None, None)
    left = region_at(board, position.stones | stones, cell)
    return Prospect(land, stones, score_region(left, position.pioneers))


def find_cut(board: Board, inside: int, outside: int, fixed: int) -> int | None:
    """Return the mask of a smallest set of stones that separates `inside` from `outside`, or None if no set does.

    No stones are set on the cells in `fixed`.

    This is a smallest vertex cut (Menger). Only pairs of neighbours across the border matter, so the cut is a smallest vertex
    cover of these pairs, found from a maximum matching (König). In a tie, the set with the fewest cells inside is returned.
    """
    neighbours = board.grid.neighbours
    forced = 0
    for cell in cells_of(fixed & (inside | outside)):
        forced |= neighbours[cell] & (outside if inside >> cell & 1 else inside)
    if forced & fixed:
        return None
    free = ~(forced | fixed)
    across = {cell: neighbours[cell] & inside & free for cell in cells_of(outside & free)}
    return forced | _cover(across)


def _cover(across: dict[int, int]) -> int:
    """Return the mask of a smallest set of cells that contains at least one cell of each pair of neighbours.

    `across` maps each outer cell to the mask of its inner neighbours.
    """
    partner: dict[int, int] = {}
    for outer in across:
        _augment(across, outer, partner, set())
    matched = set(partner.values())
    reached_outer = {outer for outer in across if outer not in matched}
    reached_inner: set[int] = set()
    waiting = list(reached_outer)
    while waiting:
        for inner in cells_of(across[waiting.pop()]):
            if inner not in reached_inner:
                reached_inner.add(inner)
                reached_outer.add(partner[inner])
                waiting.append(partner[inner])
    return mask_of(reached_inner) | mask_of(outer for outer in matched if outer not in reached_outer)


def _augment(across: dict[int, int], outer: int, partner: dict[int, int], seen: set[int]) -> bool:
    """Try to match an outer cell along an augmenting path, and return whether that succeeded.

    On success, `partner` is updated. The inner cells tried are added to `seen`.
    """
    for inner in cells_of(across[outer]):
        if inner in seen:
            continue
        seen.add(inner)
        if inner not in partner or _augment(across, partner[inner], partner, seen):
            partner[inner] = outer
            return True
    return False
