"""Estimate how many points depend on doubtful hexes that nobody has reviewed.

The estimate is shown before a photo is confirmed, stored in the history, and used to order doubtful hexes. All functions are
pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.boards.board import Board
from referee.rules.position import Position
from referee.rules.scoring import score_position
from referee.rules.territories import find_regions


def points_in_doubt(shown: Position, cells: Iterable[int]) -> int:
    """Return an estimate of the maximum number of points that could change if doubtful hexes were misread.

    Every other content is tried for one doubtful hex at a time. Doubtful hexes that touch the same regions affect the same
    points, so of each such group only the hex with the most points at stake counts.
    """
    most: dict[int, int] = {}
    regions = find_regions(shown)
    awarded = score_position(shown).awards
    for cell in cells:
        group = _group_of(shown.board, cell, [region.cells for region in regions])
        swing = max((_difference(awarded, score_position(other).awards) for other in _alternatives(shown, cell)), default=0)
        most[group] = max(most.get(group, 0), swing)
    return sum(most.values())


def _difference(awards: tuple[int, ...], others: tuple[int, ...]) -> int:
    gained = sum(max(0, other - award) for award, other in zip(awards, others, strict=True))
    lost = sum(max(0, award - other) for award, other in zip(awards, others, strict=True))
    return max(gained, lost)


def _group_of(board: Board, cell: int, regions: list[int]) -> int:
    touched = 1 << cell
    for neighbour in board.neighbours[cell]:
        touched |= 1 << neighbour
    return sum(1 << number for number, cells in enumerate(regions) if cells & touched)


def _alternatives(shown: Position, cell: int) -> Iterator[Position]:
    bit = 1 << cell
    bare = replace(shown.without_pioneers_on(bit), stones=shown.stones & ~bit)
    yield bare
    yield bare.with_stone(cell)
    for seat in range(len(shown.players)):
        yield bare.with_pioneers(seat, bare.pioneers[seat] | bit)
