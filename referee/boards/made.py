"""Generate a board from a seed: an island with an irregular coast and eight connected landscapes of nearly equal size.

The same seed always gives the same board. This module knows neither files nor millimetres.
"""

from __future__ import annotations

import heapq
import math
import re
from collections import Counter
from collections.abc import Collection, Mapping
from random import Random

from referee.boards.board import LANDSCAPES, Board, Cell, Terrain, label_cells
from referee.boards.checks import Axial, find_parts
from referee.boards.hexes import neighbours_of
from referee.files.json_input import quoted
from referee.words.problems import Problem
from referee.words.texts import text

MOST_APART = 2  # largest difference in hexes between two landscapes
HALF_ROWS, HALF_COLUMNS = 7.5, 7.25  # small enough for hexes of 30 mm or more on six sheets of A4
LEAST_EACH, MOST_EACH = 18, 21  # average number of hexes per landscape
LEAST_COAST = 1.25  # relative to the coast of the roundest island of the same size
LONGEST_SEED = 24
SEED_PATTERN = rf"^[A-Za-z0-9-]{{1,{LONGEST_SEED}}}$"
_ROW_HEIGHT = math.sqrt(3) / 2
_LOBES = (2, 3, 5)  # the number of headlands in each of the superposed waves that shape the coast
_LOBE_DEPTH, _RAGGEDNESS = 0.22, 0.3  # of the island's radius
_LEAST_LAND_AROUND = 2  # neighbours of a hex on the coast; fewer make a spit that no pioneer can leave
_MOST_MOVES, _SPREADS = 400, 6


def make_board(seed: str) -> Board:
    """Return the board generated from a seed; raise a Problem if the seed does not match SEED_PATTERN."""
    if not re.fullmatch(SEED_PATTERN, seed):
        raise Problem("bad-seed", text("boards.bad_seed", seed=quoted(seed), most=LONGEST_SEED))
    chance = Random(f"island {seed}")
    owner = None
    while owner is None:
        land = _raise_island(chance, len(LANDSCAPES) * chance.randint(LEAST_EACH, MOST_EACH))
        owner = _divide(chance, land) if coast_ratio(land) >= LEAST_COAST else None
    return _board(f"island-{seed}", owner)


def coast_ratio(land: Collection[Axial]) -> float:
    """Return the length of the coast divided by the length of the coast of the roundest island with as many hexes."""
    coast = sum(near not in land for spot in land for near in neighbours_of(*spot))
    return coast / (12 * math.sqrt((len(land) - 1) / 3 + 1 / 4))  # 3k(k+1)+1 hexes in a hexagon have 12k+6 open sides


def _board(name: str, owner: Mapping[Axial, int]) -> Board:
    cells = tuple(Cell(label, q, r, owner[q, r]) for (q, r), label in label_cells(owner).items())
    first = cells[0]
    moved = tuple(Cell(cell.id, cell.q - first.q, cell.r - first.r, cell.terrain) for cell in cells)
    return Board(name, tuple(Terrain(landscape) for landscape in LANDSCAPES), moved)


def _raise_island(chance: Random, size: int) -> set[Axial]:
    """Return an island of `size` hexes.

    The island grows from the shallowest hex by the shallowest adjacent hex each time; then its coast is smoothed.
    """
    depth = _sea_floor(chance)
    start = min(depth, key=lambda spot: (depth[spot], spot))
    land: set[Axial] = set()
    waiting = [(depth[start], start)]
    while waiting and len(land) < size:
        _, spot = heapq.heappop(waiting)
        if spot in land:
            continue
        land.add(spot)
        for near in neighbours_of(*spot):
            if near in depth and near not in land:
                heapq.heappush(waiting, (depth[near], near))
    return _smooth_coast(land, depth)


def _sea_floor(chance: Random) -> dict[Axial, float]:
    """Return the depth of the sea at each hex, increasing from the centre outwards, with random headlands and bays."""
    lobes = [(count, chance.uniform(0.3, 1.0) * _LOBE_DEPTH, chance.uniform(0, math.tau)) for count in _LOBES]
    depth = {}
    for r in range(math.ceil(-HALF_ROWS), math.floor(HALF_ROWS) + 1):
        for q in range(math.ceil(-HALF_COLUMNS - r / 2), math.floor(HALF_COLUMNS - r / 2) + 1):
            across, down = (q + r / 2) / HALF_COLUMNS, r * _ROW_HEIGHT / (HALF_ROWS * _ROW_HEIGHT)
            angle = math.atan2(down, across)
            bays = sum(share * math.sin(count * angle + turn) for count, share, turn in lobes)
            depth[q, r] = math.hypot(across, down) + bays + chance.uniform(0, _RAGGEDNESS)
    return depth


def _smooth_coast(land: set[Axial], depth: Mapping[Axial, float]) -> set[Axial]:
    """Move hexes from the ends of spits and fill holes of one hex until none are left or the limit on moves is reached.

    `land` is changed in place and returned; the number of hexes stays the same.
    """
    for _ in range(_MOST_MOVES):
        spits = sorted(spot for spot in land if _count(spot, land) < _LEAST_LAND_AROUND)
        holes = sorted(spot for spot in depth if spot not in land and _count(spot, land) == len(neighbours_of(*spot)))
        if not spits and not holes:
            break
        if holes:
            land.add(holes[0])
            land.discard(max((spot for spot in land if _may_leave(spot, land)), key=lambda spot: (depth[spot], spot)))
        else:
            land.discard(spits[0])
            shore = {near for spot in land for near in neighbours_of(*spot) if near in depth and near not in land}
            shore.discard(spits[0])
            land.add(max(shore, key=lambda spot: (_count(spot, land), -depth[spot], spot)))
    return land


