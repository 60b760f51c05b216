"""The PDF writer: positions, pages, fonts, text, and reproducible bytes."""

from __future__ import annotations

import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import numpy as np
import pdfplumber
import pikepdf
import pypdfium2
import pytest

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
    circle,
    polygon,
    rectangle,
    shift,
)
from printables.drawing.drawing import (
    Path as Line,
)
from printables.drawing.faces import CAPITAL_HEIGHT, font_file
from printables.drawing.pdf import POINTS_PER_MM, Book, Mark, PdfPage, marks_of, width_of, write_pdf

EVERY_LETTER = "ÁÄÅÀÂÇÉÈÊËÍÎÏÓÖÔŐÚÜÛÙŰßáäåàâçéèêëíîïóöôőúüûùűŒœ„“”«»’–—…·×→"
PIXELS_PER_MM = 10


def book(*items: Item, symbols: dict[str, Symbol] | None = None, width: float = 60.0, height: float = 40.0) -> bytes:
    return write_pdf(Book("A title", "hu", (PdfPage(Drawing(width, height, items, symbols or {}, "1")),)))


def raster(data: bytes) -> np.ndarray:
    """Return the first page at ten pixels per millimetre, as (rows, columns, 3)."""
    picture = pypdfium2.PdfDocument(data)[0].render(scale=PIXELS_PER_MM * 25.4 / 72).to_pil()
    return np.asarray(picture.convert("RGB"), dtype=int)


