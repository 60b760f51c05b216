"""The quotas of a data folder, the errors when they are exceeded, and paging of a long list of games."""

from __future__ import annotations

import re

import pytest

from tests.web.conftest import Phone
from web.games import store
from web.site.pages import GAMES_A_PAGE


def test_folder_holds_a_thousand_games_and_a_game_five_thousand_revisions() -> None:
    assert (store.MOST_GAMES, store.MOST_REVISIONS_A_GAME) == (1000, 5000)


def test_game_beyond_the_quota_is_refused_with_a_sentence(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_GAMES", 2)
    phone.new_game("Anna", "Bo")
    body = {"players": ["Anna", "Bo"], "board": "islet", "save": "the-second-game"}
    assert phone.post("/api/games", **body).status_code == 201
    refused = phone.post("/api/games", players=["Anna", "Bo"], board="islet")
    assert (refused.status_code, refused.get_json()["problem"]) == (409, "too-many-games")
    assert phone.post("/api/games", **body).status_code == 200  # sent twice, it is the game that was made


def test_game_sent_twice_is_started_once_and_leaves_later_defaults(phone: Phone) -> None:
    body = {"players": ["Anna", "Bo"], "board": "islet", "save": "the-first-game"}
    made = phone.post("/api/games", **body)
    phone.new_game("Cleo", "Dora", board="wheel")
    again = phone.post("/api/games", **body)
    assert (made.status_code, again.status_code) == (201, 200)
    assert made.headers["Location"] == again.headers["Location"]
    assert made.get_json() == again.get_json()
    assert 'value="wheel" checked' in phone.client.get("/new").get_data(as_text=True)


def test_revision_beyond_the_quota_is_refused_and_the_game_goes_on_from_there(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MOST_REVISIONS_A_GAME", 2)
    phone.new_game("Anna", "Bo")
    phone.must("turns", turn="@A1")
    refused = phone.change("turns", turn="@A2")
    assert (refused.status_code, refused.get_json()["problem"]) == (409, "too-many-revisions")
    assert phone.look()["revision"] == 1
    assert phone.must("undo")["revision"] == 0


def test_start_page_shows_its_games_page_by_page(phone: Phone) -> None:
    for _ in range(GAMES_A_PAGE + 3):
        phone.new_game("Anna", "Bo")
    first, second = (phone.client.get(path).get_data(as_text=True) for path in ("/", "/?page=2"))
    listed = [re.findall(r'href="/games/(\w+)"', page) for page in (first, second)]
    assert [len(games) for games in listed] == [GAMES_A_PAGE, 3]
    assert len({game for games in listed for game in games}) == GAMES_A_PAGE + 3
    assert 'href="/?page=2"' in first
    assert 'href="/?page=1"' in second
    assert 'rel="next"' not in second
    for page in ("0", "-1", "x", "99999"):
        assert phone.client.get(f"/?page={page}").status_code == 422
