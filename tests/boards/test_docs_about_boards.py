"""The documentation of board files: its example is valid, and its error message is the real one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.boards.board import LANDSCAPES
from referee.boards.library import parse_board_toml
from referee.words.problems import Problem

PAGE = (Path(__file__).parents[2] / "docs" / "boards.md").read_text(encoding="utf-8")
EXAMPLE = PAGE.split("```toml\n")[1].split("```")[0]


def test_example_is_a_board() -> None:
    board = parse_board_toml(EXAMPLE, "lagoon.toml")
    assert (board.name, board.label, len(board.cells)) == ("lagoon", "The Lagoon", 34)


def test_error_message_is_the_documented_one() -> None:
    found = re.search(r"^ {4}(lagoon\.toml, line (\d+), column (\d+): .*)$", PAGE, re.MULTILINE)
    assert found
    lines = EXAMPLE.splitlines()
    row, column = int(found[2]) - 1, int(found[3]) - 1
    lines[row] = lines[row][:column] + "X" + lines[row][column + 1 :]
    with pytest.raises(Problem) as caught:
        parse_board_toml("\n".join(lines), "lagoon.toml")
    assert str(caught.value) == found[1]


def test_all_known_landscapes_are_named() -> None:
    assert all(f"`{landscape}`" in PAGE for landscape in LANDSCAPES)
