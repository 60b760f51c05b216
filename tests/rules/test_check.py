"""Checking a turn: the first turn found, the number of ways, cleared and uncleared regions, and reasons."""

from __future__ import annotations

from typing import Any

import pytest

from referee.rules.check import check_turn
from referee.rules.position import Position
from referee.rules.turns import format_turn
from referee.words.texts import LANGUAGES, say
from tests.rules.drawn import HEXAGON, draw_board, row_board, set_up

LONG = row_board("aaabbbcccdddeee")
BEFORE = set_up(HEXAGON, red="D1 D3", yellow="D6 A1", stones=["D7"])
CLOSING = set_up(LONG, red="A2 A9", yellow="A1 A12")
BLOCKED = set_up(row_board("aabbccddaabb"), players=3, red="A1", yellow="A2 A5", blue="A9")
IN_REGION = set_up(LONG, stones=["A4"], red="A1 A2 A9", yellow="A3 A12")
TIGHT = set_up(LONG, red="A1 A15", yellow="A3 A13")
TIGHT_IT = set_up(LONG, edition="it", red="A1 A15", yellow="A3 A13")
FULL_BOARD = draw_board("a b c d a b c" + "\n " + "a " * 40 + "\n" + "a " * 40)
FULL_STONES = [f"{row}{number}" for row in "BC" for number in range(1, 41)]
FULL = set_up(FULL_BOARD, edition="it", stones=FULL_STONES, red="A2", yellow="A5")


def answer(before: Position, after: Position) -> tuple[str | None, int]:
    check = check_turn(before, after)
    assert check.legal == (check.turn is not None) == (check.reason is None)
    return (format_turn(check.turn, before.board) if check.turn else None), check.ways


def test_the_first_way_in_the_order_of_the_list_is_reported_and_all_are_counted() -> None:
    after = set_up(HEXAGON, red="D1 D4", yellow="D6 A1", stones=["D7", "D5", "D3"])
    assert answer(BEFORE, after) == ("D3-D4 +D3 +D5", 2)


def test_a_territory_that_closed_may_be_cleared_or_stand_as_it_closed() -> None:
    cleared = set_up(LONG, red="A8", yellow="A12", stones=["A4"])
    assert answer(CLOSING, cleared) == ("A2-A3 +A4 A9-A8", 4)  # A9-A5 +A4 A5-A8 as well, with A2 at home
    standing = set_up(LONG, red="A3 A8", yellow="A1 A12", stones=["A4"])
    assert answer(CLOSING, standing) == ("A2-A3 +A4 A9-A8", 3)
    [event] = check_turn(CLOSING, standing).events
    assert (event.value, event.awards) == (9, (4, 4))


def test_a_territory_shown_half_cleared_is_not_a_turn() -> None:
    half = set_up(LONG, red="A3 A8", yellow="A12", stones=["A4"])
    check = check_turn(CLOSING, half)
    assert say(check.reason).startswith("The territory of A1 was closed")


@pytest.mark.parametrize("inside", [{"red": "A1 A2 A8", "yellow": "A3 A12"}, {"red": "A8", "yellow": "A12"}])
def test_a_territory_that_before_showed_uncleared_may_stand_or_be_cleared(inside: dict[str, str]) -> None:
    turn, ways = answer(IN_REGION, set_up(LONG, stones=["A4"], **inside))  # type: ignore[arg-type]
    assert turn == "A9-A10 A10-A11 A11-A8"
    assert ways > 1
    assert check_turn(IN_REGION, set_up(LONG, stones=["A4"], red="A8", yellow="A12")).events[0].after is None


def test_a_cleared_territory_hides_where_its_pioneers_went_and_every_way_counts() -> None:
    other = set_up(LONG, red="A2 A9", yellow="A12")
    turn, ways = answer(other, set_up(LONG, red="A9", yellow="A12", stones=["A4"]))
    assert (turn, ways) == ("A2-A1 A1-A3 +A4", 7)


def test_a_pass_is_found() -> None:
    assert answer(BLOCKED, BLOCKED) == ("pass", 1)


def test_a_short_turn_is_found_when_nothing_more_was_possible() -> None:
    short = set_up(FULL_BOARD, edition="it", stones=FULL_STONES, red="A1", yellow="A3 A5")
    assert answer(short, set_up(FULL_BOARD, stones=FULL_STONES, red="A2", yellow="A3 A5")) == ("A1-A2", 1)


