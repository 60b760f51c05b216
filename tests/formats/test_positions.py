"""terranova-position/1, read and written exactly."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.positions import position, write_json
from tests.cli.runs import ROOT, assert_refused, run


def score(value: object) -> Any:
    ran = run("score", "-", "--json", stdin=json.dumps(value).encode())
    assert ran.code == 0, ran
    return ran.json


def refuse(value: object) -> tuple[str, str]:
    ran = run("score", "-", "--json", stdin=json.dumps(value).encode())
    message = assert_refused(ran)
    return ran.json["problem"], message


def test_what_may_be_left_out_is_filled_in() -> None:
    ran = run("play", "-", "E5-E4 +E3 +D3", "--json", stdin=json.dumps(position()).encode())
    assert ran.code == 0, ran
    assert ran.json["edition"] == "de"
    assert ran.json["to_move"] == "yellow"
    assert ran.json["scores"] == {"red": 0, "yellow": 0}


def test_colour_left_out_has_no_pioneers_and_no_points() -> None:
    scored = score(position(pioneers={"red": ["A1"]}, scores={"yellow": 5}))
    assert scored["totals"] == {"red": 0, "yellow": 5}
    assert scored["regions"][0]["pioneers"] == {"red": 1}


def test_events_and_ended_are_accepted_and_ignored() -> None:
    given = position(events=[{"anything": [1, "x"]}], ended={"reason": "divided", "winners": ["red"]})
    assert score(given)["ended"] is None
    assert score(position(events=None, ended=7)) == score(position())


def test_what_play_prints_is_a_position() -> None:
    first = run("play", "-", "E5-E4 +E3 +D3", "--json", stdin=json.dumps(position()).encode())
    assert score(first.json)["totals"] == {"red": 0, "yellow": 0}


def test_printed_position_has_every_key_in_order() -> None:
    ran = run("play", "-", "E5-E4 +E3 +D3", "--json", stdin=json.dumps(position()).encode())
    keys = ["format", "board", "edition", "players", "to_move", "pioneers", "stones", "scores", "events", "ended"]
    assert list(ran.json) == keys
    assert ran.json["stones"] == ["D3", "E3"]
    assert ran.json["pioneers"] == {"red": ["E4", "F6"], "yellow": ["C3", "C4"]}


def test_reserve_is_printed_only_while_somebody_has_one() -> None:
    placing = position(pioneers={}, reserve={"yellow": 1}, to_move="yellow")
    ran = run("play", "-", "@A1", "--json", stdin=json.dumps(placing).encode())
    assert "reserve" not in ran.json
    placing = position(pioneers={}, reserve={"yellow": 2}, to_move="yellow")
    ran = run("play", "-", "@A1", "--json", stdin=json.dumps(placing).encode())
    assert ran.json["reserve"] == {"red": 0, "yellow": 1}


def test_cells_are_printed_by_row_then_number() -> None:
    given = position(pioneers={"red": ["D10", "D9", "C9", "E10", "D2"], "yellow": ["B8"]}, to_move="yellow")
    ran = run("play", "-", "B8-B7 B7-B6 B6-B5", "--json", stdin=json.dumps(given).encode())
    assert ran.json["pioneers"]["red"] == ["C9", "D2", "D9", "D10", "E10"]


@pytest.mark.parametrize(
    ("changes", "slug", "named"),
    [
        ({"format": ...}, "missing-key", "format"),
        ({"format": "terranova-position/2"}, "wrong-format", "terranova-position/2"),
        ({"format": "terranova-game/1"}, "wrong-format", "terranova-game/1"),
        ({"board": ...}, "missing-key", "board"),
        ({"players": ...}, "missing-key", "players"),
        ({"pioneers": ...}, "missing-key", "pioneers"),
        ({"colour": 1}, "unknown-key", "colour"),
        ({"colour": 1, "Stones": []}, "unknown-key", "Stones"),
        ({"board": 7}, "wrong-type", "board"),
        ({"board": "atlantis"}, "no-such-board", "atlantis"),
        ({"board": ""}, "no-such-board", ""),
        ({"players": "red"}, "wrong-type", "players"),
        ({"players": []}, "wrong-players", ""),
        ({"players": ["red"]}, "wrong-players", ""),
        ({"players": ["red", "red"]}, "wrong-players", ""),
        ({"players": ["yellow", "red"]}, "wrong-players", "yellow"),
        ({"players": ["red", "blue"]}, "wrong-players", "blue"),
        ({"players": ["red", "purple"]}, "unknown-word", "purple"),
        ({"players": ["red", 5]}, "unknown-word", "players[2]"),
        ({"players": ["red", "yellow", "blue", "green", "red"]}, "wrong-players", ""),
        ({"edition": "en"}, "unknown-word", "edition"),
        ({"edition": None}, "unknown-word", "edition"),
        ({"to_move": "blue"}, "unknown-word", "to_move"),
        ({"pioneers": ["A1"]}, "wrong-type", "pioneers"),
        ({"pioneers": {"red": "A1"}}, "wrong-type", "pioneers.red"),
        ({"pioneers": {"red": [1]}}, "wrong-type", "pioneers.red[1]"),
        ({"pioneers": {"red": ["Z9"]}}, "unknown-cell", "Z9"),
        ({"pioneers": {"red": ["a1"]}}, "unknown-cell", "a1"),
        ({"pioneers": {"red": ["A01"]}}, "unknown-cell", "A01"),
        ({"pioneers": {"red": ["A1 "]}}, "unknown-cell", "A1"),
        ({"pioneers": {"red": ["x" * 10_000]}}, "unknown-cell", "xxx"),
        ({"pioneers": {"red": ["A1", "A1"]}}, "two-pieces", "A1"),
        ({"pioneers": {"red": ["A1"], "yellow": ["A1"]}}, "two-pieces", "A1"),
        ({"pioneers": {"blue": []}}, "wrong-colour", "blue"),
        ({"pioneers": {"purple": []}}, "unknown-word", "purple"),
        ({"stones": ["E5"]}, "two-pieces", "E5"),
        ({"stones": ["A1", "A1"]}, "two-pieces", "A1"),
        ({"stones": None}, "wrong-type", "stones"),
        ({"stones": {"A1": 1}}, "wrong-type", "stones"),
        ({"scores": {"red": True}}, "not-a-number", "true"),
        ({"scores": {"red": -1}}, "not-a-number", "-1"),
        ({"scores": {"red": 2.5}}, "not-a-number", "2.5"),
        ({"scores": {"red": "3"}}, "not-a-number", '"3"'),
        ({"scores": {"red": None}}, "not-a-number", "null"),
        ({"scores": {"red": 10**17}}, "not-a-number", "scores.red"),
        ({"scores": {"blue": 0}}, "wrong-colour", "blue"),
        ({"scores": [0, 0]}, "wrong-type", "scores"),
        ({"reserve": {"red": 14}}, "not-a-number", "14"),
        ({"reserve": {"red": 12}}, "too-many-pioneers", "14"),
        ({"reserve": {"red": True}}, "not-a-number", "true"),
        ({"reserve": {"red": 1}, "stones": ["A1"]}, "stones-in-setup", "A1"),
    ],
)
def test_unsound_position_is_refused_and_the_fault_named(changes: dict[str, Any], slug: str, named: str) -> None:
    found, message = refuse(position(**changes))
    assert found == slug, message
    assert named in message
    assert len(message) < 400


@pytest.mark.parametrize("value", [None, True, 3, "text", [], [position()]])
def test_anything_but_an_object_is_rejected_as_a_position(value: object) -> None:
    assert refuse(value)[0] == "wrong-type"


def test_too_many_pioneers_are_refused() -> None:
    cells = [f"{row}{number}" for row in "DE" for number in range(1, 8)]
    assert refuse(position(pioneers={"red": cells}))[0] == "too-many-pioneers"


def test_board_may_be_a_path_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(ROOT / "referee" / "boards" / "built_in" / "islet.toml", tmp_path / "mine.toml")
    write_json(tmp_path / "p.json", position(board="mine.toml"))
    monkeypatch.chdir(tmp_path)
    assert run("score", "p.json", "--json").code == 0
    assert run("score", "-", "--json", stdin=(tmp_path / "p.json").read_bytes()).code == 0


def test_board_may_be_a_path_from_the_folder_of_the_file_that_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "elsewhere").mkdir()
    shutil.copy(ROOT / "referee" / "boards" / "built_in" / "islet.toml", tmp_path / "games" / "mine.toml")
    path = write_json(tmp_path / "games" / "p.json", position(board="mine.toml"))
    monkeypatch.chdir(tmp_path / "elsewhere")
    played = run("play", path, "E5-E4 +E3 +D3", "--json")
    assert played.code == 0
    assert played.json["board"] == "mine.toml"


def test_board_of_the_current_folder_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "mine.toml").write_text("broken")
    shutil.copy(ROOT / "referee" / "boards" / "built_in" / "islet.toml", tmp_path / "mine.toml")
    path = write_json(tmp_path / "games" / "p.json", position(board="mine.toml"))
    monkeypatch.chdir(tmp_path)
    assert run("score", path, "--json").code == 0


def test_board_may_be_terranova_board_json(tmp_path: Path) -> None:
    (tmp_path / "islet.json").write_text(run("board", "islet", "--json").out)
    path = write_json(tmp_path / "p.json", position(board="islet.json"))
    assert run("score", path, "--json").json == score(position())
