"""What several phones add to one setting at the same moment is all kept, whichever server each of them uses."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.club.conftest import ClubServer
from web.club.table_door import TableDoor
from web.games import household
from web.games.player_names import remember_names, remembered_names
from web.games.store import Store

pytestmark = pytest.mark.postgresql


def at_once(stores: list[Store], add: Callable[[Store, int], None]) -> None:
    """Add something through each store, all beginning at the same moment."""
    ready = threading.Barrier(len(stores))

    def begin(number: int) -> None:
        ready.wait()
        add(stores[number], number)

    adding = [threading.Thread(target=begin, args=(number,)) for number in range(len(stores))]
    for thread in adding:
        thread.start()
    for thread in adding:
        thread.join()


def test_profiles_and_names_added_at_once_are_all_kept(serve: Callable[..., ClubServer]) -> None:
    stores = [serve().companion.store.through(TableDoor(7)), serve().companion.store.through(TableDoor(7))] * 4
    profile: dict[str, Any] = {"name": "ours", "made_from": {"photos": 1, "pieces": 2}}
    at_once(stores, lambda store, number: household._keep(store, f"{number:016x}", profile))
    assert len(household.list_profiles(stores[0])) == 8
    at_once(stores, lambda store, number: household.delete_profile(store, f"{number:016x}"))
    assert household.list_profiles(stores[0]) == ()
    at_once(stores, lambda store, number: remember_names(store, [f"player {number}"]))
    assert len(remembered_names(stores[0])) == 8
