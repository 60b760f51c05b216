"""Setting the table by hand: payments are previewed before confirming, and can be corrected afterwards."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Table, piece_on, scores, tap
from tests.web.games.test_score_keeper import CORNER, OTHER_CORNER, OTHER_STONES, REST, STONES, value_of

START = {
    "format": "terranova-position/1",
    "board": "islet",
    "edition": "de",
    "players": ["red", "yellow"],
    "pioneers": REST,
}


def put(phone: Page, piece: str, *cells: str) -> None:
    """Pick a piece, tap several hexes, and wait for the preview."""
    phone.locator(f'.tool[data-piece="{piece}"]').click()
    for cell in cells:
        tap(phone, cell)
    expect(phone.locator("#desk")).not_to_have_attribute("aria-busy", "true")
    expect(phone.locator("#confirm")).to_be_enabled()


def keeper(table: Table, phone: Page) -> str:
    """Open a score keeper's game and begin to set pieces."""
    game = table.new_game(start=START, mode="keeper")
    table.open(phone, game)
    phone.get_by_role("button", name="Edit board").click()
    return str(game["id"])


def confirm(phone: Page) -> None:
    """Confirm and expect success."""
    phone.get_by_role("button", name="Confirm", exact=True).click()
    expect(phone.locator(".edit-dock")).to_have_count(0)


def test_majority_is_shown_paid_and_must_leave(table: Table, phone: Page) -> None:
    keeper(table, phone)
    put(phone, "stone", *STONES)
    put(phone, "red", "K1", "K2")
    put(phone, "yellow", "K3")
    value = value_of(CORNER)
    card = phone.locator(".region").filter(has_text="K1: 3 hexes")
    expect(card).to_contain_text(f"The majority takes all {value} points.")
    expect(card).to_contain_text("Anna 2 and Bo 1")
    expect(phone.locator(".tint-red polygon")).to_have_count(3)
    confirm(phone)
    assert scores(phone) == [value, 0]
    expect(phone.locator(".take-off")).to_have_text(["Anna takes off the board: K1 and K2", "Bo takes off the board: K3"])
    assert piece_on(phone, "K1") == "empty"
    phone.get_by_role("button", name="Undo").click()
    expect(phone.locator(".player-score").first).to_have_text("0")


def test_what_was_cancelled_can_be_taken_up_again(table: Table, phone: Page) -> None:
    keeper(table, phone)
    put(phone, "stone", *STONES)
    phone.get_by_role("button", name="Cancel").click()
    assert piece_on(phone, STONES[0]) == "empty"
    phone.get_by_role("button", name="Resume").click()
    assert piece_on(phone, STONES[0]) == "stone"
    phone.get_by_role("group", name="K1: 3 hexes").get_by_role("button", name="Nobody").click()
    confirm(phone)


def test_offer_to_resume_goes_once_other_work_is_begun(table: Table, phone: Page) -> None:
    keeper(table, phone)
    put(phone, "stone", *STONES)
    phone.get_by_role("button", name="Cancel").click()
    expect(phone.get_by_role("button", name="Resume")).to_be_visible()
    phone.get_by_role("button", name="Edit board").click()
    expect(phone.locator(".edit-dock")).to_be_visible()
    expect(phone.locator(".toast")).to_have_count(0)


def test_players_name_the_owner_of_land_that_was_cleared_early(table: Table, phone: Page) -> None:
    keeper(table, phone)
    put(phone, "stone", *STONES)
    question = phone.get_by_role("group", name="K1: 3 hexes")
    expect(question).to_be_visible()
    phone.get_by_role("button", name="Confirm", exact=True).click()
    expect(phone.locator(".toast")).to_contain_text("First say who had")
    question.get_by_role("button", name="Bo", exact=True).click()
    expect(phone.locator(".totals")).to_contain_text(f"+{value_of(CORNER)}")
    confirm(phone)
    assert scores(phone) == [0, value_of(CORNER)]


def test_a_tie_and_no_owner_can_be_chosen(table: Table, phone: Page) -> None:
    keeper(table, phone)
    put(phone, "stone", *STONES)
    question = phone.get_by_role("group", name="K1: 3 hexes")
    question.get_by_role("button", name="Bo", exact=True).click()
    expect(question.get_by_role("button", name="Bo", exact=True)).to_have_attribute("aria-pressed", "true")
    question.get_by_role("button", name="Anna").click()
    expect(question).to_contain_text("Anna")
    expect(question.locator("p").last).to_contain_text("and")
    question.get_by_role("button", name="Nobody").click()
    expect(phone.locator(".gain")).to_have_count(0)
    confirm(phone)
    assert scores(phone) == [0, 0]


