"""The actions that the rulebooks allow next in a turn.

DE, Spielzug: a turn is three actions, the first a move; "nur wenn keine dritte oder zweite Aktion möglich ist, darf er
darauf verzichten". Players need not choose early actions so that later ones remain possible.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.boards.board import Board
from referee.rules.editions import RULEBOOKS, ReturnRule
from referee.rules.midturn import Figure, Midturn, figure_at
from referee.rules.position import Position, cells_of
from referee.rules.turns import Action, Move, Pass, Place, SetStone, Turn

ACTIONS_A_TURN = 3


def allowed_actions(midturn: Midturn) -> tuple[Action, ...]:
    """Return the actions that the player may take next; an empty tuple means the turn is complete."""
    if len(midturn.done) == ACTIONS_A_TURN or _is_whole(midturn.done):
        return ()
    if midturn.position.in_setup:
        return _setup_actions(midturn.position)
    moves = tuple(Move(start, end) for start, end in allowed_moves(midturn))
    if not midturn.done:
        return moves or (Pass(),)
    return (*moves, *(SetStone(cell) for cell in cells_of(cells_for_stone(midturn))))


def can_go_on(midturn: Midturn) -> bool:
    """Return whether the player to move has a legal move."""
    return any(True for _ in allowed_moves(midturn))


def allowed_moves(midturn: Midturn) -> Iterator[tuple[int, int]]:
    """Yield the legal moves of the player to move as (start, end) pairs of cells.

    A legal move is straight, enters only free cells and obeys the return rule.
    """
    position = midturn.position
    occupied = position.occupied
    for start in cells_of(position.own):
        back = forbidden_end(position, figure_at(midturn.moved, start))
        for end in reachable(position.board, start, occupied):
            if end != back:
                yield start, end


def reachable(board: Board, start: int, occupied: int) -> Iterator[int]:
    """Yield the cells that a straight move of any length from `start` can reach without entering an occupied cell."""
    for ray in board.rays[start]:
        for cell in ray:
            if occupied >> cell & 1:
                break
            yield cell


def forbidden_end(position: Position, figure: Figure) -> int | None:
    """Return the cell on which the return rule forbids this pioneer to end its next move, or None if there is no such cell."""
    match RULEBOOKS[position.edition].return_rule:
        case ReturnRule.AFTER_THREE_MOVES:
            return figure.start if figure.moves == ACTIONS_A_TURN - 1 else None
        case ReturnRule.NEVER_ON_START:
            return figure.start
        case unlimited:
            assert unlimited is ReturnRule.NO_LIMIT, unlimited
            return None


def cells_for_stone(midturn: Midturn) -> int:
    """Return the mask of free cells next to a pioneer that moved this turn; 0 if no stones are left.

    Editions differ in whether any pioneer that moved counts or only the last one.
    """
    position = midturn.position
    rulebook = RULEBOOKS[position.edition]
    if rulebook.stone_supply is not None and position.stones.bit_count() >= rulebook.stone_supply:
        return 0
    neighbours = position.board.grid.neighbours
    beside = 0
    for figure in midturn.moved if rulebook.stone_beside_either else midturn.moved[-1:]:
        if figure.here is not None:
            beside |= neighbours[figure.here]
    return beside & ~position.occupied


def _is_whole(done: Turn) -> bool:
    """Return whether the actions are a pass or the placement of a pioneer, either of which is a complete turn."""
    return bool(done) and isinstance(done[0], (Pass, Place))


def _setup_actions(position: Position) -> tuple[Action, ...]:
    if not position.reserve[position.to_move]:
        return (Pass(),)
    empty = position.board.grid.all_cells & ~position.occupied
    return tuple(Place(cell) for cell in cells_of(empty))
