"""Every page on phones and a laptop, light and dark, in long languages: nothing overflows, and axe reports no violations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import LAPTOP, PHONE, SMALL_PHONE, Table, tap
from tests.web.browser.test_by_hand import almost_over
from tests.web.browser.test_doubts import photo as photo_with_mug
from tests.web.browser.test_setting_pieces import START, put
from tests.web.browser.test_snap import snap
from tests.web.games.test_score_keeper import OTHER_STONES, STONES
from tests.web.pictures import jpeg

PAGES = (
    "/",
    "/new",
    "/boards",
    "/boards/new?seed=lagoon",
    "/print",
    "/invite",
    "/check",
    "/help",
    "/games/{game}",
    "/games/{game}/screen",
    "/games/{game}/history",
)
LEAST_TARGET_PX = 24


def complaints_of_axe(phone: Page) -> list[Any]:
    """Run axe on the page when all animations have ended."""
    phone.evaluate(
        """() => Promise.all(document.getAnimations().filter(one => one.effect.getComputedTiming().endTime < 1e6)
            .map(one => one.finished.catch(() => null))).then(() => null)"""
    )
    found = Axe().run(phone).response["violations"]
    return [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found]


def sticks_out(phone: Page) -> int:
    """Return by how many pixels the page is wider than the screen."""
    return int(phone.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def cut_words(phone: Page) -> list[str]:
    """Return the buttons whose text does not fit."""
    script = """[...document.querySelectorAll("button, .button")]
        .filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map(one => one.textContent.trim())"""
    return list(phone.evaluate(script))


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        (PHONE, "light"),
        pytest.param(PHONE, "dark", marks=pytest.mark.slow),
        pytest.param(LAPTOP, "light", marks=pytest.mark.slow),
        pytest.param(LAPTOP, "dark", marks=pytest.mark.slow),
    ],
)
def test_axe_finds_nothing_on_any_page(table: Table, size: tuple[int, int], scheme: str) -> None:
    phone = table.phone(size=size, scheme=scheme)
    game = table.new_game(start=START, mode="keeper")
    for path in PAGES:
        phone.goto(table.address + path.format(game=game["id"]))
        phone.wait_for_load_state("load")
        assert complaints_of_axe(phone) == [], path
        assert sticks_out(phone) <= 0, path


@pytest.mark.slow
def test_axe_finds_nothing_in_sheets_and_while_setting_pieces(table: Table, phone: Page) -> None:
    table.open(phone, table.new_game(start=START, mode="keeper"))
    tap(phone, "E5")
    expect(phone.locator(".prospect").first).to_be_visible()
    assert complaints_of_axe(phone) == []
    phone.keyboard.press("Escape")
    for opener in ("Menu", "History", "Snap"):
        phone.get_by_role("button", name=opener).click()
        expect(phone.locator(".sheet")).to_be_visible()
        phone.wait_for_timeout(300)  # the sheet has come up
        assert complaints_of_axe(phone) == [], opener
        phone.keyboard.press("Escape")
    phone.get_by_role("button", name="Edit board").click()
    put(phone, "stone", *STONES, *OTHER_STONES)
    put(phone, "red", "K1")
    assert complaints_of_axe(phone) == []
    phone.locator('.tool[data-piece="look"]').click()
    tap(phone, "K1")
    expect(phone.locator(".sheet")).to_be_visible()
    phone.wait_for_timeout(300)
    assert complaints_of_axe(phone) == []


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_where_phones_join_and_where_something_is_wrong(table: Table, scheme: str) -> None:
    stranger = table.phone(joined=False, scheme=scheme)
    table.expect("403", "404")
    stranger.goto(f"{table.address}/join")
    assert complaints_of_axe(stranger) == []
    stranger.get_by_label("Code").fill("not the code")
    stranger.get_by_role("button", name="Join").click()
    expect(stranger.get_by_role("alert")).to_be_visible()
    assert complaints_of_axe(stranger) == []
    guest = table.phone(scheme=scheme)
    table.expect("404")
    guest.goto(f"{table.address}/no/such/page")
    expect(guest.locator(".note.is-wrong")).to_be_visible()
    assert complaints_of_axe(guest) == []


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_from_snap_to_the_end_of_a_photo(table: Table, tmp_path: Path, scheme: str) -> None:
    phone = table.phone(scheme=scheme)
    garden, mug = tmp_path / "garden.jpg", tmp_path / "mug.jpg"
    garden.write_bytes(jpeg())
    mug.write_bytes(photo_with_mug())
    snap(table, phone, garden)
    expect(phone.locator(".markers-seen")).to_be_visible()
    phone.wait_for_timeout(300)  # the sheet has come up
    assert complaints_of_axe(phone) == []
    phone.locator("#choose-photo").set_input_files(mug)
    expect(phone.locator("#confirm")).to_be_enabled()
    assert complaints_of_axe(phone) == []
    for opener in (".chip.is-doubt", "#confirm"):
        phone.locator(opener).first.click()
        expect(phone.locator(".sheet")).to_be_visible()
        phone.wait_for_timeout(300)
        assert complaints_of_axe(phone) == [], opener
        phone.keyboard.press("Escape")
    phone.locator("#cancel").click()
    expect(phone.locator(".toast-button")).to_be_visible()
    phone.wait_for_timeout(300)
    assert complaints_of_axe(phone) == []


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_the_end_of_a_game_and_in_its_past(table: Table, scheme: str) -> None:
    phone = table.phone(scheme=scheme)
    game, turn = almost_over(table, 1)
    save = {"from": game["revision"], "save": f"the-last-turn-{scheme}", "turn": " ".join(turn)}
    table.send(f"/api/games/{game['id']}/turns", save)
    phone.goto(f"{table.address}/games/{game['id']}")
    expect(phone.locator(".over")).to_be_visible()
    assert complaints_of_axe(phone) == []
    phone.get_by_role("button", name="History").click()
    phone.locator(".sheet .entry").nth(1).click()
    expect(phone.get_by_role("button", name="Back to now")).to_be_visible()
    phone.wait_for_timeout(300)
    assert complaints_of_axe(phone) == []


@pytest.mark.parametrize(
    "language", ["hu", *(pytest.param(language, marks=pytest.mark.slow) for language in ("fi", "de", "fr", "it"))]
)
def test_long_words_fit_on_a_small_phone(table: Table, language: str) -> None:
    phone = table.phone(size=SMALL_PHONE, language=language)
    game = table.new_game("Anna Magdaléna", "Bartholomäus", "Cleopatra", "Dornröschen", mode="keeper")
    for path in (*PAGES, "/join", "/no/such/page"):
        table.expect("404")
        phone.goto(table.address + path.format(game=game["id"]))
        phone.wait_for_load_state("load")
        assert sticks_out(phone) <= 0, path
        assert cut_words(phone) == [], path
    table.open(phone, game)
    phone.locator("#edit").click()
    expect(phone.locator("#confirm")).to_be_enabled()
    assert sticks_out(phone) <= 0
    assert cut_words(phone) == []


@pytest.mark.parametrize(
    "size", [SMALL_PHONE, pytest.param(PHONE, marks=pytest.mark.slow), pytest.param(LAPTOP, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("board", ["terranova", pytest.param("islet", marks=pytest.mark.slow)])
def test_hexes_are_large_enough_to_be_tapped(table: Table, size: tuple[int, int], board: str) -> None:
    phone = table.phone(size=size)
    table.open(phone, table.new_game(board=board))
    width = phone.locator('[data-cell="E5"] .hex').bounding_box()
    assert width is not None
    if size == SMALL_PHONE:  # where the board opens whole, and is large enough one step nearer
        phone.get_by_role("button", name="Zoom in").click()
        width = phone.locator('[data-cell="E5"] .hex').bounding_box()
        assert width is not None
    assert width["width"] >= LEAST_TARGET_PX


def test_controls_are_large_enough_to_be_tapped(table: Table, phone: Page) -> None:
    table.open(phone, table.new_game(start=START))
    small = phone.evaluate(
        """least => [...document.querySelectorAll("button, a[href], select, summary")].filter(one => one.checkVisibility())
          .map(one => [one.id || one.textContent.trim(), one.getBoundingClientRect()])
          .filter(([, box]) => box.bottom > 0 && Math.min(box.width, box.height) < least).map(([name]) => name)""",
        LEAST_TARGET_PX,
    )
    assert small == []


def test_nothing_moves_while_a_page_settles(table: Table, phone: Page) -> None:
    """Elements do not move after the first paint."""
    phone.add_init_script(
        """new PerformanceObserver(list => {
          window.moved = (window.moved ?? 0) + list.getEntries().reduce((sum, entry) => sum + entry.value, 0);
        }).observe({ type: "layout-shift", buffered: true });"""
    )
    table.open(phone, table.new_game(start=START, board="islet"))
    phone.wait_for_timeout(1200)
    assert phone.evaluate("window.moved ?? 0") < 0.02


def test_board_is_zoomed_and_scrolled(table: Table, phone: Page) -> None:
    table.open(phone, table.new_game(start=START))
    width = "document.querySelector('[data-cell=E5] .hex').getBoundingClientRect().width"
    before = phone.evaluate(width)
    for _ in range(3):
        phone.get_by_role("button", name="Zoom in").click()
    assert phone.evaluate(width) > 3 * before
    assert phone.locator(".labels text").first.is_visible()
    for _ in range(3):
        phone.get_by_role("button", name="Zoom out").click()
    assert phone.evaluate(width) == pytest.approx(before, rel=0.02)
