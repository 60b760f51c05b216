"""Statistics by player's name, counting only games that are over."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

from tests.web.conftest import ORIGIN, Phone
from web.games.store import Store
from web.site.companion import Companion
from web.takeaway.additions import play_shared
from web.takeaway.intake import bring_in_words
from web.takeaway.records import record_to_bytes
from web.takeaway.shared import shared_from_json
from web.takeaway.statistics import bg_stats_link, read_statistics, result_of, statistics_json

EXAMPLE = Path(__file__).parents[3] / "referee" / "examples" / "game.json"
LOST_ALL = {
    "format": "terranova-position/1",
    "board": "islet",
    "players": ["red", "yellow"],
    "pioneers": {"red": ["E5"], "yellow": []},
    "scores": {"red": 30, "yellow": 12},
}


def finish(phone: Phone, *names: str) -> None:
    """Play a game whose second player has lost all pioneers."""
    phone.new_game(*names, start=LOST_ALL)
    assert phone.state["phase"] == "over"


def test_games_wins_and_margins_are_added_up_by_name(phone: Phone, companion: Companion) -> None:
    finish(phone, "Anna", "Bo")
    finish(phone, "Bo", "anna")
    phone.new_game("Anna", "Cleo")
    found = read_statistics(companion.store)
    assert (found.kept, found.over) == (3, 2)
    by_name = {player.name.casefold(): player for player in found.players}
    assert set(by_name) == {"anna", "bo"}
    anna = by_name["anna"]
    assert (anna.games, anna.wins, anna.mean_margin) == (2, 1, 0.0)
    assert sorted(anna.margins) == [-18, 18]


def test_imported_game_is_not_taken_for_a_deleted_one_with_the_same_version(phone: Phone, companion: Companion) -> None:
    finish(phone, "Anna", "Bo")
    game = f"/api/games/{phone.game_id}"
    record = record_to_bytes(companion.store.read(phone.game_id or "")).decode()
    seen = phone.client.patch(game, json={"players": ["Cleo", "Dora"]}, headers=ORIGIN)
    assert {player.name for player in read_statistics(companion.store).players} == {"Cleo", "Dora"}
    assert phone.client.post(f"/games/{phone.game_id}/delete", headers=ORIGIN).status_code == 200
    bring_in_words(companion.store, record)
    changed = phone.client.patch(game, json={"players": ["Emil", "Fritz"]}, headers=ORIGIN)
    assert changed.get_json()["version"] == seen.get_json()["version"]
    assert {player.name for player in read_statistics(companion.store).players} == {"Emil", "Fritz"}
    assert phone.client.get(game, headers={"If-None-Match": seen.headers["ETag"]}).status_code == 200
    assert phone.client.get(game, headers={"If-None-Match": changed.headers["ETag"]}).status_code == 304


def test_best_territory_is_the_most_one_territory_paid() -> None:
    shared = shared_from_json(json.loads(EXAMPLE.read_bytes()), "example")
    result = result_of(play_shared(shared, "terranova", "0" * 16).stored)
    assert result is not None
    assert (result.names, result.scores) == (("Anna", "Bo"), (50, 73))
    assert result.best == (20, 34)
    assert result.wins == (False, True)


def test_statistics_of_no_games_are_empty(other_store: Store) -> None:
    assert statistics_json(other_store) == {"format": "terranova-statistics/1", "kept": 0, "over": 0, "players": []}


def test_link_for_bg_stats_holds_the_play_in_its_published_form(phone: Phone, companion: Companion) -> None:
    finish(phone, "Änne & Co", "Bo")
    stored = companion.store.read(phone.game_id or "")
    result = result_of(stored)
    assert result is not None
    link = bg_stats_link(stored, result, "Terra Nova")
    start, _, data = link.partition("?data=")
    assert start == "bgstats://app.bgstatsapp.com/createPlay.html"
    play = json.loads(unquote(data))
    assert play["game"] == {"name": "Terra Nova", "highestWins": True, "noPoints": False, "sourceGameId": "terra-nova"}
    assert [(one["name"], one["score"], one["winner"], one["rank"], one["startPlayer"]) for one in play["players"]] == [
        ("Änne & Co", 30, True, 1, True),
        ("Bo", 12, False, 2, False),
    ]
    assert len(play["playDate"]) == len("2020-10-23 19:16:58")


def test_play_for_bg_stats_has_the_date_that_was_entered(phone: Phone, companion: Companion) -> None:
    finish(phone, "Anna", "Bo")
    stored = companion.store.read(phone.game_id or "")
    dated = replace(stored, game=replace(stored.game, settings={**stored.game.settings, "date": "2026-07-05"}))
    result = result_of(dated)
    assert result is not None
    assert "2026-07-05" in bg_stats_link(dated, result, "Terra Nova")


def test_another_copy_of_a_deleted_game_has_statistics_of_its_own(phone: Phone, companion: Companion) -> None:
    finish(phone, "Anna", "Bo")
    assert {player.name for player in read_statistics(companion.store).players} == {"Anna", "Bo"}
    with companion.store.writing() as connection:  # the same id and version, but played elsewhere
        connection.exec_driver_sql(
            "UPDATE games SET settings = replace(settings, 'Bo', 'Cleo'), changed = '2026-01-01T00:00:00Z'"
        )
    assert {player.name for player in read_statistics(companion.store).players} == {"Anna", "Cleo"}
