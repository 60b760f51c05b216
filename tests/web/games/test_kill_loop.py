"""Kill the server at random moments while turns are confirmed: nothing is lost or duplicated, and it restarts."""

from __future__ import annotations

import http.client
import random
import threading
import time
from pathlib import Path

import pytest

from tests.web.served import Served
from web.games.database_file import Condition, examine_file
from web.games.replay import replay_games
from web.games.store import Store

CHANGES = 60
LEAST_KILLS = 10
MOST_CHANGES_IN_A_LIFE = 12
FIRST_CHANGE_SECONDS = 0.05


@pytest.mark.slow
def test_no_confirmed_change_is_lost_over_sixty_and_many_kills(tmp_path: Path) -> None:
    chance = random.Random(2026)
    game, confirmed, kills = "", 0, 0
    while confirmed < CHANGES or kills < LEAST_KILLS:
        served = Served(tmp_path, "--no-code")
        if not game:
            game = served.ask("POST", "/api/games", {"players": ["Anna", "Bo"], "board": "islet", "save": "the-game-1"})[1]["id"]
        assert_holds(served, game, confirmed)
        confirmed = confirm_until_killed(served, game, confirmed, chance.uniform(0.0, MOST_CHANGES_IN_A_LIFE))
        kills += 1
    assert examine_file(tmp_path / "terranova.sqlite").condition is Condition.SOUND
    store = Store(f"sqlite:///{tmp_path / 'terranova.sqlite'}")
    try:
        assert [wrong for _, wrong in replay_games(store)] == [()]
        scores = [revision.position["scores"]["red"] for revision in store.read(game).revisions.values()]
    finally:
        store.close()
    assert scores[: confirmed + 1] == list(range(confirmed + 1))
    assert len(scores) <= confirmed + 2


def assert_holds(served: Served, game: str, confirmed: int) -> None:
    """Assert that all confirmed revisions are there in order, plus at most one whose response was never sent."""
    history = served.ask("GET", f"/api/games/{game}/history")[1]["history"]
    scores = [entry["scores"]["red"] for entry in history]
    assert scores[: confirmed + 1] == list(range(confirmed + 1))
    assert len(scores) <= confirmed + 2


def confirm_until_killed(served: Served, game: str, confirmed: int, life: float) -> int:
    """Confirm pictures, each adding a point for red, until the server dies during one; return how many succeeded.

    `life` is the server's lifetime in changes: 3.5 kills it halfway through the fourth.
    """
    began, first = time.perf_counter(), confirmed
    killer = threading.Timer(0.0, served.process.kill)
    try:
        while True:
            if confirmed - first == int(life):
                took = (time.perf_counter() - began) / (confirmed - first) if confirmed > first else FIRST_CHANGE_SECONDS
                killer = threading.Timer((life % 1) * took, served.process.kill)
                killer.start()
            number = confirmed + 1
            shown = {"pioneers": {"red": ["E5", "F6"], "yellow": ["E7", "F3"]}, "stones": [], "scores": {"red": number}}
            sent = {"from": confirmed, "save": f"change-{number:04d}", **shown}
            status, answer = served.ask("POST", f"/api/games/{game}/confirm", sent)
            assert status in (200, 201), answer
            assert answer["players"][0]["score"] == number
            confirmed = number
    except (OSError, http.client.HTTPException):
        return confirmed
    finally:
        killer.cancel()
        served.kill()
