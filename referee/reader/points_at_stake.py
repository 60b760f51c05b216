"""Which doubtful hexes matter: those whose other word would change most points come first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.reader.classify import EMPTY, STONE, Verdict
from referee.rules.position import Position
from referee.rules.scoring import score_position


def order_by_effect(position: Position, verdict: Verdict) -> tuple[int, ...]:
    """Sorts the doubtful hexes by the points that would change hands if the second likeliest word were true."""
    doubtful = np.flatnonzero(verdict.doubtful)
    if not len(doubtful):
        return ()
    awards = score_position(position).awards
    second = np.argsort(verdict.shares, axis=1)[:, -2]
    stake = {}
    for cell in doubtful.tolist():
        other = score_position(with_word(position, cell, int(second[cell]))).awards
        stake[cell] = sum(abs(a - b) for a, b in zip(awards, other, strict=True))
    return tuple(sorted(stake, key=lambda cell: (-stake[cell], float(verdict.confidence[cell]), cell)))


def with_word(position: Position, cell: int, word: int) -> Position:
    """The position with another word on one hex; a colour that does not play counts as nobody's."""
    bit = 1 << cell
    pioneers = [mask & ~bit for mask in position.pioneers]
    stones = position.stones & ~bit
    if word == STONE:
        stones |= bit
    elif word != EMPTY and word < len(pioneers):
        pioneers[word] |= bit
    return replace(position, pioneers=tuple(pioneers), stones=stones)