def _count(spot: Axial, spots: set[Axial]) -> int:
    return sum(near in spots for near in neighbours_of(*spot))


def _may_leave(spot: Axial, spots: set[Axial]) -> bool:
    """Return whether the neighbours of `spot` in `spots` form one run with a gap, and so stay connected without `spot`."""
    around = [near in spots for near in neighbours_of(*spot)]
    runs = sum(here and not before for here, before in zip(around, [around[-1], *around], strict=False))
    return runs == 1


def _divide(chance: Random, land: set[Axial]) -> dict[Axial, int] | None:
    """Return the landscape of each hex, or None if the land is not connected or no fair division is found."""
    if len(find_parts(dict.fromkeys(land, ""))) != 1:
        return None
    order = list(range(len(LANDSCAPES)))
    chance.shuffle(order)
    centres = _spread_centres(chance, sorted(land))
    owner = _grow(chance, land, dict(zip(centres, order, strict=True)))
    return owner if _level(chance, owner) else None


def _spread_centres(chance: Random, land: list[Axial]) -> list[Axial]:
    """Return one centre for each landscape, the most widely spaced of several sets with random first centres."""
    best: list[Axial] = []
    for _ in range(_SPREADS):
        centres = [chance.choice(land)]
        while len(centres) < len(LANDSCAPES):
            centres.append(max(land, key=lambda spot: (min(_distance(spot, centre) for centre in centres), spot)))
        if not best or _closest(centres) > _closest(best):
            best = centres
    return best


def _closest(centres: list[Axial]) -> int:
    return min(_distance(one, other) for one in centres for other in centres if one != other)


def _distance(one: Axial, other: Axial) -> int:
    dq, dr = one[0] - other[0], one[1] - other[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def _grow(chance: Random, land: set[Axial], centres: Mapping[Axial, int]) -> dict[Axial, int]:
    """Return the landscape of each hex; landscapes grow from their centres, the smallest first, until all hexes are taken."""
    owner = dict(centres)
    own = {landscape: {centre} for centre, landscape in centres.items()}
    centre_of = {landscape: centre for centre, landscape in centres.items()}
    growing = sorted(own)
    while growing:
        landscape = min(growing, key=lambda one: (len(own[one]), one))
        mine, centre = own[landscape], centre_of[landscape]
        beside = sorted({near for spot in mine for near in neighbours_of(*spot) if near in land and near not in owner})
        if not beside:
            growing.remove(landscape)
            continue
        chosen = min(beside, key=lambda spot: _distance(spot, centre) - _count(spot, mine) / 2 + chance.random())
        owner[chosen] = landscape
        mine.add(chosen)
    return owner


def _level(chance: Random, owner: dict[Axial, int]) -> bool:
    """Transfer hexes in `owner` from large landscapes to small ones until all are nearly equal; return whether that succeeded."""
    for _ in range(_MOST_MOVES):
        sizes = Counter(owner.values())
        large, small = max(sizes, key=lambda one: (sizes[one], one)), min(sizes, key=lambda one: (sizes[one], one))
        if sizes[large] - sizes[small] < MOST_APART:
            return True
        if not _pass_along(chance, owner, large, small):
            return sizes[large] - sizes[small] <= MOST_APART
    return False


def _pass_along(chance: Random, owner: dict[Axial, int], giver: int, taker: int) -> bool:
    """Pass one hex from each landscape to the next on the shortest chain of bordering landscapes from `giver` to `taker`.

    Return whether that succeeded; `owner` changes only if the whole chain can be passed on.
    """
    came_from = {giver: giver}
    waiting = [giver]
    beside = _bordering(owner)
    for landscape in waiting:
        for near in sorted(beside[landscape]):
            if near not in came_from and _gifts(owner, landscape, near):
                came_from[near] = landscape
                waiting.append(near)
    if taker not in came_from:
        return False
    passed = dict(owner)
    while taker != giver:
        gifts = _gifts(passed, came_from[taker], taker)
        if not gifts:
            return False
        taking = {spot for spot, landscape in passed.items() if landscape == taker}
        passed[max(gifts, key=lambda spot: (_count(spot, taking), chance.random()))] = taker
        taker = came_from[taker]
    owner.update(passed)
    return True


def _bordering(owner: Mapping[Axial, int]) -> dict[int, set[int]]:
    """Return, for each landscape, the landscapes it borders."""
    beside: dict[int, set[int]] = {landscape: set() for landscape in owner.values()}
    for spot, landscape in owner.items():
        beside[landscape].update(owner[near] for near in neighbours_of(*spot) if near in owner and owner[near] != landscape)
    return beside


def _gifts(owner: Mapping[Axial, int], giver: int, taker: int) -> list[Axial]:
    """Return the hexes of `giver` that border `taker` and can leave `giver` without splitting it, as tested by `_may_leave`."""
    own = {spot for spot, landscape in owner.items() if landscape == giver}
    return sorted(
        spot for spot in own if any(owner.get(near) == taker for near in neighbours_of(*spot)) and _may_leave(spot, own)
    )
