"""Values that describe what may have happened on the table between a known position and a photo.

In this package, "board" also stands for the pieces on a board (`Pieces`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.rules.position import Position
from referee.rules.turns import Turn
from referee.words.texts import Text


class Kind(StrEnum):
    """A kind of change. The values are spelled as in the formats."""

    UNCHANGED = "unchanged"
    PART = "part"
    TURN = "turn"
    TURNS = "turns"
    ILLEGAL = "illegal"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces on a board as masks of cells: the pioneers of each seat, and the stones."""

    pioneers: tuple[int, ...]
    stones: int


def pioneers_of(shown: Pieces) -> int:
    """Return the mask of cells with a pioneer of any colour."""
    together = 0
    for mask in shown.pioneers:
        together |= mask
    return together


@dataclass(frozen=True, slots=True)
class Explanation:
    """One possible explanation of a photo, with its probability: the pieces `shown`, and how they came about.

    `turns` are the turns that lead to these pieces, or the actions so far of a partial turn. `after` is the position after the
    last complete turn, or None for ILLEGAL and OTHER. `reason` says why an ILLEGAL board is not legal; for other
    kinds, it is None. `by_award` contains one turn for each possible award if several turns lead to these pieces but pay
    differently, and is empty otherwise.
    """

    kind: Kind
    turns: tuple[Turn, ...]
    probability: float
    shown: Pieces
    after: Position | None = None
    reason: Text | None = None
    by_award: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Explained:
    """The result of explaining a photo: explanations, most probable first, and the combined estimate for each cell.

    `words` are the likeliest contents by cell, as indices into `Piece`, and `confidence` are their probabilities. `left_out`
    is an upper estimate of the total probability of unexamined boards after at most one turn, and of boards for which the search
    for several turns was cut short.
    """

    explanations: tuple[Explanation, ...]
    words: tuple[int, ...]
    confidence: tuple[float, ...]
    left_out: float

    @property
    def best(self) -> Explanation:
        """The most probable explanation."""
        return self.explanations[0]
