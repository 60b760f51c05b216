"""On small boards, the search for the posterior agrees with full enumeration."""

from __future__ import annotations

import random
from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given, settings

from referee.memory.explanations import Kind, Pieces
from referee.memory.posterior import explain_photo
from referee.memory.settings import DEFAULT
from referee.memory.several import find_turns
from referee.rules.midturn import begin_turn
from referee.rules.pieces import seats_for
from referee.rules.play import play_turn
from referee.rules.position import Edition, Position, mask_of
from referee.rules.scoring import find_end
from tests.memory.enumeration import Weights, legal_priors, pieces_on, posterior_of, two_turn_boards
from tests.memory.tables import Row, doubtful_photo, glancing_photo
from tests.rules.random_boards import SEEDS, random_board

ONE_TURN = replace(
    DEFAULT,
    kind_priors=MappingProxyType({**DEFAULT.kind_priors, Kind.TURNS: 1e-30}),
    wrong_player_share=0.0,
    second_disturbance=0.0,
)
THREE_DIGITS = 5e-4


def tiny_position(chance: random.Random, most_own: int = 2, least: int = 12, most: int = 20) -> Position:
    """Draw a position on a board of 12 to 20 hexes, with no land uncleared and the game not over."""
    while True:
        board = random_board(chance, *chance.choice(((4, 5), (3, 6), (5, 4), (2, 10))), missing=0.15)
        players = chance.choice((2, 2, 3, 4))
        if not least <= len(board.cells) <= most:
            continue
        taken = players * most_own + chance.randint(0, min(6, len(board.cells) - players * most_own))
        cells = chance.sample(range(len(board.cells)), taken)
        own = [cells[seat * most_own : (seat + 1) * most_own] for seat in range(players)]
        position = Position(
            board=board,
            edition=chance.choice(list(Edition)),
            players=seats_for(players),
            to_move=chance.randrange(players),
            pioneers=tuple(mask_of(some[: chance.randint(1, most_own)]) for some in own),
            stones=mask_of(cells[players * most_own :]),
            scores=(0,) * players,
            reserve=(0,) * players,
        )
        position = begin_turn(position).position
        if find_end(position) is None:
            return position


def some_photo(position: Position, chance: random.Random) -> tuple[list[Row], set[int]]:
    """Draw a photo of a possible board, legal or with one disturbed piece, with some hexes doubtful or unseen."""
    shown = chance.choice([board for _, board in legal_priors(begin_turn(position), ONE_TURN)])
    cells = len(position.board.cells)
    if chance.random() < 0.2:
        free = [cell for cell in range(cells) if not shown.stones >> cell & 1]
        shown = Pieces(tuple(mask & ~shown.stones for mask in shown.pioneers), shown.stones | 1 << chance.choice(free))
        shown = Pieces(tuple(mask & ~shown.stones for mask in shown.pioneers), shown.stones)
    draw = chance.choice((doubtful_photo, glancing_photo))
    photo = draw(shown, cells, chance, chance.choice((0.0, 0.1, 0.2)))
    return photo, set(chance.sample(range(cells), chance.choice((0, 0, 1, 2))))


def compare(seed: int) -> None:
    chance = random.Random(seed)
    position = tiny_position(chance)
    photo, unseen = some_photo(position, chance)
    exact = posterior_of(position, photo, unseen, ONE_TURN)
    found = explain_photo(position, photo, unseen, settings=ONE_TURN)
    best = next(one for one in found.explanations if one.kind is not Kind.OTHER)
    assert probability_of(exact, best.kind, best.shown) == pytest.approx(max(exact.values()), abs=THREE_DIGITS)
    assert best.probability == pytest.approx(probability_of(exact, best.kind, best.shown), abs=THREE_DIGITS + found.left_out)
    assert found.left_out < 0.01


def probability_of(exact: Weights, kind: Kind, shown: Pieces) -> float:
    return exact.get((kind, shown), 0.0)


@settings(max_examples=12)
@given(SEEDS)
def test_best_board_and_its_probability_agree_with_a_full_list(seed: int) -> None:
    compare(seed)


@pytest.mark.slow
@settings(max_examples=100)
@given(SEEDS)
def test_many_boards_and_probabilities_agree_with_a_full_list(seed: int) -> None:
    compare(seed)


def compare_two_turns(seed: int) -> None:
    chance = random.Random(seed)
    position = tiny_position(chance, most_own=1, most=14)
    boards = sorted(two_turn_boards(position), key=lambda shown: (shown.stones, shown.pioneers))
    for shown in chance.sample(boards, min(20, len(boards))):
        turns = find_turns(position, shown, 2)
        assert turns is not None
        assert pieces_on(play_turn(play_turn(position, turns[0][0]).position, turns[0][1]).position) == shown
    for _ in range(20):
        cells = chance.sample(range(len(position.board.cells)), len(position.players) + 2)
        pioneers = tuple(1 << cell for cell in cells[:-2])
        shown = Pieces(pioneers, (position.stones | mask_of(cells[-2:])) & ~mask_of(cells[:-2]))
        if (turns := find_turns(position, shown, 2)) is not None:
            assert pieces_on(turns[1]) in boards


def test_two_turns_are_found_wherever_playing_all_of_them_finds_some() -> None:
    for seed in range(8):
        compare_two_turns(seed)


@pytest.mark.slow
def test_many_pairs_of_turns_are_found_wherever_playing_all_finds_some() -> None:
    for seed in range(8, 60):
        compare_two_turns(seed)
