"""The Print centre: the same files as from the command line, previews of their pages, and suggestions for what does not fit."""

from __future__ import annotations

import html
import io
import re
import time
import zipfile
from pathlib import Path

import pytest
from flask import Flask
from PIL import Image, ImageChops

from printables.drawing.preview import draw_preview
from referee.cli.main import main
from referee.words.texts import LANGUAGES
from tests.web.conftest import Phone
from web.prints.orders import PREVIEW_MOST_PX, PREVIEW_PX_PER_MM
from web.prints.shop import KEPT_BYTES
from web.site import print_pages
from web.site.companion import Companion

CHOICES = "board=islet&paper=Letter&ink=grey&language=it&measured=97.5"
OPTIONS = ("islet", "--paper", "Letter", "--ink", "grey", "--lang", "it", "--measured", "97.5")


def text_of(phone: Phone, path: str, status: int = 200) -> str:
    """Return the HTML of a page with its entities resolved."""
    answer = phone.client.get(path)
    assert answer.status_code == status, answer.get_data(as_text=True)[:400]
    return html.unescape(answer.get_data(as_text=True))


def bytes_of(phone: Phone, path: str) -> bytes:
    answer = phone.client.get(path)
    assert answer.status_code == 200, answer.get_data(as_text=True)[:400]
    return answer.get_data()


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide the folder in which the command line has printed everything."""
    folder = tmp_path_factory.mktemp("printed")
    assert main(["print", "all", *OPTIONS, "-o", str(folder)]) == 0
    assert main(["print", "all", *OPTIONS, "-o", str(folder / "all.pdf")]) == 0
    return folder


def test_files_are_byte_for_byte_those_of_the_command_line(phone: Phone, printed: Path) -> None:
    for path in printed.glob("islet-*.pdf"):
        answer = phone.client.get(f"/print/files/{path.name.split('-')[1]}.pdf?{CHOICES}")
        assert answer.headers["Content-Disposition"] == f"attachment; filename={path.name}"
        assert answer.get_data() == path.read_bytes(), path.name
    assert bytes_of(phone, f"/print/files/all.pdf?{CHOICES}") == (printed / "all.pdf").read_bytes()


def test_zip_file_holds_the_chosen_documents_of_the_command_line(phone: Phone, printed: Path) -> None:
    wanted = ("board", "aids", "poster")
    query = CHOICES + "".join(f"&document={part}" for part in wanted)
    with zipfile.ZipFile(io.BytesIO(bytes_of(phone, f"/print/files/all.zip?{query}"))) as archive:
        assert sorted(name.split("-")[1] for name in archive.namelist()) == sorted(wanted)
        for name in archive.namelist():
            assert archive.read(name) == (printed / name).read_bytes()


def test_poster_on_its_own_paper_is_that_of_the_command_line(phone: Phone, tmp_path: Path) -> None:
    assert main(["print", "poster", "islet", "--paper", "A2", "--lang", "de", "-o", str(tmp_path / "poster.pdf")]) == 0
    query = "board=islet&paper=Letter&language=de&poster=A2"
    assert bytes_of(phone, f"/print/files/poster.pdf?{query}") == (tmp_path / "poster.pdf").read_bytes()


def test_previews_are_pictures_of_the_printed_pages(phone: Phone, printed: Path) -> None:
    page = text_of(phone, f"/print?{CHOICES}&document=board&document=pieces")
    previews = re.findall(r'data-src="([^"]+)"', page)
    pages = {name: draw_all(next(printed.glob(f"islet-{name}-*"))) for name in ("board", "pieces")}
    assert len(previews) == sum(map(len, pages.values()))
    for address in (previews[0], previews[1], previews[-1]):
        shown = Image.open(io.BytesIO(bytes_of(phone, address)))
        part, number = re.findall(r"/print/pages/(\w+)/(\d+)", address)[0]
        expected = Image.open(io.BytesIO(pages[part][int(number) - 1]))
        assert ImageChops.difference(shown.convert("RGB"), expected.convert("RGB")).getbbox() is None


def draw_all(path: Path) -> list[bytes]:
    import pikepdf

    with pikepdf.open(path) as pdf:
        count = len(pdf.pages)
    return [draw_preview(path.read_bytes(), number + 1, PREVIEW_PX_PER_MM, PREVIEW_MOST_PX) for number in range(count)]


def test_first_preview_comes_within_a_second(phone: Phone) -> None:
    text_of(phone, "/print?board=islet")  # the first visit loads the PDF writer
    begun = time.process_time()  # of all threads, whatever else this computer does
    page = text_of(phone, "/print?board=terranova&paper=A4")
    bytes_of(phone, re.findall(r'data-src="([^"]+)"', page)[0])
    assert time.process_time() - begun < 1.0


def test_first_preview_is_drawn_while_the_start_page_is_read(phone: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_pages, "PREPARE_SECONDS", 0.0)
    shop = app.extensions["terranova"].print_shop
    text_of(phone, "/?lang=de")
    until = time.monotonic() + 20
    while shop.find("prepared") is None:
        assert time.monotonic() < until
        time.sleep(0.05)
    monkeypatch.setattr("printables.drawing.preview.draw_preview", None)  # nothing is drawn any more
    page = text_of(phone, "/print?lang=de")
    assert bytes_of(phone, re.findall(r'data-src="([^"]+)"', page)[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_describes_the_result_in_every_language(phone: Phone, language: str) -> None:
    page = text_of(phone, f"/print?board=islet&lang={language}")
    width = {"en": "45.6"}.get(language, "45,6")
    assert width in page
    assert "--" not in re.sub(r"<code>[^<]*</code>|<[^>]*>", "", page.split("<main")[1].split("<script")[0])


def test_choice_that_does_not_fit_links_to_choices_that_do(phone: Phone) -> None:
    page = text_of(phone, "/print?hex=40&paper=A4&lang=de&language=de")
    note = page.split('id="note-hex"')[1].split("</div>")[0]
    assert "Felder von 40 mm passen bei 6,35 mm weißem Rand nicht auf 6 Blätter A4." in note
    ways = re.findall(r'data-way href="([^"]+)">([^<]+)<', note)
    assert [words for _, words in ways] == ["Felder von 32 mm", "12 Blätter"]
    for address, _ in ways:
        assert "data-src" in text_of(phone, address)
    assert phone.client.get("/print/files/board.pdf?hex=40").status_code == 409


def test_poster_too_small_to_read_offers_larger_papers(phone: Phone) -> None:
    page = text_of(phone, "/print?document=poster&document=board&poster=A4")
    note = page.split('id="note-poster"')[1].split("</div>")[0]
    assert "too small to read" in note
    assert "choose a larger paper" not in note


@pytest.mark.parametrize(
    "query",
    [
        "board=wheel&poster=A4&hex=20",
        pytest.param("board=terranova&poster=A4", marks=pytest.mark.slow),
        pytest.param("board=terranova&poster=A4&paper=A3&hex=45", marks=pytest.mark.slow),
    ],
)
def test_every_paper_offered_for_a_poster_leads_to_a_poster_that_is_made(phone: Phone, query: str) -> None:
    page = text_of(phone, f"/print?{query}&document=poster&document=board")
    note = page.split('id="note-poster"')[1].split("</div>")[0]
    ways = re.findall(r'data-way href="([^"]+)"', note)
    assert ways
    for address in ways:
        assert "too small to read" not in text_of(phone, address)
        assert bytes_of(phone, address.replace("/print?", "/print/files/poster.pdf?")).startswith(b"%PDF")


def test_sheets_lie_as_chosen_and_as_the_command_line_lays_them(phone: Phone, tmp_path: Path) -> None:
    assert main(["print", "board", "islet", "--orientation", "landscape", "--lang", "en", "-o", str(tmp_path / "board.pdf")]) == 0
    query = "board=islet&language=en&orientation=landscape"
    assert "landscape" in text_of(phone, f"/print?{query}").split('id="print-result"')[1]
    assert bytes_of(phone, f"/print/files/board.pdf?{query}") == (tmp_path / "board.pdf").read_bytes()


def test_choices_are_remembered_in_this_browser_and_a_link_to_a_board_keeps_them(phone: Phone) -> None:
    text_of(phone, "/print?board=wheel&paper=Letter&ink=light&hex=20&measured=97")
    again = phone.client.get("/print")
    assert again.status_code == 303
    assert again.headers["Location"].startswith("/print?board=wheel&paper=Letter&ink=light&")
    other = phone.client.get("/print?board=islet")
    assert "board=islet&paper=Letter" in other.headers["Location"]
    assert "hex=20" in other.headers["Location"]
    text_of(phone, "/print?board=wheel&hex=two")  # a wrong choice is not remembered
    assert "hex=20" in phone.client.get("/print").headers["Location"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/print/files/hats.pdf", 404),
        ("/print/files/board", 404),
        ("/print/pages/board/0.webp", 404),
        ("/print/pages/board/99.webp", 404),
        ("/print/pages/hats/1.webp", 404),
        ("/print/files/board.pdf?paper=A9", 422),
        ("/print/files/board.pdf?board=../../secret", 404),
        ("/print/files/all.pdf?document=poster", 400),
        ("/print/progress/board.pdf?hex=1e9", 422),
    ],
)
def test_wrong_address_answers_one_sentence(phone: Phone, path: str, status: int) -> None:
    page = text_of(phone, path, status)
    assert "note is-wrong" in page
    assert "Traceback" not in page


def test_wrong_field_keeps_the_page_and_what_was_typed(phone: Phone) -> None:
    page = text_of(phone, "/print?measured=<b>97&sheets=99")
    assert 'value="<b>97"' in page
    assert "choose between 1 and 49" in page.split('id="note-sheets"')[1].split("</div>")[0]
    assert "data-src" in page


def test_many_different_prints_stay_within_the_memory_bound(phone: Phone, companion: Companion) -> None:
    for hex_mm in (20, 21, 22):
        for ink in ("colour", "grey"):
            bytes_of(phone, f"/print/files/all.zip?board=islet&hex={hex_mm}&ink={ink}&document=board&document=poster")
            assert companion.print_shop.kept_bytes <= KEPT_BYTES


def test_progress_is_shown_until_the_file_is_ready(phone: Phone) -> None:
    address = "/print/progress/all.zip?board=islet&ink=light&lang=en"
    deadline = time.monotonic() + 30
    progress = phone.client.get(address).get_json()
    assert progress["ready"] is False
    sentences = set()
    while not progress["ready"] and time.monotonic() < deadline:
        time.sleep(0.02)
        progress = phone.client.get(address).get_json()
        sentences.add(progress.get("sentence"))
    assert progress == {"ready": True}
    assert any(sentence and sentence.startswith("Drawing: ") for sentence in sentences)


def test_home_and_new_game_lead_to_the_print_centre(phone: Phone) -> None:
    assert 'href="/print"' in text_of(phone, "/")
    assert 'href="/print?board=wheel"' in text_of(phone, "/new?board=wheel")


def test_print_centre_asks_for_the_join_code(app: Flask, tmp_path: Path) -> None:
    from web.site.app import create_app
    from web.site.companion import Config

    guarded = create_app(Config(data=tmp_path / "guarded"))
    for path in ("/print", "/print/files/board.pdf", "/print/pages/board/1.webp"):
        assert guarded.test_client().get(path).status_code == 303
    guarded.extensions["terranova"].close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_steps_are_shown_in_pictures_with_words_in_every_language(phone: Phone, language: str) -> None:
    page = text_of(phone, f"/print?board=islet&lang={language}")
    steps = re.findall(r'src="(/print/steps/(\w+)[^"]+)".*?<p class="small">([^<]+)', page, re.DOTALL)
    assert [name for _, name, _ in steps] == ["measure", "card", "photo", "pieces", "cut", "join", "tape"]
    assert "terranova calibrate" in page
    for address, _, words in steps:
        assert len(words) > 40
        assert "<path" in text_of(phone, address)


def test_board_of_one_sheet_is_cut_but_not_joined(phone: Phone) -> None:
    query = "board=islet&paper=A3&hex=18&sheets=1"
    page = text_of(phone, f"/print?{query}")
    assert "/print/steps/cut.svg" in page
    assert "/print/steps/join.svg" not in page
    assert phone.client.get(f"/print/steps/join.svg?{query}").status_code == 404
    assert phone.client.get(f"/print/steps/hat.svg?{query}").status_code == 404
