"""Random games in every edition: scores never fall, pioneers never return, stones stay, and the game ends."""

from __future__ import annotations

from itertools import pairwise

import pytest

from referee.boards.library import load_board
from referee.formats.positions import GivenPosition, position_from_json, position_to_json
from referee.rules.check import check_turn
from referee.rules.legal import count_turns, list_turns
from referee.rules.play import IllegalTurn, play_turn
from referee.rules.position import Edition, check_position
from referee.rules.scoring import score_position
from tests.rules.games import PlayedTurn, play_game


@pytest.fixture(scope="module", params=[(edition, players) for edition in Edition for players in (2, 3, 4)], ids=str)
def game(request: pytest.FixtureRequest) -> list[PlayedTurn]:
    edition, players = request.param
    return list(play_game(load_board("islet"), edition, players, seed=players, most_turns=300))


def test_a_game_comes_to_an_end_with_its_winners(game: list[PlayedTurn]) -> None:
    last = game[-1].played
    assert last.ended is not None
    most = max(last.position.scores)
    assert last.ended.winners == tuple(
        colour for colour, score in zip(last.position.players, last.position.scores, strict=True) if score == most
    )
    assert last.ended == score_position(last.position).ended
    assert count_turns(last.position) == 0
    assert list(list_turns(last.position)) == []
    with pytest.raises(IllegalTurn):
        play_turn(last.position, game[-1].turn)


def test_scores_never_fall_pioneers_never_come_back_and_stones_stay(game: list[PlayedTurn]) -> None:
    for turn in game:
        before, after = turn.before, turn.played.position
        assert all(was <= now for was, now in zip(before.scores, after.scores, strict=True))
        assert before.stones & ~after.stones == 0
        for seat, (was, now) in enumerate(zip(before.pioneers, after.pioneers, strict=True)):
            assert now.bit_count() + after.reserve[seat] <= was.bit_count() + before.reserve[seat]
        gained = tuple(now - was for was, now in zip(before.scores, after.scores, strict=True))
        assert gained == tuple(map(sum, zip((0,) * len(gained), *(event.awards for event in turn.played.events), strict=True)))


def test_turns_go_round_the_seats(game: list[PlayedTurn]) -> None:
    for one, other in pairwise(game):
        assert other.before.to_move == (one.before.to_move + 1) % len(one.before.players)


def test_every_turn_is_found_again_by_check(game: list[PlayedTurn]) -> None:
    for turn in game:
        check = check_turn(turn.before, turn.played.position)
        assert check.legal
        assert check.ways >= 1


def test_every_position_printed_is_read_again(game: list[PlayedTurn]) -> None:
    for turn in game:
        position = turn.played.position
        check_position(position)
        printed = position_to_json(GivenPosition(position, "islet"))
        assert position_from_json(printed, "game").position == position
