"""Measurements on the printed sheets: bars, hex corners, ink, and file sizes."""

from __future__ import annotations

from io import BytesIO

import cv2
import numpy as np
import pdfplumber
import pytest

from printables.artwork.palette import Ink
from printables.documents.catalogue import Material
from printables.documents.poster import POSTER_PAPERS, poster_size
from referee.layout.papers import PrintChoice
from tests.printables.documents import document, laid_out, layout_json, pdf_of
from tests.printables.rasters import render

MM_PER_POINT = 25.4 / 72
EXACT_MM = 0.01
LEAST_BAR_MM = 70.0
BARS = [100.0, 4 * 25.4]


def find_bars(pdf: bytes, page: int) -> list[float]:
    """Return the lengths of a page's long black bars in page mm, horizontal or vertical."""
    with pdfplumber.open(BytesIO(pdf)) as opened:
        shapes = opened.pages[page].rects + opened.pages[page].curves
        black = [shape for shape in shapes if shape["fill"] and shape["non_stroking_color"] in ((0,), (0.0,), 0)]
        sizes = [(float(shape["width"]) * MM_PER_POINT, float(shape["height"]) * MM_PER_POINT) for shape in black]
    return sorted(max(size) for size in sizes if max(size) > LEAST_BAR_MM and min(size) < 4)


@pytest.mark.slow
def test_cover_and_every_sheet_carry_a_true_100_mm_and_a_4_inch_bar() -> None:
    pdf = pdf_of(Material.BOARD)
    for page in range(len(document(Material.BOARD).book.sheets)):
        assert find_bars(pdf, page) == pytest.approx(BARS, abs=EXACT_MM)


@pytest.mark.parametrize(("board", "paper"), [("islet", "Letter"), ("wheel", "A3"), ("terranova", "Legal"), ("islet", "Tabloid")])
def test_bars_are_true_on_every_paper(board: str, paper: str) -> None:
    for page in (0, 1):
        assert find_bars(pdf_of(Material.BOARD, board, PrintChoice(paper)), page) == pytest.approx(BARS, abs=EXACT_MM)


def test_bars_come_out_true_on_a_printer_that_shrinks() -> None:
    choice = PrintChoice(measured=(94.0, 96.0))
    pdf = pdf_of(Material.BOARD, "terranova", choice)
    first = laid_out("terranova", choice).pages[0]
    along = 0.94 if first.strip.width > first.strip.height else 0.96
    assert [bar * 0.94 for bar in find_bars(pdf, 0)] == pytest.approx(BARS, abs=EXACT_MM)
    assert [bar * along for bar in find_bars(pdf, 1)] == pytest.approx(BARS, abs=EXACT_MM)


# the line between two hexes of one landscape is the darkest thing across it; sampled along its middle part
PX_PER_MM = 12.0
ALONG = np.linspace(0.25, 0.75, 31)
ACROSS_MM = np.linspace(-0.7, 0.7, 57)
CORNER_MM = 0.1


@pytest.mark.parametrize("choice", [PrintChoice(), PrintChoice("Letter", measured=(94.0, 94.0))])
def test_hex_corners_are_drawn_where_the_layout_places_them(choice: PrintChoice) -> None:
    layout = layout_json("terranova", choice)
    page = layout["pages"][1]
    picture = render(pdf_of(Material.BOARD, "terranova", choice), page["page"] - 1, PX_PER_MM)
    lightness = cv2.GaussianBlur(picture, (0, 0), 1.0).max(axis=2).astype(float)
    to_page = np.linalg.inv(np.vstack([page["page_to_board"], [0, 0, 1]]))
    terrain = {cell["id"]: cell["terrain"] for cell in layout["cells"]}
    sides: dict[tuple[tuple[float, float], ...], list[str]] = {}
    for cell in layout["cells"]:
        ring = [tuple(corner) for corner in cell["corners"]]
        for side in zip(ring, ring[1:] + ring[:1], strict=True):
            sides.setdefault(tuple(sorted(side)), []).append(cell["id"])
    outline = np.array(page["outline"], np.float32)
    within = {
        side: find_line(lightness, to_page, np.array(side))
        for side, cells in sides.items()
        if len(cells) == 2
        and terrain[cells[0]] == terrain[cells[1]]
        and all(cv2.pointPolygonTest(outline, (float(x), float(y)), True) > 1 for x, y in side)
    }
    corners: dict[tuple[float, float], list[tuple[np.ndarray, float]]] = {}
    for side, (normal, offset) in within.items():
        for corner in side:
            corners.setdefault(corner, []).append((normal, offset))
    complete = {corner: lines for corner, lines in corners.items() if len(lines) == 3}
    assert len(complete) > 10
    for lines in complete.values():
        normals, offsets = np.array([normal for normal, _ in lines]), np.array([offset for _, offset in lines])
        moved = np.linalg.lstsq(normals, offsets, rcond=None)[0]
        assert np.hypot(*moved) < CORNER_MM


