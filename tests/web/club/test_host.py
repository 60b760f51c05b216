"""The organiser's pages: tables opened, watched, renamed and closed, games moved, cards printed."""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pdfplumber
import pytest
from flask.testing import FlaskClient
from pypdfium2 import PdfDocument, PdfPage

from printables.documents.table_cards import CARD_HEIGHT, CARD_WIDTH, COLUMNS, ROWS
from referee.words.problems import Problem
from referee.words.texts import LANGUAGES
from tests.web.club.club_phones import Club, furnish, seen_by
from tests.web.conftest import ORIGIN, Phone
from web.club.tables import MOST_TABLES
from web.games.schema import photos
from web.site.host_pages import titles_in

pytestmark = pytest.mark.postgresql
MOST_BYTES = 200_000


@pytest.fixture
def club(database: str, tmp_path: Path) -> Iterator[Club]:
    """Provide a club."""
    made = Club(database, tmp_path)
    yield made
    made.close()


def change(host: FlaskClient, address: str, **fields: str) -> int:
    """Send one of the organiser's forms, and return the status."""
    return host.post(address, data=fields, headers=ORIGIN).status_code


@pytest.mark.parametrize(
    ("given", "titles"),
    [
        ("1-3", ["Table 1", "Table 2", "Table 3"]),
        ("7", ["Table 7"]),
        ("1 – 2, Window\nBar; 9", ["Table 1", "Table 2", "Window", "Bar", "Table 9"]),
        ("3-1, Bar", ["Table 1", "Table 2", "Table 3", "Bar"]),
        ("  ,, Zsófi's  corner ,", ["Zsófi's corner"]),
    ],
)
def test_numbers_and_names_become_tables(given: str, titles: list[str]) -> None:
    assert titles_in(given, "en") == titles


@pytest.mark.parametrize("given", ["", " , ", "\u200b"])
def test_nothing_to_open_is_answered_with_a_sentence(given: str) -> None:
    with pytest.raises(Problem) as refused:
        titles_in(given, "en")
    assert refused.value.slug == "no-name"


def test_long_list_of_names_becomes_tables_whole() -> None:
    names = [f"Table of honour number {number:04}" for number in range(MOST_TABLES)]
    assert titles_in(", ".join(names), "en") == names


@pytest.mark.parametrize("given", ["1-9999", "1-1000, Window", "1-9999," * 9000])
def test_more_tables_than_a_club_has_are_refused_without_listing_them(given: str) -> None:
    with pytest.raises(Problem) as refused:
        titles_in(given, "en")
    assert refused.value.slug == "too-many-tables"


@pytest.mark.slow
def test_forty_tables_are_opened_at_once_in_the_organisers_language(club: Club) -> None:
    host = club.host()
    answer = host.post("/host/tables?lang=hu", data={"names": "1-40"}, headers=ORIGIN)
    assert answer.status_code == 303
    tables = club.tables.all_open()
    assert [table.title for table in tables] == [f"{number}. asztal" for number in range(1, 41)]
    assert len({table.code for table in tables}) == 40


@pytest.mark.slow
def test_thousands_of_tables_are_refused_with_a_sentence(club: Club) -> None:
    host = club.host()
    answer = host.post("/host/tables", data={"names": "1-9999"}, headers=ORIGIN)
    assert answer.status_code == 409
    assert f"At most {MOST_TABLES} tables" in answer.get_data(as_text=True)
    assert club.tables.all_open() == ()


@pytest.mark.slow
def test_empty_club_explains_what_to_do(club: Club) -> None:
    page = club.host().get("/host").get_data(as_text=True)
    assert "Open a table for each place where people play" in page
    assert 'name="names"' in page


def test_overview_counts_games_phones_and_waiting_photos(club: Club) -> None:
    window, _bar = club.open("Window", "Bar")
    phone = club.phone(window.code)
    furnish(club, window, phone, "Anna", "Bo")
    host = club.host()
    first, second = host.get("/host/overview").get_json()["tables"]
    assert (first["games"], first["in_play"], first["phones"], first["waiting"]) == (1, 1, 1, 1)
    assert (second["games"], second["phones"], second["at"]) == (0, 0, None)
    here = seen_by(club, phone)
    here.shelf.add(here.store.game_ids()[0], "upload-x-1", 0)
    with club.companion.store.writing() as connection:
        connection.execute(photos.update().where(photos.c.upload_id == "upload-x-1").values(at="2026-01-01T00:00:00.000000Z"))
    found = host.get("/host/overview").get_json()
    assert (found["waiting"], found["tables"][0]["waiting"], found["readers"]) == (2, 2, 0)
    assert found["wait"] == found["tables"][0]["wait"] > 1000


