"""The full referee: each picture must be one legal turn, or a ruling of the table."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.formats.positions import position_from_json
from referee.rules.legal import next_actions
from referee.rules.play import play_turn
from referee.rules.turns import Action, format_turn
from referee.words.texts import say, text
from tests.web.conftest import Phone
from web.games.pieces_on_board import pieces_by_label


def arrangement_of(cells: dict[str, str]) -> dict[str, Any]:
    """Build a picture of the table from the pieces on each hex."""
    colours = sorted(set(cells.values()) - {"stone"})
    return {
        "pioneers": {colour: [cell for cell, piece in cells.items() if piece == colour] for colour in colours},
        "stones": [cell for cell, piece in cells.items() if piece == "stone"],
    }


def after_some_turn(state: dict[str, Any], seed: int) -> tuple[str, dict[str, Any]]:
    """Play a legal turn outside the game; return its text and a picture of the table after it."""
    position = position_from_json(state["position"], "state").position
    chance = random.Random(seed)
    done: tuple[Action, ...] = ()
    while not (following := next_actions(position, done)).may_end:
        done = (*done, chance.choice(following.actions))
    played = play_turn(position, done)
    return format_turn(done, position.board), arrangement_of(pieces_by_label(played.position))


@pytest.fixture
def referee(phone: Phone) -> Phone:
    """Provide a refereed game after setup: all pioneers are on the board, red is to move."""
    start = {
        "format": "terranova-position/1",
        "board": "islet",
        "players": ["red", "yellow"],
        "pioneers": {"red": ["E5", "F6", "C4"], "yellow": ["E7", "F3", "H2"]},
    }
    phone.new_game("Anna", "Bo", mode="referee", start=start)
    return phone


@pytest.mark.parametrize("seed", range(5))
def test_legal_picture_becomes_the_turn_that_explains_it(referee: Phone, seed: int) -> None:
    turn, shown = after_some_turn(referee.state, seed)
    preview = referee.must("preview", **shown)
    assert preview["check"]["legal"]
    assert preview["choices"] == []
    state = referee.must("confirm", **shown)
    assert state["last"]["kind"] == "turn"
    assert state["last"]["player"] == "red"
    assert arrangement_of(state["cells"]) == shown
    assert state["position"]["to_move"] == "yellow"
    assert sorted(state["last"]["turn"]) == sorted(turn) or preview["check"]["ways"] > 0


def test_illegal_picture_names_the_rule_and_three_choices(referee: Phone) -> None:
    shown = {"pioneers": {"red": ["E5", "F6", "C4"], "yellow": ["E8", "F3", "H2"]}, "stones": []}
    preview = referee.must("preview", **shown)
    assert not preview["check"]["legal"]
    assert preview["choices"] == ["mend", "put-back", "ruling"]
    assert preview["put_back"]["cells"] == referee.state["cells"]
    refused = referee.change("confirm", **shown)
    assert (refused.status_code, refused.get_json()["problem"]) == (409, "illegal-turn")
    assert refused.get_json()["message"] == preview["check"]["reason"]
    assert referee.look()["revision"] == 0


def test_ruling_of_the_table_is_kept_as_such(referee: Phone) -> None:
    shown = {"pioneers": {"red": ["E5", "F6", "C4"], "yellow": ["E8", "F3", "H2"]}, "stones": []}
    state = referee.must("confirm", **shown, ruling=True)
    assert state["last"]["kind"] == "ruling"
    assert state["last"]["ruling"]["reason"]
    assert state["position"]["to_move"] == "yellow"
    german = referee.get("history", lang="de")["history"][-1]
    assert german["sentence"] == say(text("serve.entry_ruling", reason=german["ruling"]["reason"]), "de")
    assert german["ruling"]["reason"] != state["last"]["ruling"]["reason"]


@pytest.mark.parametrize(
    ("red", "yellow", "next_up"),
    [
        (["E5", "F6", "D4"], ["E7", "F3", "H2"], "yellow"),
        (["E5", "F6", "D4"], ["E7", "F3", "H4"], "red"),
        (["E5", "F6", "C4"], ["E7", "F3", "H4"], "yellow"),
    ],
)
def test_after_a_ruling_the_next_seat_is_to_move_unless_the_players_choose_another(
    referee: Phone, red: list[str], yellow: list[str], next_up: str
) -> None:
    shown = {"pioneers": {"red": red, "yellow": yellow}, "stones": ["B2", "B3", "D8", "D9"]}
    assert referee.must("preview", **shown)["choices"] == ["mend", "put-back", "ruling"]
    assert referee.must("preview", **shown, ruling=True)["position"]["to_move"] == next_up
    other = {"red": "yellow", "yellow": "red"}[next_up]
    assert referee.must("confirm", **shown, ruling=True, to_move=other)["position"]["to_move"] == other


def test_score_keeper_guesses_who_is_next_from_who_has_moved(phone: Phone) -> None:
    start = {
        "format": "terranova-position/1",
        "board": "islet",
        "players": ["red", "yellow"],
        "pioneers": {"red": ["E5"], "yellow": ["E7"]},
    }
    phone.new_game("Anna", "Bo", mode="keeper", start=start)
    for pioneers, next_up in (
        ({"red": ["E5"], "yellow": ["E7"]}, "red"),
        ({"red": ["E6"], "yellow": ["E7"]}, "yellow"),
        ({"red": ["E6"], "yellow": ["E8"]}, "red"),
    ):
        assert phone.must("preview", pioneers=pioneers, stones=[])["position"]["to_move"] == next_up
    state = phone.must("confirm", pioneers={"red": ["E6"], "yellow": ["E7"]}, stones=[], to_move="red")
    assert state["position"]["to_move"] == "red"


def test_ruling_that_closes_a_region_pays_it(referee: Phone) -> None:
    shown = {"pioneers": {"red": ["E5", "F6", "K1"], "yellow": ["E7", "F3", "H2"]}, "stones": ["J1", "J2", "J3", "J4"]}
    state = referee.must("confirm", **shown, ruling=True)
    assert state["players"][0]["score"] > 0
    assert state["last"]["take_off"] == {"red": ["K1"]}


def test_setup_by_picture_brings_on_pioneers(phone: Phone) -> None:
    phone.new_game("Anna", "Bo", mode="referee")
    state = phone.must("confirm", pioneers={"red": ["A1", "A2"], "yellow": ["B1"]}, stones=[])
    assert state["phase"] == "setup"
    assert [player["reserve"] for player in state["players"]] == [11, 12]
    assert state["position"]["to_move"] == "yellow"


def test_setup_finished_with_fewer_pioneers_starts_the_first_player(phone: Phone) -> None:
    phone.new_game("Anna", "Bo", mode="referee", first="yellow")
    shown = {"pioneers": {"red": ["E5", "F6"], "yellow": ["E7", "F3"]}, "stones": []}
    state = phone.must("confirm", **shown, finish_setup=True)
    assert state["phase"] == "playing"
    assert state["position"]["to_move"] == "yellow"


def test_one_placement_in_a_picture_is_a_turn(phone: Phone) -> None:
    phone.new_game("Anna", "Bo", mode="referee")
    state = phone.must("confirm", pioneers={"red": ["A1"]}, stones=[])
    assert [player["reserve"] for player in state["players"]] == [12, 13]
    assert state["position"]["to_move"] == "yellow"
    assert (state["last"]["kind"], state["last"]["turn"], state["last"]["player"]) == ("place", "@A1", "red")
    assert state["last"]["sentence"] == "Anna places a pioneer on A1."
