"""The pages as the server sends them: languages, joining, compression, caching of files."""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from referee.words.texts import LANGUAGES
from tests.web.conftest import ORIGIN, Phone
from web.site.app import create_app
from web.site.companion import Config
from web.site.static_files import static_files, static_version

PAGES = (
    "/",
    "/new",
    "/boards",
    "/boards/new?seed=lagoon",
    "/how-to-play",
    "/invite",
    "/check",
    "/help",
    "/games/{game}",
    "/games/{game}/screen",
    "/games/{game}/history",
    "/nothing-here",
)


@pytest.fixture
def guarded(config: Config) -> Iterator[Flask]:
    """Provide an app that asks for the join code."""
    made = create_app(replace(config, needs_code=True))
    yield made
    made.extensions["terranova"].close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_in_every_language(phone: Phone, language: str) -> None:
    phone.new_game("Anna", "Bo")
    phone.must("turns", turn="@A1")
    phone.client.set_cookie("terranova_lang", language)
    for page in PAGES:
        answer = phone.client.get(page.format(game=phone.game_id))
        assert answer.status_code == (404 if page == "/nothing-here" else 200), page
        words = answer.get_data(as_text=True)
        assert f'<html lang="{language}"' in words
        assert not re.search(r"<[^>]+\sstyle=|<[^>]+\son[a-z]+=|<script(?![^>]*(src=|application/json))", words), page
        assert not re.search(r"""(?:src|href)=["']https?://""", words), page


@pytest.mark.parametrize(
    ("wanted", "language"),
    [("hu-HU,hu;q=0.9,en;q=0.8", "hu"), ("de-AT", "de"), ("sv,fi;q=0.5", "fi"), ("ja", "en"), ("", "en")],
)
def test_browser_language_is_used(phone: Phone, wanted: str, language: str) -> None:
    words = phone.client.get("/help", headers={"Accept-Language": wanted}).get_data(as_text=True)
    assert f'<html lang="{language}"' in words


def test_chosen_language_comes_first_and_stays(phone: Phone) -> None:
    answer = phone.client.post("/language", data={"language": "it", "next": "/help?x=1"}, headers=ORIGIN)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/help")
    assert "SameSite=Lax" in answer.headers["Set-Cookie"]
    words = phone.client.get("/help", headers={"Accept-Language": "hu"}).get_data(as_text=True)
    assert '<html lang="it"' in words


def test_language_that_is_none_is_not_kept(phone: Phone) -> None:
    answer = phone.client.post("/language", data={"language": "xx\r\nSet-Cookie: a=b", "next": "//evil.example"}, headers=ORIGIN)
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Location"] == "/"


def test_typed_code_lets_in_and_a_wrong_one_asks_again(guarded: Flask) -> None:
    code = str(guarded.extensions["terranova"].join.code)
    phone = guarded.test_client()
    wrong = phone.post("/join", data={"code": "wrong"}, headers=ORIGIN)
    assert wrong.status_code == 403
    assert phone.get("/").status_code == 303
    right = phone.post("/join", data={"code": f"{code[:5]} {code[5:]}".upper()}, headers=ORIGIN)
    assert right.status_code == 303
    assert phone.get(right.headers["Location"]).headers["Location"] == "/"
    assert phone.get("/").status_code == 200


def test_too_many_wrong_codes_wait_a_minute(guarded: Flask) -> None:
    stranger = guarded.test_client()
    for _ in range(10):
        stranger.get("/j/wrong")
    assert stranger.get("/j/wrong").status_code == 429


def test_self_check_opens_without_the_code(guarded: Flask) -> None:
    assert guarded.test_client().get("/check").status_code == 200


def test_page_shows_names_as_words_and_never_as_markup(phone: Phone) -> None:
    phone.new_game("<script>alert(1)</script>", "Bo </script><b>", title="<img src=x>")
    for page in ("/", f"/games/{phone.game_id}", f"/games/{phone.game_id}/history"):
        words = phone.client.get(page).get_data(as_text=True)
        assert "<script>alert" not in words
        assert "</script><b>" not in words
        assert "<img src=x>" not in words


