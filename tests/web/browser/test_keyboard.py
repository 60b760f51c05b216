"""The board without a pointer: one tab stop, arrows, six directions, letters for pieces, and texts for screen readers."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from referee.boards.hexes import DIRECTIONS
from referee.boards.library import load_board
from tests.web.browser.conftest import LAPTOP, Table, piece_on
from tests.web.browser.test_setting_pieces import START

BOARD = load_board("islet")
KEYS = ("l", "m", "n", "j", "i", "o")  # in the order of DIRECTIONS: E SE SW W NW NE


def focused(phone: Page) -> str:
    """Return which hex has the focus."""
    return str(phone.evaluate("document.activeElement.dataset.cell"))


def reach(phone: Page, cell: str) -> None:
    """Move to a hex with the keyboard, along neighbours."""
    phone.locator('.board-grid [tabindex="0"]').focus()
    came_from = {focused(phone): ""}
    edge = [focused(phone)]
    while cell not in came_from:
        here = edge.pop(0)
        for key, there in zip(KEYS, neighbours(here), strict=True):
            if there and there not in came_from:
                came_from[there] = here + key
                edge.append(there)
    way = ""
    at = cell
    while came_from[at]:
        at, key = came_from[at][:-1], came_from[at][-1]
        way = key + way
    for key in way:
        phone.keyboard.press(key)
    assert focused(phone) == cell


def neighbours(cell: str) -> list[str | None]:
    """Return the neighbours of a hex by direction."""
    here = BOARD.cells[BOARD.number_of[cell]]
    at = {(other.q, other.r): other.id for other in BOARD.cells}
    return [at.get((here.q + q, here.r + r)) for q, r in DIRECTIONS]


def test_board_is_one_tab_stop_with_rows_and_names(table: Table, phone: Page) -> None:
    table.open(phone, table.new_game(start=START))
    assert phone.locator('.board-grid [tabindex="0"]').count() == 1
    assert phone.get_by_role("row").count() == len({cell.id[0] for cell in BOARD.cells})
    assert phone.get_by_role("gridcell").count() == len(BOARD.cells)
    label = phone.locator('[data-cell="E5"]').get_attribute("aria-label") or ""
    assert label.startswith("E5, ")
    assert "red" in label


def test_arrows_go_along_rows_and_stay_on_the_board(table: Table, phone: Page) -> None:
    table.open(phone, table.new_game(start=START))
    reach(phone, "E5")
    phone.keyboard.press("ArrowRight")
    assert focused(phone) == "E6"
    phone.keyboard.press("ArrowUp")
    phone.keyboard.press("ArrowDown")
    assert focused(phone) == "E6"
    phone.keyboard.press("Home")
    assert focused(phone) == "E1"
    phone.keyboard.press("ArrowLeft")
    assert focused(phone) == "E1"
    for key, there in zip(KEYS, neighbours("E5"), strict=True):
        reach(phone, "E5")
        phone.keyboard.press(key)
        assert focused(phone) == there


def test_turn_is_played_by_keys_alone(table: Table) -> None:
    laptop = table.phone(size=LAPTOP)
    game = table.new_game(start=START, mode="referee")
    table.open(laptop, game)
    target = game["next"]["moves"]["E5"][0]
    reach(laptop, "E5")
    laptop.keyboard.press("Enter")
    expect(laptop.locator("#live")).to_contain_text("E5 chosen")
    reach(laptop, target)
    laptop.keyboard.press(" ")
    expect(laptop.locator(".chip")).to_have_count(1)
    expect(laptop.locator("#live")).to_contain_text(f"E5 to {target}")
    for count in (2, 3):
        stone = str(laptop.locator(".cell.drop").first.get_attribute("data-cell"))
        reach(laptop, stone)
        laptop.keyboard.press("Enter")
        expect(laptop.locator(".chip")).to_have_count(count)
    laptop.keyboard.press("u")
    expect(laptop.locator(".chip")).to_have_count(2)
    stone = str(laptop.locator(".cell.drop").first.get_attribute("data-cell"))
    reach(laptop, stone)
    laptop.keyboard.press("Enter")
    expect(laptop.locator(".chip")).to_have_count(3)
    laptop.locator("#end-turn").focus()
    laptop.keyboard.press("Enter")
    expect(laptop.locator(".prompt")).to_contain_text("Bo")


def test_pieces_are_set_by_letters(table: Table, phone: Page) -> None:
    table.open(phone, table.new_game("Anna", "Bo", "Cleo", "Dan"))
    phone.get_by_role("button", name="Edit board").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#confirm")).to_be_enabled()
    for cell, key, piece in (("C5", "r", "red"), ("C6", "y", "yellow"), ("D5", "b", "blue"), ("D6", "g", "green")):
        reach(phone, cell)
        phone.keyboard.press(key)
        assert piece_on(phone, cell) == piece
    phone.keyboard.press(".")
    assert piece_on(phone, "D6") == "empty"
    phone.keyboard.press("u")
    assert piece_on(phone, "D6") == "green"
    expect(phone.locator("#live")).to_contain_text("D6")


def test_same_board_is_there_as_a_table(table: Table, phone: Page) -> None:
    table.open(phone, table.new_game(start=START, mode="referee"))
    phone.get_by_role("button", name="Menu").click()
    phone.get_by_role("button", name="Board as a table").click()
    row = phone.get_by_role("row").filter(has=phone.get_by_role("button", name="E5", exact=True))
    expect(row).to_contain_text("red, can move")
    row.get_by_role("button").click()
    expect(phone.locator('[data-cell="E5"]')).to_have_class("cell selected")