def find_line(lightness: np.ndarray, to_page: np.ndarray, side: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the distance of a drawn line from its expected position along its normal, in mm."""
    start, end = side
    along = (end - start) / np.hypot(*(end - start))
    normal = np.array([-along[1], along[0]])
    points = start + (end - start) * ALONG[:, None, None] + normal * ACROSS_MM[None, :, None]
    on_page = points @ to_page[:2, :2].T + to_page[:2, 2]
    pixels = (on_page * PX_PER_MM - 0.5).astype(np.float32)
    profile = cv2.remap(lightness.astype(np.float32), pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR)
    middle = np.median(profile, axis=0)
    darkness = np.clip(np.median(middle) - middle - 30, 0, None)
    assert darkness.sum() > 0, "no line is drawn there"
    return normal, float((darkness * ACROSS_MM).sum() / darkness.sum())


DARKEST_SHARE = 0.08


@pytest.mark.parametrize("board", ["terranova", "islet", "wheel"])
def test_light_ink_leaves_the_paper_white(board: str) -> None:
    picture = render(pdf_of(Material.POSTER, board, ink=Ink.LIGHT), 0, 100 / 25.4)
    lightness = cv2.cvtColor(picture, cv2.COLOR_RGB2LAB)[..., 0].astype(float) / 255 * 100
    assert (lightness < 50).mean() < DARKEST_SHARE


def test_grey_ink_is_grey() -> None:
    picture = render(pdf_of(Material.POSTER, ink=Ink.GREY), 0, 2.0).astype(int)
    assert (picture.max(axis=2) - picture.min(axis=2)).max() <= 2


@pytest.mark.parametrize("paper", list(POSTER_PAPERS))
def test_poster_never_grows_beyond_true_size(paper: str) -> None:
    layout = laid_out()
    size = poster_size(layout, paper)
    assert 0 < size.scale <= 1
    assert layout.width * size.scale <= size.width
    assert layout.height * size.scale <= size.height


def test_poster_on_small_paper_is_the_board_scaled_as_a_whole() -> None:
    layout, size = laid_out(), poster_size(laid_out(), "A2")
    page = render(pdf_of(Material.POSTER, poster_paper="A2"), 0, 4.0)
    whole = render(pdf_of(Material.POSTER), 0, 4.0 * size.scale)
    left = round((size.width - layout.width * size.scale) / 2 * 4)
    top = round((size.height - layout.height * size.scale - 7.0) / 2 * 4)
    part = page[top : top + whole.shape[0], left : left + whole.shape[1]]
    near = (np.abs(cv2.GaussianBlur(part, (0, 0), 2.0).astype(int) - cv2.GaussianBlur(whole, (0, 0), 2.0)) < 40).all(axis=2)
    assert near.mean() > 0.995


LARGEST_BOARD_BYTES = 400_000


@pytest.mark.parametrize("ink", list(Ink))
@pytest.mark.parametrize("board", ["terranova", "islet", "wheel"])
def test_board_file_stays_small(board: str, ink: Ink) -> None:
    assert len(pdf_of(Material.BOARD, board, ink=ink)) <= LARGEST_BOARD_BYTES


CUT_LINE_MM, THIN_MM, SHARP_PX_PER_MM = 0.2, 0.35, 20.0


def test_cut_line_is_thin_and_lies_outside_the_picture() -> None:
    """Cutting inside the line leaves no trace of it; beyond the line everything is white."""
    page = laid_out().pages[4]
    picture = cv2.cvtColor(render(pdf_of(Material.BOARD), page.number, SHARP_PX_PER_MM), cv2.COLOR_RGB2GRAY)
    (a, c, e), (b, d, f) = page.page_to_board
    to_page = np.linalg.inv(np.array([[a, c], [b, d]]))
    corners = (np.array(page.ink) - (e, f)) @ to_page.T * SHARP_PX_PER_MM
    inside = np.zeros(picture.shape, np.uint8)
    cv2.fillPoly(inside, [np.round(corners).astype(np.int32)], 1)
    away = cv2.distanceTransform(1 - inside, cv2.DIST_L2, 5) / SHARP_PX_PER_MM
    above_the_strip = np.arange(picture.shape[0])[:, None] < (page.strip.top + 0.5) * SHARP_PX_PER_MM
    on_the_line = (away > 0.06) & (away < CUT_LINE_MM - 0.06) & above_the_strip
    assert (picture[on_the_line] < 128).mean() > 0.95
    assert (picture[(away > THIN_MM) & above_the_strip] > 250).all()
