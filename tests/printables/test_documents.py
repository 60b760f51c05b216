"""Documents checked by other programs: valid, tagged, fonts embedded, text searchable, rendered alike."""

from __future__ import annotations

import re
import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from numpy.typing import NDArray
from PIL import Image

from printables.artwork.palette import Ink
from printables.documents.assembly import draw_assembly
from printables.documents.catalogue import Material, PrintJob, make_everything
from printables.documents.sheets import describe_sheet
from printables.drawing.drawing import Group, Item, Marked, Words
from printables.drawing.pdf import marks_of
from printables.drawing.tagging import make_pdf
from referee.layout.papers import PrintChoice
from referee.layout.shapes import box_holding
from referee.rules.position import Edition
from referee.words.texts import LANGUAGES, say
from tests.printables.documents import document, laid_out, pdf_of
from tests.printables.rasters import Picture, render

SHEET_MATERIALS = [Material.BOARD, Material.PIECES, Material.AIDS, Material.CALIBRATION, Material.POSTER]
EVERYDAY_LANGUAGES = ("en", "hu")  # the shortest and the longest lines
EDITIONS = {"en": Edition.DE} | {edition.value: edition for edition in Edition}
DPI, FINER, FINER_ON_POSTER = 100, 5, 3
UNLIKE = 64  # of 255
UNLIKE_SHARE = 0.005


