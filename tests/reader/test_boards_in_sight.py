"""A board is prepared once, however a photo identifies it."""

from __future__ import annotations

import pytest

from printables.artwork.empty_board import find_shipped_code
from referee.boards.library import BUILT_IN, load_board
from referee.layout.layout import PrintChoice, lay_out
from referee.reader.find_board import known_layout, layout_of


@pytest.mark.parametrize("name", BUILT_IN)
def test_hidden_code_and_code_lead_to_one_layout(name: str) -> None:
    board = load_board(name)
    assert known_layout(board, PrintChoice("A4")) is layout_of(lay_out(board, PrintChoice("A4")).code)


def test_other_print_is_another_layout() -> None:
    board = load_board("islet")
    assert known_layout(board, PrintChoice("A4")) is not known_layout(board, PrintChoice("Letter"))


@pytest.mark.parametrize("name", BUILT_IN)
def test_names_of_the_pictures_carry_the_code_of_the_usual_print(name: str) -> None:
    assert find_shipped_code(name) == lay_out(load_board(name)).code


def test_board_without_a_picture_has_no_usual_print() -> None:
    assert find_shipped_code("nowhere") is None
