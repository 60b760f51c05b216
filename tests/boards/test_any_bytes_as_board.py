"""Any bytes given as a board yield a board, or a Problem that can be shown in every language."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.boards.board import Board, looks_of
from referee.boards.library import load_board, parse_board
from referee.formats.positions import board_to_json
from referee.words.problems import Problem
from referee.words.texts import LANGUAGES, say

SEEDED = settings(max_examples=300, deadline=None, derandomize=True, database=None)

DRAWN = b"""name = "atoll"
label = "Lava"
map = '''
 M M F F
M M . F F
 L L D D D
'''
[legend]
M = "meadow"
F = "forest"
L = "lake"
D = { id = "lava", label = "Lava", looks-like = "desert" }
"""
WORDS = [
    "'''",
    '"',
    "[",
    "]",
    "{",
    "}",
    "=",
    "\\",
    "\t",
    "\0",
    "\n",
    "M",
    " M",
    ".",
    "map",
    "[legend]",
    "[[legend]]",
    "é",
    "\u2028",
    "1979-05-27",
    "#",
]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def read(data: bytes) -> Board | None:
    """Parse bytes as a board; on rejection, check that the message can be formatted."""
    try:
        return parse_board(data, "any")
    except Problem as problem:
        for language in LANGUAGES:
            sentence = say(problem.message, language)
            assert sentence
            assert "\n" not in sentence
        return None


def draw(rows: list[str]) -> bytes:
    """Replace the rows of the example board."""
    return DRAWN[: DRAWN.index(b" M M F F")] + "\n".join(rows).encode() + DRAWN[DRAWN.index(b"\n'''\n[") :]


def check_sound(board: Board) -> None:
    """Check that an accepted board can be written, read again and drawn."""
    again = parse_board(json.dumps(board_to_json(board, "en")).encode(), "again.json")
    assert again.cells == board.cells
    assert [cell.id for cell in again.cells] == list(board.number_of)
    assert len(looks_of(board)) == len(board.terrains)


@SEEDED
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    assert read(data) is None


@SEEDED
@given(st.integers(0, len(DRAWN)), st.integers(0, 6), st.sampled_from(WORDS) | st.text(max_size=3))
def test_drawn_board_with_a_place_changed(start: int, length: int, put: str) -> None:
    data = DRAWN[:start] + put.encode("utf-8", "surrogatepass") + DRAWN[start + length :]
    board = read(data)
    if board:
        check_sound(board)


@SEEDED
@given(st.lists(st.text(alphabet="MFLD .", max_size=12), max_size=8))
def test_any_drawing_of_letters(rows: list[str]) -> None:
    board = read(draw(rows))
    if board:
        check_sound(board)


@SEEDED
@given(st.lists(st.text(alphabet="MFLD", min_size=4, max_size=12), min_size=1, max_size=26), st.data())
def test_any_drawing_without_fault_is_a_board_of_its_letters(rows: list[str], data: st.DataObject) -> None:
    """Rows that begin within four half hexes of each other are connected; with all four letters they form a board."""
    rows[0] = "MFLD" + rows[0]
    indents = [2 * data.draw(st.integers(0, 1)) + number % 2 for number in range(len(rows))]
    drawn = [" " * indent + " ".join(row) for indent, row in zip(indents, rows, strict=True)]
    board = parse_board(draw(drawn), "any")
    letters = {"meadow": "M", "forest": "F", "lake": "L", "lava": "D"}
    assert "".join(letters[board.terrains[cell.terrain].id] for cell in board.cells) == "".join(rows)
    assert [cell.id for cell in board.cells] == [f"{chr(65 + r)}{n + 1}" for r, row in enumerate(rows) for n in range(len(row))]
    assert {cell.id: 2 * cell.q + cell.r + indents[0] for cell in board.cells if cell.id.endswith("1") and len(cell.id) == 2} == {
        f"{chr(65 + r)}1": indent for r, indent in enumerate(indents)
    }
    check_sound(board)


@SEEDED
@given(st.data(), json_values)
def test_given_board_with_a_value_changed(data: st.DataObject, put: Any) -> None:
    given_board: dict[str, Any] = dict(board_to_json(load_board("islet"), "en"))
    place: Any = given_board
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], (dict, list)) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = put
    board = read(json.dumps(given_board).encode())
    if board:
        check_sound(board)