def run(*command: str | Path) -> str:
    tool = shutil.which(str(command[0]))
    if tool is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run([tool, *map(str, command[1:])], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.fixture(params=SHEET_MATERIALS)
def printed(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"{request.param}.pdf"
    path.write_bytes(pdf_of(request.param, language="hu", edition=Edition.HU))
    return path


def all_words(items: tuple[Item, ...]) -> list[str]:
    found: list[str] = []
    for item in items:
        if isinstance(item, Words):
            found.append(item.text)
        elif isinstance(item, (Group, Marked)):
            found.extend(all_words(item.items))
    return found


@pytest.mark.pdf_tools
def test_qpdf_finds_no_fault(printed: Path) -> None:
    assert "No syntax or stream encoding errors found" in run("qpdf", "--check", printed)


@pytest.mark.pdf_tools
def test_every_font_is_in_the_file(printed: Path) -> None:
    lines = run("pdffonts", printed).splitlines()[2:]
    assert lines
    for line in lines:
        embedded, subset, to_unicode = re.split(r"\s+", line.strip())[-5:-2]
        assert (embedded, subset, to_unicode) == ("yes", "yes", "yes"), line


@pytest.mark.pdf_tools
@pytest.mark.parametrize(
    "language", [pytest.param(each, marks=() if each in EVERYDAY_LANGUAGES else pytest.mark.slow) for each in LANGUAGES]
)
@pytest.mark.parametrize("material", [Material.BOARD, Material.PIECES, Material.AIDS, Material.CALIBRATION])
def test_every_line_can_be_found(material: Material, language: str, tmp_path: Path) -> None:
    edition = EDITIONS[language]
    path = tmp_path / "words.pdf"
    path.write_bytes(pdf_of(material, language=language, edition=edition))
    sheets = document(material, language=language, edition=edition).book.sheets
    for number, sheet in enumerate(sheets, start=1):
        text = " ".join(run("pdftotext", "-raw", "-f", str(number), "-l", str(number), path, "-").split())
        squeezed = text.replace(" ", "")
        assert "\u25a0" not in text
        assert "\ufffd" not in text
        for words in all_words(sheet.drawing.items):
            assert "".join(words.split()) in squeezed


@pytest.mark.pdf_tools
def test_every_hex_label_can_be_found_on_the_poster(tmp_path: Path) -> None:
    path = tmp_path / "poster.pdf"
    path.write_bytes(pdf_of(Material.POSTER))
    words = set(run("pdftotext", path, "-").split())
    assert {cell.id for cell in laid_out().board.cells} <= words


@pytest.mark.pdf_tools
def test_structure_is_read_out_in_order(tmp_path: Path) -> None:
    path = tmp_path / "board.pdf"
    path.write_bytes(pdf_of(Material.BOARD, language="hu", edition=Edition.HU))
    text = run("pdfinfo", "-struct-text", path)
    assert "Terra Nova: így készül a tábla" in text
    assert text.index("Nyomtatás") < text.index("Vágás") < text.index("Összeillesztés") < text.index("1. lap a 6 közül")
    assert text.count("Figure") >= 7


@pytest.mark.parametrize("material", SHEET_MATERIALS)
def test_every_page_has_one_picture_described_in_words(material: Material) -> None:
    sheets = document(material).book.sheets
    with pikepdf.open(BytesIO(pdf_of(material))) as pdf:
        tree = pdf.Root.StructTreeRoot
        assert bool(pdf.Root.MarkInfo.Marked)
        for page, sheet in zip(pdf.pages, sheets, strict=True):
            elements = tree.ParentTree.Nums[2 * int(page.obj.StructParents) + 1]
            assert len(elements) == len(marks_of(sheet.drawing))
            described = [str(element.Alt) for element in elements if "/Alt" in element]
            assert described
            assert all(len(words) > 20 for words in described)


def test_numbers_leave_the_sheets_of_a_large_grid_to_be_seen() -> None:
    layout = laid_out("terranova", PrintChoice(hex_mm=60.0, sheets=49))
    picture = draw_assembly(layout, Ink.COLOUR, layout.width, layout.height)
    (whole,) = picture.items
    assert isinstance(whole, Group)
    numbers = [last for group in whole.items if isinstance(group, Group) and isinstance(last := group.items[-1], Words)]
    for number, page in zip(numbers, layout.pages, strict=True):
        sheet = box_holding(page.outline)
        assert number.size_mm < 0.35 * min(sheet.width, sheet.height)


def test_sheet_without_hexes_is_described_as_such() -> None:
    layout = laid_out("terranova", PrintChoice(hex_mm=60.0, sheets=49))
    described = [say(describe_sheet(layout, page), "en") for page in layout.pages]
    assert described[0] == "Sheet 1 of 30 of the board: row 1 from the top, number 1 from the left. It shows no hexes."
    assert "I6 to K10" in described[17]


def test_book_has_its_title_language_and_size() -> None:
    with pikepdf.open(BytesIO(pdf_of(Material.BOARD, language="hu", edition=Edition.HU))) as pdf:
        assert str(pdf.docinfo.Title) == "Terra Nova: a tábla"
        assert str(pdf.Root.Lang) == "hu"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert pdf.Root.ViewerPreferences.Duplex == "/Simplex"
        assert [str(label) for label in _page_labels(pdf)] == ["Útmutató", "1", "2", "3", "4", "5", "6"]
        assert len(pdf.open_outline().root) == 7
        for page in pdf.pages[1:]:
            trim, media = [float(v) for v in page.obj.TrimBox], [float(v) for v in page.obj.MediaBox]
            assert media[:2] == [0, 0]
            assert media[2] == pytest.approx(210 / 25.4 * 72, abs=0.01)
            assert trim[0] > 0
            assert trim[1] > 0
            assert trim[2] < media[2]
            assert trim[3] < media[3]
        with pdf.open_metadata() as data:
            assert data["dc:title"] == "Terra Nova: a tábla"
            assert "hu" in data["dc:language"]


def test_everything_is_one_document_with_an_outline() -> None:
    job = PrintJob(laid_out(), Ink.COLOUR, "de", Edition.DE)
    progress: list[str] = []
    whole, poster = make_everything(job, lambda sentence: progress.append(sentence.key))
    assert len(progress) == 5
    assert len(poster.book.sheets) == 1
    with pikepdf.open(BytesIO(make_pdf(whole.book))) as pdf, pdf.open_outline() as outline:
        assert [entry.title for entry in outline.root] == ["Spielplan", "Spielsteine", "Übersichten", "Kalibrierbogen"]
        assert [entry.title for entry in outline.root[0].children][:2] == ["Blatt 1 von 6", "Blatt 2 von 6"]


@pytest.mark.parametrize("material", SHEET_MATERIALS)
def test_two_runs_give_the_same_bytes(material: Material) -> None:
    first = pdf_of(material, ink=Ink.LIGHT)
    pdf_of.cache_clear()
    document.cache_clear()
    assert pdf_of(material, ink=Ink.LIGHT) == first


@pytest.mark.parametrize("material", SHEET_MATERIALS)
def test_documents_are_vectors_only(material: Material) -> None:
    with pikepdf.open(BytesIO(pdf_of(material))) as pdf:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Stream):
                assert thing.get("/Subtype") != "/Image"


@pytest.mark.pdf_tools
@pytest.mark.slow
def test_three_renderers_agree_on_cover_and_sheet(tmp_path: Path) -> None:
    assert_renderers_agree(pdf_of(Material.BOARD), 2, FINER, tmp_path)


@pytest.mark.pdf_tools
@pytest.mark.slow
@pytest.mark.parametrize("material", [Material.PIECES, Material.AIDS, Material.CALIBRATION])
def test_three_renderers_agree_on_what_goes_with_the_board(material: Material, tmp_path: Path) -> None:
    assert_renderers_agree(pdf_of(material), 1, FINER, tmp_path)


@pytest.mark.pdf_tools
@pytest.mark.slow
@pytest.mark.parametrize("ink", list(Ink))
def test_three_renderers_agree_on_the_poster(ink: Ink, tmp_path: Path) -> None:
    assert_renderers_agree(pdf_of(Material.POSTER, ink=ink), 1, FINER_ON_POSTER, tmp_path)


def assert_renderers_agree(pdf: bytes, pages: int, finer: int, folder: Path) -> None:
    """Render pages with PDFium, poppler and MuPDF at a high resolution, and compare them at 100 dpi."""
    path = folder / "same.pdf"
    path.write_bytes(pdf)
    dpi = DPI * finer
    run("pdftoppm", "-r", str(dpi), "-l", str(pages), path, folder / "poppler")
    run("mutool", "draw", "-q", "-r", str(dpi), "-o", folder / "mupdf-%d.ppm", path, f"1-{pages}")
    poppler = sorted(folder.glob("poppler-*.ppm"))
    for number in range(pages):
        ours = averaged(render(pdf, number, dpi / 25.4), finer)
        for other in (poppler[number], folder / f"mupdf-{number + 1}.ppm"):
            theirs = averaged(np.asarray(Image.open(other).convert("RGB")), finer)
            height, width = min(len(ours), len(theirs)), min(ours.shape[1], theirs.shape[1])
            unlike = (np.abs(ours[:height, :width] - theirs[:height, :width]) > UNLIKE).any(axis=2)
            assert unlike.mean() <= UNLIKE_SHARE, f"{other.name}: {unlike.mean():.4%}"


def averaged(picture: Picture, finer: int) -> NDArray[np.float32]:
    """Downsample a page to 100 dpi."""
    height, width = picture.shape[0] // finer, picture.shape[1] // finer
    blocks = picture[: height * finer, : width * finer].reshape(height, finer, width, finer, 3)
    return blocks.mean(axis=(1, 3), dtype=np.float32)


def _page_labels(pdf: pikepdf.Pdf) -> list[str]:
    return [page.label for page in pdf.pages]
