"""Every illegal action is refused with a sentence that names the action and the rule."""

from __future__ import annotations

import pytest

from referee.rules.legal import next_actions
from referee.rules.play import IllegalTurn
from referee.rules.position import Position
from referee.rules.turns import parse_turn
from referee.words.problems import Problem
from referee.words.texts import LANGUAGES, say
from tests.rules.drawn import HEXAGON, draw_board, play, row_board, set_up

BOARD = draw_board("a b c d a b . c d a b c d")
SETUP = set_up(BOARD, red="A1", yellow="A3", reserve={"red": 1, "yellow": 1})
SETUP_DONE = set_up(BOARD, red="A1", yellow="A3", reserve={"yellow": 1})
USUAL = set_up(HEXAGON, red="D1 D3", yellow="D6 A1", stones=["D7"])
IT_USUAL = set_up(HEXAGON, edition="it", red="D1 D3", yellow="D6 A1", stones=["D7"])
HU_USUAL = set_up(HEXAGON, edition="hu", red="D1 G1", yellow="D6 A1")
CLOSING = set_up(row_board("aaabbbcccdddeee"), red="A2 A9", yellow="A12 A1")
BLOCKED = set_up(row_board("aabbccddaabb"), players=3, red="A1", yellow="A2 A5", blue="A9")
FULL = set_up(
    draw_board("a b c d a b" + "\n " + "a " * 40 + "\n" + "a " * 40),
    stones=[f"{row}{number}" for row in "BC" for number in range(1, 41)],
    red="A2",
    yellow="A5",
)


@pytest.mark.parametrize(
    ("position", "turn", "says"),
    [
        (USUAL, "D3-D7", "D3-D7: D6 is occupied; pioneers cannot jump."),
        (USUAL, "D3-D6", "D3-D6: D6 is occupied; a pioneer ends its move on an empty hex."),
        (USUAL, "D3-D3", "D3-D3: a pioneer moves at least one hex."),
        (USUAL, "D3-B2", "D3-B2: B2 is not in a straight line from D3; pioneers move straight in one of the six directions."),
        (USUAL, "D4-D5", "D4-D5: no pioneer stands on D4."),
        (USUAL, "D7-D5", "D7-D5: no pioneer stands on D7."),
        (USUAL, "D6-D5", "D6-D5: the pioneer on D6 is yellow’s, and it is red’s turn."),
        (USUAL, "+D4", "+D4: a turn begins with a move of a pioneer."),
        (USUAL, "@D4", "@D4: all pioneers have been set up; a turn now begins with a move."),
        (USUAL, "pass", "pass: a pioneer can still move (red); only a blocked player passes."),
        (USUAL, "D3-D4 pass", "pass: a pass is a whole turn; write it alone."),
        (USUAL, "D3-D4 +D1", "+D1: D1 is occupied; a stone goes on an empty hex."),
        (USUAL, "D3-D4 +A4", "+A4: A4 is not beside the pioneer that moved, now on D4."),
        (USUAL, "D3-D4 D4-D5 +C3", "+C3: C3 is not beside the pioneer that moved, now on D5."),
        (USUAL, "D3-D4 D1-C1 +G4", "+G4: G4 is not beside the pioneer that moved, now on D4, C1."),
        (USUAL, "D3-D4 D4-C3 C3-D3", "C3-D3: three moves of one pioneer may not end where it started, on D3."),
        (IT_USUAL, "D3-D4 D4-D3", "D4-D3: this pioneer began the turn on D3 and may not end an action there."),
        (HU_USUAL, "D1-D2 G1-G2 +D3", "+D3: D3 is not beside G2, the pioneer moved last; this edition allows no other place."),
        (USUAL, "D3-D4 +D3 +D5 D4-C4", "D4-C4: a turn has three actions, and three are done."),
        (USUAL, "D3-D4 +D3", "The turn is not complete: a turn has three actions, and D1-D2 is still possible."),
        (SETUP, "@A3", "@A3: A3 is occupied; set the pioneer on an empty hex."),
        (SETUP, "A1-A2", "A1-A2: pioneers are still being set up; a turn brings one on, as in @C4."),
        (SETUP, "pass", "pass: a pioneer is still in reserve (red); set it on any empty hex."),
        (SETUP, "@A4 @A5", "@A5: during setup a turn brings one pioneer onto the board, no more."),
        (SETUP_DONE, "@A4", "@A4: no pioneer is left in the reserve (red); the only turn is pass, until all stand."),
        (set_up(BOARD, red="A5", yellow="A2"), "A5-A8", "A5-A8: the straight line from A5 to A8 leaves the board"),
        (CLOSING, "A2-A3 +A4 +A2", "+A2: the pioneer that moved has been scored and left the board"),
        (CLOSING, "A2-A3 +A4 A3-A2", "A3-A2: the territory round A3 has been scored in this turn"),
        (BLOCKED, "+A3", "+A3: none of the pioneers can move (red); the only turn is pass."),
        (BLOCKED, "pass A1-A2", "pass: a pass is a whole turn; write it alone."),
        (FULL, "A2-A3 +A2", "+A2: all 80 stones lie on the board; no stone is left to set."),
    ],
)
def test_the_refusal_names_the_action_and_the_rule(position: Position, turn: str, says: str) -> None:
    with pytest.raises(IllegalTurn) as refused:
        play(position, turn)
    assert str(refused.value).startswith(says)
    assert refused.value.slug == "illegal-turn"
    assert all("{" not in say(refused.value.message, language) for language in LANGUAGES)


