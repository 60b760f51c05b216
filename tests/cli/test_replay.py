"""`terranova replay` plays the turns of a game and refuses games that the rules or the format forbid."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.positions import game, position, south
from tests.cli.runs import assert_refused, given, run


def test_replay_gives_the_position_after_the_last_turn() -> None:
    answer = given("replay", game()).json
    assert answer["pioneers"] == {"red": ["A1", "K1"], "yellow": ["A2"]}
    assert answer["reserve"] == {"red": 11, "yellow": 12}
    assert answer["to_move"] == "yellow"
    assert (answer["events"], answer["ended"]) == ([], None)


def test_position_after_a_game_does_not_overwrite_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game()), encoding="utf-8")
    assert run("replay", str(path), "-o", str(path), "--json").json["problem"] == "overwrites-input"
    assert json.loads(path.read_bytes()) == game()


def test_replay_begins_with_the_first_player() -> None:
    assert given("replay", game(first="yellow")).json["pioneers"] == {"red": ["A2"], "yellow": ["A1", "K1"]}


def test_replay_of_no_turns_is_the_first_position() -> None:
    assert given("replay", game(turns=[])).json == {**run("new", "--board", "islet", "--json").json, "events": [], "ended": None}


def test_replay_from_a_start_numbers_its_events_by_turn() -> None:
    start = south(stones=["J1", "J2", "J3"], pioneers={"red": ["I6", "K3"], "yellow": ["B8"]}, to_move="yellow")
    answer = given("replay", game(start=start, turns=["B8-B7 +B8 +B6", "I6-I5 +J4 +I6"])).json
    assert [event["turn"] for event in answer["events"]] == [2]
    assert list(answer["events"][0]) == ["type", "turn", "after", "cells", "value", "awards"]


def test_replay_from_a_start_lets_first_begin() -> None:
    for start in (position(), position(to_move="red"), position(to_move="yellow")):
        assert given("replay", game(start=start, first="yellow", turns=["C3-C2 +C1 +B1"])).json["to_move"] == "red"


def test_replay_from_a_start_begins_with_its_player_to_move() -> None:
    start = position(to_move="yellow")
    assert given("replay", game(start=start, turns=["C3-C2 +C1 +B1"])).json["to_move"] == "red"


def test_illegal_turn_in_a_game_is_a_no_that_names_its_number() -> None:
    message = assert_refused(given("replay", game(turns=["@A1", "@A1"])), "illegal-turn", code=1)
    assert message.startswith("Turn 2, @A1: A1 is occupied")


def test_turn_after_the_end_of_a_game_is_a_no() -> None:
    start = position(pioneers={"red": ["E5"], "yellow": []})
    assert_refused(given("replay", game(start=start, turns=["E5-E4 +E3 +D3"])), "illegal-turn", code=1)


@pytest.mark.parametrize(
    ("changes", "slug"),
    [
        ({"turns": ["@A1", "@Z9"]}, "unknown-cell"),
        ({"turns": ["@A1", "?"]}, "unreadable-turn"),
        ({"turns": ["@A1", 5]}, "wrong-type"),
        ({"turns": "@A1"}, "wrong-type"),
        ({"turns": ...}, "missing-key"),
        ({"players": ["red", "yellow"]}, "wrong-type"),
        ({"players": {"red": "Anna"}}, "wrong-players"),
        ({"players": {"red": "Anna", "blue": "Bo"}}, "wrong-players"),
        ({"players": {"red": "Anna", "yellow": 5}}, "wrong-type"),
        ({"first": "blue"}, "unknown-word"),
        ({"edition": "en"}, "unknown-word"),
        ({"moves": []}, "unknown-key"),
        ({"format": "terranova-position/1"}, "wrong-format"),
        ({"start": position(board="wheel", pioneers={})}, "other-start"),
        ({"start": position(players=["red", "yellow", "blue"])}, "other-start"),
        ({"start": position(edition="it"), "edition": "de"}, "other-start"),
        ({"start": position(stones=["E5"])}, "two-pieces"),
    ],
)
def test_unsound_game_is_the_inputs_fault(changes: dict[str, Any], slug: str) -> None:
    assert_refused(given("replay", game(**changes)), slug)


def test_colours_of_a_game_may_come_in_any_order() -> None:
    assert given("replay", game(players={"yellow": "Bo", "red": "Anna"})).json == given("replay", game()).json
