"""Compute log priors of boards. The prior of a kind of change (`settings.py`) is divided among the boards that can result.

Boards of one kind are not equally likely, because far more boards exist with three moved pioneers than with one. Turns are
therefore divided into classes by the number of pioneers moved and stones set. The share of a class is divided equally
among its boards.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.memory.candidates import closed_by
from referee.memory.explanations import Kind, Pieces
from referee.memory.settings import MemorySettings
from referee.rules.actions import ACTIONS_A_TURN, allowed_moves
from referee.rules.counting import stones_left
from referee.rules.midturn import Midturn
from referee.rules.position import Position, cells_of, mask_of
from referee.rules.turns import Move, SetStone, Turn

STONES_BESIDE = 5.0  # average number of free hexes next to a pioneer
FURTHER_CELLS = 2.0  # how many times more cells a pioneer reaches with each further move; near cells are reached in more ways
MOVES_EACH = 9.0  # average number of moves of one pioneer
MOST_OF_MOVABLE = 0.95  # greatest share of the movable pioneers that is assumed to have moved while others are left
MOST_STONES = ACTIONS_A_TURN - 1
CLASSES = tuple((moved, stones) for stones in range(MOST_STONES + 1) for moved in range(ACTIONS_A_TURN - stones + 1))


@dataclass(frozen=True, slots=True)
class Priors:
    """The log priors of single boards for one player, who can choose among `first_moves` first moves.

    `pioneers` is the number of the player's pioneers, and `movable` the number of those that can probably move in this turn.
    `reach` is the number of cells that these can reach with any number of moves, summed over the pioneers, and `stones_left` is
    the number of stones left in the supply, as far as one turn can use them.
    """

    settings: MemorySettings
    first_moves: float
    pioneers: int
    movable: int
    reach: float = math.inf
    stones_left: int = MOST_STONES

    def of_turn(self, moved: int, stones: int) -> float:
        """Return the log prior of one legal board with `moved` of the mover's pioneers on new cells and `stones` new stones."""
        return self._of_turn(moved, stones, self.stones_left)

    def of_part(self, moved: int, stones: int) -> float:
        """Return the log prior of one board in the middle of a turn.

        One action is as likely as two, and a second action is as likely to be a stone as a move if there are stones left.
        """
        share = 0.5 * self._share_of_moved(moved, 1) / self._boards(moved, 1, 0) if moved <= 1 and not stones else 0.0
        if moved + stones < ACTIONS_A_TURN and stones <= min(1, self.stones_left):
            second = 0.25 if self.stones_left else 0.5
            share += second * self._share_of_moved(moved, 2 - stones) / self._boards(moved, 2 - stones, stones)
        return math.log(self.settings.kind_priors[Kind.PART]) + _log(share)

    def at_most(self, moved: int, stones: int) -> float:
        """Return an upper bound on the prior (not its log) of one board of this class, whether legal or not."""
        return math.fsum(math.exp(of(moved, stones)) for of in (self.of_turn, self.of_part, self.of_illegal))

    def of_illegal(self, moved: int, stones: int) -> float:
        """Return the log prior of one board reached by an illegal action, such as setting more stones than are left."""
        ratio = self.settings.kind_priors[Kind.ILLEGAL] / self.settings.kind_priors[Kind.TURN]
        return self._of_turn(moved, stones, MOST_STONES) + math.log(ratio / self.settings.wrong_action_choices)

    def of_disturbance(self, kind: Kind) -> float:
        """Return the log prior of one disturbed piece on a board of this kind, relative to that of the undisturbed board."""
        return math.log(self.settings.kind_priors[Kind.ILLEGAL] / self.settings.kind_priors[kind])

    def _of_turn(self, moved: int, stones: int, stones_left: int) -> float:
        """Return the log prior of one board after a turn in which at most `stones_left` stones can be set."""
        possible = self.settings.stone_shares[: stones_left + 1]
        moves = ACTIONS_A_TURN - stones
        share = possible[stones] / sum(possible) * self._share_of_moved(moved, moves) if stones <= stones_left else 0.0
        return math.log(self.settings.kind_priors[Kind.TURN]) + _log(share / self._boards(moved, moves, stones))

    def _share_of_moved(self, moved: int, moves: int) -> float:
        """Return the probability that `moves` moves bring `moved` pioneers to new cells.

        Each move after the first can continue with a pioneer that has already moved.
        """
        shares = [1.0]
        for done in range(moves):
            again = [self._share_of_same(count) if done else 0.0 for count in range(len(shares))]
            stay = [share * same for share, same in zip(shares, again, strict=True)]
            more = [share * (1 - same) for share, same in zip(shares, again, strict=True)]
            shares = [left + right for left, right in zip([*stay, 0.0], [0.0, *more], strict=True)]
        away = self.settings.unseen_moves
        if moved == 0:
            return away
        return (1 - away) * shares[moved] if moved < len(shares) else 0.0

    def _share_of_same(self, moved: int) -> float:
        """Return the probability that the next move is made by one of the `moved` pioneers that have already moved.

        The probability is 1 if all pioneers have moved, and less than 1 if only the movable ones have, because a region that is
        closed in this turn may set others free.
        """
        if moved >= self.pioneers:
            return 1.0
        return self.settings.same_pioneer + (1 - self.settings.same_pioneer) * min(moved / self.movable, MOST_OF_MOVABLE)

    def _boards(self, moved: int, moves: int, stones: int) -> float:
        """Return the approximate number of boards in a class, at least 1.

        If no pioneer is on a new cell, the first moves are counted, since the pioneer that moved has returned or was removed.
        """
        first = max(1.0, self.first_moves)
        further = min(first**moved * FURTHER_CELLS ** (moves - moved), self.reach**moved)
        cells = further / math.factorial(moved) if moved else first
        return max(1.0, cells * STONES_BESIDE**stones / math.factorial(stones))


