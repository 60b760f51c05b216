"""The leaf of table cards: cutting lines round every card, and none round places without one."""

from __future__ import annotations

import numpy as np
import pytest

from printables.documents.table_cards import CARD_HEIGHT, CARD_WIDTH, COLUMNS, ROWS, CardChoice, TableCard, write_cards
from tests.printables.rasters import render

LEAF_MM = (210.0, 297.0)
PX_PER_MM = 4.0
WHITE, LINE = 250, 190


@pytest.mark.parametrize("cards", range(1, COLUMNS * ROWS + 1))
def test_each_card_and_no_empty_place_has_cutting_lines(cards: int) -> None:
    tables = [TableCard(f"Table {number}", "ABCDE FGHJK", "https://club.example.org/j/ABCDE") for number in range(cards)]
    leaf = render(write_cards(CardChoice("Club", "https://club.example.org", "en", *LEAF_MM), tables), 0, PX_PER_MM).min(axis=2)
    for place in range(COLUMNS * ROWS):
        row, column = divmod(place, COLUMNS)
        left = (LEAF_MM[0] - COLUMNS * CARD_WIDTH) / 2 + column * CARD_WIDTH
        top = (LEAF_MM[1] - ROWS * CARD_HEIGHT) / 2 + row * CARD_HEIGHT
        right, bottom = left + CARD_WIDTH, top + CARD_HEIGHT
        if place < cards:
            assert all(_part(leaf, x - 0.5, top + 10, x + 0.5, top + 16).min() < LINE for x in (left, right))
            assert all(_part(leaf, left + 10, y - 0.5, left + 16, y + 0.5).min() < LINE for y in (top, bottom))
        else:
            assert _part(leaf, left + 1, top + 1, right + 1, bottom + 1).min() > WHITE


def _part(picture: np.ndarray, left: float, top: float, right: float, bottom: float) -> np.ndarray:
    return picture[round(top * PX_PER_MM) : round(bottom * PX_PER_MM), round(left * PX_PER_MM) : round(right * PX_PER_MM)]
