"""The published schemas match the output of each object's writer."""

from __future__ import annotations

import jsonschema_rs
import pytest

from referee.formats.positions import (
    GivenPosition,
    check_to_json,
    position_from_json,
    position_to_json,
    score_to_json,
    turns_to_json,
)
from referee.formats.schemas import EXAMPLE_POSITION, PUBLISHED
from referee.rules.check import check_turn
from referee.rules.legal import count_turns
from referee.rules.scoring import score_position

POSITION = position_from_json(EXAMPLE_POSITION, "example").position
WRITTEN = {
    "Position": position_to_json(GivenPosition(POSITION, "islet")),
    "Score": score_to_json(POSITION, score_position(POSITION)),
    "Turns": turns_to_json(POSITION, count_turns(POSITION)),
    "Check": check_to_json(POSITION, check_turn(POSITION, POSITION), "en"),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_published_object_agrees_with_its_schema(name: str) -> None:
    validator = jsonschema_rs.Draft202012Validator(PUBLISHED[name])
    assert validator.is_valid(WRITTEN[name]), [str(error) for error in validator.iter_errors(WRITTEN[name])]
    assert not validator.is_valid({**WRITTEN[name], "weather": "rain"})
