"""Log priors of boards: the share of each kind of change, divided among the boards it can lead to."""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.memory.candidates import closed_by
from referee.memory.explanations import Kind, Pieces
from referee.memory.settings import MemorySettings
from referee.rules.position import Position
from referee.rules.turns import ACTIONS_A_TURN

STONES_BESIDE = 5.0  # average number of free hexes next to a pioneer


@dataclass(frozen=True, slots=True)
class Priors:
    """Prior weight of one board by kind and new stones; `first_moves` is the number of boards that share a kind's prior."""

    settings: MemorySettings
    first_moves: float

    def of_turn(self, stones: int) -> float:
        """Return the log prior of one legal board with this many new stones."""
        moves = max(1.0, self.first_moves)
        boards = (moves**3 / 6, moves**2 * STONES_BESIDE / 2, moves * STONES_BESIDE**2 / 2)[stones]
        return math.log(self.settings.kind_priors[Kind.TURN] * self.settings.stone_shares[stones] / max(1.0, boards))

    def of_part(self, stones: int) -> float:
        """Return the log prior of one mid-turn board."""
        moves = max(1.0, self.first_moves)
        boards = moves * STONES_BESIDE if stones else moves
        return math.log(self.settings.kind_priors[Kind.PART] / 2 / max(1.0, boards))

    def at_most(self, moves: int, stones: int, disturbed: float = 0.0) -> float:
        """Return an upper bound on the log prior of a board with at least `moves` moved pioneers and `stones` new stones.

        `disturbed` is the summed odds of its disturbances.
        """
        bound = math.exp(self.of_turn(stones)) * (1 + math.exp(self.of_disturbance(Kind.TURN)) * disturbed)
        return bound + (math.exp(self.of_part(stones)) if moves + stones < ACTIONS_A_TURN else 0.0)

    def of_illegal(self, stones: int) -> float:
        """Return the log prior of one board reached by an illegal action."""
        ratio = self.settings.kind_priors[Kind.ILLEGAL] / self.settings.kind_priors[Kind.TURN]
        return self.of_turn(stones) + math.log(ratio / self.settings.wrong_action_choices)

    def of_disturbance(self, kind: Kind) -> float:
        """Return the log prior ratio between a board with one particular disturbance and the board without it."""
        ratio = self.settings.kind_priors[Kind.ILLEGAL] / self.settings.kind_priors[kind]
        return math.log(ratio / self.settings.anomaly_choices)


def clearing_prior(position: Position, shown: Pieces, settings: MemorySettings) -> float:
    """Return the log prior of which closed regions had been cleared when the photo was taken."""
    prior = 0.0
    mover_gone = shown.pioneers[position.to_move].bit_count() < position.own.bit_count()
    for cells in closed_by(position, shown.stones & ~position.stones):
        if any(mask & cells for mask in shown.pioneers):
            prior += math.log(1 - settings.cleared_share)
        elif mover_gone or position.all_pioneers & cells:
            prior += math.log(settings.cleared_share)
    return prior
