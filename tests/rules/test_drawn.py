"""The drawing helper builds the boards that the drawings show."""

from __future__ import annotations

from tests.rules.drawn import HEXAGON, row_board


def test_a_hexagon_of_side_four_has_37_cells_and_its_middle_six_neighbours() -> None:
    middle = HEXAGON.number_of["D4"]
    assert len(HEXAGON.cells) == 37
    assert [HEXAGON.cells[cell].id for cell in HEXAGON.neighbours[middle]] == ["C3", "C4", "D3", "D5", "E3", "E4"]


def test_a_row_is_one_straight_line() -> None:
    board = row_board("aabbccdd")
    assert sorted(len(ray) for ray in board.rays[0]) == [0, 0, 0, 0, 0, 7]
