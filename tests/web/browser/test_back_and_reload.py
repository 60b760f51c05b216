"""The back button closes layers over the game, and unfinished work on this phone survives a reload."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Table, piece_on, scores, tap, wait_until
from tests.web.browser.test_overtaken import begin, play, turn_from
from tests.web.browser.test_setting_pieces import confirm, keeper, put
from tests.web.games.test_score_keeper import CORNER, STONES, value_of
from tests.web.positions import CROSSING

CORNER_VALUE = value_of(CORNER)
NO_STORAGE = "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('denied', 'SecurityError') } })"


def reload(phone: Page) -> None:
    """Reload the page and wait for the game."""
    phone.reload()
    phone.wait_for_selector(".prompt, .over, .edit-dock")


def test_back_closes_sheet_by_sheet_and_then_leaves_the_game(table: Table, phone: Page) -> None:
    phone.goto(f"{table.address}/help")
    table.open(phone, table.new_game(start=CROSSING))
    game = phone.url
    for opener in ("History", "Menu", "Snap"):
        phone.get_by_role("button", name=opener).click()
        expect(phone.locator(".sheet")).to_be_visible()
        phone.go_back()
        expect(phone.locator(".sheet")).to_have_count(0)
        assert phone.url == game
    phone.get_by_role("button", name="Menu").click()
    phone.get_by_role("button", name="Keyboard").click()
    expect(phone.get_by_role("dialog", name="Keyboard")).to_be_visible()
    phone.get_by_role("button", name="Close").click()
    expect(phone.locator(".sheet")).to_have_count(0)
    wait_until(phone, "history.state === null")
    phone.go_back()
    phone.wait_for_url("**/help")


def test_pieces_set_by_hand_can_be_resumed_after_going_back(table: Table, phone: Page) -> None:
    keeper(table, phone)
    put(phone, "stone", *STONES)
    phone.locator('.tool[data-piece="look"]').click()
    tap(phone, STONES[0])
    expect(phone.locator(".sheet")).to_be_visible()
    phone.go_back()
    expect(phone.locator(".sheet")).to_have_count(0)
    expect(phone.locator(".edit-dock")).to_be_visible()
    phone.go_back()
    expect(phone.locator(".edit-dock")).to_have_count(0)
    phone.get_by_role("button", name="Resume").click()
    assert piece_on(phone, STONES[0]) == "stone"


def test_pieces_resumed_from_within_a_sheet_are_not_left_under_it(table: Table, phone: Page) -> None:
    keeper(table, phone)
    put(phone, "stone", *STONES)
    phone.get_by_role("button", name="Cancel").click()
    phone.locator("#snap").click()
    phone.locator(".sheet").get_by_role("button", name="Resume").click()
    expect(phone.locator(".sheet")).to_have_count(0)
    expect(phone.locator(".edit-dock")).to_be_visible()
    phone.go_back()
    expect(phone.locator(".edit-dock")).to_have_count(0)
    assert phone.url.rstrip("/").rsplit("/", 2)[1] == "games"


def test_reload_brings_back_the_pieces_that_were_set(table: Table, phone: Page) -> None:
    keeper(table, phone)
    put(phone, "stone", *STONES, "C5")
    phone.get_by_role("group", name="K1: 3 hexes").get_by_role("button", name="Bo", exact=True).click()
    expect(phone.locator(".totals")).to_contain_text(f"+{CORNER_VALUE}")
    reload(phone)
    expect(phone.locator(".totals")).to_contain_text(f"+{CORNER_VALUE}")
    assert [piece_on(phone, cell) for cell in (STONES[-1], "C5")] == ["stone", "stone"]
    phone.locator("#edit-undo").click()
    assert [piece_on(phone, cell) for cell in (STONES[-1], "C5")] == ["stone", "empty"]
    confirm(phone)
    assert scores(phone) == [0, CORNER_VALUE]
    reload(phone)
    expect(phone.locator(".edit-dock")).to_have_count(0)


def test_reload_brings_back_the_turn_so_far(table: Table, phone: Page) -> None:
    game, target = begin(table, phone)
    reload(phone)
    expect(phone.locator(".chip")).to_have_text([f"E5→{target}"])
    assert piece_on(phone, target) == "red"
    table.expect("409")
    phone.goto(f"{table.address}/help")
    play(table, game, turn_from(table, game, f"F6-{game['next']['moves']['F6'][0]}"))
    phone.goto(f"{table.address}/games/{game['id']}")
    expect(phone.get_by_role("heading", name="Somebody was quicker")).to_be_visible()
    phone.locator("#drop-turn, #go-on").first.click()


def test_undone_actions_of_the_turn_survive_a_reload(table: Table, phone: Page) -> None:
    _, target = begin(table, phone)
    phone.locator("#undo").click()
    expect(phone.locator(".chip")).to_have_count(0)
    phone.get_by_role("button", name="Edit board").click()
    phone.get_by_role("button", name="Cancel").click()
    reload(phone)
    phone.locator("#redo").click()
    expect(phone.locator(".chip")).to_have_text([f"E5→{target}"])
    reload(phone)
    expect(phone.locator(".chip")).to_have_text([f"E5→{target}"])
    expect(phone.locator("#redo")).to_be_disabled()


def test_turn_so_far_outlives_viewing_the_past_and_the_pieces(table: Table, phone: Page) -> None:
    _, target = begin(table, phone)
    phone.get_by_role("button", name="Edit board").click()
    phone.get_by_role("button", name="Cancel").click()
    expect(phone.locator(".chip")).to_have_text([f"E5→{target}"])
    assert piece_on(phone, target) == "red"


def test_phone_without_storage_plays_on(table: Table, phone: Page) -> None:
    phone.add_init_script(NO_STORAGE)
    begin(table, phone)
    reload(phone)
    expect(phone.locator(".chip")).to_have_count(0)


def test_work_written_by_another_version_is_dropped(table: Table, phone: Page) -> None:
    game = table.new_game(start=CROSSING)
    table.open(phone, game)
    for kept in ('{"kind":"picture","from":0}', '{"kind":"turn","from":0,"turn":7}', "no JSON"):
        phone.evaluate("([key, kept]) => sessionStorage.setItem(key, kept)", [f"terranova-unfinished-{game['id']}", kept])
        reload(phone)
        expect(phone.locator(".prompt")).to_contain_text("Anna")
        expect(phone.locator(".edit-dock, .chip")).to_have_count(0)
