"""The typefaces cover all characters in the sentences of all languages, and those likely in custom names."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from printables.drawing.drawing import Face
from printables.drawing.faces import CAPITAL_HEIGHT, baseline_for, font_file
from printables.drawing.pdf import width_of
from referee.words.texts import LANGUAGES, catalogue

ROOMS = sorted(path.name for path in Path(str(files("referee.words") / "catalogues")).iterdir() if path.is_dir())
FACES_OF_SENTENCES = (Face.SERIF, Face.SERIF_BOLD, Face.SANS, Face.SANS_BOLD)
LINE_ENDS = {"\n"}


@cache
def letters_in(face: Face) -> frozenset[str]:
    return frozenset(map(chr, TTFont(font_file(face)).getBestCmap()))


def letters_of(room: str, language: str) -> set[str]:
    entries = catalogue(room, language).values()
    sentences = [words for entry in entries for words in ([entry] if isinstance(entry, str) else entry.values())]
    return set("".join(sentences))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("face", FACES_OF_SENTENCES)
def test_every_sentence_can_be_set(face: Face, language: str) -> None:
    for room in ROOMS:
        if (files("referee.words") / "catalogues" / room / f"{language}.json").is_file():
            missing = letters_of(room, language) - letters_in(face) - LINE_ENDS
            assert not missing, f"{room}: {sorted(missing)}"


@pytest.mark.parametrize("face", Face)
def test_every_face_holds_the_letters_of_europe(face: Face) -> None:
    assert set("ÁÄÅÀÂÇÉÈÊËÍÎÏÓÖÔŐÚÜÛÙŰŘŠŽŁĄĘÑÕØÆáäåàâçéèêëíîïóöôőúüûùűßřšžłąęñõøæ„“”«»’–—…·×") <= letters_in(face)


@pytest.mark.parametrize("face", Face)
def test_capitals_are_as_high_as_centring_takes_them_to_be(face: Face) -> None:
    font = TTFont(font_file(face))
    assert font["OS/2"].sCapHeight / font["head"].unitsPerEm == pytest.approx(CAPITAL_HEIGHT, abs=0.015)
    assert baseline_for(10.0, 4.0) == pytest.approx(10.0 + 2.0 * CAPITAL_HEIGHT)


@pytest.mark.parametrize("face", Face)
def test_width_is_that_of_the_font(face: Face) -> None:
    font = TTFont(font_file(face))
    names, widths = font.getBestCmap(), font["hmtx"]
    expected = sum(widths[names[ord(letter)]][0] for letter in "Őrség") * 5.0 / font["head"].unitsPerEm
    assert width_of("Őrség", face, 5.0) == pytest.approx(expected, rel=0.002)
    assert width_of("Őrség", face, 5.0, spacing_mm=1.0) == pytest.approx(expected + 4.0, rel=0.002)
