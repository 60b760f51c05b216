"""A board is made ready once, whichever way a photo tells of it."""
from __future__ import annotations

import pytest

from referee.board_files import BUILT_IN, load_board
from referee.boards_in_sight import known_layout, layout_of
from referee.layout import PrintChoice, lay_out


@pytest.mark.parametrize("name", BUILT_IN)
def test_hidden_code_and_code_lead_to_one_layout(name: str) -> None:
    board = load_board(name)
    assert known_layout(board, PrintChoice("A4")) is layout_of(lay_out(board, PrintChoice("A4")).code)


def test_other_print_is_another_layout() -> None:
    board = load_board("islet")
    assert known_layout(board, PrintChoice("A4")) is not known_layout(board, PrintChoice("Letter"))
