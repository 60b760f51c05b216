"""Order doubtful hexes by effect, which is the number of points that their second likeliest class would change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from referee.reader.classify import Verdict
from referee.reader.words import EMPTY, STONE
from referee.rules.position import Position
from referee.rules.scoring import score_position


def order_by_effect(position: Position, verdict: Verdict) -> tuple[int, ...]:
    """Return the doubtful hexes' numbers in descending order of the points that the second likeliest class would change."""
    doubtful = np.flatnonzero(verdict.doubtful)
    if not len(doubtful):
        return ()
    second = np.argsort(verdict.shares, axis=1)[:, -2].tolist()
    stake = points_moved(position, {cell: second[cell] for cell in doubtful.tolist()})
    return tuple(sorted(stake, key=lambda cell: (-stake[cell], float(verdict.confidence[cell]), cell)))


def points_moved(position: Position, words: Mapping[int, int]) -> dict[int, int]:
    """Return for each hex in `words` how many points, summed over the players, would change if that hex had the given class."""
    awards = score_position(position).awards
    stakes = {}
    for cell, word in words.items():
        other = score_position(with_word(position, cell, word)).awards
        stakes[cell] = sum(abs(a - b) for a, b in zip(awards, other, strict=True))
    return stakes


def with_word(position: Position, cell: int, word: int) -> Position:
    """Return the position with one hex changed to the class `word`; a colour that does not play leaves the hex empty."""
    bit = 1 << cell
    pioneers = [mask & ~bit for mask in position.pioneers]
    stones = position.stones & ~bit
    if word == STONE:
        stones |= bit
    elif word != EMPTY and word < len(pioneers):
        pioneers[word] |= bit
    return replace(position, pioneers=tuple(pioneers), stones=stones)
