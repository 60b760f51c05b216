"""Every worked example of the five rulebooks."""

from __future__ import annotations

import pytest

from referee.rules.editions import edition_for
from referee.rules.position import Edition
from referee.rules.scoring import ScoredRegion, score_position
from tests.rules.drawn import play, row_board, set_up, turns_of

# The rest of each board, behind the stone, shows four more landscapes and stays open.
REST = "xdefg"


def first_region(letters: str, **pioneers: str) -> ScoredRegion:
    board = row_board(letters + REST)
    stone = f"A{len(letters) + 1}"
    return score_position(set_up(board, players=3, stones=[stone], **pioneers)).regions[0]


def test_fr_region_a_12_hexes_of_2_terrains_pay_24_to_the_majority() -> None:
    region = first_region("aaaaaabbbbbb", blue="A1 A2 A7", red="A3 A4")
    assert (region.cells.bit_count(), region.value, region.awards) == (12, 24, (0, 0, 24))


def test_fr_region_b_7_hexes_of_1_terrain_pay_10_each_to_two_who_share() -> None:
    region = first_region("aaaaaaa", blue="A1 A2", red="A3 A4")
    assert (region.value, region.awards) == (21, (10, 0, 10))


def test_it_territory_c_pays_24_to_blue() -> None:
    region = first_region("aaabbbbbbbbb", blue="A2 A12", yellow="A5")
    assert region.awards == (0, 0, 24)


def test_it_territory_d_shares_21_as_10_and_10() -> None:
    region = first_region("bbbbbbb", blue="A7", red="A1")
    assert region.awards == (10, 0, 10)


def test_it_zone_of_four_terrains_is_not_a_territory() -> None:
    region = first_region("aabbccdd", blue="A7", red="A1")
    assert (region.closed, region.value, region.awards) == (False, 0, (0, 0, 0))


def test_hu_blocking_the_only_blue_hex_closes_15_yellow_hexes_that_pay_45() -> None:
    board = row_board("yyyyyyyyyyyyyyybxvwz")
    played = play(set_up(board, edition="hu", red="A1 A14", yellow="A18"), "A14-A13 A13-A15 +A16")
    [event] = played.events
    assert (event.cells.bit_count(), event.value, event.awards) == (15, 45, (45, 0))


def test_hu_18_hexes_of_two_terrains_shared_3_to_3_pay_18_each() -> None:
    region = first_region("yyyyyyyyyyyyyyybbb", red="A1 A2 A3", yellow="A4 A5 A6")
    assert (region.cells.bit_count(), region.value, region.awards) == (18, 36, (18, 18, 0))


def test_hu_blue_may_leave_go_back_and_close_the_territory_itself() -> None:
    board = row_board("yyyybbbxvw")
    rescue = "A3-A7 A7-A6 +A7"
    before = set_up(board, edition="hu", to_move="yellow", red="A1 A9", yellow="A3 A10")
    assert rescue in turns_of(before)
    back = "A3-A5 A5-A3 +A4"
    assert back in turns_of(before)


@pytest.mark.parametrize("edition", ["de", "fr", "fi", "it", "hu"])
def test_a_blocked_pioneer_leaves_the_first_move_to_another(edition: str) -> None:
    position = set_up(row_board("aabbccdd"), edition=edition, red="A1 A5", yellow="A2")
    assert {turn.split()[0].split("-")[0] for turn in turns_of(position)} == {"A5"}


@pytest.mark.parametrize(("language", "edition"), [("hu", Edition.HU), ("fi", Edition.FI), ("en", Edition.DE)])
def test_language_has_its_own_rulebook_and_english_the_german_one(language: str, edition: Edition) -> None:
    assert edition_for(language) is edition
