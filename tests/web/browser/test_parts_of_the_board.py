"""Photos of a part of the board, of a table where stones are missing, and of another table."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee.rules.pieces import Piece
from tests.reader.table import Shot, set_table
from tests.web.browser.conftest import Table, piece_on, tap
from tests.web.games.test_full_referee import arrangement_of
from tests.web.games.test_photographed import KNOWN, STONES

UPPER = Shot(fill=1.3, aim=(0.0, -0.5), elevation_deg=80)
LOWER = Shot(fill=1.3, aim=(0.0, 0.5), elevation_deg=80)
START = {"format": "terranova-position/1", "board": "islet", "players": ["red", "yellow"], **arrangement_of(KNOWN)}


@cache
def photo(shot: Shot, *missing: str) -> bytes:
    """Return a photo of the known table, without some of its pieces."""
    words = {cell: Piece(piece) for cell, piece in KNOWN.items() if cell not in missing}
    return set_table("islet").lay(words).photograph(shot)


def choose(phone: Page, folder: Path, data: bytes) -> None:
    """Choose a photo in the sheet that is open, and wait until it is read."""
    file = folder / "table.jpg"
    file.write_bytes(data)
    phone.locator("#choose-photo").set_input_files(file)
    expect(phone.locator(".edit-dock")).to_be_visible()
    expect(phone.locator("dialog[open]")).to_have_count(0)
    expect(phone.locator("#confirm")).to_be_enabled()


def snap(table: Table, phone: Page, folder: Path, data: bytes, **choices: Any) -> str:
    """Start a game and read a first photo in it; return the game's id."""
    game = table.new_game(**{"mode": "keeper", **choices})
    table.open(phone, game)
    phone.locator("#snap").click()
    choose(phone, folder, data)
    return str(game["id"])


def confirm(phone: Page) -> None:
    """Confirm, doubtful hexes included."""
    phone.locator("#confirm").click()
    expect(phone.locator("#confirm-anyway").or_(phone.locator(".prompt")).first).to_be_visible()
    if phone.locator("#confirm-anyway").count():
        phone.locator("#confirm-anyway").click()
    expect(phone.locator(".edit-dock")).to_have_count(0)


def test_pieces_outside_the_photo_stay_and_are_drawn_as_not_seen(table: Table, phone: Page, tmp_path: Path) -> None:
    game = snap(table, phone, tmp_path, photo(UPPER), start=START)
    note = phone.locator("#not-shown")
    expect(note).to_contain_text("hexes are not on the photo")
    expect(note.locator("#photograph-rest")).to_be_visible()
    expect(phone.locator('[data-cell="I3"].unshown, [data-cell="K1"].unshown')).to_have_count(2)
    assert (piece_on(phone, "I3"), piece_on(phone, "E5")) == ("stone", "red")
    tap(phone, "I3")
    expect(phone.locator(".sheet")).to_contain_text("The photo does not show this hex.")
    phone.keyboard.press("Escape")
    confirm(phone)
    assert table.ask(f"/api/games/{game}")["cells"] == KNOWN


@pytest.mark.slow
def test_first_photo_of_a_part_waits_for_the_rest(table: Table, phone: Page, tmp_path: Path) -> None:
    game = snap(table, phone, tmp_path, photo(UPPER))
    expect(phone.locator("#not-shown")).to_contain_text("Nothing is known of them yet.")
    phone.locator("#confirm").click()
    expect(phone.locator("#toasts")).to_contain_text("First photograph the rest of the board")
    assert table.ask(f"/api/games/{game}")["revision"] == 0
    phone.locator("#photograph-rest").click()
    choose(phone, tmp_path, photo(LOWER))
    expect(phone.locator(".toast")).to_have_count(0)
    expect(phone.locator("#not-shown")).to_have_count(0)
    assert {cell: piece_on(phone, cell) for cell in KNOWN} == KNOWN
    phone.reload()
    expect(phone.locator("#confirm")).to_be_enabled()
    assert {cell: piece_on(phone, cell) for cell in KNOWN} == KNOWN
    confirm(phone)
    state = table.ask(f"/api/games/{game}")
    assert (state["cells"], len(state["last"]["earlier_photos"])) == (KNOWN, 1)


