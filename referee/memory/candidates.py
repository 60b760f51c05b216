"""Generate boards that one player's turn could have led to, without checking that the turn is legal.

A turn moves the mover's own pioneers and sets at most two stones, so a candidate differs from the known board by cells that
pioneers left, cells they entered, and new stones. Regions closed by new stones can be cleared or still contain pioneers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import nlargest
from itertools import combinations

from referee.memory.evidence import EMPTY, STONE, Gains
from referee.memory.explanations import Pieces
from referee.memory.settings import MemorySettings
from referee.memory.two_stones import best_two_stones, two_stone_boards, two_stones_total
from referee.rules.actions import ACTIONS_A_TURN
from referee.rules.position import Position, cells_of, mask_of
from referee.rules.territories import regions_round

MOST_STONES = ACTIONS_A_TURN - 1


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate board `shown`, and its log odds `gain` relative to the known board.

    `moved` is the number of the mover's pioneers on new cells, `stones` the number of new stones.
    """

    gain: float
    shown: Pieces
    moved: int
    stones: int


@dataclass(frozen=True, slots=True)
class Part:
    """A set of cells that change together, and the sum of their gains."""

    gain: float
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Search:
    """The result of a search. `found` contains the distinct candidates.

    `skipped` maps (pioneers moved, new stones) to the summed odds of the boards of that class, legal or not, that were not
    examined. Boards with cleared regions are not counted in `skipped`.
    """

    found: tuple[Candidate, ...]
    skipped: Mapping[tuple[int, int], float]


def find_candidates(position: Position, gains: Gains, window: float, settings: MemorySettings) -> Search:
    """Find the boards after a turn of the player to move whose log odds are at most `window` below those of the best board.

    Boards with cleared regions do not count as the best. `settings` limits the number of cells combined, except on boards after
    one move and two stones that clear no region.
    """
    seat = position.to_move
    rows = gains.rows
    free = position.board.grid.all_cells & ~position.occupied
    leaves = _best_parts(((rows[cell][EMPTY], cell) for cell in cells_of(position.own)), ACTIONS_A_TURN, settings.leaves)
    enters = _best_parts(((rows[cell][seat], cell) for cell in cells_of(free)), ACTIONS_A_TURN, settings.enters)
    stones = _best_parts(_stone_gains(position, gains), MOST_STONES, settings.stone_places)
    single = {count: parts for count, parts in stones.items() if count < MOST_STONES}
    floor = max(_best_gain(position, leaves, enters, single), best_two_stones(position, gains)) - window
    found: dict[Pieces, Candidate] = {}
    skipped = _relaxed_totals(position, gains)
    clearing = _most_by_clearing(position, gains, enters)
    for two in two_stone_boards(position, gains, floor):
        skipped[1, MOST_STONES] -= math.exp(two.gain)
        shown = Pieces(_moved(position, two.left, two.come), position.stones | two.stones)
        found[shown] = Candidate(two.gain, shown, 1, MOST_STONES)
    for count, parts in stones.items():
        for part in parts:
            under = mask_of(part.cells) & position.own
            moves = ACTIONS_A_TURN - count
            for left, come, gain in _moved_pairs(leaves, enters, moves, under, floor - part.gain) if count in single else ():
                if mask_of(part.cells) & come:
                    continue
                skipped[come.bit_count(), count] -= math.exp(gain + part.gain)
                candidate = _standing(position, part, left, come, gain)
                found.setdefault(candidate.shown, candidate)
            if part.cells and part.gain + clearing >= floor:
                for candidate in _cleared(position, gains, leaves, enters, part, floor):
                    found.setdefault(candidate.shown, candidate)
    return Search(tuple(found.values()), {key: odds for key, odds in skipped.items() if odds > 0})


def _relaxed_totals(position: Position, gains: Gains) -> dict[tuple[int, int], float]:
    """Return, for each pair (pioneers moved, new stones), the summed odds of the boards on which no pioneer was removed.

    Illegal boards are included, but two new stones are always next to the cell that the one moved pioneer entered.
    """
    rows, seat = gains.rows, position.to_move
    free = position.board.grid.all_cells & ~position.occupied
    own = _sums_of_products((math.exp(rows[cell][EMPTY]), math.exp(rows[cell][STONE]), True) for cell in cells_of(position.own))
    else_where = _sums_of_products((math.exp(rows[cell][seat]), math.exp(rows[cell][STONE]), False) for cell in cells_of(free))
    totals = {
        (moved, count): math.fsum(own[moved][under] * else_where[moved][count - under] for under in range(count + 1))
        for count in range(MOST_STONES)
        for moved in range(ACTIONS_A_TURN - count + 1)
    }
    return {**totals, (1, MOST_STONES): two_stones_total(position, gains)}


def _sums_of_products(odds: Iterable[tuple[float, float, bool]]) -> list[list[float]]:
    """Sum the products of odds over all choices of cells, by pioneers moved and stones set.

    Each item of `odds` contains, for one cell, the odds that a pioneer left or entered the cell, the odds of a new stone on the
    cell, and whether this stone is possible only if a pioneer left the cell.
    """
    sums = [[0.0] * (MOST_STONES + 1) for _ in range(ACTIONS_A_TURN + 1)]
    sums[0][0] = 1.0
    for moved, stone, leaves in odds:
        for size in range(ACTIONS_A_TURN, -1, -1):
            for count in range(MOST_STONES, -1, -1):
                before = size - leaves
                if size:
                    sums[size][count] += sums[size - 1][count] * moved
                if count and before >= 0:
                    sums[size][count] += sums[before][count - 1] * stone
    return sums


