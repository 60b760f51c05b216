"""Lines of printed paragraphs do not part numbers from their units, or French punctuation from its word."""

from __future__ import annotations

import re

import pytest

from printables.documents.catalogue import Material
from printables.drawing.paragraphs import Style, break_lines
from referee.layout.papers import PrintChoice
from referee.words.texts import LANGUAGES
from tests.printables.documents import pdf_of, words_of_page

STRANDED_START, STRANDED_END = r"[:;!?%»×]|(?:mm|cm|g/m²)\b", r"[«×]"
CHOICE = PrintChoice(hex_mm=30.0)


@pytest.mark.parametrize("width", range(12, 60, 2))
def test_number_and_unit_stay_together(width: int) -> None:
    words = "une case de 36 mm, de préférence 120 à 200 g/m² : « taille réelle » ou 100 % ; 53 × 52 cm !"
    lines = break_lines(words, Style(3.9, 4.9), width)
    assert " ".join(lines) == words
    assert not [line for line in lines if re.match(STRANDED_START, line) or re.search(f"{STRANDED_END}$", line)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_the_cover_begins_with_a_unit(language: str) -> None:
    """Regression: the German cover had `oder 100` at the end of a line and `% und drucke neu` on the next."""
    lines = words_of_page(pdf_of(Material.BOARD, "islet", CHOICE, language=language), 1).splitlines()
    assert len(lines) > 30
    assert not [line for line in lines if re.match(STRANDED_START, line)]
