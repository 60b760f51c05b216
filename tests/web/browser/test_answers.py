"""The page responds to taps without effect, turns that cannot end yet, and lines that name hexes; notes cover nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import LAPTOP, PHONE, Table, tap
from tests.web.browser.test_by_hand import play_on
from tests.web.browser.test_overtaken import begin
from tests.web.browser.test_setting_pieces import keeper, put
from tests.web.games.test_score_keeper import CORNER, STONES
from tests.web.positions import CROSSING

BOX = "element => { const { x, y, right, bottom } = element.getBoundingClientRect(); return [x, y, right, bottom] }"


def overlap(phone: Page, one: str, other: str) -> bool:
    """Return whether two elements overlap on the screen."""
    (left, top, right, bottom), (x, y, end, foot) = (phone.locator(part).first.evaluate(BOX) for part in (one, other))
    return bool(left < end and x < right and top < foot and y < bottom)


def finished(table: Table, seed: int) -> dict[str, Any]:
    """Play a whole game."""
    chance = random.Random(seed)
    state = table.new_game(mode="referee")
    while state["phase"] != "over":
        state = play_on(table, state, chance)
    return state


def test_illegal_tap_is_answered_in_the_words_of_the_rules(table: Table, phone: Page) -> None:
    game = table.new_game(start=CROSSING, mode="referee")
    table.open(phone, game)
    table.expect("409")
    tap(phone, "E7")
    expect(phone.locator(".toast")).to_contain_text("The pioneer on E7 is yellow’s")
    tap(phone, "E5")
    illegal = next(cell for cell in ("C3", "C4", "B5", "H4") if cell not in game["next"]["moves"]["E5"])
    tap(phone, illegal)
    expect(phone.locator(".refused")).to_be_visible()
    expect(phone.locator(".toast")).to_contain_text(f"{illegal} is not in a straight line from E5")
    expect(phone.locator(".toast")).not_to_contain_text("E5-")
    assert not overlap(phone, ".toast", f'[data-cell="{illegal}"] .hex')
    tap(phone, illegal)
    expect(phone.locator("#prospects")).to_have_text(f"What {illegal} could become part of")
    assert table.ask(f"/api/games/{game['id']}")["revision"] == game["revision"]


def test_turn_that_cannot_end_yet_shows_how_far_it_is_and_why(table: Table, phone: Page) -> None:
    begin(table, phone)
    end = phone.locator("#end-turn")
    expect(end).to_contain_text("action 2 of 3")
    expect(end).to_have_attribute("aria-disabled", "true")
    end.click(force=True)
    expect(phone.locator(".toast")).to_contain_text("A turn has 3 actions; 2 are still to come.")
    assert not overlap(phone, ".toast", "#end-turn")
    for count in (2, 3):
        phone.locator(".cell.drop").first.locator(".hex").click(force=True)
        expect(phone.locator(".chip")).to_have_count(count)
    expect(end).to_be_enabled()
    expect(end).to_have_text("End turn")


def test_moves_are_arrows_in_the_history_too(table: Table, phone: Page) -> None:
    chance = random.Random(5)
    state = play_on(table, table.new_game(start=CROSSING, mode="referee"), chance)
    move = state["last"]["turn"].split(" ")[0]
    table.open(phone, play_on(table, state, chance))
    phone.get_by_role("button", name="History").click()
    entry = phone.locator(".sheet .entry").nth(1)
    expect(entry).to_contain_text(move.replace("-", "→"))
    entry.click()
    expect(phone.locator(".prompt")).to_contain_text(move.replace("-", "→"))


def test_card_shows_its_hexes_and_what_is_named_is_labelled(table: Table, phone: Page) -> None:
    keeper(table, phone)
    put(phone, "stone", *STONES)
    put(phone, "red", "K1", "K2")
    names = phone.locator(".names text")
    assert "K1" in names.all_text_contents()
    phone.locator(".card.region").get_by_text("The majority takes").click()
    expect(phone.locator(".tint-chosen .border")).not_to_have_attribute("d", "")
    assert set(names.all_text_contents()) >= CORNER
    phone.locator("#confirm").click()
    expect(phone.locator(".take-off")).to_be_visible()
    assert {"K1", "K2"} <= set(names.all_text_contents())
    expect(phone.locator(".is-editing")).to_have_count(0)
    box = names.first.bounding_box()
    assert box is not None
    assert box["height"] > 10
    phone.locator(".take-off button").first.click()
    expect(phone.locator(".tint-chosen .border")).not_to_have_attribute("d", "")


def test_open_history_keeps_up_with_play(table: Table, phone: Page) -> None:
    chance = random.Random(3)
    game = play_on(table, table.new_game(), chance)
    table.open(phone, game)
    phone.get_by_role("button", name="History").click()
    expect(phone.locator(".sheet .entry")).to_have_count(2)
    play_on(table, game, chance)
    expect(phone.locator(".sheet .entry")).to_have_count(3)


def test_finished_game_has_its_history_and_a_whole_chart_on_a_laptop(table: Table) -> None:
    laptop = table.phone(size=LAPTOP)
    table.open(laptop, finished(table, 1))
    for width, height in (LAPTOP, (1440, 900)):
        laptop.set_viewport_size({"width": width, "height": height})
        chart, history = (laptop.locator(part).evaluate(BOX) for part in (".chart", ".chronicle"))
        assert chart[3] < height
        assert history[1] < height
        assert history[1] - laptop.locator(".desk").evaluate(BOX)[3] < 1
    laptop.locator(".chronicle .entry").nth(5).click()
    expect(laptop.get_by_role("button", name="Back to now")).to_be_visible()
    expect(laptop.locator(".chronicle .entry.is-shown")).to_have_count(1)
    laptop.get_by_role("button", name="Back to now").click()
    expect(laptop.locator(".chart")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_note_does_not_cover_the_button_it_refers_to(table: Table, size: tuple[int, int]) -> None:
    phone = table.phone(size=size)
    keeper(table, phone)
    put(phone, "stone", *STONES)
    phone.get_by_role("button", name="Confirm", exact=True).click()
    expect(phone.locator(".toast")).to_contain_text("First say who had")
    for button in ("#confirm", "#held-K1-red", "#held-K1-none"):
        assert not overlap(phone, ".toast", button)
