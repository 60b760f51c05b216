"""Settled land on the screen: its owner, its payment, and links to the history and back."""

from __future__ import annotations

import random
import re
from typing import Any

from playwright.sync_api import expect

from tests.web.browser.conftest import LAPTOP, Table, tap, wait_until
from tests.web.browser.test_by_hand import play_on, played
from tests.web.browser.test_looks import complaints_of_axe
from tests.web.positions import CROSSING


def with_land(table: Table, seed: int, lands: int, **choices: Any) -> dict[str, Any]:
    """Play a game until land is settled, and two turns more."""
    chance = random.Random(seed)
    state = table.new_game(mode="referee", **choices)
    while len(state["land"]) < lands:
        state = play_on(table, state, chance)
    for _ in range(2):
        state = play_on(table, state, chance) if state["phase"] != "over" else state
    return state


def test_settled_land_stays_tinted_with_its_points_after_the_end(table: Table) -> None:
    laptop = table.phone(size=LAPTOP)
    game = with_land(table, 1, 2)
    table.open(laptop, game)
    shown = laptop.locator(".tints .tint")
    expect(shown).to_have_count(len(game["land"]))
    chance = random.Random(2)
    while game["phase"] != "over":
        game = play_on(table, game, chance)
    expect(laptop.locator(".over")).to_be_visible()
    expect(shown).to_have_count(len(game["land"]))
    paid = [one["badge"]["words"] for one in game["land"] if one["badge"]]
    assert sorted(laptop.locator(".badge text").all_text_contents()) == sorted(paid)
    nobody = [one for one in game["land"] if one["look"] == "nobody"]
    expect(laptop.locator(".tint-nobody .hatching")).to_have_count(len(nobody))
    cell = next(one["cells"][0] for one in game["land"] if one["badge"])
    expect(laptop.locator(f'[data-cell="{cell}"]')).to_have_attribute("aria-label", name_of_hex(game, cell))


def name_of_hex(game: dict[str, Any], cell: str) -> re.Pattern[str]:
    """Return the accessible name of the hex, which ends with the owner of its land."""
    names = {player["colour"]: player["name"] for player in game["players"]}
    land = next(one for one in game["land"] if cell in one["cells"])
    shares = [f"{names[colour]} {points}" for colour, points in land["awards"].items()]
    return re.compile(rf"^{cell}, .*taken land: {' and '.join(shares)}$")


def test_hex_of_open_land_lists_and_draws_its_prospects(table: Table) -> None:
    phone = table.phone()
    game = table.new_game(start=CROSSING, mode="referee")
    table.open(phone, game)
    tap(phone, "D6")
    answer = table.ask(f"/api/games/{game['id']}/land/D6")
    rows = phone.locator(".prospect")
    expect(rows).to_have_count(len(answer["lands"]))
    for number, land in enumerate(answer["lands"]):
        rows.nth(number).focus()
        expect(rows.nth(number)).to_have_attribute("aria-current", "true")
        expect(rows.nth(number)).to_contain_text(f"{len(land['cells'])} hex")
        expect(phone.locator(".cell.ahead")).to_have_count(len(land["cells"]))
        expect(phone.locator(".cell.cut")).to_have_count(len(land["stones"] or []))
        assert set(phone.locator(".names text").all_text_contents()) == {"D6", *(land["stones"] or [])}
    assert complaints_of_axe(phone) == []
    tap(phone, "E5")
    expect(rows).to_have_count(0)
    expect(phone.locator(".prompt")).to_contain_text("Where does E5 go?")
    phone.keyboard.press("Escape")
    tap(phone, "D6")
    expect(rows.first).to_be_visible()
    phone.go_back()
    expect(rows).to_have_count(0)
    expect(phone.locator(".cell.ahead")).to_have_count(0)


def test_badge_leads_to_the_turn_that_paid_it_and_back_to_the_land(table: Table) -> None:
    phone = table.phone()
    game = with_land(table, 1, 1)
    land = next(one for one in game["land"] if one["badge"])
    table.open(phone, game)
    tap(phone, land["badge"]["cell"])
    sheet = phone.get_by_role("dialog")
    expect(sheet).to_contain_text("Taken land")
    assert land["cells"][0] in phone.locator(".names text").all_text_contents()
    sheet.locator(".entry").click()
    expect(phone.get_by_role("button", name="Back to now")).to_be_visible()
    expect(phone.locator(".tint.is-fresh")).to_have_count(1)
    expect(phone.locator(".tint-chosen .border")).not_to_have_attribute("d", "")


def test_switch_shows_all_coordinates_and_is_kept_on_the_phone(table: Table) -> None:
    phone = table.phone()
    game = table.new_game(start=CROSSING, mode="referee")
    table.open(phone, game)
    labels = phone.locator(".labels text")
    expect(labels).to_have_count(0)
    phone.get_by_role("button", name="Menu").click()
    switch = phone.get_by_role("switch", name="Show all coordinates")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    phone.keyboard.press("Escape")
    expect(labels.first).to_be_visible()
    wait_until(phone, "!history.state?.depth")  # the sheet's own entry has been left
    table.open(phone, game)
    expect(labels).to_have_count(phone.locator(".board-grid .cell").count())
    assert (labels.first.bounding_box() or {"height": 0})["height"] > 7


def test_end_screen_lists_the_land_and_each_line_outlines_its_hexes(table: Table) -> None:
    laptop = table.phone(size=LAPTOP)
    game = played(table, 1, mode="referee")
    table.open(laptop, game)
    laptop.locator("#land summary").click()
    lines = laptop.locator("#land li button")
    expect(lines).to_have_count(sum(bool(one["awards"]) for one in game["land"]))
    lines.first.click()
    expect(laptop.locator(".tint-chosen .border")).not_to_have_attribute("d", "")
    best = max(game["land"], key=lambda one: max(one["awards"].values(), default=0))
    assert best["cells"][0] in laptop.locator(".names text").all_text_contents()