def test_table_changes_the_order_of_payments(table: Table, phone: Page) -> None:
    game = keeper(table, phone)
    put(phone, "stone", *STONES, *OTHER_STONES)
    put(phone, "red", "K1")
    put(phone, "yellow", sorted(OTHER_CORNER)[0])
    headings = phone.locator(".region h3")
    expect(headings).to_have_text(["A1: 2 hexes", "K1: 3 hexes"])
    phone.get_by_role("button", name="Score earlier: K1").click()
    expect(headings).to_have_text(["K1: 3 hexes", "A1: 2 hexes"])
    confirm(phone)
    events = table.ask(f"/api/games/{game}")["last"]["events"]
    assert [event["cells"][0] for event in events] == ["K1", "A1"]


def test_confirmation_is_corrected_and_its_payments_reverted(table: Table, phone: Page) -> None:
    game = keeper(table, phone)
    put(phone, "stone", *STONES)
    put(phone, "red", "K1")
    confirm(phone)
    assert scores(phone) == [value_of(CORNER), 0]
    phone.get_by_role("button", name="Correct this change").click()
    expect(phone.locator("#confirm")).to_be_enabled()
    assert piece_on(phone, "K1") == "red"
    put(phone, "yellow", "K1")
    confirm(phone)
    assert scores(phone) == [0, value_of(CORNER)]
    assert table.ask(f"/api/games/{game}")["last"]["mends"] is not None


def test_steps_are_undone_and_all_is_put_back(table: Table, phone: Page) -> None:
    keeper(table, phone)
    put(phone, "stone", "H4", "H5", "H6")
    phone.locator("#edit-undo").click()
    assert [piece_on(phone, cell) for cell in ("H4", "H5", "H6")] == ["stone", "stone", "empty"]
    phone.get_by_role("button", name="Reset").click()
    assert piece_on(phone, "H4") == "empty"
    phone.locator("#edit-undo").click()
    phone.locator("#edit-undo").click()
    assert piece_on(phone, "H4") == "stone"


def test_hex_describes_itself_and_takes_a_piece(table: Table, phone: Page) -> None:
    keeper(table, phone)
    expect(phone.locator("#confirm")).to_be_enabled()
    tap(phone, "E5")
    sheet = phone.locator(".sheet")
    expect(sheet.get_by_role("heading", level=2)).to_contain_text("E5")
    expect(sheet).to_contain_text("Not yet closed to three landscapes or fewer.")
    sheet.get_by_role("button", name="boundary stone").click()
    assert piece_on(phone, "E5") == "stone"


def test_illegal_turn_is_explained_and_may_stand_as_a_ruling(table: Table, phone: Page) -> None:
    game = table.new_game(start=START, mode="referee")
    table.open(phone, game)
    phone.get_by_role("button", name="Edit board").click()
    put(phone, "stone", "B1", "H4", "H5")
    verdict = phone.locator(".note.is-wrong")
    expect(verdict).to_contain_text("No legal turn")
    phone.get_by_role("button", name="Confirm", exact=True).click()
    expect(phone.locator(".toast")).to_contain_text("First decide")
    phone.get_by_role("button", name="Put it back").click()
    expect(phone.locator(".put-back li")).to_have_text(["B1empty", "H4empty", "H5empty"])
    phone.get_by_role("button", name="Close").click()
    phone.get_by_role("button", name="Let it stand").click()
    confirm(phone)
    last = table.ask(f"/api/games/{game['id']}")["last"]
    assert last["kind"] == "ruling"
    assert last["ruling"]["reason"]


def test_legal_turn_is_found_and_drawn(table: Table, phone: Page) -> None:
    game = table.new_game(start=START, mode="referee")
    table.open(phone, game)
    path = f"/api/games/{game['id']}/next"
    target = game["next"]["moves"]["E5"][0]
    stone = table.ask(f"{path}?done=E5-{target}")["stones"][0]
    last = table.ask(f"{path}?done=E5-{target}%20%2B{stone}")["stones"][0]
    phone.get_by_role("button", name="Edit board").click()
    put(phone, "empty", "E5")
    put(phone, "red", target)
    put(phone, "stone", stone, last)
    expect(phone.locator(".desk .note")).to_contain_text(f"E5→{target}")
    assert phone.locator(".board-top .arrow").count() == 1
    assert phone.locator(".board-top .ring").count() == 2
    confirm(phone)
    assert table.ask(f"/api/games/{game['id']}")["last"]["kind"] == "turn"
