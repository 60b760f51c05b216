"""Boards on which a piece was disturbed that the player to move must not touch: a stone gone, another's pioneer elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from heapq import nlargest

from referee.memory.evidence import EMPTY, STONE, Gains
from referee.memory.explanations import Pieces
from referee.memory.settings import MemorySettings
from referee.rules.grid import grid_of
from referee.rules.position import Position, cells_of

LIKELIEST = 4  # hexes of a kind that are tried


def disturbed_boards(position: Position, core: Pieces, gains: Gains, settings: MemorySettings) -> Iterator[tuple[float, Pieces]]:
    """Yield boards that differ from `core` by one disturbance, with the evidence for them; the likeliest of each kind."""
    core_gain = gains.of(core)
    for shown in _disturb(position, core, gains):
        gain = gains.of(shown)
        if gain > core_gain - settings.window / 2:
            yield gain - core_gain, shown


def _disturb(position: Position, core: Pieces, gains: Gains) -> Iterator[Pieces]:
    rows = gains.rows
    taken = core.stones
    for mask in core.pioneers:
        taken |= mask
    free = list(cells_of(grid_of(position.board).all_cells & ~taken))
    for cell in nlargest(LIKELIEST, cells_of(core.stones), key=lambda cell: rows[cell][EMPTY]):
        yield replace(core, stones=core.stones & ~(1 << cell))
    for cell in nlargest(LIKELIEST, free, key=lambda cell: rows[cell][STONE]):
        yield replace(core, stones=core.stones | 1 << cell)
    for seat, mask in enumerate(core.pioneers):
        ends = nlargest(LIKELIEST, free, key=lambda cell: rows[cell][seat])
        for end in ends:
            yield with_seat(core, seat, mask | 1 << end)
        for start in nlargest(LIKELIEST, cells_of(mask), key=lambda cell: rows[cell][EMPTY]):
            yield with_seat(core, seat, mask & ~(1 << start))
            for end in ends:
                yield with_seat(core, seat, mask & ~(1 << start) | 1 << end)


def with_seat(shown: Pieces, seat: int, mask: int) -> Pieces:
    """Return the board with one seat's pioneers on these cells."""
    return replace(shown, pioneers=(*shown.pioneers[:seat], mask, *shown.pioneers[seat + 1 :]))
