"""Title, compass and ship: letters are legible, and nothing overlaps."""

from __future__ import annotations

from itertools import pairwise
from math import dist, hypot, sqrt

import numpy as np
import pypdfium2
import pytest

from printables.artwork.compass import draw_compass
from printables.artwork.lettering import GAP, KERNS, LETTERS, can_letter, draw_lettering, lettering_width
from printables.artwork.palette import Ink, scenery
from printables.artwork.sea_picture import draw_title
from printables.artwork.ship import LARGEST_MM, LEAST_MM, draw_ship, find_open_sea
from printables.drawing.drawing import Drawing, Item, Path, rectangle
from printables.drawing.outlines import outlines_of
from printables.drawing.pdf import Book, PdfPage, write_pdf
from referee.boards.library import BUILT_IN, load_board
from referee.layout.island import make_island
from referee.layout.layout import lay_out
from referee.layout.papers import MOST_SHEETS, PrintChoice
from referee.layout.shapes import Box

COLOURS = scenery(Ink.COLOUR)


def raster(items: tuple[Item, ...], width: float, height: float) -> np.ndarray:
    """Return which pixels are darker than half, (rows, columns), at ten pixels per millimetre."""
    ground = rectangle(0, 0, width, height, fill="#ffffff")
    page = pypdfium2.PdfDocument(write_pdf(Book("t", "en", (PdfPage(Drawing(width, height, (ground, *items))),))))[0]
    return np.asarray(page.render(scale=10 * 25.4 / 72).to_pil().convert("L")) < 128


def points_of(items: tuple[Item, ...]) -> list[tuple[float, float]]:
    return [segment[-2:] for item in items if isinstance(item, Path) for segment in item.segments if segment[0] != "Z"]


@pytest.mark.parametrize("name", BUILT_IN)
def test_titles_of_our_boards_are_lettered_by_hand(name: str) -> None:
    board = load_board(name)
    assert can_letter((board.label or board.name).upper())


def test_other_titles_are_set_in_type() -> None:
    assert not can_letter("ŐRSÉG")


@pytest.mark.parametrize("letter", sorted(LETTERS))
def test_every_capital_has_the_requested_height_and_its_stated_width(letter: str) -> None:
    dark = raster(draw_lettering(letter, 5, 5, 20, COLOURS), 40, 30)
    rows, columns = np.nonzero(dark)
    assert rows.min() / 10 == pytest.approx(5, abs=0.6)
    assert (rows.max() + 1) / 10 == pytest.approx(25, abs=0.6)
    assert columns.min() / 10 >= 5 - 0.7
    assert (columns.max() + 1) / 10 <= 5 + lettering_width(letter) * 20 + 1.0


def test_letters_have_their_hollows() -> None:
    dark = raster(draw_lettering("O", 5, 5, 20, COLOURS), 40, 30)
    assert not dark[150, int(10 * (5 + lettering_width("O") * 10))]


def test_a_line_is_as_long_as_its_letters_and_gaps() -> None:
    assert lettering_width("TE") == pytest.approx(lettering_width("T") + lettering_width("E") + GAP - KERNS["TE"])


@pytest.mark.parametrize("words", ["Terra Nova", "Islet", "Az Őrség vidéke", "W", "A long name of a board indeed"])
@pytest.mark.parametrize("box", [Box(10, 10, 94, 60), Box(10, 10, 82, 38), Box(10, 10, 70, 32)])
def test_titles_stay_in_their_box(words: str, box: Box) -> None:
    dark = raster(draw_title(words, box, COLOURS), 110, 80)
    rows, columns = np.nonzero(dark)
    assert box.left <= columns.min() / 10
    assert columns.max() / 10 <= box.right
    assert box.top <= rows.min() / 10
    assert rows.max() / 10 <= box.bottom
    inside = dark[int(box.top * 10) + 45 : int(box.bottom * 10) - 45, int(box.left * 10) + 25 : int(box.right * 10) - 25]
    assert inside.any()


def test_compass_stays_in_its_circle() -> None:
    centre = (40.0, 40.0)
    rows, columns = np.nonzero(raster(draw_compass(centre, 25.0, COLOURS), 80, 80))
    assert max(dist(centre, (x / 10, y / 10)) for x, y in zip(columns, rows, strict=True)) < 25.8


@pytest.mark.parametrize("name", BUILT_IN)
def test_ship_sails_clear_of_land_and_furniture(name: str) -> None:
    layout = lay_out(load_board(name), PrintChoice())
    found = find_open_sea(layout)
    assert found is not None
    centre, radius = found
    assert LEAST_MM - 2 <= radius <= LARGEST_MM
    assert all(dist(centre, spot) >= radius + layout.island.side for spot in layout.island.centres)
    assert all(box.distance_to(centre) >= radius for box in (layout.title, *(entry.box for entry in layout.legend)))
    assert all(dist(centre, spot.centre) >= radius + spot.radius for spot in (*layout.samples, *layout.swatches))
    assert max(dist(centre, point) for point in points_of(draw_ship(centre, radius, COLOURS))) <= radius


@pytest.mark.parametrize("name", BUILT_IN)
def test_outlines_of_all_land_are_the_coasts(name: str) -> None:
    island = make_island(load_board(name), 30.0)
    loops = outlines_of(island.corners)
    assert sorted(len(loop) for loop in loops) == sorted(len(coast) for coast in island.coasts)
    corners = {(round(x, 2), round(y, 2)) for coast in island.coasts for x, y in coast}
    assert {point for loop in loops for point in loop} == corners


def test_islands_of_every_size_have_whole_coasts() -> None:
    for hundredths in range(2000, 2100):
        layout = lay_out(load_board("islet"), PrintChoice(hex_mm=hundredths / 100, sheets=MOST_SHEETS))
        coasts = layout.island.coasts
        assert [len(coast) for coast in coasts] == [len(coast) for coast in make_island(load_board("islet"), 32.0).coasts]
        assert sorted(map(len, outlines_of(layout.island.corners))) == sorted(map(len, coasts))


def test_outlines_of_two_hexes_that_touch_are_one_loop_of_ten() -> None:
    island = make_island(load_board("islet"), 30.0)
    first = 0
    second = island.board.neighbours[first][0]
    (loop,) = outlines_of((island.corners[first], island.corners[second]))
    assert len(loop) == 10


@pytest.mark.parametrize("hex_mm", [20.25, 32.0, 32.5, 35.75])
def test_outlines_hold_no_side_shorter_than_a_hex(hex_mm: float) -> None:
    """Regression: a corner rounded differently for two neighbouring hexes drew stripes across the board."""
    island = make_island(load_board("islet"), hex_mm).moved_to(10.3725, 20.6175)
    for terrain in range(len(island.board.terrains)):
        cells = zip(island.board.cells, island.corners, strict=True)
        for loop in outlines_of(corners for cell, corners in cells if cell.terrain == terrain):
            for (x0, y0), (x1, y1) in pairwise((*loop, loop[0])):
                assert hypot(x1 - x0, y1 - y0) == pytest.approx(hex_mm / sqrt(3), abs=0.05)
