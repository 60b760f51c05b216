"""The picture of the assembled board shows everything in the layout, in place, in three inks."""

from __future__ import annotations

import math
import zlib
from functools import cache

import cv2
import numpy as np
import pypdfium2
import pytest

from printables.artwork.board_picture import board_picture
from printables.artwork.palette import Ink
from printables.drawing.drawing import Drawing, Group, Item, Marked, Words
from printables.drawing.pdf import Book, PdfPage, write_pdf
from referee.boards.board import Board, Terrain
from referee.boards.library import BUILT_IN, load_board, terrain_label
from referee.layout.layout import Layout, lay_out
from referee.layout.markers import DICTIONARY
from referee.layout.papers import PrintChoice
from referee.words.texts import LANGUAGES

MOST_DARK_IN_LIGHT_INK = 0.08
DARK_BELOW_LIGHTNESS = 50.0
MOST_BYTES = 400_000


@cache
def layout_of(name: str) -> Layout:
    return lay_out(load_board(name), PrintChoice())


@cache
def pdf_of(name: str, ink: Ink) -> bytes:
    return write_pdf(Book(name, "en", (PdfPage(board_picture(layout_of(name), ink, "en")),)))


@cache
def raster(name: str, ink: Ink, pixels_per_mm: float) -> np.ndarray:
    """Return the board as (rows, columns, 3), 0 to 255."""
    picture = pypdfium2.PdfDocument(pdf_of(name, ink))[0].render(scale=pixels_per_mm * 25.4 / 72).to_pil()
    return np.asarray(picture.convert("RGB"))


def lightness(pixels: np.ndarray) -> np.ndarray:
    """Return CIE L* of sRGB pixels."""
    values = pixels / 255
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722]
    return np.where(linear > 0.008856, 116 * np.cbrt(linear) - 16, 903.3 * linear)


def words_in(items: tuple[Item, ...]) -> list[str]:
    words: list[str] = []
    for item in items:
        if isinstance(item, Words):
            words.append(item.text)
        elif isinstance(item, (Group, Marked)):
            words += words_in(item.items)
    return words


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_label_and_every_number_of_the_track_can_be_read_in_the_pdf(name: str) -> None:
    words = set(pypdfium2.PdfDocument(pdf_of(name, Ink.COLOUR))[0].get_textpage().get_text_range().split())
    assert {cell.id for cell in load_board(name).cells} <= words
    assert {str(value) for value in range(100)} <= words


@pytest.mark.parametrize("language", LANGUAGES)
def test_legend_names_each_landscape_in_the_readers_language(language: str) -> None:
    layout = layout_of("terranova")
    words = " ".join(words_in(board_picture(layout, Ink.COLOUR, language).items))
    for terrain in layout.board.terrains:
        assert f" {terrain_label(terrain, language)} " in words


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("ink", Ink)
def test_camera_finds_every_marker(name: str, ink: Ink) -> None:
    layout = layout_of(name)
    pixels_per_mm = 4 / layout.rim.module
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY)))
    picture = cv2.GaussianBlur(cv2.cvtColor(raster(name, ink, pixels_per_mm), cv2.COLOR_RGB2GRAY), (0, 0), 0.8)
    corners, ids, _ = detector.detectMarkers(picture)
    scale = np.array([picture.shape[1] / layout.width, picture.shape[0] / layout.height])
    found = {int(number): (square.reshape(4, 2) + 0.5) / scale for number, square in zip(ids.ravel(), corners, strict=True)}
    assert set(found) == {marker.id for marker in layout.markers}
    for marker in layout.markers:
        assert found[marker.id].mean(axis=0) == pytest.approx(marker.square.centre, abs=0.6)
        assert found[marker.id] == pytest.approx(np.array(marker.square.corners), abs=1.5), "its own top left comes first"


