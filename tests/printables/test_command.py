"""`terranova print`: file names, previews, and one plain sentence for each error."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pdfplumber
import pikepdf
import pytest

from printables.documents.catalogue import Material
from referee.boards.library import load_board
from referee.cli.main import main
from referee.layout.layout import lay_out
from tests.printables.documents import pdf_of, words_of_page

BOARD_PAGES = 7


def call(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    code = main([str(argument) for argument in ("print", *arguments, "--lang", "en")])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_file_is_written_to_the_given_path(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = call(capsys, "board", "terranova", "-o", tmp_path / "my board.PDF")
    assert (code, out) == (0, f"{tmp_path / 'my board.PDF'}: {BOARD_PAGES} pages\n")
    assert err == "For crown caps with room to spare: --sheets 9 --hex 33.\n"
    with pikepdf.open(tmp_path / "my board.PDF") as pdf:
        assert len(pdf.pages) == BOARD_PAGES


def test_board_of_nine_sheets_has_a_cover_and_nine_pages(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "board.pdf"
    assert call(capsys, "board", "--hex", "33", "--sheets", "30", "-o", path) == (0, f"{path}: 10 pages\n", "")
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 10


def test_hex_size_suggested_with_a_decimal_comma_is_accepted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Regression: German messages suggested lengths such as `--hex 41,5`, which the same command then refused."""
    wanted = ["print", "board", "islet", "--lang", "de", "-o", str(tmp_path / "islet.pdf")]
    assert main([*wanted, "--hex", "45"]) != 0
    suggested = re.search(r"--hex \d+,5\b", capsys.readouterr().err)
    assert suggested is not None
    assert main([*wanted, *suggested[0].split()]) == 0


def test_layout_describes_the_board_as_it_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["layout", "islet", "--lang", "de"]) == 0
    described = capsys.readouterr().out
    assert described.startswith("Spielplan Inselchen: 78 Felder.\n")
    printed = words_of_page(pdf_of(Material.BOARD, "islet", language="de"), 1)
    assert all("255f · A4 · 36 mm · 6,35 mm · 3×2 Hochformat" in words for words in (described, printed))


def test_folder_gets_files_named_after_their_content(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    assert call(capsys, "all", "--ink", "grey", "--edition", "it", "-o", folder)[0] == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        "terranova-aids-A4-rules-it-grey-en.pdf",
        "terranova-board-A4-32mm-grey-en.pdf",
        "terranova-calibration-A4-grey-en.pdf",
        "terranova-pieces-A4-32mm-grey-en.pdf",
        "terranova-poster-true-size-32mm-grey-en.pdf",
    ]


def page_sizes(path: Path) -> list[list[int]]:
    """Return the width and height of each page in mm."""
    with pikepdf.open(path) as pdf:
        return [[round(float(side) / 72 * 25.4) for side in page.obj.MediaBox[2:]] for page in pdf.pages]


