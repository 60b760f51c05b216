"""Boards on which one piece was disturbed: a stone added or removed, a pioneer added, removed or displaced.

A priori, all disturbances of one kind are equally likely. The five kinds are equally likely if each has at least `FEWEST`
possible disturbances. The total weight of all disturbances has a closed form; only the likeliest are enumerated.
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

FEWEST = 26  # minimum number of disturbances assumed per kind, so that a single one is not likelier on a board with few pieces
LIKELIEST = 10  # disturbed hexes enumerated per kind
Change = tuple[float, int]  # the log-odds gain of changing one cell, and the cell


@dataclass(frozen=True, slots=True)
class Ways:
    """The prior probability of one particular disturbance of each kind.

    `stone_more` and `stone_gone` apply to a stone added or removed; `more`, `gone` and `moved` to a pioneer added, removed or
    displaced. Summed over all possible disturbances of the known board, the priors give at most 1.
    """

    stone_more: float
    stone_gone: float
    more: float
    gone: float
    moved: float

    def of_one(self, *, is_stone: bool) -> tuple[float, float]:
        """Return the log priors of adding and of removing one particular stone or, if `is_stone` is false, pioneer."""
        more, gone = (self.stone_more, self.stone_gone) if is_stone else (self.more, self.gone)
        return math.log(more), math.log(gone)


@dataclass(frozen=True, slots=True)
class Disturbances:
    """The odds of disturbances. The tuples have one entry for each kind of piece: the pioneers of each seat, then stones.

    `odds` are the odds, by cell, of the piece against an empty cell, and `ranked` the cells with the logs of these odds, highest
    first. `come` and `gone` are the summed odds of adding and of removing one such piece, over the cells of the known board.
    """

    gains: Gains
    known: Pieces
    odds: tuple[tuple[float, ...], ...]
    ranked: tuple[tuple[Change, ...], ...]
    come: tuple[float, ...]
    gone: tuple[float, ...]
    priors: Ways

    def mass_of(self, core: Pieces) -> float:
        """Return the sum of odds times prior over all boards that differ from `core` by one disturbance.

        The odds of each board are relative to those of `core`.
        """
        come, gone = list(self.come), list(self.gone)
        taken = core.stones | pioneers_of(core)
        for cell in cells_of(taken ^ (self.known.stones | pioneers_of(self.known))):
            for place, odds in enumerate(self.odds):
                come[place] += -odds[cell] if taken >> cell & 1 else odds[cell]
        for place, (mask, before) in enumerate(zip(_masks(core), _masks(self.known), strict=True)):
            for cell in cells_of(mask ^ before):
                gone[place] += (1 if mask >> cell & 1 else -1) / self.odds[place][cell]
        moved = math.fsum(come[seat] * gone[seat] for seat in range(len(core.pioneers)))
        ways = self.priors
        total = ways.stone_more * come[-1] + ways.stone_gone * gone[-1] + ways.moved * moved
        return max(0.0, total + ways.more * math.fsum(come[:-1]) + ways.gone * math.fsum(gone[:-1]))

    def likeliest(self, core: Pieces, least: float) -> Iterator[tuple[float, Pieces]]:
        """Yield (log weight, board) for the likeliest boards that differ from `core` by one disturbance.

        The weight is the board's odds relative to `core`, times its prior. Boards with a log weight below `least` are left out,
        and the number of boards of each kind is limited.
        """
        taken = core.stones | pioneers_of(core)
        rows = self.gains.rows
        for place, mask in enumerate(_masks(core)):
            word = place if place < len(core.pioneers) else STONE
            free = list(islice((change for change in self.ranked[place] if not taken >> change[1] & 1), LIKELIEST))
            gone = nlargest(LIKELIEST, ((rows[cell][EMPTY] - rows[cell][word], cell) for cell in cells_of(mask)))
            prior_more, prior_gone = self.priors.of_one(is_stone=word == STONE)
            for change, cell in (
                *((gain + prior_more, cell) for gain, cell in free),
                *((gain + prior_gone, cell) for gain, cell in gone),
            ):
                if change >= least:
                    yield change, _changed(core, place, 1 << cell)
            for gain, start in gone if word != STONE else ():
                for more, end in free:
                    change = gain + more + math.log(self.priors.moved)
                    if change < least:
                        break
                    yield change, _changed(core, place, 1 << start | 1 << end)


def find_disturbances(known: Pieces, gains: Gains) -> Disturbances:
    """Compute the Disturbances of the known board from the gains of a photo."""
    words = (*range(len(known.pioneers)), STONE)
    taken = known.stones | pioneers_of(known)
    changes = [[(row[word] - row[EMPTY], cell) for cell, row in enumerate(gains.rows)] for word in words]
    odds = tuple(tuple(math.exp(gain) for gain, _ in of_word) for of_word in changes)
    come = tuple(math.fsum(odd for cell, odd in enumerate(of_word) if not taken >> cell & 1) for of_word in odds)
    gone = tuple(math.fsum(1 / odds[place][cell] for cell in cells_of(mask)) for place, mask in enumerate(_masks(known)))
    ranked = tuple(tuple(sorted(of_word, reverse=True)) for of_word in changes)
    return Disturbances(gains, known, odds, ranked, come, gone, ways_of(known, len(gains.rows)))


def ways_of(known: Pieces, cells: int) -> Ways:
    """Return the priors of single disturbances.

    Each is the prior of its kind divided by the number of disturbances of this kind, or by FEWEST if there are fewer.
    """
    pioneers = pioneers_of(known).bit_count()
    stones = known.stones.bit_count()
    free = max(1, cells - pioneers - stones)
    kinds = (free, stones, free * len(known.pioneers), pioneers, pioneers * free)
    return Ways(*(1 / (len(kinds) * max(FEWEST, count)) for count in kinds))


def _masks(shown: Pieces) -> tuple[int, ...]:
    return (*shown.pioneers, shown.stones)


def _changed(core: Pieces, place: int, cells: int) -> Pieces:
    masks = _masks(core)
    masks = (*masks[:place], masks[place] ^ cells, *masks[place + 1 :])
    return Pieces(masks[:-1], masks[-1])
