"""The SVG writer: the browser shows the same as the PDF, without inline styles or scripts."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pypdfium2
import pytest

from printables.artwork.compass import draw_compass
from printables.artwork.landscapes import draw_landscape, symbol_name
from printables.artwork.lettering import draw_lettering
from printables.artwork.palette import Ink, landscape_inks, scenery
from printables.drawing.drawing import (
    Anchor,
    Drawing,
    Face,
    Group,
    Item,
    Marked,
    Pen,
    Symbol,
    Use,
    Words,
    hexagon,
    polygon,
    rectangle,
    shift,
)
from printables.drawing.pdf import Book, PdfPage, write_pdf
from printables.drawing.svg import write_svg
from referee.boards.board import LANDSCAPES
from tests.printables.browser import needs_browser, shoot

PIXELS_PER_MM = 10
HEX_MM = 32.0


def sampler(ink: Ink) -> Drawing:
    """Draw a hex of each landscape, a title, a compass, and text in all variants."""
    colours = scenery(ink)
    symbols = {symbol_name(look, 0): draw_landscape(look, 0, HEX_MM, ink) for look in LANDSCAPES}
    items: list[Item] = [rectangle(0, 0, 140, 110, fill=colours.sea)]
    for number, look in enumerate(LANDSCAPES):
        centre = (18 + number % 4 * HEX_MM + number // 4 * HEX_MM / 2, 20 + number // 4 * 27.7)
        corners = hexagon(centre, HEX_MM)
        art = Group((Use(symbol_name(look, 0), shift(*centre)),), clip=corners)
        items += [polygon(corners, fill=landscape_inks(look, ink).tint), art, polygon(corners, stroke=colours.line)]
        items.append(Words("C10", centre[0], centre[1] - 14.6, 3, Face.SERIF_BOLD, Anchor.MIDDLE, colours.line, halo="#ffffff"))
    items += draw_lettering("TERRA NOVA", 8, 78, 9, colours)
    items += draw_compass((120, 88), 18, colours)
    items.append(Words("őű Órjás “…”", 8, 98, 5, Face.SERIF_ITALIC, colour=colours.accent, spacing_mm=0.4))
    items.append(Words("end", 90, 98, 5, Face.SANS_BOLD, Anchor.END, angle=-20))
    items.append(Words("light", 60, 104, 5, Face.SERIF_LIGHT, Anchor.MIDDLE, spacing_mm=1.0))
    items.append(Pen().ring(96, 100, 5).ring(96, 100, 3).path(fill="#b5121b", even_odd=True))
    items.append(Pen().stroke(8, 106, 80, 106).path(stroke=colours.line, width_mm=0.5, dash=(2.0, 1.0)))
    return Drawing(140, 110, tuple(items), symbols, "A sampler")


def coarse(pixels: np.ndarray) -> np.ndarray:
    """Average blocks of five by five pixels, since the two renderers place hairlines slightly differently."""
    rows, columns = pixels.shape[0] // 5, pixels.shape[1] // 5
    return pixels[: rows * 5, : columns * 5].reshape(rows, 5, columns, 5, 3).mean(axis=(1, 3))


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("ink", Ink)
def test_browser_and_pdf_show_the_same(ink: Ink, tmp_path: Path) -> None:
    drawing = sampler(ink)
    shown, complaints = shoot(write_svg(drawing), 140 * PIXELS_PER_MM, 110 * PIXELS_PER_MM, tmp_path)
    page = pypdfium2.PdfDocument(write_pdf(Book("sampler", "en", (PdfPage(drawing),))))[0]
    printed = np.asarray(page.render(scale=PIXELS_PER_MM * 25.4 / 72).to_pil().convert("RGB"), dtype=float)
    printed = printed[: shown.shape[0], : shown.shape[1]]
    difference = np.abs(coarse(shown) - coarse(printed)).max(axis=2)
    assert (difference > 48).mean() < 0.002
    assert difference.mean() < 4
    assert complaints == []


@pytest.mark.browser
@needs_browser
def test_a_missing_landscape_would_be_noticed(tmp_path: Path) -> None:
    drawing = sampler(Ink.COLOUR)
    bare = Drawing(drawing.width_mm, drawing.height_mm, drawing.items, drawing.symbols | {"lake-0": Symbol((0, 0, 1, 1), ())})
    whole, _ = shoot(write_svg(drawing), 700, 550, tmp_path)
    without, _ = shoot(write_svg(bare), 700, 550, tmp_path)
    assert (np.abs(coarse(whole) - coarse(without)).max(axis=2) > 16).mean() > 0.005


def test_svg_is_well_formed_and_keeps_to_presentation_attributes() -> None:
    svg = write_svg(sampler(Ink.COLOUR), "board-")
    root = ElementTree.fromstring(svg)
    attributes = {name for element in root.iter() for name in element.attrib}
    assert "style" not in attributes
    assert not any(name.startswith("on") for name in attributes)
    assert not re.search(r"<(script|style|image|foreignObject)", svg)


def test_ids_carry_the_prefix_and_every_use_has_its_symbol() -> None:
    svg = write_svg(sampler(Ink.COLOUR), "board-")
    ids = set(re.findall(r' id="([^"]+)"', svg))
    assert ids
    assert all(name.startswith("board-") for name in ids)
    assert set(re.findall(r'href="#([^"]+)"', svg)) <= ids
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= ids


def test_words_and_meanings_are_escaped() -> None:
    words = Marked("Figure", (Words('<b> & "c"', 1, 1, 1),), '"Quotes" & <more>')
    root = ElementTree.fromstring(write_svg(Drawing(10, 10, (words,), label='A "label" <x>')))
    assert root.attrib["aria-label"] == 'A "label" <x>'
    labels = [element.attrib["aria-label"] for element in root.iter() if element.attrib.get("role") == "img"]
    assert labels == ['A "label" <x>', '"Quotes" & <more>']
    assert [element.text for element in root.iter() if element.tag.endswith("text")] == ['<b> & "c"']
