"""Setup: one pioneer each in turn on any empty hex, no end of the game, a pass with an empty reserve."""

from __future__ import annotations

import pytest

from referee.rules.check import check_turn
from referee.rules.legal import count_turns, next_actions
from referee.rules.scoring import score_position
from referee.rules.turns import Place
from referee.words.texts import say
from tests.rules.drawn import play, row_board, set_up, turns_of

ROW = row_board("aabbccddee")


@pytest.mark.parametrize("edition", ["de", "fr", "fi", "it", "hu"])
def test_a_setup_turn_is_any_empty_hex(edition: str) -> None:
    position = set_up(ROW, edition=edition, red="A1", yellow="A3", reserve={"red": 1, "yellow": 1})
    assert turns_of(position) == ["@A10", "@A2", "@A4", "@A5", "@A6", "@A7", "@A8", "@A9"]
    assert count_turns(position) == 8
    assert score_position(position).ended is None


def test_placing_takes_one_from_the_reserve_and_the_next_seat_is_to_move() -> None:
    played = play(set_up(ROW, red="A1", yellow="A3", reserve={"red": 1, "yellow": 1}), "@A5")
    assert (played.position.reserve, played.position.to_move, played.events) == ((0, 1), 1, ())


def test_a_player_with_an_empty_reserve_passes_while_others_set_up() -> None:
    position = set_up(ROW, red="A1", yellow="A3", reserve={"yellow": 2})
    assert turns_of(position) == ["pass"]
    assert play(position, "pass").position.to_move == 1


def test_the_end_is_checked_once_the_last_pioneer_is_placed() -> None:
    position = set_up(ROW, to_move="yellow", red="A1", yellow="A2", reserve={"yellow": 1})
    assert play(position, "@A9").ended is not None
    assert next_actions(position, (Place(8),)).actions == ()


BEFORE = set_up(ROW, red="A1", yellow="A3", reserve={"red": 2, "yellow": 1})


@pytest.mark.parametrize(
    ("after", "turn", "reason"),
    [
        (set_up(ROW, red="A1 A5", yellow="A3"), "@A5", None),
        (set_up(ROW, red="A1", yellow="A3"), None, "No pioneer was brought on; the turn brings one from the reserve (red)."),
        (set_up(ROW, red="A1 A5 A6", yellow="A3"), None, "2 pioneers were brought on; a setup turn brings one."),
        (set_up(ROW, red="A1", yellow="A3 A5"), None, "The pioneer on A5 that moved is yellow’s, but it is red’s turn."),
        (set_up(ROW, red="A2", yellow="A3"), None, "The pioneer on A1 (red’s) is gone, but during setup pioneers do not move."),
        (set_up(ROW, red="A1 A5", yellow="A3", stones=["A9"]), None, "A stone lies on A9 while pioneers are still being set up"),
    ],
)
def test_check_finds_the_placed_pioneer_or_explains_why_not(after, turn, reason) -> None:  # type: ignore[no-untyped-def]
    check = check_turn(BEFORE, after)
    assert (check.legal, check.ways) == ((True, 1) if turn else (False, 0))
    assert reason is None or say(check.reason).startswith(reason)


def test_check_knows_the_pass_of_an_empty_reserve() -> None:
    before = set_up(ROW, red="A1", yellow="A3", reserve={"yellow": 2})
    assert check_turn(before, set_up(ROW, red="A1", yellow="A3")).ways == 1
    assert say(check_turn(before, set_up(ROW, red="A1 A5", yellow="A3")).reason).startswith("No pioneer is left in the reserve")
