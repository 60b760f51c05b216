"""Text and lines are pure black, because laser printers halftone greys, which makes small text and thin lines ragged."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pikepdf
import pytest

from printables.artwork.board_picture import board_picture
from printables.artwork.island_picture import BORDER_MM, COAST_MM, HEX_LINE_MM
from printables.artwork.landscape_plot import DRAWN_HEX_MM
from printables.artwork.palette import Ink, scenery
from printables.documents.catalogue import Material
from printables.documents.standees import draw_standee, standee_for
from printables.drawing.drawing import Group, Item, Marked, Path, Words
from referee.rules.pieces import Colour
from tests.printables.documents import document, laid_out, pdf_of

WHITE, BLACK = "#ffffff", "#000000"
THIN_MM = 0.3


def flat(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, (Group, Marked)):
            yield from flat(item.items)
        else:
            yield item


@pytest.mark.parametrize("material", [Material.PIECES, Material.AIDS, Material.CALIBRATION])
def test_words_are_black_or_white(material: Material) -> None:
    for sheet in document(material).book.sheets:
        colours = {item.colour for item in flat(sheet.drawing.items) if isinstance(item, Words)}
        assert BLACK in colours
        assert colours <= {BLACK, WHITE}


def test_words_on_the_cover_and_beside_the_sheets_are_black_or_white() -> None:
    cover, sheet, *_ = document(Material.BOARD).book.sheets
    strip = [item for item in sheet.drawing.items if not (isinstance(item, Marked) and item.role == "Figure")]
    for items in (cover.drawing.items, tuple(strip)):
        assert {item.colour for item in flat(items) if isinstance(item, Words)} <= {BLACK, WHITE}


def operators(pdf: bytes) -> bytes:
    """Return what all pages and symbols of a document draw."""
    with pikepdf.open(BytesIO(pdf)) as opened:
        streams = [one for one in opened.objects if isinstance(one, pikepdf.Stream)]
        drawn = [one.read_bytes() for one in streams if "/Length1" not in one]
        pages = [page.Contents.read_bytes() for page in opened.pages if isinstance(page.Contents, pikepdf.Stream)]
    return b"\n".join([*drawn, *pages])


@pytest.mark.parametrize("material", [part for part in Material if part is not Material.ALL])
def test_soft_black_of_screens_is_pure_black_on_paper(material: Material) -> None:
    drawn = operators(pdf_of(material, "islet"))
    soft = b"0.169 0.141 0.125 "  # the palette's dark brown
    assert soft + b"rg" not in drawn
    assert soft + b"RG" not in drawn
    assert b"0.000 g" in drawn


@pytest.mark.parametrize("ink", list(Ink))
def test_hex_lines_and_words_of_a_printed_board_are_black_in_every_ink(ink: Ink) -> None:
    assert b"0.000 G" in operators(pdf_of(Material.BOARD, "islet", ink=ink))
    assert scenery(ink).line in {"#000000", *document(Material.BOARD, "islet", ink=ink).book.as_black}


@pytest.mark.parametrize("ink", [Ink.LIGHT, Ink.GREY])
def test_thin_lines_of_pieces_are_black_or_white(ink: Ink) -> None:
    for sheet in document(Material.PIECES, ink=ink).book.sheets:
        for item in flat(sheet.drawing.items):
            if isinstance(item, Path) and item.stroke and not item.fill and item.width_mm < THIN_MM:
                assert item.stroke in (BLACK, WHITE), item


@pytest.mark.parametrize("ink", list(Ink))
@pytest.mark.parametrize("colour", list(Colour))
def test_folds_are_black_dashes_on_a_white_line(colour: Colour, ink: Ink) -> None:
    standee = standee_for(32.0)
    lines = [item for item in draw_standee(standee, colour, ink) if isinstance(item, Path) and item.stroke]
    folds = [number for number, line in enumerate(lines) if line.dash]
    assert len(folds) == 3
    for number in folds:
        below, dashes = lines[number - 1], lines[number]
        assert (below.stroke, below.dash, dashes.stroke) == (WHITE, (), BLACK)
        assert below.segments == dashes.segments
        assert below.width_mm > dashes.width_mm


@pytest.mark.parametrize("ink", [Ink.LIGHT, Ink.GREY])
def test_words_and_hex_lines_of_a_board_without_colours_are_black(ink: Ink) -> None:
    layout = laid_out("islet")
    items = list(flat(board_picture(layout, ink, "en").items))
    assert {item.colour for item in items if isinstance(item, Words)} == {BLACK}
    stronger = (layout.hex_mm / DRAWN_HEX_MM) ** 0.5
    for width in (HEX_LINE_MM, BORDER_MM, COAST_MM):
        lines = [item for item in items if isinstance(item, Path) and item.stroke and item.width_mm == width * stronger]
        assert {line.stroke for line in lines} == {BLACK}
