"""The land on the screen: who took it, what it paid, and the way from it to the history and back."""

from __future__ import annotations

import random
import re
from typing import Any

from playwright.sync_api import expect

from tests.web.browser.conftest import LAPTOP, Table
from tests.web.browser.test_by_hand import play_on


def with_land(table: Table, seed: int, lands: int, **choices: Any) -> dict[str, Any]:
    """Play a game until some land is taken, and two turns on."""
    chance = random.Random(seed)
    state = table.new_game(mode="referee", **choices)
    while len(state["land"]) < lands:
        state = play_on(table, state, chance)
    for _ in range(2):
        state = play_on(table, state, chance) if state["phase"] != "over" else state
    return state


def test_taken_land_stays_tinted_with_its_points_until_after_the_end(table: Table) -> None:
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
    """Return what the hex is called: it ends with whose land it is."""
    names = {player["colour"]: player["name"] for player in game["players"]}
    land = next(one for one in game["land"] if cell in one["cells"])
    shares = [f"{names[colour]} {points}" for colour, points in land["awards"].items()]
    return re.compile(rf"^{cell}, .*taken land: {' and '.join(shares)}$")