@pytest.mark.parametrize(
    ("edition", "cells", "says"),
    [
        ("de", {"stones": ["A4"], "red": "A1", "yellow": "A6"}, "The game is over: the whole board is divided"),
        ("de", {"red": "A1", "yellow": ""}, "The game is over: no more than one player"),
        ("it", {"players": 3, "red": "A1", "yellow": "A6"}, "The game is over: a player has no pioneers"),
    ],
)
def test_a_game_that_is_over_refuses_every_turn_with_its_reason(edition: str, cells: dict[str, object], says: str) -> None:
    with pytest.raises(IllegalTurn) as refused:
        play(set_up(row_board("aabbccdd"), edition=edition, **cells), "A1-A2")  # type: ignore[arg-type]
    assert str(refused.value).startswith(says)


@pytest.mark.parametrize(
    ("written", "slug"),
    [
        ("", "unreadable-turn"),
        ("C4>C8", "unreadable-turn"),
        ("d3-d4", "unreadable-turn"),
        ("D3-Z9", "unknown-cell"),
        ("+Z9", "unknown-cell"),
        ("@H1", "unknown-cell"),
        ("D03-D4", "unknown-cell"),
        ("D3-D4 PASS", "unreadable-turn"),
        ("D3-D4-D5", "unreadable-turn"),
        ("D٣-D4", "unreadable-turn"),
    ],
)
def test_an_unreadable_turn_is_not_reported_as_illegal(written: str, slug: str) -> None:
    with pytest.raises(Problem) as problem:
        parse_turn(written, HEXAGON)
    assert not isinstance(problem.value, IllegalTurn)
    assert problem.value.slug == slug


@pytest.mark.parametrize("written", ["x" * 5000, "D3-D" + "4" * 5000])
def test_an_endless_action_is_cut_short_in_the_sentence(written: str) -> None:
    with pytest.raises(Problem) as problem:
        parse_turn(written, HEXAGON)
    assert len(str(problem.value)) < 200


def test_playing_by_hand_lists_next_actions_and_whether_the_turn_may_end() -> None:
    begun = next_actions(CLOSING, ())
    assert begun.actions
    assert not begun.may_end
    done = parse_turn("A2-A3 +A4 A9-A8", CLOSING.board)
    ended = next_actions(CLOSING, done)
    assert (ended.actions, ended.may_end) == ((), True)
    assert ended.position.scores == (4, 4)


def test_playing_by_hand_refuses_like_play() -> None:
    with pytest.raises(IllegalTurn, match="a turn begins with a move"):
        next_actions(USUAL, parse_turn("+D4", HEXAGON))


def test_playing_by_hand_offers_nothing_when_the_game_is_over() -> None:
    over = next_actions(set_up(row_board("aabbccdd"), red="A1"), ())
    assert (over.actions, over.may_end) == ((), False)
