"""Lists of games in a club: searched, counted and paged by the database, with the same words as at home."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event

from tests.web.club.club_phones import Club
from tests.web.conftest import ORIGIN, Phone

pytestmark = pytest.mark.postgresql


@pytest.fixture
def club(database: str, tmp_path: Path) -> Iterator[Club]:
    """Provide a club."""
    made = Club(database, tmp_path)
    yield made
    made.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", ["agnes", "ÁGNES béla", "kocsma", "strasse", "Straße", "islet visszavágó", "2026-07-05", "100%", "a_b"]
)
def test_search_finds_names_places_notes_boards_and_dates_whatever_their_accents(club: Club, words: str) -> None:
    phone = Phone(club.phone(club.open("Window")[0].code))
    game = phone.new_game("Ágnes", "Béla")["id"]
    sure = {"place": "Kék Kocsma 100%", "note": "Visszavágó a múlt hétért a_b, Hauptstraße", "date": "2026-07-05"}
    assert phone.client.patch(f"/api/games/{game}", json=sure, headers=ORIGIN).status_code == 200
    phone.new_game("Anna", "Bo", title="100 axb")
    page = phone.client.get("/", query_string={"q": words}).get_data(as_text=True)
    assert re.findall(r'class="game-card[^"]*" href="/games/(\w+)"', page) == [game]


def test_list_of_games_is_paged_by_the_database(club: Club) -> None:
    phone = Phone(club.phone(club.open("Window")[0].code))
    games = [phone.new_game(f"Player {number}", "Bo")["id"] for number in range(23)]
    read: list[str] = []
    event.listen(club.companion.store.engine, "before_cursor_execute", lambda _c, _k, statement, *_: read.append(statement))
    pages = [phone.client.get(f"/?page={number}").get_data(as_text=True) for number in (1, 2)]
    found = [re.findall(r'class="game-card[^"]*" href="/games/(\w+)"', page) for page in pages]
    assert found == [games[:2:-1], games[2::-1]]
    assert ("/?page=2" in pages[0], "/?page=3" in pages[1]) == (True, False)
    assert not [
        statement for statement in read if "FROM games" in statement and "LIMIT" not in statement and "count" not in statement
    ]
