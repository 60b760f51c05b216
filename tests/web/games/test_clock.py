"""The soft clock counts each turn by the computer's time, can be paused, and is off by default."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.web.conftest import Phone
from tests.web.games.test_by_hand import play_a_turn
from tests.web.positions import CROSSING


class Time:
    """A clock that the test advances."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
        for module in ("web.games.clock", "web.games.store"):
            monkeypatch.setattr(f"{module}.now", self.now)

    def now(self) -> str:
        """Return a time that is slightly later at every call."""
        self.at += timedelta(microseconds=1)
        return self.at.isoformat(timespec="microseconds").replace("+00:00", "Z")

    def wait(self, seconds: float) -> None:
        """Advance the time."""
        self.at += timedelta(seconds=seconds)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """Provide a clock that the test advances."""
    return Time(monkeypatch)


def switch(phone: Phone, to: str) -> dict[str, Any]:
    """Switch the clock from a phone."""
    answer = phone.client.patch(f"/api/games/{phone.game_id}", json={"clock": to}, headers={"Origin": "http://localhost"})
    assert answer.status_code == 200, answer.get_json()
    phone.state = answer.get_json()
    return phone.state


def test_clock_is_off_unless_it_is_chosen(phone: Phone) -> None:
    assert phone.new_game(mode="referee", start=CROSSING)["clock"] is None
    play_a_turn(phone, random.Random(1))
    assert phone.look()["last"]["seconds"] is None
    assert phone.new_game(mode="keeper", clock=True)["clock"] is None


def test_each_turn_keeps_its_time_and_each_player_the_sum(phone: Phone, second_phone: Phone, time: Time) -> None:
    phone.new_game(mode="referee", start=CROSSING, clock=True)
    time.wait(40)
    play_a_turn(phone, random.Random(1))
    time.wait(25)
    second_phone.game_id = phone.game_id
    assert second_phone.look()["clock"] == {"running": True, "spent": 25.0, "players": {"red": 40, "yellow": 0}}
    play_a_turn(second_phone, random.Random(1))
    assert [entry["seconds"] for entry in phone.get("history")["history"]] == [None, 40, 25]
    assert phone.look()["clock"] == {"running": True, "spent": 0.0, "players": {"red": 40, "yellow": 25}}


def test_break_is_not_counted_and_a_turn_ends_it(phone: Phone, time: Time) -> None:
    phone.new_game(mode="referee", start=CROSSING, clock=True)
    time.wait(10)
    assert switch(phone, "paused")["clock"]["running"] is False
    time.wait(500)
    assert switch(phone, "running")["clock"]["spent"] == pytest.approx(10, abs=0.1)
    time.wait(5)
    play_a_turn(phone, random.Random(1))
    assert phone.look()["last"]["seconds"] == 15
    switch(phone, "paused")
    time.wait(60)
    play_a_turn(phone, random.Random(1))
    assert phone.look()["last"]["seconds"] == 1
    assert phone.state["clock"]["running"] is True


def test_clock_is_switched_in_the_middle_of_a_game_and_takes_nothing_back(phone: Phone, time: Time) -> None:
    phone.new_game(mode="referee", start=CROSSING)
    time.wait(300)
    switch(phone, "running")
    time.wait(7)
    play_a_turn(phone, random.Random(1))
    assert switch(phone, "off")["clock"] is None
    play_a_turn(phone, random.Random(1))
    assert [entry["seconds"] for entry in phone.get("history")["history"]] == [None, 7, None]


def test_night_between_two_turns_counts_as_an_hour_at_most(phone: Phone, time: Time) -> None:
    phone.new_game(mode="referee", start=CROSSING, clock=True)
    time.wait(12 * 3600)
    play_a_turn(phone, random.Random(1))
    assert phone.look()["last"]["seconds"] == 3600


def test_clock_that_cannot_be_understood_is_off(phone: Phone) -> None:
    phone.new_game(mode="referee", start=CROSSING, clock=True)
    store = phone.client.application.extensions["terranova"].store
    for setting in ("noon", {"at": 5, "running": True, "spent": 0}, {"at": "noon"}):
        store.change_game(phone.game_id, None, {"clock": setting})
        assert phone.look()["clock"] is None
    store.change_game(phone.game_id, None, {"clock": {"at": "noon", "running": True, "spent": 0}})
    assert phone.look()["clock"]["spent"] == 0