@pytest.mark.slow
def test_unchanged_overview_is_not_sent_again(club: Club) -> None:
    club.open("Window")
    host = club.host()
    tag = host.get("/host/overview").headers["ETag"]
    assert host.get("/host/overview", headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.slow
def test_page_of_three_hundred_tables_stays_light(club: Club) -> None:
    club.open("1-300")
    host = club.host()
    page = host.get("/host", headers={"Accept-Encoding": "gzip"}).get_data()
    sheets = re.findall(r'(?:href|src)="(/static/[^"]+)"', gzip.decompress(page).decode())
    rest = sum(len(host.get(sheet, headers={"Accept-Encoding": "gzip"}).get_data()) for sheet in {*sheets})
    assert len(page) + rest < MOST_BYTES


@pytest.mark.slow
def test_table_is_renamed_and_never_like_another(club: Club) -> None:
    window, bar = club.open("Window", "Bar")
    host = club.host()
    assert change(host, f"/host/tables/{window.id}/title", title="Fenster <b>") == 303
    assert change(host, f"/host/tables/{bar.id}/title", title="Fenster <b>") == 409
    assert change(host, f"/host/tables/{bar.id}/title", title="  ") == 422
    assert [table.title for table in club.tables.all_open()] == ["Fenster <b>", "Bar"]
    assert "Fenster &lt;b&gt;" in host.get("/host").get_data(as_text=True)


def test_closed_table_is_gone_and_its_games_stay_with_the_organiser(club: Club) -> None:
    (window,) = club.open("Window")
    game = Phone(club.phone(window.code)).new_game("Anna", "Bo")["id"]
    host = club.host()
    assert change(host, f"/host/tables/{window.id}/close") == 303
    assert change(host, f"/host/tables/{window.id}/close") == 404
    assert host.get(f"/host/tables/{window.id}").status_code == 404
    assert host.get(f"/games/{game}").status_code == 200
    assert change(host, "/host/tables", names="Window") == 303


def test_game_is_moved_to_a_table_with_its_board_and_back(club: Club) -> None:
    window, bar = club.open("Window", "Bar")
    there = club.phone(bar.code)
    belongings = furnish(club, window, club.phone(window.code), "Anna", "Bo")
    address = f"/host/games/{belongings.game}/table"
    host = club.host()
    assert there.get(f"/games/{belongings.game}").status_code == 404
    assert change(host, address, title="Bar") == 303
    assert there.get(f"/games/{belongings.game}").status_code == 200
    assert there.get(f"/boards/{belongings.board}.toml").status_code == 200
    assert change(host, address, title="") == 303
    assert there.get(f"/games/{belongings.game}").status_code == 404
    assert change(host, address, title="Garden") == 404
    assert change(host, f"/host/games/{'0' * 16}/table", title="Bar") == 404


@pytest.mark.slow
def test_moved_game_reaches_phones_that_look_at_it(club: Club) -> None:
    (window,) = club.open("Window")
    host = club.host()
    game = Phone(host).new_game("Anna", "Bo")["id"]
    before = host.get(f"/api/games/{game}").headers["ETag"]
    change(host, f"/host/games/{game}/table", title="Window")
    assert host.get(f"/api/games/{game}").headers["ETag"] != before
    assert club.phone(window.code).get(f"/api/games/{game}").status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_cards_hold_name_code_and_a_qr_code_for_each_table(club: Club, paper: str) -> None:
    tables = club.open("1-9")
    host = club.host()
    change(host, "/host/name", name="Spielcafé Würfel")
    answer = host.get(f"/host/cards.pdf?paper={paper}")
    assert answer.mimetype == "application/pdf"
    with pdfplumber.open(io.BytesIO(answer.get_data())) as pdf:
        assert [len(page.extract_text().split("Spielcafé Würfel")) - 1 for page in pdf.pages] == [8, 1]
        words = " ".join(page.extract_text() for page in pdf.pages)
    for table in tables:
        assert table.title in words
        assert table.code in "".join(words.split())
    links = read_cards(answer.get_data())
    assert [link.rsplit("/j/", 1)[1] for link in links] == [table.code for table in tables]


def read_cards(pdf: bytes) -> list[str]:
    """Read the QR code of each card in a document, at several resolutions until one can be decoded."""
    document = PdfDocument(pdf)
    cards = [(page, row, column) for page in document for row in range(ROWS) for column in range(COLUMNS)]
    return [words for card in cards if (words := next(filter(None, (read_card(*card, scale) for scale in (3, 4, 2.5, 5))), ""))]


def read_card(page: PdfPage, row: int, column: int, scale: float) -> str:
    """Read the QR code of one card at a resolution, or return nothing."""
    import cv2
    import numpy as np

    mm = scale * 72 / 25.4
    picture = np.asarray(page.render(scale=scale).to_pil().convert("L"))
    left = picture.shape[1] / 2 + (column - COLUMNS / 2) * CARD_WIDTH * mm
    top = picture.shape[0] / 2 + (row - ROWS / 2) * CARD_HEIGHT * mm
    card = picture[round(top + 12 * mm) : round(top + 62 * mm), round(left + mm) : round(left + 52 * mm)]
    return str(cv2.QRCodeDetector().detectAndDecode(np.ascontiguousarray(card))[0])


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_speak_each_language_and_keep_to_their_edges(club: Club, language: str) -> None:
    club.open("1-3", "A very long name of a table that ends nowhere near here", "Donaudampfschifffahrtsgesellschaftszimmer", "🎲")
    answer = club.host().get(f"/host/cards.pdf?lang={language}")
    with pdfplumber.open(io.BytesIO(answer.get_data())) as pdf:
        page = pdf.pages[0]
        left = (float(page.width) - 2 * 95 * 72 / 25.4) / 2
        assert min(float(word["x0"]) for word in page.extract_words()) > left
        assert max(float(word["x1"]) for word in page.extract_words()) < float(page.width) - left
        top = (float(page.height) - 4 * 64 * 72 / 25.4) / 2
        for word in page.extract_words():
            into = (float(word["bottom"]) - top) % (64 * 72 / 25.4)
            assert 3 < into < 62 * 72 / 25.4, word["text"]


@pytest.mark.slow
def test_card_of_one_table_can_be_printed_again(club: Club) -> None:
    window, _bar = club.open("Window", "Bar")
    with pdfplumber.open(io.BytesIO(club.host().get(f"/host/cards.pdf?table={window.id}").get_data())) as pdf:
        words = pdf.pages[0].extract_text()
    assert "Window" in words
    assert "Bar" not in words


@pytest.mark.slow
@pytest.mark.parametrize("query", ["?paper=A3", "?paper=../etc", "?table=99", "?table=x"])
def test_cards_that_make_no_sense_are_not_found(club: Club, query: str) -> None:
    club.open("Window")
    assert club.host().get(f"/host/cards.pdf{query}").status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_organisers_pages_render_in_each_language(club: Club, language: str) -> None:
    (window,) = club.open("Window")
    host = club.host()
    Phone(host).new_game("Anna", "Bo")
    for address in ("/host", f"/host/tables/{window.id}", "/", "/invite"):
        assert host.get(f"{address}?lang={language}").status_code == 200


def test_home_has_no_organisers_pages(tmp_path: Path) -> None:
    from web.site.app import create_app
    from web.site.companion import Config

    app = create_app(Config(data=tmp_path, needs_code=False))
    assert app.test_client().get("/host").status_code == 404
    assert app.extensions["terranova"].tables is None
    app.extensions["terranova"].close()


def test_record_of_a_game_that_was_moved_away_can_be_brought_in_again(club: Club) -> None:
    window, bar = club.open("Window", "Bar")
    host, here, there = club.host(), club.phone(window.code), club.phone(bar.code)
    game = Phone(host).new_game("Anna", "Bo")["id"]
    record = host.get(f"/games/{game}/take/x-record.json").get_data(as_text=True)

    def bring_in() -> str:
        page = here.post("/take", data={"words": record}, headers=ORIGIN)
        assert page.status_code == 200, page.get_data(as_text=True)
        return str(re.findall(r"/games/(\w+)", page.get_data(as_text=True))[0])

    first = bring_in()
    assert change(host, f"/host/games/{first}/table", title="Bar") == 303
    again = bring_in()
    assert again != first
    assert bring_in() == again
    assert there.get(f"/games/{first}").status_code == 200
