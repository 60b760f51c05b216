"""The history of a game is typed: stored records are parsed to values and written back byte for byte."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from referee.rules.pieces import Colour
from referee.words.problems import Problem
from referee.words.texts import say, text
from web.games.history import Settlement, TurnRecord, Unseen, record_from_json, record_to_json
from web.games.payments import Why

STORED = Path(__file__).parents[1] / "stored" / "step_1" / "terranova.sqlite"
SOURCE = text("serve.stored_revision", revision=7)
FULL = TurnRecord(
    player=Colour.BLUE,
    turn="C4-C8 +D8",
    settlements=(
        Settlement(("A1", "A2"), 4, {Colour.RED: 4}, Why.MAJORITY, ("rivers",), {Colour.RED: 2, Colour.BLUE: 1}),
        Settlement(("K1",), 1, {}, Why.NOBODY),
    ),
    take_off={Colour.RED: ("A1", "A2")},
    photo="0123456789abcdef",
    earlier_photos=("fedcba9876543210",),
    mends=3,
    ruling={"en": "No legal turn.", "hu": "Nincs szabályos lépés."},
    scores={Colour.RED: 0, Colour.BLUE: 12},
    unseen=Unseen(("C5",), 2),
    seconds=83,
    replaces=9,
)


def written_bytes(record: TurnRecord) -> str:
    """Write a record as the store does."""
    return json.dumps(record_to_json(record), ensure_ascii=False, separators=(",", ":"))


def test_stored_history_is_written_again_byte_for_byte() -> None:
    with sqlite3.connect(f"file:{STORED}?mode=ro", uri=True) as connection:
        stored = [what for (what,) in connection.execute("SELECT what FROM revisions")]
    connection.close()
    assert len(stored) > 10
    for what in stored:
        without_empty = what.replace(',"events":[]', "").replace('"events":[]', "")
        assert written_bytes(record_from_json(json.loads(what), SOURCE)) == without_empty


def test_record_with_every_field_is_read_as_it_was_written() -> None:
    assert record_from_json(json.loads(written_bytes(FULL)), SOURCE) == FULL


def test_fields_of_a_newer_program_are_passed_over() -> None:
    assert record_from_json({**record_to_json(FULL), "weather": "rain"}, SOURCE) == FULL


@pytest.mark.parametrize(
    ("damage", "named"),
    [({"player": "pink"}, "player"), ({"events": [{"cells": "A1"}]}, "events[1].cells"), ({"unseen": 3}, "unseen")],
)
def test_damaged_record_is_named_with_its_revision_and_field(damage: dict[str, object], named: str) -> None:
    with pytest.raises(Problem) as caught:
        record_from_json({**record_to_json(FULL), **damage}, SOURCE)
    sentence = say(caught.value.message, "en")
    assert "stored revision 7" in sentence
    assert named in sentence
