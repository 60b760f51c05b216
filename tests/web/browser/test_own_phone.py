"""The phone of one player announces that player's turn, and shows unfinished turns of others."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import SMALL_PHONE, Table, piece_on, tap
from tests.web.browser.test_comfort import box_of
from tests.web.browser.test_looks import complaints_of_axe, sticks_out
from tests.web.browser.test_overtaken import begin, play, turn_from
from tests.web.positions import CROSSING

HEARD = """window.tones = 0; const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.tones += 1; return start.call(this, at) };"""


def take_seat(phone: Page, name: str) -> None:
    """Choose the phone's player in the menu."""
    phone.get_by_role("button", name="Menu").click()
    phone.get_by_role("button", name="This phone is").click()
    phone.locator(".sheet").get_by_role("button", name=name, exact=True).click()
    expect(phone.locator(".sheet").get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "true")


def test_phone_of_a_player_shows_and_sounds_when_the_turn_comes(table: Table) -> None:
    phone = table.phone(size=SMALL_PHONE)
    phone.add_init_script(HEARD)
    game = table.new_game(start=CROSSING)
    table.open(phone, game)
    take_seat(phone, "Bo")
    expect(phone.locator(".my-turn")).to_have_count(0)
    phone.get_by_role("button", name="Sound when it is my turn").click()
    expect(phone.locator("#turn-sound")).to_have_attribute("aria-pressed", "true")
    phone.wait_for_timeout(200)
    assert complaints_of_axe(phone) == []
    phone.keyboard.press("Escape")
    before = int(phone.evaluate("window.tones"))
    assert before > 0
    play(table, game, turn_from(table, game, f"E5-{game['next']['moves']['E5'][0]}"))
    expect(phone.locator(".my-turn")).to_have_text("Your turn")
    phone.wait_for_timeout(300)
    assert int(phone.evaluate("window.tones")) > before
    assert sticks_out(phone) <= 0
    assert box_of(phone.locator(".my-turn"))["right"] <= box_of(phone.locator("#open-menu"))["x"]
    phone.reload()
    expect(phone.locator(".my-turn")).to_be_visible()
    take_seat(phone, "everybody’s")
    expect(phone.locator(".my-turn")).to_have_count(0)


@pytest.mark.slow
def test_phone_of_a_player_offers_nothing_to_play_while_another_plays(table: Table) -> None:
    phone = table.phone(size=SMALL_PHONE)
    game = table.new_game(start=CROSSING)
    table.open(phone, game)
    assert phone.locator(".cell.movable").count() > 0
    take_seat(phone, "Bo")
    phone.keyboard.press("Escape")
    expect(phone.locator(".prompt")).to_have_text("Anna is playing")
    expect(phone.locator(".cell.movable, #end-turn")).to_have_count(0)
    for control in ("#undo", "#redo", "#edit", "#snap"):
        expect(phone.locator(control)).to_be_hidden()
    expect(phone.locator("#history")).to_be_visible()
    tap(phone, "E5")
    expect(phone.locator(".toast")).to_contain_text("Anna is playing")
    assert sticks_out(phone) <= 0
    assert complaints_of_axe(phone) == []
    phone.reload()
    expect(phone.locator(".prompt")).to_have_text("Anna is playing")
    play(table, game, turn_from(table, game, f"E5-{game['next']['moves']['E5'][0]}"))
    expect(phone.locator(".prompt")).to_contain_text("Bo")
    expect(phone.locator(".cell.movable").first).to_be_visible()
    expect(phone.locator("#undo")).to_be_visible()
    phone.locator("#undo").click()
    expect(phone.locator(".prompt")).to_have_text("Anna is playing")
    phone.locator("#seat").click()
    phone.locator(".sheet").get_by_role("button", name="everybody’s", exact=True).click()
    expect(phone.locator(".cell.movable").first).to_be_attached()
    expect(phone.locator("#undo")).to_be_visible()


@pytest.mark.slow
def test_unfinished_turn_is_seen_faintly_on_other_phones_and_counts_nowhere(table: Table, phone: Page) -> None:
    other = table.phone()
    game, target = begin(table, phone)
    table.open(other, game)
    expect(other.locator("g.others-turn .arrow")).to_have_count(1)
    expect(other.locator(".others-note")).to_have_text("Anna is still playing")
    assert piece_on(other, target) == "empty"
    expect(phone.locator(".others-turn")).to_have_count(0)
    state = table.ask(f"/api/games/{game['id']}")
    assert (state["revision"], state["version"]) == (game["revision"], game["version"])
    phone.locator("#undo").click()
    expect(other.locator(".others-turn")).to_have_count(0)
    phone.locator("#redo").click()
    expect(other.locator("g.others-turn .arrow")).to_have_count(1)
    table.expect("409")
    play(table, game, turn_from(table, game, f"F6-{game['next']['moves']['F6'][0]}"))
    expect(other.locator(".player[aria-current]")).to_contain_text("Bo")
    expect(other.locator(".others-turn")).to_have_count(0)
