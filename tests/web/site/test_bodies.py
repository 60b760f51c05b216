"""Bodies are declared once, so that the parser and the description of each field cannot diverge."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
import pytest

from referee.files.fields import Location
from referee.words.problems import Problem
from web.site.bodies import CHANGES, JUMP, NEW_GAME, PICTURE, PLAY_TURN, STEP
from web.site.openapi import describe
from web.site.shapes import Body, Shape

BODIES = {"NewGame": NEW_GAME, "Changes": CHANGES, "Picture": PICTURE, "PlayTurn": PLAY_TURN, "Step": STEP, "Jump": JUMP}
FIELDS = [(body, field) for body, shape in BODIES.items() for field in shape.fields]
# Described more narrowly than parsed: labels, colours, turns and positions are checked against the board.
CHECKED_AGAINST_THE_BOARD = {"pioneers", "stones", "seen", "order", "held", "to_move", "scores", "turn", "start"}
PLACE = Location("the request")
NUMBERS = [0, 1, -1, 12, 11.9, 32.5, 100, 100.5, 1_000_000, 1_000_001, 10**9, 10**9 + 1]
STRINGS = [
    "",
    "A1",
    "red",
    "pink",
    "A4",
    "A5",
    "keeper",
    "de",
    "colour",
    "pass",
    "x" * 40,
    "x" * 41,
    "x" * 80,
    "x" * 81,
    "save-0001",
    "no id",
]
LISTS = [
    [],
    ["A1"],
    ["Anna", "Bo"],
    ["Anna"],
    ["a", "b", "c", "d"],
    ["a", "b", "c", "d", "e"],
    [1],
    [["A1"]],
    [f"p{n}" for n in range(8)],
]
OBJECTS = [{}, {"red": ["A1"]}, {"red": 3}, {"red": -1}, {"A1": ["red"]}, {"red": "A1"}]
VALUES: list[Any] = [None, True, False, *NUMBERS, *STRINGS, *LISTS, [f"p{n}" for n in range(9)], *OBJECTS]


def is_taken(shape: Shape[Any] | Body, value: object) -> bool:
    """Return whether a value is accepted."""
    try:
        shape.take(value, PLACE)
    except Problem:
        return False
    return True


@pytest.mark.parametrize(("body", "field"), FIELDS)
def test_field_is_parsed_as_described(body: str, field: str) -> None:
    shape = BODIES[body].fields[field]
    described = describe()["components"]["schemas"][body]["properties"][field]
    components = {"components": {"schemas": describe()["components"]["schemas"]}}
    validator = jsonschema_rs.Draft202012Validator({**described, **components})
    for value in VALUES:
        taken, fits = is_taken(shape, value), validator.is_valid(value)
        assert taken or not fits, value
        assert fits or not taken or field in CHECKED_AGAINST_THE_BOARD, value


@pytest.mark.parametrize("body", BODIES)
def test_body_takes_no_field_that_is_not_described_and_misses_none_that_is_needed(body: str) -> None:
    described = describe()["components"]["schemas"][body]
    assert not is_taken(BODIES[body], {**dict.fromkeys(described["required"], 0), "weather": "rain"})
    assert set(described["properties"]) == set(BODIES[body].fields)
    if described["required"]:
        assert not is_taken(BODIES[body], {})
