"""What may have happened on the table between a known position and a photo. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.rules.position import Position
from referee.rules.turns import Turn
from referee.words.texts import Text


class Kind(StrEnum):
    """The kinds of change, as the formats name them."""

    UNCHANGED = "unchanged"
    PART = "part"
    TURN = "turn"
    TURNS = "turns"
    ILLEGAL = "illegal"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Pieces:
    """What lies on the board: seat by seat the cells with pioneers, and the cells with stones."""

    pioneers: tuple[int, ...]
    stones: int


def pioneers_of(shown: Pieces) -> int:
    """Return the cells with a pioneer of anybody."""
    together = 0
    for mask in shown.pioneers:
        together |= mask
    return together


@dataclass(frozen=True, slots=True)
class Explanation:
    """One thing that may have happened: the board after it and how probable that is.

    `turns` are the actions or turns that lead there; `after` is the position after them, or None where no turn is behind it;
    `reason` names the rule that an illegal board breaks. `by_award` says that other orders of the same turn pay differently.
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
    """The answer of memory: explanations, most probable first, and what each hex shows after all of them are weighed.

    `words` (n) are indices into `Piece`, `confidence` (n) how probable they are; `left_out` bounds the probability of all that
    was not looked at.
    """

    explanations: tuple[Explanation, ...]
    words: tuple[int, ...]
    confidence: tuple[float, ...]
    left_out: float

    @property
    def best(self) -> Explanation:
        """The most probable explanation."""
        return self.explanations[0]