def test_first_photo_of_a_part_counts_once_the_rest_is_declared_empty(table: Table, phone: Page, tmp_path: Path) -> None:
    game = snap(table, phone, tmp_path, photo(UPPER))
    phone.locator("#rest-is-empty").click()
    expect(phone.locator("#not-shown")).to_have_count(0)
    confirm(phone)
    shown = table.ask(f"/api/games/{game}")["cells"]
    assert set(STONES) <= set(shown)
    assert "I3" not in shown


def test_missing_stone_stays_and_is_the_first_hex_to_review(table: Table, phone: Page, tmp_path: Path) -> None:
    game = snap(table, phone, tmp_path, photo(Shot(), "C5"), start=START)
    expect(phone.locator(".chip.is-doubt").first).to_contain_text("C5")
    assert piece_on(phone, "C5") == "stone"
    phone.locator(".chip.is-doubt").first.click()
    expect(phone.locator(".sheet")).to_contain_text("A boundary stone lay here")
    phone.keyboard.press("Escape")
    confirm(phone)
    assert table.ask(f"/api/games/{game}")["cells"] == KNOWN


def test_photo_of_another_table_is_asked_about_before_anything_counts(table: Table, phone: Page, tmp_path: Path) -> None:
    game = snap(table, phone, tmp_path, photo(Shot(), *STONES[:7]), start=START)
    question = phone.locator("#right-table")
    expect(question).to_contain_text("Is this the right table?")
    expect(question).to_contain_text("7 of 13 boundary stones are gone.")
    expect(question.locator("#photo-of-right-table")).to_have_text("Take another photo")
    phone.locator("#confirm").click()
    expect(phone.locator("#toasts")).to_contain_text("First say whether this is the right table.")
    assert table.ask(f"/api/games/{game}")["revision"] == 0
    phone.locator("#right-table-yes").click()
    expect(phone.locator("#right-table-yes")).to_have_attribute("aria-pressed", "true")
    expect(phone.locator("#desk")).not_to_have_attribute("aria-busy", "true")
    confirm(phone)
    assert set(STONES[:7]).isdisjoint(table.ask(f"/api/games/{game}")["cells"])


def test_after_a_ruling_the_table_chooses_who_is_to_move(table: Table, phone: Page) -> None:
    game = table.new_game(mode="referee", start=START)
    table.open(phone, game)
    phone.locator("#edit").click()
    phone.locator('[data-piece="empty"].tool').click()
    tap(phone, "I3")
    expect(phone.locator("#ruling")).to_be_visible()
    assert phone.locator("#who-is-next").count() == 0
    phone.locator("#ruling").click()
    expect(phone.locator("#next-yellow")).to_have_attribute("aria-pressed", "true")
    phone.locator("#next-red").click()
    expect(phone.locator("#next-red")).to_have_attribute("aria-pressed", "true")
    confirm(phone)
    state = table.ask(f"/api/games/{game['id']}")
    assert (state["last"]["kind"], state["position"]["to_move"]) == ("ruling", "red")


@pytest.mark.parametrize(
    ("language", "found", "own"), [pytest.param("en", "Islet", "Wheel", marks=pytest.mark.slow), ("hu", "Szigetecske", "Kerék")]
)
def test_photo_of_another_board_offers_a_game_on_it_or_another_photo(
    table: Table, tmp_path: Path, language: str, found: str, own: str
) -> None:
    phone = table.phone(language=language)
    table.open(phone, table.new_game(mode="keeper", board="wheel"))
    phone.locator("#snap").click()
    file = tmp_path / "table.jpg"
    file.write_bytes(photo(Shot()))
    phone.locator("#choose-photo").set_input_files(file)
    start = phone.locator("#start-on-that-board")
    expect(start).to_be_visible()
    shown = phone.locator(".sheet").inner_text()
    assert found in shown
    assert own in shown
    assert not {"islet", "wheel", "--board"} & set(shown.split())
    assert phone.locator(".sheet-body .button").count() == 2
    expect(phone.locator("#take-photo")).to_be_attached()
    start.click()
    expect(phone.locator('[name="board"][value="islet"]')).to_be_checked()
