"""The trimmed sheets, assembled by the layout, equal the poster: nothing missing, doubled or shifted."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from printables.artwork.palette import Ink
from printables.documents.catalogue import Material
from referee.layout.papers import PrintChoice
from tests.printables.documents import layout_json, pdf_of
from tests.printables.rasters import Assembled, Picture, differing, put_back, render

PX_PER_MM = 6.0  # compared at half of it
TOLERANCE = 40  # of 255: what two renderings of the same line, half a pixel apart, may differ beyond their neighbours
SHARE = 1e-5  # of the pixels may be unlike

EVERYDAY = [
    ("terranova", PrintChoice()),
    ("islet", PrintChoice("Letter", 20.0, measured=(94.0, 94.0))),
    ("terranova", PrintChoice(hex_mm=33.0, sheets=9)),  # 3 by 3, the one in the middle without a rim
]
MATRIX = [("wheel", PrintChoice("A3")), ("islet", PrintChoice("Letter"))]
MATRIX += [("islet", PrintChoice("Letter", 60.0, sheets=49))]  # 4 by 6
MATRIX += [("terranova", PrintChoice("Legal", measured=(97.0, 99.0)))]
MATRIX += [
    (board, PrintChoice(paper, hex_mm, measured=measured))
    for board in ("terranova", "islet", "wheel")
    for paper in ("A4", "Letter", "A3")
    for hex_mm in (18.5, 24.0, 26.5)
    for measured in ((100.0, 100.0), (94.0, 94.0))
]


def assert_sheets_make_the_poster(board: str, choice: PrintChoice, ink: Ink = Ink.COLOUR) -> None:
    whole = Assembled(pdf_of(Material.BOARD, board, choice, ink), layout_json(board, choice), PX_PER_MM)
    assert np.all(whole.cover == 1), "a pixel is covered by no sheet or by two"
    unlike = differing(whole.picture, whole_board(board, choice, ink, whole.cover.shape), TOLERANCE)
    assert unlike.mean() <= SHARE


def whole_board(board: str, choice: PrintChoice, ink: Ink, shape: tuple[int, ...]) -> Picture:
    """Return the poster on the pixels of the assembled board."""
    layout = layout_json(board, choice)
    poster = render(pdf_of(Material.POSTER, board, choice, ink), 0, PX_PER_MM)
    size_mm = (layout["width_mm"], layout["height_mm"])
    return put_back(poster, size_mm, ((1, 0, 0), (0, 1, 0)), (shape[0], shape[1]), PX_PER_MM)


@pytest.mark.parametrize(("board", "choice"), EVERYDAY)
def test_trimmed_sheets_put_together_are_the_poster(board: str, choice: PrintChoice) -> None:
    assert_sheets_make_the_poster(board, choice)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "choice"), MATRIX)
def test_trimmed_sheets_are_the_poster_on_every_paper_and_hex(board: str, choice: PrintChoice) -> None:
    assert_sheets_make_the_poster(board, choice)


@pytest.mark.parametrize(("row", "column", "change"), [(0, 2, 0.7), (1, 2, -0.7), (0, 0, 0.01), (1, 0, 0.01)])
def test_one_wrong_matrix_is_noticed(row: int, column: int, change: float) -> None:
    assert share_unlike_on_one_sheet(row, column, change) > 30 * SHARE
    assert share_unlike_on_one_sheet(row, column, 0.0) <= SHARE


def share_unlike_on_one_sheet(row: int, column: int, change: float) -> float:
    """Place one sheet with one number of its matrix changed, and return how much differs from the poster."""
    layout = copy.deepcopy(layout_json())
    layout["pages"] = layout["pages"][4:5]
    layout["pages"][0]["page_to_board"][row][column] += change
    sheet = Assembled(pdf_of(Material.BOARD), layout, PX_PER_MM)
    poster = whole_board("terranova", PrintChoice(), Ink.COLOUR, sheet.cover.shape).copy()
    poster[sheet.cover == 0] = 0
    return float(differing(sheet.picture, poster, TOLERANCE).mean())


def test_outlines_with_a_gap_are_noticed() -> None:
    layout = copy.deepcopy(layout_json())
    layout["pages"][0]["outline"][0][0] -= 2.0
    assert not np.all(Assembled(pdf_of(Material.BOARD), layout, PX_PER_MM).cover == 1)
