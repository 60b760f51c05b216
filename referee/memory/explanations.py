"""Value types for what may have happened on the table between a known position and a photo."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.rules.position import Position
from referee.rules.turns import Turn
from referee.words.texts import Text


class Kind(StrEnum):
    """The kinds of change, as named in the formats."""

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
    """Return the cells with a pioneer of any colour."""
    together = 0
    for mask in shown.pioneers:
        together |= mask
    return together


@dataclass(frozen=True, slots=True)
class Explanation:
    """One possible explanation: the resulting board and its probability.

    `turns` are the actions or turns that lead there; `after` is the position after them, or None if no turn leads there;
    `reason` names the rule that an illegal board breaks. `by_award` lists other orders of the same turn that pay differently.
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
    """The result of explaining a photo: explanations, most probable first, and the combined estimate for each hex.

    `words` (n) are indices into `Piece`, `confidence` (n) their probabilities; `left_out` bounds the probability of everything
    that was not examined.
    """

    explanations: tuple[Explanation, ...]
    words: tuple[int, ...]
    confidence: tuple[float, ...]
    left_out: float

    @property
    def best(self) -> Explanation:
        """The most probable explanation."""
        return self.explanations[0]
