"""The soft clock on the pages: chosen in New game or the menu, the same on every phone, kept after a reload."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import LAPTOP, PHONE, SMALL_PHONE, Table
from tests.web.browser.test_comfort import box_of
from tests.web.browser.test_looks import complaints_of_axe, sticks_out
from tests.web.browser.test_overtaken import play, turn_from
from tests.web.positions import CROSSING

FIRST_TIME = "document.querySelector('.player-time').textContent"


def seconds(phone: Page) -> int:
    """Read the first player's time."""
    minutes, rest = str(phone.evaluate(FIRST_TIME)).split(":")
    return 60 * int(minutes) + int(rest)


@pytest.mark.slow
def test_clock_is_switched_in_the_menu_and_runs_alike_on_every_phone(table: Table, phone: Page) -> None:
    game = table.new_game(start=CROSSING)
    table.open(phone, game)
    expect(phone.locator(".player-time")).to_have_count(0)
    phone.get_by_role("button", name="Menu").click()
    phone.get_by_role("button", name="Clock").click()
    phone.get_by_role("button", name="Turn on the clock").click()
    other = table.phone()
    other.add_init_script("Date.now = () => 5; window.Date = class extends Date { constructor() { super(5); } };")
    table.open(other, game)
    for page in (phone, other):
        expect(page.locator(".player-time").first).to_have_text(re.compile("^0:0[2-9]$"))
    assert abs(seconds(phone) - seconds(other)) <= 1
    phone.reload()
    expect(phone.locator(".player-time").first).to_have_text(re.compile("^0:(0[3-9]|[1-5])"))
    play(table, game, turn_from(table, game, f"E5-{game['next']['moves']['E5'][0]}"))
    expect(phone.locator(".player[aria-current]")).to_contain_text("Bo")
    state = table.ask(f"/api/games/{game['id']}")
    assert state["last"]["seconds"] >= 2
    phone.get_by_role("button", name="History").click()
    expect(phone.locator(".sheet .entry").first).to_contain_text(f"took 0:{state['last']['seconds']:02}")


def test_clock_is_paused_until_a_player_resumes_it(table: Table, phone: Page) -> None:
    table.open(phone, table.new_game(start=CROSSING, clock=True))
    for name, paused in (("Pause", True), ("Continue", False)):
        phone.get_by_role("button", name="Menu").click()
        phone.get_by_role("button", name="Clock").click()
        expect(phone.locator("#clock-break")).to_have_text(name)
        assert complaints_of_axe(phone) == []
        phone.locator("#clock-break").click()
        expect(phone.locator(".sheet")).to_have_count(0)
        expect(phone.locator(".player-time").first).to_have_text(re.compile("^\u23f8 0:0" if paused else "^0:0"))


def test_clock_is_chosen_for_a_new_game_that_is_refereed(table: Table, phone: Page) -> None:
    phone.goto(f"{table.address}/new")
    phone.get_by_text("Full referee", exact=True).click()
    choice = phone.get_by_role("checkbox", name="Clock")
    expect(choice).not_to_be_checked()
    choice.check()
    phone.get_by_role("button", name="Start the game").click()
    phone.wait_for_selector(".player-time")
    phone.goto(f"{table.address}/new")
    phone.get_by_text("Score keeper", exact=True).click()
    expect(choice).to_be_hidden()


@pytest.mark.parametrize(
    "size",
    [
        SMALL_PHONE,
        pytest.param(PHONE, marks=pytest.mark.slow),
        pytest.param((844, 390), marks=pytest.mark.slow),
        pytest.param(LAPTOP, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("players", [pytest.param(2, marks=pytest.mark.slow), 3, pytest.param(4, marks=pytest.mark.slow)])
def test_times_cover_no_name_and_no_score(table: Table, size: tuple[int, int], players: int) -> None:
    phone = table.phone(size=size)
    table.open(phone, table.new_game(*("Anna", "Maximiliane", "Cleo", "Dora")[:players], clock=True))
    phone.wait_for_selector(".player-time")
    for line in phone.locator(".player").all():
        time, name, score = (box_of(line.locator(part)) for part in (".player-time", ".player-name", ".player-score"))
        assert time["right"] <= score["x"] or time["y"] >= score["bottom"] - 2
        assert time["y"] >= name["bottom"] - 4 or time["x"] >= name["right"]
    assert sticks_out(phone) <= 0
