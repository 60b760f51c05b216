"""The cover: a list of things to gather, and steps for exactly the sheets that there are."""

from __future__ import annotations

import pytest

from printables.artwork.palette import Ink
from printables.documents.catalogue import Material, PrintJob, make_documents
from printables.drawing.tagging import make_pdf
from referee.boards.library import parse_board
from referee.layout.layout import lay_out
from referee.layout.papers import PrintChoice
from referee.rules.position import Edition
from referee.words.texts import LANGUAGES
from tests.printables.documents import pdf_of, words_of_page

LONG_ISLAND = f'''
name = "long"
map = """
{" ".join("MFLD" * 6)}
 {" ".join("MFLD" * 6)}
"""
[legend]
M = "meadow"
F = "forest"
L = "lake"
D = "desert"
'''


@pytest.mark.parametrize("language", ["hu", *(pytest.param(one, marks=pytest.mark.slow) for one in LANGUAGES if one != "hu")])
def test_each_thing_to_gather_is_a_point_of_a_list(language: str) -> None:
    words = words_of_page(pdf_of(Material.BOARD, "islet", PrintChoice(hex_mm=30.0), language=language), 1)
    assert words.count("•") == 5


def test_board_on_one_sheet_has_no_steps_about_seams_and_neighbours() -> None:
    """Regression: the step on cutting explained the seams of a board that has none."""
    board = parse_board(LONG_ISLAND.encode(), "long.toml")
    layout = lay_out(board, PrintChoice("A3", 12.0, margin_mm=2.8, sheets=1))
    assert len(layout.pages) == 1
    job = PrintJob(layout, Ink.COLOUR, "en", Edition.DE)
    cover = words_of_page(make_pdf(next(make_documents(job, Material.BOARD, lambda sentence: None)).book), 1)
    assert "Cut the sheet just inside the thin line" in cover
    assert not [word for word in ("seam", "neighbour", "zigzag", "Join") if word in cover]