def _best_parts(gains: Iterable[tuple[float, int]], most: int, kept: int) -> dict[int, list[Part]]:
    """Return, for each size from 0 to `most`, the subsets of the `kept` likeliest cells, highest gain first."""
    likely = nlargest(kept, gains)
    parts: dict[int, list[Part]] = {}
    for count in range(most + 1):
        subsets = [Part(sum(gain for gain, _ in some), tuple(cell for _, cell in some)) for some in combinations(likely, count)]
        parts[count] = sorted(subsets, key=lambda part: -part.gain)
    return parts


def _stone_gains(position: Position, gains: Gains) -> Iterator[tuple[float, int]]:
    """Yield (gain, cell) for a new stone on each cell that is free or that one of the mover's pioneers could have left."""
    rows = gains.rows
    others = position.all_pioneers & ~position.own
    for cell in cells_of(position.board.grid.all_cells & ~position.stones & ~others):
        yield rows[cell][STONE], cell


def _best_gain(
    position: Position, leaves: dict[int, list[Part]], enters: dict[int, list[Part]], stones: dict[int, list[Part]]
) -> float:
    """Return the highest gain of a board that combines these parts and keeps all pioneers, or 0 if no gain is positive.

    The board need not be legal.
    """
    best = 0.0
    for count, parts in stones.items():
        for part in parts:
            laid = mask_of(part.cells)
            under = laid & position.own
            for moved in range(under.bit_count(), ACTIONS_A_TURN - count + 1):
                left = next((one for one in leaves[moved - under.bit_count()] if not mask_of(one.cells) & under), None)
                come = next((one for one in enters[moved] if not mask_of(one.cells) & laid), None)
                if left and come:
                    best = max(best, part.gain + left.gain + come.gain)
    return best


def _standing(position: Position, stones: Part, left: int, come: int, gain: float) -> Candidate:
    """Return the candidate on which closed regions have not been cleared yet."""
    shown = Pieces(_moved(position, left, come), position.stones | mask_of(stones.cells))
    return Candidate(gain + stones.gain, shown, come.bit_count(), len(stones.cells))


def _most_by_clearing(position: Position, gains: Gains, enters: dict[int, list[Part]]) -> float:
    """Return an upper bound on what changes other than new stones add to the gain of a board with cleared regions."""
    emptied = math.fsum(max(0.0, gains.rows[cell][EMPTY]) for cell in cells_of(position.all_pioneers))
    return emptied + max(parts[0].gain for parts in enters.values() if parts)


def _cleared(
    position: Position,
    gains: Gains,
    leaves: dict[int, list[Part]],
    enters: dict[int, list[Part]],
    stones: Part,
    floor: float,
) -> Iterator[Candidate]:
    """Yield the candidates on which at least one region closed by the stones has been cleared.

    Pioneers could have moved into or out of a cleared region before.
    """
    laid = mask_of(stones.cells)
    most = ACTIONS_A_TURN - len(stones.cells)
    regions = closed_by(position, laid)
    for some in range(1, 1 << len(regions)):
        cleared = 0
        for number, cells in enumerate(regions):
            cleared |= cells if some >> number & 1 else 0
        emptied = sum(
            gains.rows[cell][EMPTY] for mask in position.pioneers for cell in cells_of(mask & cleared) if not laid >> cell & 1
        )
        base = stones.gain + emptied
        for left, come, gain in _moved_pairs(leaves, enters, most, laid & position.own, floor - base, most):
            if (left | come) & cleared or laid & come:
                continue
            after = tuple(mask & ~cleared for mask in _moved(position, left, come))
            if come.bit_count() - left.bit_count() <= (position.own & cleared).bit_count():
                yield Candidate(gain + base, Pieces(after, position.stones | laid), come.bit_count(), len(stones.cells))


def closed_by(position: Position, laid: int) -> tuple[int, ...]:
    """Return the regions that the new stones `laid` close, as masks."""
    found = {
        region.cells: None
        for cell in cells_of(laid)
        for region in regions_round(position.board, position.stones | laid, cell)
        if region.closed
    }
    return tuple(found)


def _moved_pairs(
    leaves: dict[int, list[Part]], enters: dict[int, list[Part]], moves: int, under: int, floor: float, uneven: int = 0
) -> Iterator[tuple[int, int, float]]:
    """Yield masks of the cells left and of the cells entered, with their joint gain, if this gain is at least `floor`.

    The numbers of cells left and entered differ by at most `uneven`. The cells `under` new stones are always among those left;
    their gain is omitted, because it is part of the gain of the stones.
    """
    for count_left in range(under.bit_count(), moves + 1):
        for count_come in range(max(0, count_left - uneven), min(moves, count_left + uneven) + 1):
            if enters[count_come]:
                yield from _pairs_above(leaves[count_left - under.bit_count()], enters[count_come], under, floor)


def _pairs_above(leaves: list[Part], enters: list[Part], under: int, floor: float) -> Iterator[tuple[int, int, float]]:
    for left in leaves:
        if left.gain + enters[0].gain < floor:
            return
        others = mask_of(left.cells)
        if others & under:
            continue
        for come in enters:
            gain = left.gain + come.gain
            if gain < floor:
                break
            yield others | under, mask_of(come.cells), gain


def _moved(position: Position, left: int, come: int) -> tuple[int, ...]:
    own = position.own & ~left | come
    seat = position.to_move
    return (*position.pioneers[:seat], own, *position.pioneers[seat + 1 :])