def test_a_before_that_is_over_has_no_turn() -> None:
    over = set_up(LONG, red="A1")
    check = check_turn(over, over)
    assert (check.legal, check.turn, check.ways, check.events) == (False, None, 0, ())
    assert say(check.reason).startswith("The game is over: no more than one player can still move")


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (TIGHT_IT, TIGHT_IT, "Nothing has changed, but a turn has to be played (red)"),
        (
            BEFORE,
            set_up(HEXAGON, red="D1 D3", yellow="D5 A1", stones=["D7"]),
            "The pioneer on D6 that moved is yellow’s, but it is red’s turn.",
        ),
        (
            BEFORE,
            set_up(HEXAGON, red="D1 D4", yellow="D5 A1", stones=["D7"]),
            "Pioneers of both red and yellow have moved: more than one turn lies between.",
        ),
        (
            BEFORE,
            set_up(HEXAGON, red="D1 D4", yellow="D6 A1", stones=["D7", "D5", "D3", "C3"]),
            "3 stones were added; a turn sets at most two.",
        ),
        (
            BEFORE,
            set_up(HEXAGON, red="D1 D4", yellow="D6 A1", stones=["D5", "D3"]),
            "The stone on D7 is gone; stones stay where they were set.",
        ),
        (
            TIGHT_IT,
            set_up(LONG, red="A2 A15", yellow="A3 A13"),
            "The turn is not finished: only A1-A2 was played, and A15-A14 is still possible.",
        ),
        (TIGHT, set_up(LONG, red="A2 A14", yellow="A3 A13"), "The turn is not finished: only A1-A2 A15-A14 was played"),
        (TIGHT, set_up(LONG, red="A2 A15", yellow="A3 A13", stones=["A1"]), "The turn is not finished: only A1-A2 +A1 was"),
        (BEFORE, set_up(HEXAGON, red="D1 D3 D4", yellow="D6 A1", stones=["D7", "D5"]), "The pioneer on D4 (red’s) is one more"),
        (BEFORE, set_up(HEXAGON, red="D4", yellow="D6 A1", stones=["D7", "D5"]), "The pioneer on D1 (red’s) is gone"),
        (BEFORE, set_up(HEXAGON, red="D1 D4", yellow="D6", stones=["D7", "D5", "D3"]), "The pioneer on A1 (yellow’s) is gone"),
        (BEFORE, set_up(HEXAGON, red="D1 D4", yellow="D6 A1 A2", stones=["D7", "D5"]), "The pioneer on A2 (yellow’s) is one"),
        (TIGHT, set_up(LONG, red="A1 A15", yellow="A3 A13", stones=["A8"]), "A stone was set on A8, but no pioneer"),
        (
            BEFORE,
            set_up(HEXAGON, red="E1 E3", yellow="D6 A1", stones=["D7", "D4", "D2"]),
            "That takes too many actions (moves: 2, stones: 2)",
        ),
        (BEFORE, set_up(HEXAGON, red="D1 D4", yellow="D6 A1", stones=["D7", "G1", "G2"]), "The stone on G1 lies beside none"),
        (
            BEFORE,
            set_up(HEXAGON, red="D1 D4", yellow="D6 A1", stones=["D7", "D5", "D2"]),
            "The stone on D2 is not beside D4; both stones of a turn",
        ),
        (
            set_up(HEXAGON, red="D3", yellow="D6 A1"),
            set_up(HEXAGON, red="D7", yellow="D6 A1", stones=["C6", "E6"]),
            "D3 could reach D7 only by jumping D6.",
        ),
        (
            set_up(HEXAGON, red="D3", yellow="D6 A1"),
            set_up(HEXAGON, red="E6", yellow="D6 A1", stones=["F5", "E5"]),
            "E6 is not in a straight line from D3, and with two stones set only one move is left.",
        ),
        (
            BLOCKED,
            set_up(row_board("aabbccddaabb"), players=3, red="A3", yellow="A2 A5", blue="A9"),
            "None of the pioneers could move (red), so the turn was a pass",
        ),
        (FULL, set_up(FULL_BOARD, stones=[*FULL_STONES, "A1"], red="A3", yellow="A5"), "The stone on A1 cannot come from"),
    ],
)
def test_the_reason_is_the_first_a_referee_would_give(before: Position, after: Position, says: str) -> None:
    check = check_turn(before, after)
    assert (check.legal, check.turn, check.ways, check.events) == (False, None, 0, ())
    assert check.reason is not None
    assert say(check.reason).startswith(says)
    assert all("{" not in say(check.reason, language) for language in LANGUAGES)


