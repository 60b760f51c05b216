"""The list of games: search, archive, bin, dates, places and notes, rematches."""

from __future__ import annotations

import re
import time

import pytest

from tests.web.conftest import ORIGIN, Phone
from web.games.game_lists import choices_for_rematch
from web.games.stamps import local_time
from web.site.companion import Companion


def listed(phone: Phone, query: str = "") -> list[str]:
    """Return the ids of the games on the start page, in order."""
    words = phone.client.get(f"/{query}").get_data(as_text=True)
    return re.findall(r'class="game-card[^"]*" href="/games/(\w+)"', words)


def change(phone: Phone, **changes: object) -> dict[str, object]:
    answer = phone.client.patch(f"/api/games/{phone.game_id}", json=changes, headers=ORIGIN)
    assert answer.status_code == 200, answer.get_json()
    changed: dict[str, object] = answer.get_json()
    return changed


def test_game_moves_between_the_lists_and_back(phone: Phone) -> None:
    game = phone.new_game("Anna", "Bo")["id"]
    for shelf in ("archive", "bin", "table"):
        assert change(phone, shelf=shelf)["shelf"] == shelf
        found = {
            name: listed(phone, query) for name, query in (("table", ""), ("archive", "?shelf=archive"), ("bin", "?shelf=bin"))
        }
        assert found == {name: [game] if name == shelf else [] for name in found}


def test_game_of_a_late_evening_is_dated_by_the_clock_on_the_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        assert local_time("2026-11-21T01:30:00.000000Z") == "2026-11-20 20:30:00"
        assert local_time("unreadable") == "unreadable"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_unknown_language_is_named_among_several(phone: Phone) -> None:
    answer = phone.client.get("/api/games?lang=en&lang=xx")
    assert (answer.status_code, answer.get_json()["message"][:4]) == (422, '"xx"')


def test_deleted_game_still_opens_so_that_nothing_is_lost(phone: Phone) -> None:
    phone.new_game("Anna", "Bo")
    change(phone, shelf="bin")
    assert phone.client.get(f"/games/{phone.game_id}").status_code == 200


@pytest.mark.parametrize("words", ["agnes", "ÁGNES béla", "kocsma", "islet visszavágó", "2026-11-19"])
def test_search_finds_names_places_notes_boards_and_dates_whatever_their_accents(phone: Phone, words: str) -> None:
    game = phone.new_game("Ágnes", "Béla")["id"]
    change(phone, place="Kék Kocsma", note="Visszavágó a múlt hétért", date="2026-11-19")
    phone.new_game("Anna", "Bo")
    change(phone, date="2026-01-02")
    assert listed(phone, f"?q={words}") == [game]


def test_search_without_a_hit_says_so(phone: Phone) -> None:
    phone.new_game("Anna", "Bo")
    assert listed(phone, "?q=zebra") == []
    assert "No games here." in phone.client.get("/?q=zebra").get_data(as_text=True)


@pytest.mark.parametrize("date", ["2026-02-30", "19.11.2026", "", "2026-11-19T10:00", "٢٠٢٦-١١-١٩"])
def test_day_that_is_none_is_refused_with_a_sentence(phone: Phone, date: str) -> None:
    phone.new_game("Anna", "Bo")
    refused = phone.client.patch(f"/api/games/{phone.game_id}", json={"date": date}, headers=ORIGIN)
    assert (refused.status_code, refused.get_json()["problem"]) == (422, "bad-date")


def test_unknown_list_is_refused(phone: Phone) -> None:
    assert phone.client.get("/?shelf=cellar").status_code == 422


def test_rematch_keeps_the_table_and_moves_the_start_on(phone: Phone, companion: Companion) -> None:
    first = phone.new_game("Anna", "Bo", "Cleo", board="wheel", edition="it", mode="referee", first="blue")
    again = choices_for_rematch(companion.store.game(first["id"]))
    assert again["first"] == "red"
    assert (again["players"], again["board"], again["edition"], again["mode"]) == (
        ["Anna", "Bo", "Cleo"],
        "wheel",
        "it",
        "referee",
    )
    words = phone.client.get(f"/new?rematch={first['id']}").get_data(as_text=True)
    assert 'data-first="red"' in words
    assert phone.client.get("/new?rematch=0123456789abcdef").status_code == 404
