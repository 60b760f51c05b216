"""The list of games on a phone: archive, delete, restore, describe, rematch, and drawing the first player."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Table


def test_game_is_deleted_undone_and_described(table: Table, phone: Page) -> None:
    game = table.new_game("Ilse", "Otto")
    phone.goto(f"{table.address}/?q=Ilse")
    card = phone.locator(f"a[href='/games/{game['id']}']")
    more = phone.get_by_role("button", name="More about Ilse · Otto")
    more.click()
    phone.get_by_role("button", name="Delete").click()
    expect(card).to_be_hidden()
    phone.get_by_role("button", name="Undo").click()
    expect(card).to_be_visible()
    more.click()
    phone.get_by_role("button", name="Title, date, place, note").click()
    heights = phone.locator(".sheet input").evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().height))")
    assert len(set(heights)) == 1
    phone.get_by_role("textbox", name="Place").fill("Grandmother's kitchen")
    phone.get_by_role("button", name="Save").click()
    expect(card).to_contain_text("Grandmother's kitchen")


def test_rematch_keeps_the_names_and_redraws_the_first_player(table: Table, phone: Page) -> None:
    game = table.new_game("Ilse", "Otto", first="red")
    phone.goto(f"{table.address}/new?rematch={game['id']}")
    assert phone.get_by_label("Who starts").input_value() == "yellow"
    phone.get_by_role("button", name="Draw the seats").click()
    expect(phone.locator("#drawn")).to_contain_text("Seats: ")
    assert sorted(phone.locator("[data-seat]:not([hidden]) input").evaluate_all("all => all.map(one => one.value)")) == [
        "Ilse",
        "Otto",
    ]
    phone.get_by_role("button", name="Draw who starts").click()
    expect(phone.locator("#drawn")).to_contain_text("starts.")


@pytest.mark.slow
def test_list_is_fresh_after_going_back_from_a_game(table: Table, phone: Page) -> None:
    game = table.new_game("Ilse", "Otto")
    phone.goto(f"{table.address}/?q=Ilse")
    card = phone.locator(f"a[href='/games/{game['id']}']")
    card.click()
    phone.wait_for_selector(".prompt")
    phone.get_by_role("button", name="Menu").click()
    phone.get_by_role("button", name="Names and mode").click()
    phone.locator(".sheet input").first.fill("Ilsebill")
    phone.get_by_role("button", name="Save").click()
    expect(phone.locator("#title")).to_contain_text("Ilsebill")
    phone.go_back()
    expect(card).to_contain_text("Ilsebill")
