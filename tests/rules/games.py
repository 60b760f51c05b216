"""Random games with a preference for building fences, so that they end; reproducible by seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.boards.board import Board
from referee.rules.actions import allowed_actions
from referee.rules.closing import groups_round
from referee.rules.midturn import Midturn, begin_turn, carry_out
from referee.rules.play import Played, play_turn
from referee.rules.position import Edition, Position, first_position, mask_of
from referee.rules.turns import Action, SetStone, Turn

WALL_BUILDING = 0.9


@dataclass(frozen=True)
class PlayedTurn:
    before: Position
    turn: Turn
    played: Played


def play_game(board: Board, edition: Edition, players: int, seed: int, most_turns: int = 400) -> Iterator[PlayedTurn]:
    """Play a game from the empty board until it is over or a number of turns is reached."""
    chance = random.Random(seed)
    position = first_position(board, edition, players)
    for _ in range(most_turns):
        turn = some_turn(position, chance)
        played = play_turn(position, turn)
        yield PlayedTurn(position, turn, played)
        if played.ended:
            return
        position = played.position


def some_turn(position: Position, chance: random.Random) -> Turn:
    midturn = begin_turn(position)
    while actions := allowed_actions(midturn):
        midturn = carry_out(midturn, some_action(midturn, actions, chance))
    return midturn.done


def some_action(midturn: Midturn, actions: tuple[Action, ...], chance: random.Random) -> Action:
    stones = [action for action in actions if isinstance(action, SetStone)]
    if not stones or chance.random() > WALL_BUILDING:
        return chance.choice(actions)
    board, laid = midturn.position.board, midturn.position.stones
    chance.shuffle(stones)
    return max(stones, key=lambda stone: len(groups_round(board, laid, stone.cell)))


def opening(board: Board, edition: Edition, seed: int) -> Position:
    """Return a position after setup with two players, each with thirteen pioneers on random hexes."""
    first = first_position(board, edition, 2)
    each = first.reserve[0]
    cells = random.Random(seed).sample(range(len(board.cells)), 2 * each)
    return replace(first, pioneers=(mask_of(cells[:each]), mask_of(cells[each:])), reserve=(0, 0))
