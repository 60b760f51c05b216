"""Territories, points, scoring within a turn, and the end of the game."""

from __future__ import annotations

import pytest

from referee.rules.pieces import Colour
from referee.rules.position import labels_of
from referee.rules.scoring import End, EndReason, score_position, share
from tests.rules.drawn import draw_board, play, row_board, set_up, turns_of

ALL = ("de", "fr", "fi", "it", "hu")
LONG = row_board("aaabbbcccdddeee")


def test_a_stone_splits_a_region_into_two_and_belongs_to_neither() -> None:
    score = score_position(set_up(LONG, stones=["A5"], red="A1", yellow="A9"))
    assert [labels_of(LONG, region.cells) for region in score.regions] == [
        ("A1", "A2", "A3", "A4"),
        tuple(f"A{number}" for number in range(6, 16)),
    ]
    assert [region.terrains for region in score.regions] == [(0, 1), (1, 2, 3, 4)]


@pytest.mark.parametrize(("letters", "value"), [("aaaa", 12), ("aabb", 8), ("abca", 4), ("abcd", 0)])
def test_a_territory_pays_its_hexes_times_3_2_or_1_and_open_land_nothing(letters: str, value: int) -> None:
    board = row_board(letters + "xdefg")
    assert score_position(set_up(board, stones=["A5"], red="A1")).regions[0].value == value


def test_pioneers_are_no_fence() -> None:
    assert len(score_position(set_up(LONG, red="A4", yellow="A5")).regions) == 1


def test_covering_the_last_hex_of_a_fourth_landscape_makes_a_territory() -> None:
    board = draw_board(
        """
a a b b c
 a d b c c
"""
    )
    played = play(set_up(board, red="A1 A5", yellow="A4"), "A1-B1 +B2")
    [event] = played.events
    assert (event.value, event.awards, event.pioneers) == (9, (9, 0), (2, 1))
    assert played.position.pioneers == (0, 0)


@pytest.mark.parametrize(
    ("value", "pioneers", "awards"),
    [
        (24, (2, 1, 1), (24, 0, 0)),
        (21, (2, 2, 1), (10, 10, 0)),
        (20, (1, 1, 1), (6, 6, 6)),
        (7, (1, 1, 1, 1), (1, 1, 1, 1)),
        (3, (1, 1, 1, 1), (0, 0, 0, 0)),
        (24, (0, 0, 0), (0, 0, 0)),
    ],
)
def test_most_pioneers_take_all_and_tied_leaders_share_rounded_down(
    value: int, pioneers: tuple[int, ...], awards: tuple[int, ...]
) -> None:
    assert share(value, pioneers) == awards


def test_an_empty_territory_is_settled_without_payment() -> None:
    region = score_position(set_up(LONG, stones=["A4"], red="A9", yellow="A10")).regions[0]
    assert (region.closed, region.settled, region.value, region.awards) == (True, True, 9, (0, 0))


@pytest.mark.parametrize("edition", ALL)
def test_a_stone_is_scored_at_once_and_removes_pioneers_within_the_turn(edition: str) -> None:
    before = set_up(LONG, edition=edition, red="A2 A9", yellow="A12")
    played = play(before, "A2-A3 +A4 A9-A5")
    [event] = played.events
    assert (event.value, event.awards) == (9, (9, 0))
    assert labels_of(LONG, played.position.pioneers[0]) == ("A5",)
    assert played.position.scores == (9, 0)


@pytest.mark.parametrize("edition", ALL)
def test_a_pioneer_scored_away_sets_no_second_stone_and_another_must_move(edition: str) -> None:
    before = set_up(LONG, edition=edition, red="A2 A9", yellow="A12")
    after_closing = [turn for turn in turns_of(before) if turn.startswith("A2-A3 +A4")]
    assert after_closing
    assert all(turn.split()[2].startswith("A9-") for turn in after_closing)


@pytest.mark.parametrize("edition", ALL)
def test_a_turn_ends_after_a_stone_that_scores_all_own_pioneers_away(edition: str) -> None:
    before = set_up(LONG, edition=edition, players=3, red="A2", yellow="A9 A12", blue="A14")
    assert "A2-A3 +A4" in turns_of(before)
    assert play(before, "A2-A3 +A4").position.pioneers[0] == 0


@pytest.mark.parametrize("edition", ALL)
def test_a_stone_that_closes_two_regions_scores_both(edition: str) -> None:
    board = row_board("aabbcddee")
    played = play(set_up(board, edition=edition, red="A3", yellow="A9"), "A3-A2 A2-A4 +A5")
    assert [(event.value, event.awards) for event in played.events] == [(8, (8, 0)), (8, (0, 8))]
    assert played.ended == End(EndReason.DIVIDED, (Colour.RED, Colour.YELLOW))


