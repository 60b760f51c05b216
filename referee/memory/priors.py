"""How likely each board is before the photo is looked at, as logarithms: a kind's share, divided among the boards it leads to."""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.memory.candidates import closed_by
from referee.memory.explanations import Kind, Pieces
from referee.memory.settings import MemorySettings
from referee.rules.position import Position
from referee.rules.turns import ACTIONS_A_TURN

STONES_BESIDE = 5.0  # free hexes beside a pioneer, on average


@dataclass(frozen=True, slots=True)
class Priors:
    """The prior weight of one board, by kind and number of new stones; `first_moves` says how many boards share a kind's."""

    settings: MemorySettings
    first_moves: float

    def of_turn(self, stones: int) -> float:
        """Return the prior of one legal board with so many new stones."""
        moves = max(1.0, self.first_moves)
        boards = (moves**3 / 6, moves**2 * STONES_BESIDE / 2, moves * STONES_BESIDE**2 / 2)[stones]
        return math.log(self.settings.kind_priors[Kind.TURN] * self.settings.stone_shares[stones] / max(1.0, boards))

    def of_part(self, stones: int) -> float:
        """Return the prior of one board in mid-turn."""
        moves = max(1.0, self.first_moves)
        boards = moves * STONES_BESIDE if stones else moves
        return math.log(self.settings.kind_priors[Kind.PART] / 2 / max(1.0, boards))

    def at_most(self, moves: int, stones: int, disturbed: float = 0.0) -> float:
        """Return a bound of the prior of a board on which so many pioneers moved at least and so many stones are new.

        `disturbed` is the sum of the odds of what one disturbance may make of it.
        """
        bound = math.exp(self.of_turn(stones)) * (1 + math.exp(self.of_disturbance(Kind.TURN)) * disturbed)
        return bound + (math.exp(self.of_part(stones)) if moves + stones < ACTIONS_A_TURN else 0.0)

    def of_illegal(self, stones: int) -> float:
        """Return the prior of one board that a wrong action led to."""
        ratio = self.settings.kind_priors[Kind.ILLEGAL] / self.settings.kind_priors[Kind.TURN]
        return self.of_turn(stones) + math.log(ratio / self.settings.wrong_action_choices)

    def of_disturbance(self, kind: Kind) -> float:
        """Return how much less likely a board of this kind is with one certain piece disturbed, as logarithm."""
        ratio = self.settings.kind_priors[Kind.ILLEGAL] / self.settings.kind_priors[kind]
        return math.log(ratio / self.settings.anomaly_choices)


def clearing_prior(position: Position, shown: Pieces, settings: MemorySettings) -> float:
    """Return how likely it is that each region that closed was cleared, or not yet, when the photo was taken."""
    prior = 0.0
    mover_gone = shown.pioneers[position.to_move].bit_count() < position.own.bit_count()
    for cells in closed_by(position, shown.stones & ~position.stones):
        if any(mask & cells for mask in shown.pioneers):
            prior += math.log(1 - settings.cleared_share)
        elif mover_gone or position.all_pioneers & cells:
            prior += math.log(settings.cleared_share)
    return prior
