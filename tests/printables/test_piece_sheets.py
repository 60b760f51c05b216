"""The sheets of pieces: numbered, labelled, and no more than needed."""

from __future__ import annotations

import re
from io import BytesIO

import pdfplumber
import pytest

from printables.documents.catalogue import Material
from referee.layout.papers import PrintChoice
from referee.words.texts import LANGUAGES
from tests.printables.documents import document, laid_out, pdf_of

POINTS_PER_MM = 72 / 25.4


def pages_of(board: str, choice: PrintChoice, language: str) -> list[str]:
    with pdfplumber.open(BytesIO(pdf_of(Material.PIECES, board, choice, language=language))) as pdf:
        return [page.extract_text() for page in pdf.pages]


def test_each_sheet_shows_its_number_the_board_and_the_size_of_the_hexes() -> None:
    pages = pages_of("terranova", PrintChoice(), "en")
    for number, words in enumerate(pages, start=1):
        assert f"Sheet {number} of {len(pages)}" in words
        assert "Terra Nova · A4 · 32 mm" in words


@pytest.mark.parametrize("language", ["fi", pytest.param("de", marks=pytest.mark.slow)])  # the longest headings
@pytest.mark.parametrize("paper", ["A4", pytest.param("Letter", marks=pytest.mark.slow)])
def test_label_of_a_sheet_is_clear_of_its_heading(paper: str, language: str) -> None:
    choice = PrintChoice(paper, 30.0, sheets=12)
    with pdfplumber.open(BytesIO(pdf_of(Material.PIECES, "wheel", choice, language=language))) as pdf:
        for page in pdf.pages:
            label = page.search(r"[^ ]+ · \w+ · 30 mm")[0]
            beside = page.crop((0, label["top"] - 5 * POINTS_PER_MM, label["x0"], label["bottom"])).extract_words()
            assert beside, "the heading is on the left of the label"
            assert label["x0"] - max(word["x1"] for word in beside if word["x1"] < label["x0"] - 1) > 3 * POINTS_PER_MM


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_largest_pieces_take_four_sheets(paper: str, language: str) -> None:
    """Regression: one green pioneer and the score markers each had a sheet nearly to themselves."""
    choice = PrintChoice(paper)
    assert laid_out("islet", choice).hex_mm == 36.0
    assert len(document(Material.PIECES, "islet", choice, language=language).book.sheets) == 4


def test_standing_pioneers_are_offered_in_place_of_the_flat_ones() -> None:
    standing = [words for words in pages_of("terranova", PrintChoice(), "en") if "Standing pioneers" in words]
    assert standing
    assert all("In place of the flat pioneers." in words for words in standing)


@pytest.mark.parametrize("language", ["hu", *(pytest.param(one, marks=pytest.mark.slow) for one in LANGUAGES if one != "hu")])
def test_second_score_marker_is_for_points_above_the_track_however_often_it_runs_round(language: str) -> None:
    """Regression: `after each full round` is after 50 points on a rim that the track runs round twice."""
    choice = PrintChoice()
    assert laid_out("islet", choice).rim.laps == 2
    assert laid_out("islet", choice).score_track[-1].value == 99
    words = " ".join(pages_of("islet", choice, language))
    assert re.search(r"[^\n]*\+100[^\n]*\b99\b", words)
