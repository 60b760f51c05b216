"""The JSON of each command, as documented in the formats."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.boards.library import BUILT_IN, load_board
from tests.cli.positions import ISLET_CELLS, SOUTH_SHUT, position, south, write_json
from tests.cli.runs import ROOT, Ran, assert_refused, given, run


@pytest.mark.parametrize("name", BUILT_IN)
def test_board_names_every_cell_with_its_neighbours(name: str) -> None:
    answer = run("board", name, "--json").json
    assert list(answer) == ["format", "name", "terrains", "cells"]
    assert answer["format"] == "terranova-board/1"
    assert answer["name"] == name
    cells = {cell["id"]: cell for cell in answer["cells"]}
    near = {(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)}
    for cell in cells.values():
        assert list(cell) == ["id", "q", "r", "terrain", "neighbours"]
        at = {(other["q"] - cell["q"], other["r"] - cell["r"]) for other in map(cells.get, cell["neighbours"]) if other}
        assert at <= near
        assert len(at) == len(cell["neighbours"])
        assert all(cell["id"] in cells[other]["neighbours"] for other in cell["neighbours"])
    order = [(cell["id"][0], int(cell["id"][1:])) for cell in answer["cells"]]
    assert order == sorted(order)


def test_board_json_is_a_board_file() -> None:
    islet = run("board", "islet", "--json").out
    again = run("board", "-", "--json", stdin=islet.encode())
    assert again.out == islet


def test_unknown_board_is_refused_with_those_that_exist() -> None:
    message = assert_refused(run("board", "atlantis", "--json"), "no-such-board")
    assert "atlantis" in message
    assert "islet" in message


def test_several_boards_answer_a_line_each() -> None:
    ran = run("board", "islet", "atlantis", "wheel", "--json")
    assert ran.code == 2
    assert [line.get("name", line["format"]) for line in ran.json_lines] == ["islet", "terranova-problem/1", "wheel"]


@pytest.mark.parametrize(("players", "each"), [(2, 13), (3, 10), (4, 8)])
def test_new_game_has_full_reserves(players: int, each: int) -> None:
    answer = run("new", "--board", "terranova", "--players", str(players), "--edition", "hu", "--json").json
    colours = ["red", "yellow", "blue", "green"][:players]
    assert answer == {
        "format": "terranova-position/1",
        "board": "terranova",
        "edition": "hu",
        "players": colours,
        "to_move": "red",
        "pioneers": {colour: [] for colour in colours},
        "stones": [],
        "scores": dict.fromkeys(colours, 0),
        "reserve": dict.fromkeys(colours, each),
    }


def test_new_game_is_german_for_two_on_terranova_by_default() -> None:
    assert run("new", "--json").json == run("new", "--board", "terranova", "--players", "2", "--edition", "de", "--json").json


def test_new_game_goes_to_a_file_and_to_a_pipe(tmp_path: Path) -> None:
    written = tmp_path / "first.json"
    assert run("new", "-o", str(written)).code == 0
    assert json.loads(written.read_text()) == run("new", "--json").json
    assert json.loads(run("new").out) == run("new", "--json").json
    assert json.loads(run("new", "-o", "-").out) == run("new", "--json").json


def test_score_of_a_shut_region() -> None:
    answer = given("score", south(scores={"red": 10})).json
    assert list(answer) == ["format", "regions", "awards", "totals", "ended"]
    shut = next(region for region in answer["regions"] if region["closed"])
    assert shut == {
        "cells": ["K1", "K2", "K3"],
        "terrains": ["forest", "desert"],
        "closed": True,
        "settled": False,
        "value": 6,
        "pioneers": {"red": 2, "yellow": 1},
        "awards": {"red": 6},
    }
    assert answer["awards"] == {"red": 6, "yellow": 0}
    assert answer["totals"] == {"red": 16, "yellow": 0}
    assert answer["ended"] is None


def test_open_region_is_worth_nothing_and_names_its_pioneers() -> None:
    region = given("score", south()).json["regions"][0]
    assert region["cells"][0] == "A1"
    assert region["closed"] is False
    assert region["settled"] is False
    assert region["value"] == 0
    assert region["awards"] == {}
    assert region["pioneers"] == {"red": 1, "yellow": 1}


def test_settled_region_keeps_its_value_and_awards_nothing() -> None:
    region = given("score", south(pioneers={"red": ["A1"], "yellow": ["B8"]})).json["regions"][-1]
    assert (region["closed"], region["settled"], region["value"]) == (True, True, 6)
    assert (region["pioneers"], region["awards"]) == ({}, {})


def test_share_that_rounds_down_to_nothing_is_left_out() -> None:
    pioneers = {"red": ["K3", "A1"], "yellow": ["B8"]}
    one_hex = position(players=["red", "yellow"], pioneers=pioneers, stones=["J3", "J4", "K2"])
    region = given("score", one_hex).json["regions"][-1]
    assert region["cells"] == ["K3"]
    assert region["awards"] == {"red": 3}


def test_regions_come_by_their_first_cell_and_terrains_in_the_boards_order() -> None:
    answer = given("score", position(stones=["D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "D10"])).json
    first = [region["cells"][0] for region in answer["regions"]]
    assert first == sorted(first)
    order = [terrain.id for terrain in load_board("islet").terrains]
    for region in answer["regions"]:
        assert region["terrains"] == sorted(region["terrains"], key=order.index)
        assert region["cells"] == sorted(region["cells"], key=lambda cell: (cell[0], int(cell[1:])))


def test_end_of_the_game_names_reason_and_winners() -> None:
    blocked = position(pioneers={"red": ["E5"], "yellow": []}, scores={"red": 3, "yellow": 3})
    assert given("score", blocked).json["ended"] == {"reason": "one-can-move", "winners": ["red", "yellow"]}


def test_several_positions_answer_a_line_each_and_the_highest_code_counts(tmp_path: Path) -> None:
    good = write_json(tmp_path / "good.json", south())
    bad = write_json(tmp_path / "bad.json", south(stones=["Z1"]))
    ran = run("score", good, bad, str(tmp_path / "none.json"), good, "--json")
    assert ran.code == 2
    formats = [line["format"].split("/")[0] for line in ran.json_lines]
    assert formats == ["terranova-score", "terranova-problem", "terranova-problem", "terranova-score"]
    assert [line.get("problem") for line in ran.json_lines] == [None, "unknown-cell", "no-such-file", None]
    assert len(ran.err.splitlines()) == 2
    assert run("score", good, good, "--json").code == 0


def test_every_answer_is_compact(tmp_path: Path) -> None:
    path = write_json(tmp_path / "good.json", south())
    for line in run("score", path, path, "--json").out.splitlines():
        assert line == json.dumps(json.loads(line), separators=(",", ":"))


def test_turns_are_counted_for_the_player_to_move() -> None:
    answer = given("turns", south(to_move="yellow")).json
    assert list(answer) == ["format", "player", "count"]
    assert answer["player"] == "yellow"
    assert answer["count"] > 1000


def test_turns_of_several_positions_name_the_file_of_each() -> None:
    late = str(ROOT / "referee/examples/late.json")
    assert [line.startswith(f"{late}: ") for line in run("turns", late, late).out.splitlines()] == [True, True]
    assert not run("turns", late).out.startswith(late)


def test_turns_listed_are_as_many_as_counted_and_sorted_as_plain_text() -> None:
    answer = given("turns", south(pioneers={"red": ["A1"], "yellow": ["B8"]}), "--list").json
    assert list(answer) == ["format", "player", "count", "turns"]
    assert len(answer["turns"]) == answer["count"] == len(set(answer["turns"]))
    assert answer["turns"] == sorted(answer["turns"])


def test_turns_in_setup_are_the_empty_cells() -> None:
    answer = given("turns", position(reserve={"red": 1, "yellow": 1}), "--list").json
    assert answer["count"] == ISLET_CELLS - 4
    assert answer["turns"][:2] == ["@A1", "@A2"]
    assert answer["turns"].index("@D10") < answer["turns"].index("@D2")


def test_player_without_reserve_passes_in_setup() -> None:
    assert given("turns", position(reserve={"yellow": 1}), "--list").json["turns"] == ["pass"]


def test_game_that_is_over_has_no_turns() -> None:
    over = position(pioneers={"red": ["E5"], "yellow": []})
    assert given("turns", over).json["count"] == 0
    assert given("turns", over, "--list").json["turns"] == []


def test_turns_listed_for_people_are_one_a_line(tmp_path: Path) -> None:
    path = write_json(tmp_path / "p.json", south(pioneers={"red": ["A1"], "yellow": ["B8"]}))
    ran = run("turns", path, "--list")
    assert ran.out.splitlines() == run("turns", path, "--list", "--json").json["turns"]


def test_turn_that_shuts_a_region_is_an_event() -> None:
    before = south(stones=["J1", "J2", "J3"], pioneers={"red": ["I6", "K3"], "yellow": ["B8"]})
    answer = given("play", before, "I6-I5 +J4 +I6").json
    assert answer["events"] == [
        {"type": "territory", "after": "+J4", "cells": ["K1", "K2", "K3"], "value": 6, "awards": {"red": 6}}
    ]
    assert answer["scores"] == {"red": 6, "yellow": 0}
    assert answer["pioneers"] == {"red": ["I5"], "yellow": ["B8"]}
    assert answer["to_move"] == "yellow"
    assert answer["ended"] is None


def test_region_shown_uncleared_is_paid_before_the_first_action() -> None:
    answer = given("play", south(), "A1-A2 +A1 +B2").json
    assert answer["events"] == [
        {"type": "territory", "after": None, "cells": ["K1", "K2", "K3"], "value": 6, "awards": {"red": 6}}
    ]
    assert answer["pioneers"] == {"red": ["A2"], "yellow": ["B8"]}


def test_empty_region_that_closes_is_an_event_without_awards() -> None:
    before = south(stones=["J1", "J2", "J3"], pioneers={"red": ["I6"], "yellow": ["B8"]})
    assert given("play", before, "I6-I5 +J4 +I6").json["events"][0]["awards"] == {}


@pytest.mark.parametrize("turn", ["C3-C2 +C1 +B1", "E5-E4 +A1 +D3", "pass", "E5-E4", "@A1", "E5-E4 E4-E5 E5-E4 E4-E5"])
def test_illegal_turn_is_a_no_that_names_the_action(turn: str) -> None:
    message = assert_refused(given("play", position(), turn), "illegal-turn", code=1)
    assert len(message) > 20


@pytest.mark.parametrize(
    ("turn", "slug"),
    [
        ("", "unreadable-turn"),
        ("  ", "unreadable-turn"),
        ("nonsense", "unreadable-turn"),
        ("E5-E4 +", "unreadable-turn"),
        ("E5-E4 +E3 +D3\x1b[31m", "unreadable-turn"),
        ("e5-e4", "unreadable-turn"),
        ("E5-Z9", "unknown-cell"),
        ("@A99", "unknown-cell"),
    ],
)
def test_turn_that_cannot_be_read_is_the_inputs_fault(turn: str, slug: str) -> None:
    assert_refused(given("play", position(), turn), slug)


def test_turn_after_the_end_is_a_no() -> None:
    over = position(pioneers={"red": ["E5"], "yellow": []})
    assert_refused(given("play", over, "E5-E4 +E3 +D3"), "illegal-turn", code=1)


def test_play_writes_the_file_only_when_the_turn_is_legal(tmp_path: Path) -> None:
    path = write_json(tmp_path / "p.json", position())
    before = Path(path).read_bytes()
    assert run("play", path, "E5-E9", "-o", path).code == 1
    assert Path(path).read_bytes() == before
    ran = run("play", path, "E5-E4 +E3 +D3", "-o", path, "--json")
    assert ran.code == 0
    assert json.loads(Path(path).read_text()) == ran.json
    assert [file.name for file in tmp_path.iterdir()] == ["p.json"]


def check(before: object, after: object, tmp_path: Path, *more: str) -> Ran:
    return run("check", write_json(tmp_path / "b.json", before), write_json(tmp_path / "a.json", after), "--json", *more)


def test_check_finds_the_turn_and_its_events(tmp_path: Path) -> None:
    before = south(stones=["J1", "J2", "J3"], pioneers={"red": ["I6", "K3"], "yellow": ["B8"]})
    after = given("play", before, "I6-I5 +J4 +I6").json
    answer = check(before, after, tmp_path).json
    assert list(answer) == ["format", "legal", "turn", "ways", "events", "reason"]
    assert answer["format"] == "terranova-check/1"
    assert answer["legal"] is True
    assert answer["reason"] is None
    assert answer["ways"] >= 1
    assert answer["events"][0]["cells"] == ["K1", "K2", "K3"]


def test_check_accepts_a_region_that_stands_uncleared(tmp_path: Path) -> None:
    before = south(stones=["J1", "J2", "J3"], pioneers={"red": ["I6", "K3"], "yellow": ["B8"]})
    after = south(stones=["I6", *SOUTH_SHUT], pioneers={"red": ["I5", "K3"], "yellow": ["B8"]})
    assert check(before, after, tmp_path).json["legal"] is True


def test_check_of_an_illegal_turn_gives_one_reason(tmp_path: Path) -> None:
    ran = check(position(), position(), tmp_path)
    assert ran.code == 1
    assert ran.err == ""
    answer = ran.json
    assert (answer["legal"], answer["turn"], answer["ways"], answer["events"]) == (False, None, 0, [])
    assert answer["reason"].endswith(".")


def test_check_reads_only_pieces_of_the_position_after(tmp_path: Path) -> None:
    after = given("play", position(), "E5-E4 +E3 +D3").json
    plain = check(position(), after, tmp_path).json
    strange = {**after, "edition": "hu", "to_move": "red", "scores": {"red": 99, "yellow": 0}, "reserve": {"red": 9}}
    assert check(position(), strange, tmp_path).json == plain


def test_check_of_another_board_or_other_players_is_the_inputs_fault(tmp_path: Path) -> None:
    assert_refused(check(position(), position(board="wheel", pioneers={}), tmp_path), "other-board")
    assert_refused(check(position(), position(players=["red", "yellow", "blue"]), tmp_path), "other-players")


def test_check_takes_the_same_board_under_another_name(tmp_path: Path) -> None:
    (tmp_path / "copy.json").write_text(run("board", "islet", "--json").out)
    after = {**given("play", position(), "E5-E4 +E3 +D3").json, "board": "copy.json"}
    assert check(position(), after, tmp_path).json["legal"] is True


def test_check_of_a_game_that_is_over_is_negative(tmp_path: Path) -> None:
    over = position(pioneers={"red": ["E5"], "yellow": []})
    assert check(over, position(pioneers={"red": ["E4"]}), tmp_path).code == 1
