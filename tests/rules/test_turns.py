"""The structure of turns: the return and stone rules of each edition, shortened turns, and passing."""

from __future__ import annotations

import pytest

from referee.boards.board import Board
from referee.rules.legal import count_turns
from referee.rules.scoring import score_position
from tests.rules.drawn import HEXAGON, draw_board, row_board, set_up, turns_of

ALL = ("de", "fr", "fi", "it", "hu")
GERMAN = ("de", "fr", "fi")

LADDER = draw_board(
    """
 a a b b c c d d
a a a b b c c d d
 a a b b c c d d
"""
)


def turns(edition: str, **pioneers: str) -> set[str]:
    return set(turns_of(set_up(LADDER, edition=edition, **pioneers)))


def shapes(found: set[str]) -> set[str]:
    return {"".join("P" if word.startswith("+") else "M" for word in turn.split()) for turn in found}


@pytest.mark.parametrize("edition", ALL)
def test_the_shapes_are_mmm_mmp_mpp_mpm_in_every_edition(edition: str) -> None:
    assert shapes(turns(edition, red="B2 B8", yellow="A5")) == {"MMM", "MMP", "MPP", "MPM"}


@pytest.mark.parametrize("edition", ALL)
def test_a_move_goes_any_distance_but_neither_over_pioneers_nor_stones_nor_gaps(edition: str) -> None:
    board = draw_board("a b c d . d a b c d a b c")
    position = set_up(board, edition=edition, stones=["A11"], red="A2 A6 A10", yellow="A5 A8")
    first = {turn.split()[0] for turn in turns_of(position)}
    assert first == {"A2-A1", "A2-A3", "A2-A4", "A6-A7", "A10-A9"}


@pytest.mark.parametrize("edition", ALL)
def test_one_pioneer_may_move_more_than_once(edition: str) -> None:
    assert "B2-B3 B3-B4 B4-B5" in turns(edition, red="B2", yellow="B9")


@pytest.mark.parametrize(("edition", "allowed"), [("de", False), ("fr", False), ("fi", False), ("it", False), ("hu", True)])
def test_three_moves_of_one_pioneer_end_on_its_start_only_in_hu(edition: str, allowed: bool) -> None:
    assert ("B2-B3 B3-A2 A2-B2" in turns(edition, red="B2 B8", yellow="A8")) is allowed


@pytest.mark.parametrize(("edition", "allowed"), [("de", True), ("fr", True), ("fi", True), ("it", False), ("hu", True)])
@pytest.mark.parametrize("turn", ["B2-B3 B3-B2 +A2", "B2-B3 +A3 B3-B2", "B2-B3 B3-B2 B2-A2", "B2-B3 B8-B7 B3-B2"])
def test_going_back_in_fewer_moves_is_forbidden_only_in_it(edition: str, allowed: bool, turn: str) -> None:
    assert (turn in turns(edition, red="B2 B8", yellow="A8")) is allowed


@pytest.mark.parametrize("edition", ALL)
def test_another_own_pioneer_may_end_on_the_start_and_two_may_change_places(edition: str) -> None:
    found = turns(edition, red="B2 B4", yellow="A8")
    assert "B2-A2 B4-B2 +B3" in found
    assert "B2-A2 B4-B2 A2-B4" not in found  # no straight line
    assert "B2-A2 B4-A3 A3-B4" not in found or edition != "it"
    assert "B4-B3 B2-A2 B3-B2" in found


@pytest.mark.parametrize("edition", ALL)
def test_two_pioneers_change_places_in_three_moves(edition: str) -> None:
    board = draw_board(
        """
 a b c d a
a b c d a b
"""
    )
    found = turns_of(set_up(board, edition=edition, red="A1 A2", yellow="B6"))
    assert "A1-B2 A2-A1 B2-A2" in found


@pytest.mark.parametrize("edition", ALL)
def test_after_two_moves_the_stone_goes_beside_either_pioneer_but_in_hu_beside_the_last(edition: str) -> None:
    found = turns(edition, red="B2 B8", yellow="A8")
    assert ("B2-B3 B8-B7 +B4" in found) is (edition != "hu")
    assert "B2-B3 B8-B7 +B6" in found


@pytest.mark.parametrize("edition", ALL)
def test_both_stones_of_mpp_go_beside_the_moved_pioneer(edition: str) -> None:
    beside = {
        word
        for turn in turns(edition, red="B2 B8", yellow="A8")
        if turn.startswith("B2-B5 +")
        for word in turn.split()[1:]
        if word.startswith("+")
    }
    assert beside == {"+A4", "+A5", "+B4", "+B6", "+C4", "+C5"}