def test_files_are_cached_permanently_by_version_and_compressed(phone: Phone) -> None:
    address = re.findall(r'"(/static/[^"]+\.css)"', phone.client.get("/").get_data(as_text=True))[0]
    assert static_version() in address
    packed = phone.client.get(address, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "immutable" in packed.headers["Cache-Control"]
    plain = phone.client.get(address, headers={"Accept-Encoding": "identity"})
    assert gzip.decompress(packed.data) == plain.data
    old = phone.client.get(address.replace(static_version(), "0123456789ab"))
    assert "immutable" not in old.headers["Cache-Control"]


def test_page_fetches_its_style_sheets_in_two_requests_and_nothing_of_them_is_lost(phone: Phone) -> None:
    phone.new_game("Anna", "Bo")
    addresses = re.findall(r'"(/static/[^"]+\.css)"', phone.client.get(f"/games/{phone.game_id}").get_data(as_text=True))
    assert len(addresses) == 2
    for address in addresses:
        joined = phone.client.get(address).get_data()
        for name in address.rsplit("/", 1)[1].removesuffix(".css").split("+"):
            assert static_files()[f"css/{name}.css"].plain in joined


@pytest.mark.parametrize("name", ["tokens+none", "none+tokens", "tokens+tokens", "tokens+", "+tokens", "tokens+../css/base"])
def test_style_sheets_that_are_missing_or_repeated_are_not_joined(phone: Phone, name: str) -> None:
    assert phone.client.get(f"/static/{static_version()}/css/{name}.css").status_code == 404


def test_pages_and_answers_are_packed_for_those_who_can_unpack(phone: Phone) -> None:
    phone.new_game("Anna", "Bo")
    for path in ("/new", f"/api/games/{phone.game_id}"):
        packed = phone.client.get(path, headers={"Accept-Encoding": "gzip, br"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert "Content-Encoding" not in phone.client.get(path, headers={"Accept-Encoding": "br"}).headers


def test_board_is_drawn_once_and_cached_permanently(phone: Phone) -> None:
    phone.new_game("Anna", "Bo")
    geometry = phone.client.get("/api/boards/islet/geometry").get_json()
    answer = phone.client.get(geometry["svg"])
    assert answer.mimetype == "image/svg+xml"
    assert "immutable" in answer.headers["Cache-Control"]
    assert "<script" not in answer.get_data(as_text=True)
    assert "immutable" not in phone.client.get("/boards/islet/board.svg").headers["Cache-Control"]
    assert {cell["id"] for cell in geometry["cells"]} >= {"A1", "K3"}


@pytest.mark.parametrize("board", ["terranova", "islet", "wheel"])
def test_boards_are_chosen_by_small_pictures(phone: Phone, board: str) -> None:
    assert f'src="/boards/{board}/small.svg"' in phone.client.get("/new").get_data(as_text=True)
    answer = phone.client.get(f"/boards/{board}/small.svg", headers={"Accept-Encoding": "gzip"})
    assert answer.mimetype == "image/svg+xml"
    assert len(answer.get_data()) < 5000
    assert b"<use" not in gzip.decompress(answer.get_data())


def test_board_that_does_not_exist_has_no_small_picture(phone: Phone) -> None:
    assert phone.client.get("/boards/nowhere/small.svg").status_code == 404


def test_arrow_keys_come_back_down_where_they_went_up(phone: Phone) -> None:
    cells = {cell["id"]: cell for cell in phone.client.get("/api/boards/terranova/geometry").get_json()["cells"]}
    for label, cell in cells.items():
        for other in filter(None, cell["to"]):
            assert label in cells[other]["to"]
        for way, back in (("up", 1), ("down", -1)):
            if cell[way]:
                assert ord(cell["row"]) - ord(cells[cell[way]]["row"]) == back
        if cell["up"] and cells[cell["up"]]["down"] != label:
            assert label in cells[cell["up"]]["to"]


def test_print_that_does_not_exist_is_refused(phone: Phone) -> None:
    for query in ("paper=A5", "ink=gold", "hex_mm=1e9", "hex_mm=-3", "hex_mm=nan"):
        assert phone.client.get(f"/api/boards/islet/geometry?{query}").status_code == 422
        assert phone.client.get(f"/boards/islet/board.svg?{query}").status_code == 422


@pytest.mark.parametrize(
    ("sent_from", "back"),
    [
        ("http://localhost/games/x/pieces?done=saved", "/games/x/pieces?done=saved"),
        ("http://localhost/", "/"),
        ("http://localhost//elsewhere.example/", "/elsewhere.example/"),
        ("http://localhost/\\elsewhere.example/", "/elsewhere.example/"),
        ("http://elsewhere.example/", None),
        (None, None),
    ],
)
def test_refused_form_leads_back_to_its_page_and_nowhere_else(phone: Phone, sent_from: str | None, back: str | None) -> None:
    headers = {**ORIGIN, **({"Referer": sent_from} if sent_from else {})}
    refused = phone.client.post("/pieces", data={"file": (io.BytesIO(b"\xff"), "mug.jpg")}, headers=headers)
    page = refused.get_data(as_text=True)
    assert "The file with pieces is not text" in page
    found = re.search(r'href="([^"]*)">.*Back</a>', page)
    assert (found and found[1]) == back


def test_qr_code_is_a_picture_of_the_join_link(guarded: Flask) -> None:
    join = guarded.extensions["terranova"].join
    phone = guarded.test_client()
    phone.set_cookie(join.cookie_name, join.cookie_value)
    answer = phone.get("/qr.svg")
    assert answer.mimetype == "image/svg+xml"
    assert answer.headers["Cache-Control"] == "no-store"
    assert phone.get("/api/addresses").get_json()["join"].endswith(f"/j/{join.code}")
