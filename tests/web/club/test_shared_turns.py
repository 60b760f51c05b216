"""A turn that is not finished is shown on phones at every web server, and is forgotten when it ends."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import text as sql

from tests.web.club.conftest import ClubServer
from tests.web.club.obeying import wait_for
from tests.web.conftest import ORIGIN, Phone

pytestmark = pytest.mark.postgresql


def shown(phone: Phone) -> str:
    """Return the unfinished turn that the server shows to a phone."""
    return phone.client.get(f"/api/games/{phone.game_id}").headers["Terranova-Unfinished"]


def begin(phone: Phone, turn: str) -> None:
    """Begin a turn on a phone."""
    path = f"/api/games/{phone.game_id}/unfinished"
    body = {"from": phone.state["revision"], "turn": turn}
    assert phone.client.put(path, json=body, headers=ORIGIN).status_code == 204


def test_unfinished_turn_is_seen_at_every_server(serve: Callable[..., ClubServer]) -> None:
    here, there = serve(), serve()
    phone = here.phone()
    phone.new_game()
    other = there.phone(phone.game_id)
    wait_for(lambda: begin(phone, "@A1") is None and shown(other) == "@A1")
    begin(phone, "")
    wait_for(lambda: shown(other) == "")


def test_following_goes_on_after_the_connection_is_lost(serve: Callable[..., ClubServer]) -> None:
    here, there = serve(), serve()
    phone = here.phone()
    phone.new_game()
    other = there.phone(phone.game_id)
    wait_for(lambda: begin(phone, "@A1") is None and shown(other) == "@A1")
    with here.companion.store.engine.begin() as connection:
        connection.execute(sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"))
    wait_for(lambda: begin(phone, "@A2") is None and shown(other) == "@A2")
    with here.companion.store.engine.begin() as connection:
        connection.execute(sql("SELECT pg_notify('terranova_turns', 'nonsense')"))
    wait_for(lambda: begin(phone, "@A3") is None and shown(other) == "@A3")