def priors_of(midturn: Midturn, settings: MemorySettings) -> Priors:
    """Return the priors for the player to move, at the start of a turn."""
    position, grid = midturn.position, midturn.position.board.grid
    starts = [start for start, _ in allowed_moves(midturn)]
    movable = grid.flood(mask_of(starts), position.own)  # a move can set the pioneers behind it free
    free = grid.all_cells & ~position.occupied | movable
    reach = sum(grid.flood(1 << start, free).bit_count() - 1 for start in cells_of(movable))
    return Priors(settings, len(starts), position.own.bit_count(), max(1, movable.bit_count()), reach, stones_left(position))


def usual_priors(position: Position, seat: int, settings: MemorySettings) -> Priors:
    """Return the priors for a player in a position like this one, which is not known exactly."""
    pioneers = max(1, position.pioneers[seat].bit_count())
    return Priors(settings, MOVES_EACH * pioneers, pioneers, pioneers, stones_left=stones_left(position))


def class_of(turn: Turn, standing: int) -> tuple[int, int]:
    """Return the number of pioneers that end a turn on new cells, and the number of stones set in the turn.

    `standing` is the mask of the player's pioneers afterwards, without those that have been removed.
    """
    starts: dict[int, int] = {}
    for action in turn:
        if isinstance(action, Move):
            starts[action.end] = starts.pop(action.start, action.start)
    moved = sum(standing >> cell & 1 for cell in starts.keys() - starts.values())
    return moved, sum(isinstance(action, SetStone) for action in turn)


def clearing_prior(position: Position, shown: Pieces, settings: MemorySettings) -> float:
    """Return the log prior of the state, cleared or not, in which `shown` shows the newly closed regions."""
    prior = 0.0
    mover_gone = shown.pioneers[position.to_move].bit_count() < position.own.bit_count()
    for cells in closed_by(position, shown.stones & ~position.stones):
        if any(mask & cells for mask in shown.pioneers):
            prior += math.log(1 - settings.cleared_share)
        elif mover_gone or position.all_pioneers & cells:
            prior += math.log(settings.cleared_share)
    return prior


def _log(share: float) -> float:
    return math.log(share) if share > 0 else -math.inf
