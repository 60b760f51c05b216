"""Full referee: an unchanged board. The turn does not pass until a player chooses which turn was played."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.rules.pieces import Piece
from tests.reader.table import Shot, set_table
from tests.web.browser.conftest import Table
from tests.web.games.test_unchanged_board import START, STUCK


@cache
def photo() -> bytes:
    """Return a photo of the board as the game knows it."""
    words = {cell: Piece(colour) for colour, cells in START["pioneers"].items() for cell in cells}
    return set_table("islet").lay(words).photograph(Shot())


def test_photo_of_an_unchanged_board_asks_whether_the_turn_was_played(table: Table, phone: Page, tmp_path: Path) -> None:
    file = tmp_path / "table.jpg"
    file.write_bytes(photo())
    game = table.new_game(mode="referee", start=START)
    table.open(phone, game)
    phone.locator("#snap").click()
    phone.locator("#choose-photo").set_input_files(file)
    expect(phone.get_by_role("heading", name="Nothing has changed yet")).to_be_visible()
    expect(phone.locator("#another-photo")).to_have_text("Take another photo")
    phone.locator("#confirm").click()
    expect(phone.locator("#toasts")).to_contain_text("First take another photo")
    assert table.ask(f"/api/games/{game['id']}")["revision"] == 0

    phone.locator("#turn-played").click()
    which = phone.get_by_role("dialog", name="Which turn was it?")
    expect(which.locator("[data-turn]")).to_have_count(4)
    which.locator("[data-turn]").nth(1).click()
    expect(phone.locator("#unchanged")).to_contain_text("The turn: E5→F4 F5→E5 F4→F5")
    phone.locator("#confirm").click()
    if phone.locator("#confirm-anyway").count():
        phone.locator("#confirm-anyway").click()
    expect(phone.locator(".edit-dock")).to_have_count(0)
    last = table.ask(f"/api/games/{game['id']}")["last"]
    assert (last["kind"], last["turn"]) == ("turn", "E5-F4 F5-E5 F4-F5")


def test_pieces_left_as_they_are_by_hand_are_no_turn(table: Table, phone: Page) -> None:
    game = table.new_game(mode="referee", start=START)
    table.open(phone, game)
    phone.locator("#edit").click()
    expect(phone.get_by_role("heading", name="Nothing has changed yet")).to_be_visible()
    phone.locator("#another-photo").click()
    expect(phone.locator("#take-photo")).to_be_attached()
    phone.keyboard.press("Escape")
    phone.locator("#confirm").click()
    assert table.ask(f"/api/games/{game['id']}")["revision"] == 0


@pytest.mark.parametrize("language", ["en", pytest.param("hu", marks=pytest.mark.slow)])
def test_player_who_can_only_pass_passes_in_one_tap_and_confirms(table: Table, language: str) -> None:
    phone = table.phone(language=language)
    game = table.new_game("Anna", "Bo", "Cleo", mode="referee", start=STUCK)
    table.open(phone, game)
    phone.locator("#edit").click()
    expect(phone.locator("#turn-played")).to_have_text({"en": "Pass", "hu": "Passz"}[language])
    phone.locator("#turn-played").click()
    expect(phone.locator("#turn-played")).to_have_attribute("aria-pressed", "true")
    phone.locator("#confirm").click()
    expect(phone.locator(".edit-dock")).to_have_count(0)
    assert table.ask(f"/api/games/{game['id']}")["last"]["turn"] == "pass"
