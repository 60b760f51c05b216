"""Boards in terranova-board/1: round trips, and error messages with the location of the fault."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from referee.boards.board import Terrain
from referee.boards.library import BUILT_IN, board_from_json, load_board, parse_board
from referee.boards.maps import format_board_toml
from referee.formats.positions import board_to_json
from referee.words.problems import Problem
from referee.words.texts import LANGUAGES

Given = dict[str, Any]


def islet() -> Given:
    return copy.deepcopy(dict(board_to_json(load_board("islet"), "en")))


def refusal(given: object) -> tuple[str, str]:
    with pytest.raises(Problem) as caught:
        board_from_json(given, "my.json")
    return caught.value.slug, str(caught.value)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BUILT_IN)
def test_board_written_as_json_is_read_back(name: str, language: str) -> None:
    board = load_board(name)
    read = board_from_json(board_to_json(board, language), "my.json")
    assert (read.name, read.terrains, read.cells) == (board.name, board.terrains, board.cells)


@pytest.mark.parametrize("name", BUILT_IN)
def test_json_read_and_written_again_is_the_same(name: str) -> None:
    given = board_to_json(load_board(name), "en")
    words = json.dumps(given).encode()
    assert board_to_json(parse_board(words, "my.json"), "en") == given


def test_picture_that_a_landscape_borrows_is_kept() -> None:
    given = islet()
    given["terrains"][0] |= {"id": "lava", "label": "Lava", "looks-like": "desert"}
    for cell in given["cells"]:
        cell["terrain"] = "lava" if cell["terrain"] == "meadow" else cell["terrain"]
    board = board_from_json(given, "my.json")
    assert board.terrains[0] == Terrain("lava", "Lava", "desert")
    assert board_to_json(board, "en") == given
    assert parse_board(format_board_toml(board).encode(), "my.toml").terrains == board.terrains
    given["terrains"][0]["looks-like"] = "sand"
    assert refusal(given)[0] == "unknown-look"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_json_that_windows_saved_is_read(encoding: str) -> None:
    words = json.dumps(islet(), indent=1).replace("\n", "\r\n")
    assert parse_board(words.encode(encoding), "my.json").cells == load_board("islet").cells


def test_json_keeps_q_and_r_and_order_of_its_own() -> None:
    given = islet()
    for cell in given["cells"]:
        cell["q"], cell["r"] = cell["q"] - 7, cell["r"] + 5
        cell["neighbours"].reverse()
    given["cells"].reverse()
    board = board_from_json(given, "my.json")
    assert (board.cells[0].id, board.cells[0].q, board.cells[0].r) == ("A1", -7, 5)
    assert [cell.id for cell in board.cells] == [cell.id for cell in load_board("islet").cells]


def test_terrain_listed_but_unused_is_kept() -> None:
    given = islet()
    given["terrains"].insert(1, {"id": "ice", "label": "Ice"})
    board = board_from_json(given, "my.json")
    assert board.terrains[1] == Terrain("ice", "Ice")
    assert board_to_json(board, "en") == given


def test_label_that_is_not_a_translated_name_belongs_to_the_board() -> None:
    given = islet()
    given["terrains"][0]["label"] = "Pasture"
    assert board_from_json(given, "my.json").terrains[0] == Terrain("meadow", "Pasture")


def set_in(*path: Any, to: object) -> Callable[[Given], None]:
    def change(given: Given) -> None:
        place: Any = given
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = to

    return change


def remove(*path: Any) -> Callable[[Given], None]:
    def change(given: Given) -> None:
        place: Any = given
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]

    return change


def repeat_first_cell(given: Given) -> None:
    given["cells"].append(copy.deepcopy(given["cells"][0]))


def make_all_lake(given: Given) -> None:
    for cell in given["cells"]:
        cell["terrain"] = "lake"


FAULTS: dict[str, tuple[Callable[[Given], None], str, str]] = {
    "other format": (set_in("format", to="terranova-board/2"), "wrong-format", "terranova-board/2"),
    "unknown key": (set_in("colour", to="red"), "unknown-key", '"colour"'),
    "unknown key of a cell": (set_in("cells", 2, "height", to=3), "unknown-key", 'cells[3]: unknown key "height"'),
    "missing key": (remove("name"), "missing-key", '"name"'),
    "missing key of a cell": (remove("cells", 0, "neighbours"), "missing-key", "cells[1]"),
    "name that is a number": (set_in("name", to=7), "wrong-type", "name"),
    "name that is empty": (set_in("name", to=""), "bad-word", "name"),
    "name of two lines": (set_in("name", to="a\nb"), "bad-word", '"a\\nb"'),
    "terrains that are a word": (set_in("terrains", to="meadow"), "wrong-type", "terrains"),
    "terrain listed twice": (set_in("terrains", 1, "id", to="meadow"), "terrain-twice", '"meadow" is listed twice'),
    "cells that are an object": (set_in("cells", to={}), "wrong-type", "cells"),
    "no cells": (set_in("cells", to=[]), "no-cells", "no hexes"),
    "cell that is a word": (set_in("cells", 4, to="A1"), "wrong-type", "cells[5]"),
    "q that is true": (set_in("cells", 0, "q", to=True), "not-a-number", "cells[1].q"),
    "q that is a decimal number": (set_in("cells", 0, "q", to=0.0), "not-a-number", "cells[1].q"),
    "r out of this world": (set_in("cells", 0, "r", to=10**9), "not-a-number", "cells[1].r"),
    "terrain that is not listed": (set_in("cells", 0, "terrain", to="ice"), "unknown-landscape", '"ice" is not among'),
    "two cells in one place": (repeat_first_cell, "cell-twice", "two cells lie at q 0, r 0"),
    "wrong id": (set_in("cells", 1, "id", to="A7"), "wrong-id", 'the cell "A7" is called A2'),
    "neighbour missing": (set_in("cells", 0, "neighbours", to=["A2"]), "wrong-neighbours", "the neighbours of A1 are A2, B1, B2"),
    "neighbour twice": (set_in("cells", 0, "neighbours", to=["A2", "A2", "B1", "B2"]), "wrong-neighbours", "A2, B1, B2"),
    "neighbour that is a number": (set_in("cells", 0, "neighbours", to=[7]), "wrong-type", "cells[1].neighbours[1]"),
    "cell cut off": (set_in("cells", 0, "q", to=-9), "not-connected", "cells[1]: the hex A1 hangs on no other"),
    "too many rows": (set_in("cells", 77, "r", to=26), "too-many-rows", "cells[78]"),
    "one landscape": (make_all_lake, "too-few-terrains", "one landscape (lake)"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_reported_with_its_place(fault: str) -> None:
    change, slug, fragment = FAULTS[fault]
    given = islet()
    change(given)
    found, sentence = refusal(given)
    assert (found, fragment in sentence) == (slug, True), sentence
    assert sentence.startswith("my.json")
    assert sentence.endswith(".")


@pytest.mark.parametrize("given", [None, True, 7, "board", [], [islet()]])
def test_anything_but_an_object_is_refused(given: object) -> None:
    assert refusal(given)[0] == "wrong-type"
