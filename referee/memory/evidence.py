"""The evidence of a photo for every hex, as gains: the log odds of each word relative to the known one.

A hex that the photo does not show has no evidence: all its gains are 0.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from referee.memory.explanations import Pieces
from referee.memory.settings import MemorySettings
from referee.rules.pieces import Piece
from referee.rules.position import cells_of

STONE, EMPTY = len(Piece) - 2, len(Piece) - 1
EVIDENCE_EXPONENT = 0.75  # exponent on each photo's probabilities, which are not independent: same lighting, same pieces
LEAST_SHARE = 1e-6

Row = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Gains:
    """For each cell the known word, and the log odds of each of the six words relative to it."""

    known: tuple[int, ...]
    rows: tuple[Row, ...]

    def of_words(self, words: Sequence[int]) -> float:
        """Return the log odds of a board given as words."""
        return sum(row[word] for row, word in zip(self.rows, words, strict=True))


def gains_of(probabilities: Sequence[Sequence[float]], unseen: Collection[int], known: Pieces, settings: MemorySettings) -> Gains:
    """Compute gains from a photo's probabilities of the six words per hex."""
    words = words_of(known, len(probabilities))
    rows = []
    for cell, shares in enumerate(probabilities):
        if cell in unseen:
            rows.append((0.0,) * len(Piece))
            continue
        logs = [max(settings.least_log, math.log(max(share, 1e-12))) for share in shares]
        rows.append(tuple(settings.tempering * (log - logs[words[cell]]) for log in logs))
    return Gains(words, tuple(rows))


def join_rows(rows: Sequence[Sequence[float]]) -> Row:
    """Combine several photos of one hex at one moment into probabilities of the six words."""
    logs = [EVIDENCE_EXPONENT * math.fsum(math.log(max(LEAST_SHARE, row[word])) for row in rows) for word in range(len(Piece))]
    total = add_logs(logs)
    return tuple(math.exp(log - total) for log in logs)


def words_of(shown: Pieces, cells: int) -> tuple[int, ...]:
    """Return the word on each cell, as an index into `Piece`."""
    words = [EMPTY] * cells
    for seat, mask in enumerate(shown.pioneers):
        for cell in cells_of(mask):
            words[cell] = seat
    for cell in cells_of(shown.stones):
        words[cell] = STONE
    return tuple(words)


def add_logs(logs: Sequence[float]) -> float:
    """Return log(sum(exp(logs))); minus infinity if empty."""
    finite = [log for log in logs if log > -math.inf]
    if not finite:
        return -math.inf
    most = max(finite)
    return most + math.log(math.fsum(math.exp(log - most) for log in finite))
