"""An unfinished turn is shared with other phones for a while, and is not part of the game."""

from __future__ import annotations

import time

import pytest

from tests.web.conftest import ORIGIN, Phone
from tests.web.positions import CROSSING
from web.games.unfinished import FORGOTTEN_SECONDS

HEADER = "Terranova-Unfinished"


def tell(phone: Phone, **body: object) -> int:
    """Share an unfinished turn; return the status."""
    return phone.client.put(f"/api/games/{phone.game_id}/unfinished", json=body, headers=ORIGIN).status_code


def seen(phone: Phone) -> str:
    """Return the unfinished turn that a phone receives."""
    return phone.client.get(f"/api/games/{phone.game_id}").headers[HEADER]


def test_unfinished_turn_is_shared_until_the_game_moves_on_or_time_passes(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    before = phone.new_game(mode="referee", start=CROSSING)
    assert seen(phone) == ""
    assert tell(phone, **{"from": 0, "turn": "E5-E6 +D5"}) == 204
    assert seen(phone) == "E5-E6 +D5"
    assert phone.look() == before
    assert tell(phone, **{"from": 7, "turn": "E5-E6"}) == 204
    assert seen(phone) == "E5-E6 +D5"
    later = time.monotonic() + FORGOTTEN_SECONDS + 1
    with monkeypatch.context() as patch:
        patch.setattr("web.games.unfinished.time.monotonic", lambda: later)
        assert seen(phone) == ""
    assert tell(phone, **{"from": 0, "turn": ""}) == 204
    assert seen(phone) == ""


@pytest.mark.parametrize("turn", ["E5-E6\r\nSet-Cookie: a=b", "hello", "+A1 " * 100, 5])
def test_anything_but_a_turn_is_refused(phone: Phone, turn: object) -> None:
    phone.new_game(mode="referee", start=CROSSING)
    assert tell(phone, **{"from": 0, "turn": turn}) in (400, 422)
    assert seen(phone) == ""