@pytest.mark.parametrize("edition", ALL)
def test_an_empty_region_that_closes_is_an_event_without_awards(edition: str) -> None:
    played = play(set_up(LONG, edition=edition, red="A6 A8", yellow="A12"), "A6-A5 +A4 A8-A7")
    [event] = played.events
    assert (event.value, event.awards, event.pioneers) == (9, (0, 0), (0, 0))


@pytest.mark.parametrize("edition", ALL)
def test_three_who_share_three_points_get_one_each_and_leave(edition: str) -> None:
    board = draw_board("a b c x d e f g h d e f g h")
    before = set_up(board, edition=edition, players=4, red="A7", yellow="A1", blue="A2", green="A3 A9")
    played = play(before, "A7-A6 A6-A5 +A4")
    [event] = played.events
    assert (event.value, event.awards) == (3, (0, 1, 1, 1))
    assert played.position.pioneers[1:3] == (0, 0)


def test_awards_are_added_to_the_scores_and_pioneers_leave() -> None:
    board = draw_board(
        """
a b x d e f g h d
 c x d e f g h d
"""
    )
    before = set_up(board, players=4, stones=["B2"], red="A7", yellow="A1", blue="A2", green="B1", scores={"blue": 1})
    played = play(before, "A7-A5 A5-A4 +A3")
    assert played.position.scores == (0, 1, 2, 1)
    nothing = play(set_up(row_board("abxdefghd"), players=4, red="A7", yellow="A1", blue="A2"), "A7-A5 A5-A4 +A3")
    assert nothing.position.scores == (0, 2, 2, 0)
    assert nothing.position.pioneers[1:3] == (0, 0)


@pytest.mark.parametrize("edition", ALL)
def test_an_uncleared_territory_is_paid_and_cleared_before_the_first_action(edition: str) -> None:
    before = set_up(LONG, edition=edition, stones=["A4"], scores={"red": 5}, red="A2 A9", yellow="A1 A12 A3")
    assert score_position(before).totals == (5, 9)
    assert all(not turn.startswith("A2") for turn in turns_of(before))
    played = play(before, "A9-A8 A8-A7 A7-A6")
    assert [(event.after, event.awards) for event in played.events] == [(None, (0, 9))]
    assert played.position.scores == (5, 9)
    assert labels_of(LONG, played.position.all_pioneers) == ("A6", "A12")


@pytest.mark.parametrize("edition", ALL)
def test_a_board_all_in_territories_is_divided(edition: str) -> None:
    score = score_position(set_up(row_board("aabbcdd"), edition=edition, stones=["A5"], red="A1", yellow="A7"))
    assert score.ended == End(EndReason.DIVIDED, (Colour.RED,))


@pytest.mark.parametrize("edition", ALL)
def test_one_player_who_can_move_ends_the_game_also_when_pioneers_block_the_others(edition: str) -> None:
    board = row_board("aabbccdd")
    score = score_position(set_up(board, edition=edition, scores={"yellow": 3}, red="A2 A5", yellow="A1"))
    assert score.ended == End(EndReason.ONE_CAN_MOVE, (Colour.YELLOW,))


@pytest.mark.parametrize("edition", ALL)
def test_game_also_ends_if_no_player_can_move(edition: str) -> None:
    assert score_position(set_up(row_board("abcd"), edition=edition, red="A1 A3", yellow="A2 A4")).ended == End(
        EndReason.ONE_CAN_MOVE, (Colour.RED, Colour.YELLOW)
    )


@pytest.mark.parametrize("edition", ALL)
def test_a_blocked_player_passes_while_two_others_can_move(edition: str) -> None:
    position = set_up(row_board("aabbccdda"), edition=edition, players=3, red="A1", yellow="A2", blue="A6")
    assert score_position(position).ended is None
    assert play(position, "pass").position.to_move == 1


@pytest.mark.parametrize("edition", ALL)
def test_a_player_without_pioneers_ends_the_game_in_it_alone(edition: str) -> None:
    position = set_up(row_board("aabbccdd"), edition=edition, players=3, red="A1", yellow="A6")
    ended = score_position(position).ended
    assert (ended.reason if ended else None) == (EndReason.NO_PIONEERS if edition == "it" else None)


@pytest.mark.parametrize("edition", ALL)
def test_the_end_is_checked_only_after_the_whole_turn(edition: str) -> None:
    """Red's stone removes yellow, so that only red can move; the turn continues anyway."""
    before = set_up(LONG, edition=edition, red="A6 A9", yellow="A2")
    assert "A6-A5 +A4" not in turns_of(before)
    assert play(before, "A6-A5 +A4 A9-A8").ended == End(EndReason.ONE_CAN_MOVE, (Colour.YELLOW,))


def test_several_reasons_are_reported_in_their_order() -> None:
    board = row_board("aabbccdd")
    assert score_position(set_up(board, edition="it", red="A1")).ended == End(EndReason.ONE_CAN_MOVE, (Colour.RED, Colour.YELLOW))
    divided = score_position(set_up(board, edition="it", stones=["A4"]))
    assert divided.ended is not None
    assert divided.ended.reason is EndReason.DIVIDED