def test_a_stone_set_by_another_players_detour_is_reported_as_that_players_turn() -> None:
    before = set_up(HEXAGON, red="A1", yellow="D4 G4")
    after = set_up(HEXAGON, red="A1", yellow="D4 G4", stones=["E3"])
    assert say(check_turn(before, after).reason) == "This could be yellow’s turn, but it is red’s."


@pytest.mark.parametrize(
    ("edition", "says"),
    [("it", "Only a pioneer that went back to where it began the turn"), ("de", None), ("hu", None)],
)
def test_a_stone_set_from_the_old_place_needs_a_way_back(edition: str, says: str | None) -> None:
    before = set_up(HEXAGON, edition=edition, red="D3", yellow="D6 A1")
    reason = check_turn(before, set_up(HEXAGON, red="D3", yellow="D6 A1", stones=["D4"])).reason
    assert (reason is None) == (says is None)
    assert reason is None or say(reason).startswith(str(says))


def test_three_moves_round_and_back_break_the_rule_in_de() -> None:
    """Around the corner A1 B1 B2 and back: three moves of the only pioneer, with yellow blocking all other ways."""
    board = draw_board(
        """
   a b c d
  a b c d
"""
    )
    before = set_up(board, red="A1", yellow="A3 B3")
    assert answer(before, before) == (None, 0)
    assert say(check_turn(before, before).reason).startswith("Nothing has changed")
    in_hu = set_up(board, edition="hu", red="A1", yellow="A3 B3")
    assert answer(in_hu, in_hu)[1] > 0


def test_hu_explains_that_the_stone_belongs_beside_the_last_moved() -> None:
    """D3 must leave before C3 can pass over its cell, and the stone then closes that cell."""
    pioneers = {"red": "D3 C3", "yellow": "A1 G4"}
    after = set_up(HEXAGON, red="D2 F1", yellow="A1 G4", stones=["D3"])
    assert answer(set_up(HEXAGON, **pioneers), after) == ("D3-D2 C3-F1 +D3", 1)  # type: ignore[arg-type]
    reason = check_turn(set_up(HEXAGON, edition="hu", **pioneers), after).reason  # type: ignore[arg-type]
    assert say(reason).startswith("The stone on D3 is not beside the pioneer that moved last")


TWO_ROWS = draw_board(
    """
a b c d e f g h a b c d
 a b c d e f g h a b c
"""
)


@pytest.mark.parametrize(
    ("pieces", "says"),
    [
        ({"red": "A12"}, "A2 could reach A12 only by jumping A5."),
        ({"red": "B11"}, "A2 cannot reach B11 in the 3 moves that the turn leaves."),
        ({"red": "B11", "stones": ["B10"]}, "A2 cannot reach B11 in the 2 moves that the turn leaves."),
    ],
)
def test_a_pioneer_out_of_reach_is_reported_with_the_moves_left(pieces: dict[str, Any], says: str) -> None:
    before = set_up(TWO_ROWS, red="A2", yellow="A5 B5 A9")
    assert say(check_turn(before, set_up(TWO_ROWS, yellow="A5 B5 A9", **pieces)).reason) == says


def test_a_second_stone_beside_a_removed_pioneer_is_reported() -> None:
    """A stone on the only hex of either landscape, A2 or B3, closes the whole region."""
    board = draw_board(
        """
 a c b b
a a d b b
"""
    )
    before = set_up(board, red="B1", yellow="B5 A4")
    after = set_up(board, red="B2", yellow="B5 A4", stones=["A2", "B3"])
    assert say(check_turn(before, after).reason).startswith("The first of the two stones scores the pioneer on B2 away")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (set_up(LONG, red="A2 A3", yellow="A5 A9"), set_up(LONG, red="A6 A7", yellow="A5 A9")),
        (set_up(LONG, red="A2 A12", yellow="A6 A14"), set_up(LONG, red="A3 A12", yellow="A6 A14", stones=["A11"])),
        (set_up(HEXAGON, red="D1 G4", yellow="A1"), set_up(HEXAGON, red="F2 G4", yellow="A1", stones=["G3"])),
    ],
)
def test_without_a_plain_reason_the_general_one_is_given(before: Position, after: Position) -> None:
    assert say(check_turn(before, after).reason) == "No three actions lead from the first position to the second (red to move)."