def test_hex_lines_run_where_the_layout_places_them() -> None:
    """The middle of each inner hex edge is dark, and symmetrically so within a tenth of a millimetre."""
    layout = layout_of("terranova")
    dark = 255 - raster("terranova", Ink.LIGHT, 10).min(axis=2).astype(float)
    across, down = dark.shape[1] / layout.width, dark.shape[0] / layout.height
    strays = []
    for (x0, y0), (x1, y1) in layout.island.inner_edges:
        if math.isclose(x0, x1, abs_tol=0.01):
            row, reach = int((y0 + y1) / 2 * down), 5
            column = round(x0 * across)
            profile = dark[row, column - reach : column + reach]
            strays.append(abs((profile * (np.arange(-reach, reach) + 0.5)).sum() / profile.sum() + column - x0 * across) / across)
    assert len(strays) > 50
    assert np.median(strays) < 0.03
    assert np.quantile(strays, 0.9) < 0.1


@pytest.mark.parametrize("name", BUILT_IN)
def test_light_ink_spares_ink(name: str) -> None:
    pixels = raster(name, Ink.LIGHT, 100 / 25.4)
    assert (lightness(pixels) < DARK_BELOW_LIGHTNESS).mean() < MOST_DARK_IN_LIGHT_INK


def test_grey_ink_is_as_light_as_colour_and_has_none() -> None:
    coloured, grey = raster("terranova", Ink.COLOUR, 2), raster("terranova", Ink.GREY, 2)
    assert np.ptp(grey.astype(int), axis=2).max() <= 1
    assert np.abs(lightness(coloured) - lightness(grey)).mean() < 1.0


@pytest.mark.parametrize("ink", Ink)
def test_board_is_a_small_file(ink: Ink) -> None:
    assert len(pdf_of("terranova", ink)) < MOST_BYTES


def test_the_same_layout_gives_the_same_picture() -> None:
    drawings = [board_picture(lay_out(load_board("islet"), PrintChoice()), Ink.COLOUR, "fi") for _ in range(2)]
    assert drawings[0] == drawings[1]
    assert len({zlib.crc32(repr(drawing.items).encode()) for drawing in drawings}) == 1


def test_every_hex_shows_its_own_landscape() -> None:
    layout = layout_of("terranova")
    uses = [item.symbol.split("-")[0] for item in board_picture(layout, Ink.COLOUR, "en").items if hasattr(item, "symbol")]
    assert uses == [layout.board.terrains[cell.terrain].id for cell in layout.board.cells]


def test_own_landscapes_and_names_find_their_place() -> None:
    terranova = load_board("terranova")
    own = (Terrain("swamp", "Mocsár", looks_like="moor"), *terranova.terrains[1:])
    board = Board("lapos", own, terranova.cells, label="Az Őrség vidéke")
    drawing = board_picture(lay_out(board, PrintChoice()), Ink.COLOUR, "hu")
    words = words_in(drawing.items)
    assert "Mocsár" in words
    assert " ".join(word for word in words if word.isupper() and len(word) > 5) == "AZ ŐRSÉG VIDÉKE"


def test_long_name_of_a_landscape_takes_two_lines_in_the_legend() -> None:
    terranova = load_board("terranova")
    own = (Terrain("swamp", "Sumpf der Traurigkeit", looks_like="moor"), *terranova.terrains[1:])
    words = words_in(board_picture(lay_out(Board("moor", own, terranova.cells), PrintChoice()), Ink.COLOUR, "de").items)
    assert {"Sumpf der", "Traurigkeit"} <= set(words)


@pytest.mark.parametrize("name", BUILT_IN)
def test_nothing_is_drawn_off_the_board(name: str) -> None:
    layout = layout_of(name)
    drawing: Drawing = board_picture(layout, Ink.COLOUR, "en")
    assert (drawing.width_mm, drawing.height_mm) == (layout.width, layout.height)
    for item in drawing.items:
        if isinstance(item, Words):
            assert 0 < item.x < layout.width
            assert 0 < item.y < layout.height
