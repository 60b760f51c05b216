"""The pages' typefaces are the output of the tests' script, and contain every letter that the pages use."""

from __future__ import annotations

import io

import pytest
from fontTools.ttLib import TTFont

from referee.words.texts import LANGUAGES, catalogue
from tests.web.typefaces import FONTS, KEPT_NAMES, SOURCES, cut
from web.site.languages import ROOM

MOST_BYTES = 32_000  # all three together, so that a first visit stays light
WITHOUT_DATES = "head"


def shipped(name: str) -> TTFont:
    return TTFont(FONTS / f"{name}.woff2")


@pytest.mark.parametrize("name", SOURCES)
def test_typeface_is_cut_out_of_the_one_that_prints_the_board(name: str) -> None:
    written = io.BytesIO()
    cut(name).save(written)
    there, made = shipped(name), TTFont(io.BytesIO(written.getvalue()))
    assert set(there.keys()) == set(made.keys())
    for table in set(there.keys()) - {"GlyphOrder", WITHOUT_DATES}:
        assert there.getTableData(table) == made.getTableData(table), f"{table}: run python -m tests.web.typefaces"


@pytest.mark.parametrize("name", SOURCES)
def test_every_letter_of_the_six_languages_is_there(name: str) -> None:
    letters = {letter for language in LANGUAGES for sentence in catalogue(ROOM, language).values() for letter in str(sentence)}
    assert {letter for letter in letters if letter.isprintable()} <= set(map(chr, shipped(name).getBestCmap()))


@pytest.mark.parametrize("name", SOURCES)
def test_changed_typeface_does_not_bear_the_reserved_name(name: str) -> None:
    answer = {record.nameID: record.toUnicode() for record in shipped(name)["name"].names}
    assert set(answer) <= set(KEPT_NAMES)
    assert not any("Source" in answer[number] for number in (1, 3, 4, 6))
    assert "Open Font License" in answer[13]


def test_typefaces_weigh_little() -> None:
    assert sum((FONTS / f"{name}.woff2").stat().st_size for name in SOURCES) < MOST_BYTES
