"""Several phones at one table: each sees the others' changes, and simultaneous changes are not lost."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Table, piece_on, tap
from tests.web.browser.test_setting_pieces import put
from tests.web.positions import CROSSING

SEEN_WITHIN_SECONDS = 2.0
SLOW_COMPUTER = 3


def test_change_is_seen_on_the_other_phone(table: Table) -> None:
    one, other = table.phone(), table.phone(size=(1280, 800))
    game = table.new_game()
    table.open(one, game)
    table.open(other, game)
    cell = game["next"]["places"][0]
    tap(one, cell)
    expect(one.locator(".prompt")).to_contain_text("Bo")
    began = time.monotonic()
    expect(other.locator(f'[data-cell="{cell}"] .piece')).to_be_visible()
    assert time.monotonic() - began < SEEN_WITHIN_SECONDS * SLOW_COMPUTER
    expect(other.locator("#live")).to_contain_text(cell)


def editing_on_both(table: Table) -> tuple[Page, Page, dict[str, Any]]:
    """Return two phones that edit the board of the same game, and the game."""
    one, other = table.phone(), table.phone()
    game = table.new_game(start=CROSSING, mode="keeper")
    for phone in (one, other):
        table.open(phone, game)
        phone.get_by_role("button", name="Edit board").click()
    return one, other, game


def test_changes_that_meet_are_shown_hex_by_hex(table: Table) -> None:
    one, other, game = editing_on_both(table)
    put(one, "stone", "H5", "H6")
    put(other, "red", "H5")
    put(other, "stone", "C5")
    one.get_by_role("button", name="Confirm").click()
    expect(one.locator(".edit-dock")).to_have_count(0)
    table.expect("409")
    other.get_by_role("button", name="Confirm").click()
    expect(other.get_by_role("heading", name="Somebody was quicker")).to_be_visible()
    expect(other.locator(".sheet h3")).to_have_text(["H5"])
    other.get_by_label("Theirs: boundary stone").check()
    other.get_by_role("button", name="Go on").click()
    expect(other.locator('[data-cell="H5"] .piece')).to_have_attribute("href", "#p-stone")
    expect(other.locator("#desk")).not_to_have_attribute("aria-busy", "true")
    assert [piece_on(other, cell) for cell in ("H5", "H6", "C5")] == ["stone"] * 3
    other.get_by_role("button", name="Confirm").click()
    expect(other.locator(".edit-dock")).to_have_count(0)
    cells = table.ask(f"/api/games/{game['id']}")["cells"]
    assert {cell: cells[cell] for cell in ("H5", "H6", "C5")} == {"H5": "stone", "H6": "stone", "C5": "stone"}


def test_same_change_on_two_phones_is_reported_and_asks_nothing(table: Table) -> None:
    one, other, game = editing_on_both(table)
    for phone in (one, other):
        put(phone, "stone", "H5", "H6")
    one.get_by_role("button", name="Confirm").click()
    expect(one.locator(".edit-dock")).to_have_count(0)
    table.expect("409")
    other.get_by_role("button", name="Confirm").click()
    expect(other.locator("#toasts")).to_contain_text("your changes are already confirmed")
    expect(other.locator(".sheet, .edit-dock")).to_have_count(0)
    assert [piece_on(other, cell) for cell in ("H5", "H6")] == ["stone"] * 2
    assert table.ask(f"/api/games/{game['id']}")["revision"] == 1


@pytest.mark.slow
def test_player_renamed_elsewhere_is_called_by_the_new_name_in_a_review(table: Table) -> None:
    phone = table.phone()
    game = table.new_game(start=CROSSING, mode="keeper")
    table.open(phone, game)
    phone.get_by_role("button", name="Edit board").click()
    put(phone, "stone", "H5")
    expect(phone.locator(".totals")).to_contain_text("Anna")
    status, _ = table.served.ask("PATCH", f"/api/games/{game['id']}", {"players": ["Annamaria", "Bo"]}, {"Cookie": table.cookie})
    assert status == 200
    expect(phone.locator(".totals")).to_contain_text("Annamaria")
    assert piece_on(phone, "H5") == "stone"
