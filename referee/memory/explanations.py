"""Values that describe what may have happened on the table between a known position and a photo."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.rules.position import Position
from referee.rules.turns import Turn
from referee.words.texts import Text


class Kind(StrEnum):
    """The kinds of change, as spelled in the formats."""

    UNCHANGED = "unchanged"
    PART = "part"
    TURN = "turn"
    TURNS = "turns"
    ILLEGAL = "illegal"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces on the board: each seat's pioneers as a cell mask, and the stones."""

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
    """One possible explanation of a photo: the resulting board and its probability.

    `turns` are the turns that lead to it, or the actions so far of a partial turn. `after` is the position after them, or None if
    the board is not legal. `reason` names the rule that an illegal board breaks. `by_award` lists alternative turns that lead to
    the same board but pay differently.
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

    `words` are indices into `Piece`, one for each cell, and `confidence` their probabilities. `left_out` is an upper bound on the
    probability of everything that was not examined.
    """

    explanations: tuple[Explanation, ...]
    words: tuple[int, ...]
    confidence: tuple[float, ...]
    left_out: float

    @property
    def best(self) -> Explanation:
        """The most probable explanation."""
        return self.explanations[0]
