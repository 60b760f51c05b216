"""Names of the maximum length are broken into legible lines in the cartouche and the legend."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from printables.artwork.palette import Ink, scenery
from printables.artwork.sea_picture import draw_legend_entry, draw_title
from printables.documents.table_cards import CODE
from printables.drawing.drawing import Item, Words
from printables.drawing.names import break_name, shorten
from printables.drawing.paragraphs import break_lines, fit_words
from printables.drawing.pdf import width_of
from referee.boards.maps import LONGEST_WORD
from referee.layout.shapes import Box

COLOURS = scenery(Ink.COLOUR)
LONG_NAMES = (
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauuntn",
    "The great swamp on the far side of the northern river delta",
    "W" * LONGEST_WORD,
)
LEAST_TITLE_MM, LEAST_LEGEND_MM = 3.0, 1.5
CLEAR_MM, HEX_MM = 1.5, 32.0
TITLE_BOX, LEGEND_BOX = Box(0.0, 0.0, 60.0, 22.0), Box(0.0, 0.0, 34.0, 10.5)


def words_in(items: tuple[Item, ...]) -> Iterator[Words]:
    return (item for item in items if isinstance(item, Words))


@pytest.mark.parametrize("name", LONG_NAMES)
def test_long_title_is_set_in_lines_that_fit_the_cartouche(name: str) -> None:
    lines = list(words_in(draw_title(name, TITLE_BOX, COLOURS)))
    assert len(lines) > 1
    for line in lines:
        assert line.size_mm >= LEAST_TITLE_MM
        assert width_of(line.text, line.face, line.size_mm, line.spacing_mm) < TITLE_BOX.width - 4
        assert TITLE_BOX.top + 1 < line.y - line.size_mm * 0.7 < line.y < TITLE_BOX.bottom - 1


@pytest.mark.parametrize("name", ["island-grandmother", "Nova Caledonia", "Die Insel der Großmutter"])
def test_title_is_broken_between_words_and_set_in_one_typeface(name: str) -> None:
    """Regression: `Nova Caledonia` had one line of engraved capitals and one of type."""
    drawn = draw_title(name, Box(0.0, 0.0, 56.0, 21.0), COLOURS)
    lines = "".join(line.text + (" " if not line.text.endswith("-") else "") for line in words_in(drawn))
    assert lines.strip() == name.upper()


@pytest.mark.parametrize("name", LONG_NAMES)
def test_long_landscape_is_set_in_lines_that_fit_the_legend(name: str) -> None:
    lines = list(words_in(draw_legend_entry("moor", name, LEGEND_BOX, HEX_MM, Ink.COLOUR, COLOURS)))
    assert len(lines) > 1
    for line in lines:
        assert line.size_mm >= LEAST_LEGEND_MM
        assert line.x + width_of(line.text, line.face, line.size_mm) <= LEGEND_BOX.right
        assert LEGEND_BOX.top <= line.y - line.size_mm * 0.7 < line.y <= LEGEND_BOX.bottom


@pytest.mark.parametrize("name", ["Champ de blé", "Campo di grano", "Weingarten", "Viljapelto"])
def test_name_in_the_legend_keeps_clear_of_the_next_picture(name: str) -> None:
    for line in words_in(draw_legend_entry("cornfield", name, LEGEND_BOX, HEX_MM, Ink.COLOUR, COLOURS)):
        assert line.x + width_of(line.text, line.face, line.size_mm) <= LEGEND_BOX.right - CLEAR_MM


@pytest.mark.parametrize("name", LONG_NAMES)
@pytest.mark.parametrize("lines", [1, 2, 3, 4])
def test_broken_name_loses_no_letter(name: str, lines: int) -> None:
    broken = break_name(name, lines)
    assert len(broken) <= lines
    assert "".join(broken).replace("-", "").replace(" ", "") == name.replace(" ", "")


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("ISLAND-GRANDMOTHER", ("ISLAND-", "GRANDMOTHER")),
        ("ISLAND-LAGOON", ("ISLAND-", "LAGOON")),
        ("BUDA-PEST MARGIT-SZIGET", ("BUDA-PEST", "MARGIT-SZIGET")),
    ],
)
def test_name_with_a_hyphen_is_broken_after_it(name: str, broken: tuple[str, ...]) -> None:
    """Regression: the cartouche of a generated board showed `ISLAND-GR-` above `ANDMOTHER`."""
    assert break_name(name, len(broken)) == broken


def test_name_beside_a_sheet_is_shortened_with_an_ellipsis() -> None:
    assert shorten("Terra Nova", 24) == "Terra Nova"
    assert shorten(LONG_NAMES[1], 14) == "The great swa…"


def test_text_scaled_to_a_width_is_set_on_one_line_of_it() -> None:
    letters, random = "abcdefghjkmnpqrstuvwxyz23456789", Random(7)
    codes = [" ".join("".join(random.choices(letters, k=5)) for _ in range(2)) for _ in range(500)]
    shortest = min(width_of(code, CODE.face, CODE.size) for code in codes)
    for code in codes:
        style = fit_words(code, CODE, shortest)
        assert break_lines(code, style, shortest) == (code,)
