"""Score-keeper mode: the page shows what to do at the table, and plays nothing itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import LAPTOP, PHONE, SMALL_PHONE, Table, piece_on, tap
from tests.web.browser.test_looks import complaints_of_axe, cut_words, sticks_out
from tests.web.browser.test_setting_pieces import confirm, keeper, put
from tests.web.games.test_score_keeper import STONES

AREAS = """Object.fromEntries([...document.querySelectorAll("button, a")]
  .filter((one) => one.checkVisibility() && !one.closest(".board"))
  .map((one) => [one.id || one.textContent, one.getBoundingClientRect()])
  .map(([name, box]) => [name, box.width * box.height]))"""


def change_settings(phone: Page, title: str = "", mode: str = "Score keeper") -> None:
    """Change title and mode in the menu."""
    phone.get_by_role("button", name="Menu").click()
    phone.get_by_role("button", name="Names and mode").click()
    phone.get_by_label("Game title").fill(title)
    phone.get_by_text(mode, exact=True).last.click()
    phone.get_by_role("button", name="Save").click()
    expect(phone.locator(".sheet")).to_have_count(0)


def test_score_keeper_advises_the_table_and_plays_nothing(table: Table, phone: Page) -> None:
    table.open(phone, table.new_game(mode="keeper"))
    expect(phone.locator("#mode")).to_have_text("Score keeper")
    expect(phone.locator(".prompt")).to_have_text("Place your pioneers and play. Take a photo whenever a territory closes.")
    expect(phone.locator("#end-turn, .player[aria-current], .cell.drop, .cell.movable")).to_have_count(0)
    expect(phone.get_by_text("to place")).to_have_count(0)
    tap(phone, "E5")
    assert piece_on(phone, "E5") == "empty"
    expect(phone.locator("#live")).to_contain_text("E5, ")


@pytest.mark.parametrize("opener", ["Menu", "Edit board"])
def test_answer_to_a_tap_goes_away_when_something_else_begins(table: Table, phone: Page, opener: str) -> None:
    table.open(phone, table.new_game(mode="keeper"))
    tap(phone, "E5")
    expect(phone.locator(".toast")).to_be_visible()
    phone.get_by_role("button", name=opener).click()
    expect(phone.locator(".sheet, .edit-dock")).to_be_visible()
    assert phone.locator(".toast").count() == 0


def test_board_given_up_leaves_the_page_at_its_top(table: Table) -> None:
    phone = table.phone(size=SMALL_PHONE)
    table.open(phone, table.new_game("Anna", "Bo", "Cleo", mode="keeper"))
    phone.locator("#edit").click()
    put(phone, "stone", *STONES)
    put(phone, "red", "K1")
    phone.locator("#more-to-say summary").scroll_into_view_if_needed()
    assert phone.evaluate("document.getElementById('main').scrollTop") > 0
    phone.get_by_role("button", name="Cancel").click()
    expect(phone.locator(".edit-dock")).to_have_count(0)
    assert phone.evaluate("document.getElementById('main').scrollTop") == 0


def test_mode_is_visible_and_changes_at_once(table: Table, phone: Page) -> None:
    table.open(phone, table.new_game(mode="keeper"))
    change_settings(phone, mode="Full referee")
    expect(phone.locator("#mode")).to_have_text("Full referee")
    expect(phone.locator(".prompt")).to_contain_text("Anna: place a pioneer")
    expect(phone.locator(".player[aria-current]")).to_contain_text("Anna")
    change_settings(phone)
    expect(phone.locator(".prompt")).to_contain_text("Place your pioneers and play")


def test_new_title_reaches_the_header_at_once(table: Table, phone: Page) -> None:
    table.open(phone, table.new_game(mode="keeper"))
    expect(phone.locator("#title")).to_have_text("Anna · Bo")
    change_settings(phone, title="New Year's Eve")
    expect(phone.locator("#title")).to_have_text("New Year's Eve")
    assert phone.title() == "New Year's Eve · Terra Nova"


def test_review_does_not_ask_for_the_next_player_in_score_keeper_mode(table: Table, phone: Page) -> None:
    keeper(table, phone)
    put(phone, "stone", *STONES)
    put(phone, "red", "K1")
    expect(phone.locator(".totals .gain")).to_have_count(1)
    expect(phone.get_by_text("Whose turn is next")).to_have_count(0)
    confirm(phone)
    phone.locator("#edit").click()
    expect(phone.locator("#confirm")).to_be_enabled()
    expect(phone.get_by_text("Whose turn is next")).to_have_count(0)


@pytest.mark.parametrize(
    "size", [SMALL_PHONE, LAPTOP, pytest.param(PHONE, marks=pytest.mark.slow), pytest.param((844, 390), marks=pytest.mark.slow)]
)
def test_snap_is_the_largest_control_of_the_score_keeper(table: Table, size: tuple[int, int]) -> None:
    phone = table.phone(size=size, language="hu")
    table.open(phone, table.new_game("Anna", "Bo", "Cleo", "Dora", mode="keeper"))
    areas = phone.evaluate(AREAS)
    assert all(areas["snap"] > area for name, area in areas.items() if name != "snap")
    snap, prompt = phone.locator("#snap").bounding_box(), phone.locator(".prompt").bounding_box()
    assert snap is not None
    assert prompt is not None
    assert snap["y"] + snap["height"] <= size[1]
    assert prompt["y"] + prompt["height"] <= snap["y"]
    assert sticks_out(phone) <= 0
    assert cut_words(phone) == []


@pytest.mark.slow
def test_score_keeper_shows_the_last_payments_and_the_pieces_to_take_off(table: Table, phone: Page) -> None:
    keeper(table, phone)
    put(phone, "stone", *STONES)
    put(phone, "red", "K1")
    confirm(phone)
    expect(phone.locator(".prompt")).to_have_text("Take these pioneers off the board, then play on.")
    expect(phone.locator(".take-off")).to_contain_text("Anna takes off the board: K1")
    expect(phone.locator(".payments li")).to_have_count(1)
    expect(phone.locator(".payments .is-newest")).to_contain_text("K1")
    assert complaints_of_axe(phone) == []
    phone.locator("#edit").click()
    put(phone, "yellow", "A4")
    confirm(phone)
    expect(phone.locator(".prompt")).to_have_text("Play at the table. Take a photo whenever a territory closes.")
    expect(phone.locator(".payments li:not(.is-newest)")).to_contain_text("Anna")