@pytest.mark.parametrize("edition", ALL)
def test_a_stone_goes_beside_the_present_hex_not_the_path(edition: str) -> None:
    found = turns(edition, red="B2 B8", yellow="A8")
    assert "B2-B3 B3-B6 +A3" not in found
    assert "B2-B3 B3-B6 +A5" in found


@pytest.mark.parametrize("edition", ALL)
def test_a_stone_goes_on_the_hex_just_left(edition: str) -> None:
    assert "B2-B3 +B2 +B4" in turns(edition, red="B2 B8", yellow="A8")


@pytest.mark.parametrize("edition", ALL)
def test_a_stone_cannot_be_set_on_an_occupied_hex(edition: str) -> None:
    assert not any("+A3" in turn for turn in turns(edition, red="B2 B8", yellow="A3") if turn.startswith("B2-B3 +"))


@pytest.mark.parametrize("edition", ALL)
def test_a_blocked_player_can_only_pass_and_no_other_player_may_pass(edition: str) -> None:
    board = row_board("aabbccddaabb")
    blocked = set_up(board, edition=edition, players=3, red="A1", yellow="A2 A5", blue="A9")
    assert turns_of(blocked) == ["pass"]
    assert count_turns(blocked) == 1
    free = set_up(board, edition=edition, players=3, to_move="blue", red="A1", yellow="A2 A5", blue="A9")
    assert "pass" not in turns_of(free)


def test_without_stones_a_turn_is_short_in_it_where_going_back_is_no_action() -> None:
    board, stones = out_of_stones()
    assert turns_of(set_up(board, edition="it", stones=stones, red="A1", yellow="A3 A5")) == ["A1-A2"]


def test_without_stones_a_turn_goes_on_in_de_where_going_back_is_one() -> None:
    board, stones = out_of_stones()
    assert turns_of(set_up(board, edition="de", stones=stones, red="A1", yellow="A3 A5")) == ["A1-A2 A2-A1 A1-A2"]


@pytest.mark.parametrize("edition", ALL)
def test_with_80_stones_laid_only_hu_sets_another(edition: str) -> None:
    board, stones = out_of_stones()
    found = turns_of(set_up(board, edition=edition, stones=stones, red="A2", yellow="A5 A6"))
    assert any("+" in turn for turn in found) is (edition == "hu")


@pytest.mark.parametrize("edition", [*GERMAN, "it"])
def test_the_last_stone_of_the_supply_may_be_set_and_no_second(edition: str) -> None:
    board, stones = out_of_stones()
    found = shapes(set(turns_of(set_up(board, edition=edition, stones=stones[:-1], red="A2", yellow="A5 A6"))))
    assert "MMP" in found
    assert "MPP" not in found


@pytest.mark.parametrize("edition", ALL)
def test_a_home_made_set_of_more_than_80_stones_is_scored_and_sets_none(edition: str) -> None:
    board, stones = out_of_stones()
    position = set_up(board, edition=edition, stones=[*stones, "A6"], red="A2", yellow="A4")
    assert not score_position(position).regions[0].closed
    assert any("+" in turn for turn in turns_of(position)) is (edition == "hu")


def out_of_stones() -> tuple[Board, list[str]]:
    """Return a row of six open hexes with four landscapes, and eighty stones below it."""
    board = draw_board("a b c d a b" + "\n" + " " + "a " * 40 + "\n" + "a " * 40)
    return board, [f"B{number}" for number in range(1, 41)] + [f"C{number}" for number in range(1, 41)]


@pytest.mark.parametrize("edition", ALL)
def test_figures_of_one_colour_look_alike_and_sequences_are_counted_as_text(edition: str) -> None:
    found = turns_of(set_up(HEXAGON, edition=edition, red="A1 A2", yellow="G4"))
    assert len(found) == len(set(found)) == count_turns(set_up(HEXAGON, edition=edition, red="A1 A2", yellow="G4"))


@pytest.mark.parametrize("edition", ALL)
def test_lists_are_sorted_as_plain_text_c10_before_c9(edition: str) -> None:
    found = turns_of(set_up(row_board("abcdabcdabcda"), edition=edition, red="A8", yellow="A13"))
    assert found == sorted(found)
    assert found.index("A8-A10 +A11 +A9") < found.index("A8-A9 +A10 +A8")
