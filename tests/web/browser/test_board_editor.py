"""The board editor: painted by finger, mouse and keyboard, checked while it is drawn, saved, imported and exported, played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.boards.made import make_board
from referee.boards.maps import format_board_toml
from tests.web.browser.conftest import LAPTOP, SMALL_PHONE, Table

HALF = 9  # hexes from the middle of an empty drawing to its edge
MIDDLE = f"Row {HALF + 1}, hex {HALF + 1}"


def open_editor(table: Table, phone: Page, path: str = "/boards/new") -> None:
    phone.goto(table.address + path)
    phone.wait_for_selector("#remarks li")


def land(phone: Page) -> int:
    """Count the hexes that are not sea."""
    return phone.locator(".drawn[role=gridcell][fill]").count()


def stroke(phone: Page, landscape: int, *points: tuple[float, float]) -> None:
    """Paint along points, given as fractions of the drawing."""
    phone.locator(f'.paint[data-landscape="{landscape}"]').click()
    box = phone.locator(".drawing").bounding_box()
    assert box is not None
    spots = [(box["x"] + box["width"] * x, box["y"] + box["height"] * y) for x, y in points]
    phone.mouse.move(*spots[0])
    phone.mouse.down()
    for spot in spots[1:]:
        phone.mouse.move(*spot, steps=2)
    phone.mouse.up()


def paint_block(phone: Page, landscape: int, top: float) -> None:
    """Paint three rows with a landscape."""
    for row in range(3):
        stroke(phone, landscape, (0.2, top + row * 0.05), (0.8, top + row * 0.05))


def paint_board(phone: Page) -> None:
    for landscape in range(4):
        paint_block(phone, landscape, 0.2 + landscape * 0.15)


def test_painted_board_is_saved_and_chosen_for_a_new_game(table: Table, phone: Page) -> None:
    phone.goto(f"{table.address}/new")
    phone.get_by_role("link", name="Draw a board").click()
    phone.get_by_role("link", name="Draw a board").click()
    paint_board(phone)
    expect(phone.locator("#remarks")).to_contain_text("ready to be saved and played")
    hexes = land(phone)
    assert hexes > 100
    table.expect("409")
    phone.get_by_role("button", name="Save").click()
    expect(phone.locator(".toast")).to_have_text("Give the board a name.")
    phone.get_by_label("Name of the board").fill("Painted")
    phone.get_by_role("button", name="Save").click()
    card = phone.locator("#saved-board")
    expect(card).to_contain_text("Saved.")
    expect(card).to_contain_text(f"{hexes} hexes · 4 landscapes")
    card.get_by_role("link", name="Play on it").click()
    expect(phone.locator('input[name="board"][value="painted"]')).to_be_checked()
    phone.get_by_role("button", name="Start the game").click()
    phone.wait_for_selector(".cell")
    assert phone.locator(".cell").count() == hexes


@pytest.mark.slow
def test_hexes_cut_off_are_marked_and_shown(table: Table, phone: Page) -> None:
    open_editor(table, phone)
    paint_board(phone)
    stroke(phone, 5, (0.5, 0.95))
    expect(phone.locator("#remarks")).to_contain_text("This hex is cut off from the island")
    expect(phone.locator(".drawn.is-wrong")).to_have_count(1)
    phone.get_by_role("button", name="Show").click()
    expect(phone.locator(".drawn:focus")).to_have_class("drawn is-wrong")
    phone.keyboard.press("Delete")
    expect(phone.locator("#remarks")).to_contain_text("ready to be saved")
    assert phone.locator("#compared tr").count() == 8


def test_keys_move_paint_clear_and_undo(table: Table, phone: Page) -> None:
    open_editor(table, phone)
    phone.locator('.drawn[tabindex="0"]').focus()
    for key in ("3", "ArrowUp", "4", "ArrowDown", "ArrowRight", "1", "ArrowLeft"):
        phone.keyboard.press(key)
    here = phone.locator(".drawn:focus")
    expect(here).to_have_attribute("aria-label", f"{MIDDLE}: Forest")
    assert land(phone) == 3
    phone.keyboard.press("0")
    expect(here).to_have_attribute("aria-label", f"{MIDDLE}: Sea")
    phone.keyboard.press("Control+z")
    expect(here).to_have_attribute("aria-label", f"{MIDDLE}: Forest")
    for _ in range(3):
        phone.keyboard.press("Control+z")
    assert land(phone) == 0
    phone.keyboard.press("Control+y")
    assert land(phone) == 1
    phone.keyboard.press("Home")
    expect(phone.locator(".drawn:focus")).to_have_attribute("aria-label", re.compile("hex 1:"))


@pytest.mark.parametrize(
    ("symmetry", "images"),
    [
        ("six", 6),
        *(pytest.param(*case, marks=pytest.mark.slow) for case in (("none", 1), ("point", 2), ("mirror", 2), ("three", 3))),
    ],
)
def test_symmetry_paints_every_image_and_undoes_them_together(table: Table, phone: Page, symmetry: str, images: int) -> None:
    open_editor(table, phone)
    phone.locator("#symmetry").select_option(symmetry)
    stroke(phone, 2, (0.62, 0.4))
    assert land(phone) == images
    assert (phone.locator(".drawn.is-out").count() > 0) == (symmetry in ("three", "six"))
    phone.get_by_role("button", name="Undo").click()
    assert land(phone) == 0


@pytest.mark.parametrize(
    "size", [LAPTOP, pytest.param(SMALL_PHONE, marks=pytest.mark.slow), pytest.param((844, 390), marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("steps", [pytest.param(0, marks=pytest.mark.slow), 2])
def test_pointer_paints_the_hex_beneath_it_on_every_screen_and_zoom(table: Table, size: tuple[int, int], steps: int) -> None:
    phone = table.phone(size=size)
    open_editor(table, phone)
    for _ in range(steps):
        phone.get_by_role("button", name="Zoom in").click()
    phone.locator('.paint[data-landscape="2"]').click()
    middle = phone.locator('.drawn[tabindex="0"]')
    middle.scroll_into_view_if_needed()
    box = middle.bounding_box()
    assert box is not None
    phone.mouse.click(box["x"] + box["width"] * 0.2, box["y"] + box["height"] * 0.4)
    expect(middle).to_have_attribute("aria-label", f"{MIDDLE}: Forest")
    assert land(phone) == 1


def test_hex_without_all_its_images_is_not_painted(table: Table, phone: Page) -> None:
    open_editor(table, phone)
    phone.locator("#symmetry").select_option("six")
    phone.locator(".drawn[role=gridcell]").first.focus()
    phone.keyboard.press("1")
    assert land(phone) == 0


def test_unfinished_drawing_survives_reload_and_back(table: Table, phone: Page) -> None:
    open_editor(table, phone)
    phone.get_by_label("Name of the board").fill("Half done")
    paint_block(phone, 1, 0.3)
    hexes = land(phone)
    phone.reload()
    expect(phone.locator(".toast")).to_contain_text("Your unfinished drawing is back.")
    assert land(phone) == hexes
    stroke(phone, 2, (0.3, 0.7), (0.7, 0.7))
    more = land(phone)
    phone.get_by_role("link", name="Boards").click()
    phone.locator("#unfinished").get_by_role("link", name="Half done").click()
    phone.wait_for_selector("#remarks li")
    assert land(phone) == more
    phone.get_by_role("button", name="Start afresh").click()
    assert land(phone) == 0
    phone.get_by_role("button", name="Undo").click()
    assert land(phone) == more


def test_island_is_made_from_a_word_and_undone(table: Table, phone: Page) -> None:
    open_editor(table, phone)
    paint_block(phone, 1, 0.3)
    before = land(phone)
    phone.get_by_label("Word").fill("lagoon")
    phone.get_by_role("button", name="Make").click()
    expect(phone.locator("#remarks")).to_contain_text(f"{len(make_board('lagoon').cells)} hexes")
    table.expect("422")
    phone.get_by_label("Word").fill("which one?")
    phone.get_by_role("button", name="Make").click()
    expect(phone.locator(".toast")).to_contain_text("cannot be the seed of a board")
    phone.get_by_role("button", name="Undo").click()
    assert land(phone) == before


def test_word_with_accents_and_spaces_makes_an_island_that_comes_into_view(table: Table) -> None:
    phone = table.phone(size=SMALL_PHONE)
    open_editor(table, phone)
    phone.get_by_label("Word").fill(" Őzike völgye ")
    phone.get_by_role("button", name="Make").click()
    expect(phone.locator("#remarks")).to_contain_text(f"{len(make_board('Ozike-volgye').cells)} hexes")
    expect(phone.get_by_label("Word")).to_have_value("Ozike-volgye")
    expect(phone.locator("#drawing")).to_be_in_viewport(ratio=0.9)


def test_board_file_is_imported_refused_deleted_and_restored(table: Table, phone: Page, tmp_path: Path) -> None:
    whole = format_board_toml(make_board("brought"))
    good, cut = tmp_path / "good.toml", tmp_path / "cut.toml"
    good.write_text(whole, encoding="utf-8")
    cut.write_text(whole[:300], encoding="utf-8")
    phone.goto(f"{table.address}/boards")
    cards = phone.locator(".board-card").count()
    table.expect("409")
    phone.get_by_label("Board file", exact=True).set_input_files(cut)
    expect(phone.get_by_role("alert")).to_contain_text("Board file, line")
    phone.get_by_label("Board file", exact=True).set_input_files(good)
    card = phone.locator("#saved-board")
    expect(card).to_contain_text("island-brought")
    assert phone.locator(".board-card").count() == cards + 1
    card.locator("summary").click()
    card.get_by_role("button", name="Delete").click()
    expect(phone.locator("#saved-board")).to_have_count(0)
    phone.locator(".toast-button").click()
    expect(phone.locator("#saved-board")).to_contain_text("island-brought")


def test_finger_paints_and_a_second_finger_cancels_the_stroke(table: Table) -> None:
    phone = table.phone(has_touch=True)
    open_editor(table, phone)
    box = phone.locator(".drawing").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = phone.context.new_cdp_session(phone)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        given = [{"x": at_x, "y": at_y, "id": number} for number, (at_x, at_y) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": given})

    touch("touchStart", (x, y))
    touch("touchMove", (x + 80, y))
    touch("touchEnd")
    expect(phone.locator(".drawn[role=gridcell][fill]")).not_to_have_count(0)
    painted = land(phone)
    assert painted >= 4
    touch("touchStart", (x, y + 60))
    touch("touchStart", (x, y + 60), (x + 40, y + 60))
    touch("touchMove", (x - 60, y + 60), (x + 90, y + 60))
    touch("touchMove", (x - 90, y + 60), (x + 120, y + 60))
    touch("touchEnd")
    expect(phone.locator(".drawn[role=gridcell][fill]")).to_have_count(painted)
