"""Full referee: a picture of an unchanged board is not a turn, unless the players choose the turn that was played."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import Phone
from tests.web.games.test_full_referee import arrangement_of
from web.games.unchanged import MOST_OFFERED

START = {
    "format": "terranova-position/1",
    "board": "islet",
    "players": ["red", "yellow"],
    "pioneers": {"red": ["E5", "F5", "C4"], "yellow": ["E7", "F3", "H2"]},
}
# Red's only pioneer stands in a corner behind others.
STUCK = {**START, "players": ["red", "yellow", "blue"], "pioneers": {"red": ["K1"], "yellow": ["J1", "J2", "K2"], "blue": ["E5"]}}


def start_game(phone: Phone, start: dict[str, Any], mode: str = "referee") -> dict[str, Any]:
    """Start a game; return the picture of its table."""
    state = phone.new_game(*("Anna", "Bo", "Cleo")[: len(start["players"])], mode=mode, start=start)
    return arrangement_of(state["cells"])


def test_unchanged_board_is_not_a_turn_until_the_players_confirm_one(phone: Phone) -> None:
    shown = start_game(phone, START)
    preview = phone.must("preview", **shown)
    assert preview["check"] is None
    assert preview["actions"] == []
    assert len(preview["unchanged"]["turns"]) > 1
    refused = phone.change("confirm", **shown)
    assert (refused.status_code, refused.get_json()["problem"]) == (409, "nothing-changed")
    assert refused.get_json()["preview"]["unchanged"] == preview["unchanged"]
    assert phone.look()["revision"] == 0


def test_turn_that_leads_back_to_the_same_board_is_played_when_it_is_named(phone: Phone) -> None:
    shown = start_game(phone, START)
    turn = phone.must("preview", **shown)["unchanged"]["turns"][-1]
    assert phone.must("preview", **shown, turn=turn)["actions"] == turn.split()
    state = phone.must("confirm", **shown, turn=turn)
    assert (state["last"]["kind"], state["last"]["turn"], state["last"]["player"]) == ("turn", turn, "red")
    assert arrangement_of(state["cells"]) == shown
    assert state["position"]["to_move"] == "yellow"


def test_turns_offered_are_few_and_cover_every_group_that_could_have_changed_places(phone: Phone) -> None:
    shown = start_game(phone, {**START, "edition": "hu", "pioneers": {"red": ["D4", "D6", "F5", "G6", "H5"], "yellow": ["E7"]}})
    unchanged = phone.must("preview", **shown)["unchanged"]
    assert len(unchanged["turns"]) == MOST_OFFERED < unchanged["ways"]
    own = set(shown["pioneers"]["red"])
    groups = {frozenset(own & set(turn.replace("-", " ").split())) for turn in unchanged["turns"]}
    assert groups > {frozenset({cell}) for cell in own}


def test_turn_that_leads_elsewhere_is_refused(phone: Phone) -> None:
    shown = start_game(phone, START)
    refused = phone.change("confirm", **shown, turn="E5-E4 +E5 +E6")
    assert (refused.status_code, refused.get_json()["problem"]) == (409, "no-such-turn")
    keeper = start_game(phone, START, mode="keeper")
    assert phone.change("confirm", **keeper, turn="pass").get_json()["problem"] == "no-such-turn"


def test_player_who_can_only_pass_is_offered_to_pass(phone: Phone) -> None:
    shown = start_game(phone, STUCK)
    preview = phone.must("preview", **shown)
    assert preview["unchanged"] == {"turns": ["pass"], "ways": 1, "ruling": False}
    state = phone.must("confirm", **shown, turn="pass")
    assert (state["last"]["turn"], state["position"]["to_move"]) == ("pass", "yellow")


def test_pioneers_left_standing_on_paid_land_change_nothing(phone: Phone) -> None:
    start_game(phone, START)
    shown = {"pioneers": {"red": ["E5", "F5", "K1"], "yellow": ["E7", "F3", "H2"]}, "stones": ["J1", "J2", "J3", "J4"]}
    assert phone.must("confirm", **shown, ruling=True)["last"]["take_off"] == {"red": ["K1"]}
    for pioneers in (shown["pioneers"], {**shown["pioneers"], "red": ["E5", "F5"]}):
        refused = phone.change("confirm", pioneers=pioneers, stones=shown["stones"])
        assert refused.get_json()["problem"] == "nothing-changed"


def test_unchanged_board_in_setup_is_not_a_placement(phone: Phone) -> None:
    phone.new_game("Anna", "Bo", mode="referee")
    state = phone.must("confirm", pioneers={"red": ["A1"]}, stones=[])
    refused = phone.change("confirm", pioneers={"red": ["A1"]}, stones=[])
    assert refused.get_json()["problem"] == "nothing-changed"
    assert refused.get_json()["preview"]["unchanged"] == {"turns": [], "ways": 0, "ruling": False}
    assert phone.look()["revision"] == state["revision"]


@pytest.mark.parametrize("more", [{"scores": {"red": 9}}, {"to_move": "yellow"}])
def test_scores_and_whose_turn_it_is_can_be_put_right_on_an_unchanged_board(phone: Phone, more: dict[str, Any]) -> None:
    shown = start_game(phone, START)
    state = phone.must("confirm", **shown, **more)
    assert state["last"]["kind"] == "edit"
    assert state["players"][0]["score"] == (9 if "scores" in more else 0)
    assert state["position"]["to_move"] == more.get("to_move", "red")


def test_turn_without_a_trace_that_no_rule_explains_can_stand_as_a_ruling(phone: Phone) -> None:
    shown = start_game(phone, {**START, "pioneers": {"red": ["A1"], "yellow": ["K3"]}})
    assert phone.must("preview", **shown)["unchanged"] == {"turns": [], "ways": 0, "ruling": True}
    state = phone.must("confirm", **shown, ruling=True)
    assert (state["last"]["kind"], state["position"]["to_move"]) == ("ruling", "yellow")


def test_score_keeper_confirms_an_unchanged_board(phone: Phone) -> None:
    shown = start_game(phone, START, mode="keeper")
    assert phone.must("preview", **shown)["unchanged"] is None
    assert phone.must("confirm", **shown)["last"]["kind"] == "edit"