def inked_box(pixels: np.ndarray) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of all dark pixels in mm."""
    rows, columns = np.nonzero(pixels.min(axis=2) < 128)
    left, top, right, bottom = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
    return tuple(float(edge) / PIXELS_PER_MM for edge in (left, top, right, bottom))


def test_millimetres_lie_where_they_should_with_y_down() -> None:
    pixels = raster(book(rectangle(10, 5, 20, 8, fill="#000000")))
    assert inked_box(pixels) == pytest.approx((10, 5, 30, 13), abs=0.11)


def test_symbols_and_groups_put_things_in_place() -> None:
    symbol = Symbol((-2, -1, 2, 1), (rectangle(-2, -1, 4, 2, fill="#000000"),))
    used = Group((Use("block", shift(5, 5, 2.0)),), transform=(1, 0, 0, 1, 10, 20))
    assert inked_box(raster(book(used, symbols={"block": symbol}))) == pytest.approx((11, 23, 19, 27), abs=0.11)


def test_symbols_may_use_symbols_and_are_written_once() -> None:
    inner = Symbol((0, 0, 1, 1), (rectangle(0, 0, 1, 1, fill="#000000"),))
    outer = Symbol((0, 0, 3, 1), (Use("inner"), Use("inner", shift(2, 0))))
    uses = tuple(Use("outer", shift(10, y)) for y in range(5, 35, 5))
    data = book(*uses, symbols={"inner": inner, "outer": outer})
    assert inked_box(raster(data)) == pytest.approx((10, 5, 13, 31), abs=0.11)
    with pikepdf.open(BytesIO(data)) as pdf:
        forms = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form"]
    assert len(forms) == 2


def test_clip_cuts_what_reaches_over_it() -> None:
    clipped = Group((rectangle(0, 0, 60, 40, fill="#000000"),), clip=((20, 10), (40, 10), (40, 30), (20, 30)))
    assert inked_box(raster(book(clipped))) == pytest.approx((20, 10, 40, 30), abs=0.11)


def test_even_odd_shapes_have_holes() -> None:
    ring = Pen().ring(30, 20, 10).ring(30, 20, 5).path(fill="#000000", even_odd=True)
    pixels = raster(book(ring))
    assert pixels[200, 300].min() > 200
    assert pixels[200, 375].max() < 50


def test_dashes_leave_gaps_and_do_not_carry_on_to_the_next_line() -> None:
    dashed = Line((("M", 10, 10), ("L", 50, 10)), stroke="#000000", width_mm=1.0, dash=(2.0, 2.0))
    whole = Line((("M", 10, 20), ("L", 50, 20)), stroke="#000000", width_mm=1.0)
    pixels = raster(book(dashed, whole)).min(axis=2)
    assert 0.4 < (pixels[100, 100:500] < 128).mean() < 0.6
    assert (pixels[200, 100:500] < 128).all()


@pytest.mark.parametrize(("anchor", "left"), [(Anchor.START, 30.0), (Anchor.MIDDLE, 20.0), (Anchor.END, 10.0)])
def test_words_stand_at_their_anchor_on_their_baseline(anchor: Anchor, left: float) -> None:
    size = 20.0 * 4 / width_of("HHHH", Face.SANS, 4.0)
    box = inked_box(raster(book(Words("HHHH", 30, 20, size, Face.SANS, anchor))))
    assert box[0] == pytest.approx(left, abs=0.8)
    assert box[3] == pytest.approx(20, abs=0.15)
    assert box[1] == pytest.approx(20 - CAPITAL_HEIGHT * size, abs=0.2)


def test_turned_words_run_down() -> None:
    left, top, right, bottom = inked_box(raster(book(Words("HHHH", 30, 10, 6, Face.SANS, angle=90))))
    assert left == pytest.approx(30, abs=0.2)
    assert top == pytest.approx(10, abs=0.8)
    assert bottom - top > right - left


def test_halo_surrounds_words_without_hiding_them() -> None:
    ground = rectangle(0, 0, 60, 40, fill="#808080")
    pixels = raster(book(ground, Words("I", 30, 20, 10, Face.SANS_BOLD, Anchor.MIDDLE, halo="#ffffff")))
    row = pixels[165, :, 0]
    dark, light = np.nonzero(row < 40)[0], np.nonzero(row > 220)[0]
    assert light.min() < dark.min()
    assert light.max() > dark.max()


def test_spaced_words_are_as_long_as_they_are_measured() -> None:
    loose = Words("NOVA", 5, 20, 6, Face.SERIF_BOLD, spacing_mm=3.0)
    box = inked_box(raster(book(loose)))
    assert box[2] - box[0] == pytest.approx(width_of("NOVA", Face.SERIF_BOLD, 6, 3.0), abs=0.6)


@pytest.mark.parametrize("face", Face)
def test_every_letter_of_six_languages_is_embedded_and_can_be_copied(face: Face) -> None:
    letters = EVERY_LETTER if face is not Face.SERIF_ITALIC else EVERY_LETTER.replace("→", "")
    data = book(Words(letters, 5, 20, 2, face), width=150)
    with pdfplumber.open(BytesIO(data)) as pdf:
        assert pdf.pages[0].extract_text().replace(" ", "") == letters
    with pikepdf.open(BytesIO(data)) as pdf:
        fonts = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/Font"]
        assert fonts
        assert all("/FontFile2" in font.FontDescriptor for font in fonts)


@pytest.mark.parametrize("face", Face)
def test_typefaces_come_from_packages(face: Face) -> None:
    assert font_file(face).is_file()
    assert "site-packages" in str(font_file(face))


def test_the_same_sheets_give_the_same_bytes() -> None:
    items = (circle((20, 20), 5, fill="#b5121b"), Words("őű", 5, 5, 4))
    assert book(*items) == book(*items)


def test_document_has_a_title_and_requests_true_size() -> None:
    sheets = tuple(
        PdfPage(Drawing(210, 297, (), label=str(n)), trim=(10, 20, 200, 290), outline=f"PdfPage {n}", level=0) for n in (1, 2)
    )
    with pikepdf.open(BytesIO(write_pdf(Book("Terra Nova: Spielplan", "de", sheets, subject="Papier")))) as pdf:
        assert pdf.docinfo["/Title"] == "Terra Nova: Spielplan"
        assert pdf.Root.Lang == "de"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        with pdf.open_outline() as outline:
            assert [entry.title for entry in outline.root] == ["PdfPage 1", "PdfPage 2"]
        page = pdf.pages[1]
        assert page.label == "2"
        assert [float(n) for n in page.MediaBox] == pytest.approx([0, 0, 210 * POINTS_PER_MM, 297 * POINTS_PER_MM], abs=0.01)
        trim = [10 * POINTS_PER_MM, 7 * POINTS_PER_MM, 200 * POINTS_PER_MM, 277 * POINTS_PER_MM]
        assert [float(n) for n in page.TrimBox] == pytest.approx(trim, abs=0.01)


def test_marked_pieces_are_numbered_page_by_page_as_they_are_listed() -> None:
    words = Marked("P", (Words("one", 5, 5, 4),))
    picture = Marked("Figure", (circle((20, 20), 5, fill="#000000"),), "A disc.")
    drawing = Drawing(60, 40, (words, Group((picture,))))
    assert marks_of(drawing) == (Mark(0, "P", ""), Mark(1, "Figure", "A disc."))
    with pikepdf.open(BytesIO(write_pdf(Book("t", "en", (PdfPage(drawing), PdfPage(drawing)))))) as pdf:
        for page in pdf.pages:
            operators = [
                (str(operands[0]), int(operands[1].MCID))
                for operands, operator in pikepdf.parse_content_stream(page)
                if str(operator) == "BDC"
            ]
            assert operators == [("/P", 0), ("/Figure", 1)]


def test_two_symbols_of_one_name_are_refused() -> None:
    square, other = (Symbol((0, 0, n, n), (rectangle(0, 0, n, n, fill="#000000"),)) for n in (1, 2))
    sheets = tuple(PdfPage(Drawing(10, 10, (Use("a"),), {"a": symbol})) for symbol in (square, other))
    with pytest.raises(ValueError, match="two symbols"):
        write_pdf(Book("t", "en", sheets))


@pytest.mark.pdf_tools
@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed")
def test_qpdf_finds_no_fault_in_a_drawing(tmp_path: Path) -> None:
    symbol = Symbol((0, 0, 3, 3), (polygon([(0, 0), (3, 0), (3, 3)], fill="#b5121b"),))
    path = tmp_path / "book.pdf"
    path.write_bytes(book(Use("a", shift(3, 3)), Words("őű", 5, 5, 4, halo="#ffffff"), symbols={"a": symbol}))
    checked = subprocess.run(["qpdf", "--check", str(path)], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