def test_everything_is_written_to_one_file_of_equal_pages_with_a_separate_poster(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, _ = call(capsys, "all", "islet", "-o", tmp_path / "all.pdf", "--json")
    assert code == 0
    answer = json.loads(out)
    assert answer["format"] == "terranova-print/1"
    sheets, poster = tmp_path / "all.pdf", tmp_path / "all-poster.pdf"
    assert answer["files"] == [{"file": str(path), "pages": len(page_sizes(path))} for path in (sheets, poster)]
    assert {tuple(sorted(size)) for size in page_sizes(sheets)} == {(210, 297)}
    assert len(page_sizes(poster)) == 1


@pytest.mark.parametrize(
    ("paper", "size"), [("A3", (297, 420)), ("legal", (216, 356)), ("A2", (420, 594)), ("50X70", (500, 700))]
)
def test_poster_uses_the_given_paper(
    paper: str, size: tuple[int, int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert call(capsys, "poster", "--paper", paper, "-o", tmp_path / "poster.pdf")[0] == 0
    assert [tuple(sorted(page)) for page in page_sizes(tmp_path / "poster.pdf")] == [size]


def test_poster_without_a_paper_is_in_true_size(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert call(capsys, "poster", "-o", tmp_path / "poster.pdf")[0] == 0
    layout = lay_out(load_board("terranova"))
    assert page_sizes(tmp_path / "poster.pdf") == [[round(layout.width), round(layout.height)]]


def test_poster_too_small_to_read_is_refused_with_the_papers_that_would_do(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = call(capsys, "poster", "--paper", "A4", "-o", tmp_path / "poster.pdf")
    assert (code, out) == (2, "")
    assert err.startswith("On A4 ")
    assert "A3, Tabloid, A2" in err
    assert not list(tmp_path.iterdir())


def test_preview_that_cannot_be_kept_leaves_nothing_behind(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    for preview in (tmp_path / "taken", tmp_path / "taken" / "below", Path("/proc/nothing/here")):
        code, out, err = call(capsys, "pieces", "islet", "-o", tmp_path / "new" / "folder", "--preview", preview)
        assert (code, out) == (2, "")
        assert f"The folder {preview} cannot be made" in err.splitlines()[-1]  # above it stands progress, on a slow day
        assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_file_that_is_not_a_pdf_is_refused_without_leftovers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = call(capsys, "calibration", "-o", tmp_path / "x.txt")
    assert (code, out) == (2, "")
    assert ".txt" in err
    assert not list(tmp_path.iterdir())
    for folder in ("for print v1.2", "sheets.d/"):
        assert call(capsys, "calibration", "-o", f"{tmp_path}/{folder}")[0] == 0


@pytest.mark.parametrize(
    ("language", "title", "lies"), [("hu", "Kerék", "álló"), pytest.param("de", "Rad", "Hochformat", marks=pytest.mark.slow)]
)
def test_built_in_titles_and_codes_are_printed_in_the_language_of_the_page(
    language: str, title: str, lies: str, tmp_path: Path
) -> None:
    path = tmp_path / "board.pdf"
    assert main(["print", "board", "wheel", "--orientation", "portrait", "--lang", language, "-o", str(path)]) == 0
    with pdfplumber.open(path) as pdf:
        words = [" ".join((page.extract_text() or "").split()) for page in pdf.pages]
    assert title in words[0]
    assert lies in words[0]
    assert lies in " ".join(words[1:])
    assert "portrait" not in " ".join(words)
    assert "Wheel" not in " ".join(words)


def test_poster_on_a_large_paper_reports_its_hex(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert call(capsys, "poster", "--paper", "a2", "-o", tmp_path)[0] == 0
    (path,) = tmp_path.iterdir()
    assert path.name.startswith("terranova-poster-A2-2")
    with pikepdf.open(path) as pdf:
        assert [round(float(side) / 72 * 25.4) for side in pdf.pages[0].obj.MediaBox[2:]] in ([420, 594], [594, 420])


def test_previews_show_every_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert call(capsys, "pieces", "-o", tmp_path / "p.pdf", "--preview", tmp_path / "pictures")[0] == 0
    with pikepdf.open(tmp_path / "p.pdf") as pdf:
        expected = [f"p-{number:02}.png" for number in range(1, len(pdf.pages) + 1)]
    pictures = sorted((tmp_path / "pictures").iterdir())
    assert [path.name for path in pictures] == expected
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in pictures)


def test_language_chooses_words_and_rulebook(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["print", "aids", "--lang", "fi", "-o", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith("4 sivua\n")
    assert [path.name for path in tmp_path.iterdir()] == ["terranova-aids-A4-rules-fi-colour-fi.pdf"]


@pytest.mark.parametrize(
    ("options", "fragment"),
    [
        (("board", "--paper", "Foolscap"), "Foolscap"),
        (("board", "--paper", "A1"), "A1 is a paper for posters"),
        (("poster", "--paper", "B4"), "50x70"),
        (("board", "--hex", "5"), "5 mm"),
        (("board", "--hex", "500"), "500 mm"),
        (("board", "--hex", "40"), "what would do"),
        (("board", "--margin", "-1"), "-1 mm"),
        (("board", "--margin", "90"), "leaves nothing"),
        (("board", "--hex", "wide"), "wide"),
        (("board", "--measured", "50"), "50"),
        (("board", "--ink", "gold"), "gold"),
        (("boards",), "boards"),
        (("board", "nowhere"), "nowhere"),
        ((), "--help"),
        (("board", "-o", "-"), "standard output"),
    ],
)
def test_unprintable_choice_is_reported_in_one_sentence(
    options: tuple[str, ...], fragment: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = call(capsys, "-o", tmp_path / "never.pdf", *options)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert fragment in err
    assert not list(tmp_path.iterdir())


def test_board_file_with_an_error_writes_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('name = "mine"\nmap = "???"\n')
    code, _, err = call(capsys, "board", tmp_path / "mine.toml", "-o", tmp_path / "never.pdf")
    assert code == 2
    assert "mine.toml" in err
    assert not (tmp_path / "never.pdf").exists()


@pytest.mark.skipif(os.name != "posix", reason="permissions of another kind")
def test_unwritable_places_are_reported_in_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file" / "below", tmp_path / "none" / "x.pdf", "/proc/nothing/here"):
        code, out, err = call(capsys, "calibration", "-o", place)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(os.name != "posix", reason="no limit of file sizes")
def test_full_disk_leaves_the_old_file_and_no_half_one(tmp_path: Path) -> None:
    old = tmp_path / "board.pdf"
    old.write_bytes(b"old")

    def no_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    program = "from referee.cli.main import main; raise SystemExit(main())"
    command = [sys.executable, "-c", program, "print", "board", "-o", str(old), "--lang", "en"]
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=no_room, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    assert old.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [old]


def test_title_with_letters_the_typefaces_lack_gives_way_to_the_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    drawn = (Path(__file__).parents[2] / "referee" / "boards" / "built_in" / "islet.toml").read_text(encoding="utf-8")
    mine = tmp_path / "isle.toml"
    for label, title in (("島", "isle"), ("Ősziget", "Ősziget")):
        lines = [line for line in drawn.splitlines() if not line.startswith(("name", "label"))]
        mine.write_text("\n".join(['name = "isle"', f'label = "{label}"', *lines]), encoding="utf-8")
        assert call(capsys, "board", mine, "-o", tmp_path / "isle.pdf")[0] == 0
        with pikepdf.open(tmp_path / "isle.pdf") as pdf:
            assert str(pdf.docinfo.Title) == f"{title}: the board"
