"""Boards on which one piece was disturbed: a stone added or removed, a pioneer added, removed or displaced.

The total weight of all disturbances has a closed form; only the likeliest are enumerated.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import nlargest
from itertools import islice

from referee.memory.evidence import EMPTY, STONE, Gains
from referee.memory.explanations import Pieces, pioneers_of
from referee.rules.position import cells_of

LIKELIEST = 10  # disturbed hexes enumerated per kind
Change = tuple[float, int]  # the log-odds gain of changing one cell, and the cell


@dataclass(frozen=True, slots=True)
class Disturbances:
    """The odds of one piece more or fewer on each cell, and their sums for the known board."""

    gains: Gains
    known: Pieces
    odds: tuple[tuple[float, ...], ...]
    ranked: tuple[tuple[Change, ...], ...]
    come: tuple[float, ...]
    gone: tuple[float, ...]

    def mass_of(self, core: Pieces) -> float:
        """Return the total odds, relative to `core`, of all boards with one disturbance."""
        come, gone = list(self.come), list(self.gone)
        taken = core.stones | pioneers_of(core)
        for cell in cells_of(taken ^ (self.known.stones | pioneers_of(self.known))):
            for place, odds in enumerate(self.odds):
                come[place] += -odds[cell] if taken >> cell & 1 else odds[cell]
        for place, (mask, before) in enumerate(zip(_masks(core), _masks(self.known), strict=True)):
            for cell in cells_of(mask ^ before):
                gone[place] += (1 if mask >> cell & 1 else -1) / self.odds[place][cell]
        moved = math.fsum(come[seat] * gone[seat] for seat in range(len(core.pioneers)))
        return max(0.0, math.fsum(come) + math.fsum(gone) + moved)

    def likeliest(self, core: Pieces, least: float) -> Iterator[tuple[float, Pieces]]:
        """Yield the likeliest boards of each kind of disturbance whose log odds relative to `core` are at least `least`."""
        taken = core.stones | pioneers_of(core)
        rows = self.gains.rows
        for place, mask in enumerate(_masks(core)):
            word = place if place < len(core.pioneers) else STONE
            free = list(islice((change for change in self.ranked[place] if not taken >> change[1] & 1), LIKELIEST))
            gone = nlargest(LIKELIEST, ((rows[cell][EMPTY] - rows[cell][word], cell) for cell in cells_of(mask)))
            for gain, cell in (*free, *gone):
                if gain >= least:
                    yield gain, _changed(core, place, 1 << cell)
            for gain, start in gone if word != STONE else ():
                for more, end in free:
                    if gain + more < least:
                        break
                    yield gain + more, _changed(core, place, 1 << start | 1 << end)


def find_disturbances(known: Pieces, gains: Gains) -> Disturbances:
    """Compute the gain of one more piece on each cell."""
    words = (*range(len(known.pioneers)), STONE)
    taken = known.stones | pioneers_of(known)
    changes = [[(row[word] - row[EMPTY], cell) for cell, row in enumerate(gains.rows)] for word in words]
    odds = tuple(tuple(math.exp(gain) for gain, _ in of_word) for of_word in changes)
    come = tuple(math.fsum(odd for cell, odd in enumerate(of_word) if not taken >> cell & 1) for of_word in odds)
    gone = tuple(math.fsum(1 / odds[place][cell] for cell in cells_of(mask)) for place, mask in enumerate(_masks(known)))
    return Disturbances(gains, known, odds, tuple(tuple(sorted(of_word, reverse=True)) for of_word in changes), come, gone)


def _masks(shown: Pieces) -> tuple[int, ...]:
    return (*shown.pioneers, shown.stones)


def _changed(core: Pieces, place: int, cells: int) -> Pieces:
    masks = _masks(core)
    masks = (*masks[:place], masks[place] ^ cells, *masks[place + 1 :])
    return Pieces(masks[:-1], masks[-1])
