"""Any input leads to JSON, an exit code of 0, 1 or 2, and at most one sentence on standard error."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.boards.library import load_board
from tests.cli.positions import game, position
from tests.cli.runs import Ran, assert_refused, run

CELLS = [cell.id for cell in load_board("islet").cells]
WORDS = st.sampled_from(
    ["red", "yellow", "blue", "green", "stone", "de", "it", "pass", "islet", "A1", "K3", "Z9", "", "a\x1b[31m", "\u202e"]
)
LEAVES = st.none() | st.booleans() | st.integers(-5, 90) | st.floats(allow_nan=False, allow_infinity=False) | WORDS | st.text()
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS | st.text(), inner, max_size=4), max_leaves=8
)
ARGUMENTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(
    ["score", "play", "check", "turns", "--list", "--lang", "de", "-"]
)
KEYS = ["format", "board", "edition", "players", "to_move", "pioneers", "stones", "scores", "reserve", "events", "ended"]
GAME_KEYS = ["format", "board", "edition", "players", "first", "turns", "start"]
ACTIONS = st.sampled_from(["pass", "@A1", "C4-C5", "+C5", "-", "+", "@", "E5-E4", "+E3", "+D3", "E4-E5", "A1-A1", "Z9-Z8"])


def assert_answered(ran: Ran) -> None:
    assert ran.code in (0, 1, 2)
    assert "Traceback" not in ran.err
    answer = ran.json
    assert answer["format"].startswith("terranova-")
    assert answer.get("problem") != "unexpected", answer
    assert (answer["format"] == "terranova-problem/1") == bool(ran.err)
    assert ran.err.count("\n") <= 1


def feed(value: Any, *arguments: str) -> Ran:
    return run(*arguments, "--json", stdin=json.dumps(value).encode())


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS), VALUES, min_size=1, max_size=3))
def test_any_fields_of_a_position_are_answered(fields: dict[str, Any]) -> None:
    assert_answered(feed(position(**fields), "score", "-"))


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from(GAME_KEYS), VALUES, min_size=1, max_size=3))
def test_any_fields_of_a_game_are_answered(fields: dict[str, Any]) -> None:
    assert_answered(feed(game(**fields), "replay", "-"))


@settings(max_examples=100, deadline=None)
@given(VALUES)
def test_any_json_is_answered(value: Any) -> None:
    for command in (("score", "-"), ("turns", "-"), ("play", "-", "pass"), ("replay", "-"), ("board", "-")):
        assert feed(value, *command).code == 2


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_answered(data: bytes) -> None:
    assert_refused(run("score", "-", "--json", stdin=data))


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 300), st.integers(0, 255), st.sampled_from(["change", "drop", "double"]))
def test_damaged_position_is_answered(place: int, byte: int, how: str) -> None:
    data = bytearray(json.dumps(position(stones=["A1"], scores={"red": 3})).encode())
    at = place % len(data)
    match how:
        case "change":
            data[at] = byte
        case "drop":
            del data[at]
        case "double":
            data.insert(at, data[at])
    assert_answered(run("score", "-", "--json", stdin=bytes(data)))


@settings(max_examples=150, deadline=None)
@given(st.lists(ACTIONS, max_size=4).map(" ".join) | st.text(st.characters(exclude_categories=["Cs"]), max_size=12))
def test_any_turn_is_answered(turn: str) -> None:
    if turn.startswith("-"):
        turn = f" {turn}"
    assert_answered(feed(position(), "play", "-", turn))


@settings(max_examples=150, deadline=None)
@given(st.lists(ARGUMENTS, max_size=4))
def test_any_words_on_the_command_line_are_answered(words: list[str]) -> None:
    ran = run(*words, "--json")
    assert ran.code == 2, ran
    assert {answer["format"] for answer in ran.json_lines} == {"terranova-problem/1"}
    assert "unexpected" not in {answer["problem"] for answer in ran.json_lines}
    assert len(ran.err.splitlines()) == len(ran.json_lines)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_any_sound_position_is_scored_counted_and_printed_again(seed: int) -> None:
    value = random_position(random.Random(seed))
    scored = feed(value, "score", "-")
    assert scored.code == 0, scored
    counted = feed(value, "turns", "-").json["count"]
    if scored.json["ended"]:
        assert counted == 0
    else:
        assert counted > 0
        first = turn_of(value)
        again = feed(value, "play", "-", first).json
        assert feed(again, "score", "-").code == 0
        for colour, points in again["scores"].items():
            assert points >= value["scores"][colour]


def turn_of(value: Any) -> str:
    """Return the first legal turn of a position."""
    from referee.formats.positions import position_from_json
    from referee.rules.legal import list_turns

    return next(iter(list_turns(position_from_json(value, "x").position)))


def random_position(chance: random.Random) -> dict[str, Any]:
    players = ["red", "yellow", "blue", "green"][: chance.randint(2, 4)]
    cells = chance.sample(CELLS, 40)
    pioneers = {colour: [cells.pop() for _ in range(chance.randint(0, 4))] for colour in players}
    stones = [cells.pop() for _ in range(chance.randint(0, 20))]
    scores = {colour: chance.randint(0, 50) for colour in players}
    edition = chance.choice(["de", "fr", "fi", "it", "hu"])
    return position(
        players=players,
        pioneers=pioneers,
        stones=stones,
        scores=scores,
        edition=edition,
        to_move=chance.choice(players),
    )
