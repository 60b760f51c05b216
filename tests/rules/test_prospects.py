"""The territories that open land could become, and the stones that would cut each off, compared with plain enumeration."""

from __future__ import annotations

import random
import time
from itertools import combinations

from referee.boards.library import load_board
from referee.rules.position import Position, build_position, cells_of, mask_of
from referee.rules.prospects import Prospect, find_prospects
from referee.rules.scoring import score_region
from referee.rules.territories import MOST_TERRAINS, Region, region_at, terrains_on
from tests.rules.random_boards import random_board, random_position

BOARDS = 200
MOST_CELLS = 12  # of an open region whose subsets are enumerated
MOST_SECONDS = 0.1


def random_hexes(number: int) -> list[tuple[Position, int]]:
    """Return hexes of open land on small random boards."""
    chance = random.Random(16)
    found: list[tuple[Position, int]] = []
    while len(found) < number:
        rows, columns = chance.choice(((3, 4), (4, 4), (2, 7), (3, 6)))
        board = random_board(chance, rows, columns, chance.choice((0.0, 0.15)))
        position = random_position(chance, board, most_free=12, most_own=chance.choice((0, 1, 2)))
        cell = chance.randrange(len(board.cells))
        if position.stones >> cell & 1:
            continue
        region = region_at(board, position.stones, cell)
        if not region.closed and region.cells.bit_count() <= MOST_CELLS:
            found.append((position, cell))
    return found


def is_separated(position: Position, inside: int, outside: int) -> bool:
    """Return whether no cell of one set has a neighbour in the other."""
    return not any(1 << near & outside for cell in cells_of(inside) for near in position.board.neighbours[cell])


def fewest_stones(position: Position, region: Region, cell: int, land: int) -> int | None:
    """Try every set of free hexes of the open region, the smallest first."""
    free = list(cells_of(region.cells & ~position.all_pioneers & ~(1 << cell)))
    for number in range(len(free) + 1):
        for chosen in combinations(free, number):
            stones = mask_of(chosen)
            if is_separated(position, land & ~stones, region.cells & ~land & ~stones):
                return number
    return None


def lands_by_enumeration(position: Position, region: Region, cell: int) -> set[int]:
    """Enumerate the territories: connected sets of hexes with the given one, of few landscapes, without a neighbour of these."""
    board, grid = position.board, position.board.grid
    cells = list(cells_of(region.cells))
    lands = set()
    for number in range(1 << len(cells)):
        land = mask_of(cells[place] for place in cells_of(number))
        terrains = terrains_on(board, land)
        if not land >> cell & 1 or len(terrains) > MOST_TERRAINS or grid.flood(1 << cell, land) != land:
            continue
        rest = mask_of(other for other in cells if board.cells[other].terrain in terrains) & ~land
        if is_separated(position, land, rest):
            lands.add(land)
    return lands


def test_fewest_stones_are_those_of_full_enumeration_on_two_hundred_boards() -> None:
    compared = 0
    for position, cell in random_hexes(BOARDS):
        region = region_at(position.board, position.stones, cell)
        for prospect in find_prospects(position, cell):
            expected = fewest_stones(position, region, cell, prospect.land.cells)
            assert (None if prospect.stones is None else prospect.stones.bit_count()) == expected
            compared += 1
    assert compared > BOARDS


def test_lands_are_those_of_full_enumeration() -> None:
    for position, cell in random_hexes(40):
        region = region_at(position.board, position.stones, cell)
        found = {prospect.land.cells for prospect in find_prospects(position, cell)}
        assert found == lands_by_enumeration(position, region, cell)


def test_stones_named_close_the_land_and_pay_by_the_rules() -> None:
    for position, cell in random_hexes(BOARDS):
        for prospect in find_prospects(position, cell):
            land = Region(prospect.land.cells, terrains_on(position.board, prospect.land.cells))
            assert prospect.land == score_region(land, position.pioneers)
            assert prospect.land.closed
            assert prospect.land.value == land.cells.bit_count() * (4 - len(land.terrains))
            if prospect.stones is None:
                continue
            assert not prospect.stones & (position.occupied | 1 << cell)
            closed = region_at(position.board, position.stones | prospect.stones, cell)
            assert closed.closed
            assert closed.cells & ~prospect.land.cells == 0
            assert prospect.left == score_region(closed, position.pioneers)


def test_lands_are_ranked_by_points_for_each_stone() -> None:
    def worth(prospect: Prospect) -> float:
        return prospect.left.value / prospect.stones.bit_count() if prospect.stones and prospect.left else 0.0

    for position, cell in random_hexes(60):
        ranks = [worth(prospect) for prospect in find_prospects(position, cell)]
        assert ranks == sorted(ranks, reverse=True)


def test_stone_and_territory_have_no_prospects() -> None:
    board = load_board("islet")
    stones = ("J1", "J2", "J3", "J4")
    position = build_position(board, stones=stones, pioneers={})
    assert find_prospects(position, board.number_of["J1"]) == ()
    assert find_prospects(position, board.number_of["K1"]) == ()
    assert find_prospects(position, board.number_of["E5"])


def test_every_hex_of_a_full_board_is_answered_in_a_tenth_of_a_second() -> None:
    board = load_board("terranova")
    position = build_position(board, pioneers={})
    find_prospects(position, 0)
    slowest = 0.0
    for cell in range(0, len(board.cells), 7):
        begun = time.perf_counter()
        find_prospects(position, cell)
        slowest = max(slowest, time.perf_counter() - begun)
    assert slowest < MOST_SECONDS
