"""Photos read as the next moment of a game: one question about the turn, forgotten turns, and other moments."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from referee.rules.pieces import Piece
from referee.rules.position import Edition, Position
from referee.rules.turns import format_turn
from tests.memory.tables import turns_of
from tests.reader.table import Shot, set_table
from tests.web.browser.conftest import Table, piece_on
from tests.web.browser.test_parts_of_the_board import choose, confirm
from tests.web.games.test_full_referee import arrangement_of
from tests.web.games.test_remembering import BOARD, CELLS, STEPS
from web.games.pieces_on_board import words_of
from web.games.turn_orders import find_orders

FIRST, SECOND = STEPS[0], STEPS[1]
FILLED_BY_THE_BOARD = """[...document.querySelectorAll(".small-board")].every(frame => {
    const [shown, board] = [frame, frame.querySelector("image")].map(one => one.getBoundingClientRect());
    const isAbove = board.left < shown.left + 1 && board.top < shown.top + 1;
    return isAbove && board.right > shown.right - 1 && board.bottom > shown.bottom - 1;
})"""


def pieces_of(position: Position) -> dict[str, str]:
    """Return the pieces by hex."""
    return {cell: word.value for cell, word in zip(CELLS, words_of(position), strict=True) if word is not Piece.EMPTY}


def start_of(position: Position) -> dict[str, Any]:
    """Return a position from which a game can start."""
    start = {"format": "terranova-position/1", "board": "islet", "edition": "de", "players": ["red", "yellow"]}
    return {**start, **arrangement_of(pieces_of(position)), "to_move": position.mover.value}


@cache
def photo(position: Position, hidden: tuple[str, ...] = ()) -> bytes:
    """Photograph a position, with a hand over some hexes."""
    table = set_table("islet").lay({cell: Piece(piece) for cell, piece in pieces_of(position).items()})
    for cell in hidden:
        table = table.cover(np.array(table.centre(cell)) + np.array([(-19, -19), (19, -19), (19, 19), (-19, 19)]))
    return table.photograph(Shot())


def snap(table: Table, phone: Page, folder: Path, position: Position, hidden: tuple[str, ...] = ()) -> str:
    """Start a game before the first turn and read a photo in it; return the game's id."""
    game = table.new_game(mode="referee", start=start_of(FIRST.before))
    table.open(phone, game)
    phone.locator("#snap").click()
    choose(phone, folder, photo(position, hidden))
    return str(game["id"])


def test_two_forgotten_turns_are_shown_in_their_order_and_saved_one_by_one(table: Table, phone: Page, tmp_path: Path) -> None:
    game = snap(table, phone, tmp_path, SECOND.played.position)
    turns = phone.locator("#forgotten-turns")
    expect(turns.locator("li")).to_have_count(2)
    expect(turns).to_contain_text("2 turns since the last photo")
    expect(turns.locator("li").first).to_contain_text("Anna: ")
    expect(turns.locator("li").last).to_contain_text("Bo: ")
    phone.locator("#played-so").click()
    expect(phone.locator("#ruling")).to_be_visible()
    phone.locator("#played-so").click()
    expect(phone.locator("#ruling")).to_have_count(0)
    confirm(phone)
    state = table.ask(f"/api/games/{game}")
    assert (state["revision"], state["last"]["kind"], state["position"]["to_move"]) == (2, "turn", "red")
    assert state["cells"] == pieces_of(SECOND.played.position)


def test_hand_over_the_turn_asks_one_question_with_two_small_boards(table: Table, phone: Page, tmp_path: Path) -> None:
    game = snap(table, phone, tmp_path, FIRST.played.position, ("J1", "I1"))
    question = phone.locator("#which-board")
    expect(question.locator(".board-answer svg.small-board")).to_have_count(2)
    expect(phone.locator(".chip.is-doubt")).to_have_count(0)
    phone.locator("#confirm").click()
    expect(phone.locator("#toasts")).to_contain_text("First choose which board it is.")
    phone.locator("#board-2").click()
    expect(phone.locator("#board-2")).to_have_attribute("aria-pressed", "true")
    phone.locator("#board-1").click()
    expect(phone.locator("#desk")).not_to_have_attribute("aria-busy", "true")
    assert piece_on(phone, "J1") == "stone"
    phone.locator("#confirm").click()
    expect(phone.locator(".edit-dock")).to_have_count(0)
    state = table.ask(f"/api/games/{game}")
    assert (state["last"]["kind"], state["last"]["unseen"]) == ("turn", None)
    assert state["cells"] == pieces_of(FIRST.played.position)


@pytest.mark.slow
def test_photo_under_review_is_read_again_when_another_phone_undoes_the_turn_before(
    table: Table, phone: Page, tmp_path: Path
) -> None:
    game = table.new_game(mode="referee", start=start_of(FIRST.before))
    table.send(f"/api/games/{game['id']}/turns", {"from": 0, "save": "by-hand-0001", "turn": format_turn(FIRST.turn, BOARD)})
    table.open(phone, game)
    phone.locator("#snap").click()
    choose(phone, tmp_path, photo(SECOND.played.position))
    table.send(f"/api/games/{game['id']}/undo", {"from": 1})
    expect(phone.locator("#toasts")).to_contain_text("The game has moved on")
    table.expect("409")
    phone.locator("#confirm").click()
    phone.get_by_role("button", name="Go on").click()
    expect(phone.locator("#forgotten-turns li")).to_have_count(2)
    confirm(phone)
    state = table.ask(f"/api/games/{game['id']}")
    assert (state["last"]["kind"], state["cells"]) == ("turn", pieces_of(SECOND.played.position))


@pytest.mark.slow
def test_neither_board_leaves_the_hexes_to_review(table: Table, phone: Page, tmp_path: Path) -> None:
    snap(table, phone, tmp_path, FIRST.played.position, ("J1", "I1"))
    phone.locator("#neither-board").click()
    expect(phone.locator("#which-board")).to_have_count(0)
    expect(phone.locator(".chip.is-doubt").first).to_be_visible()


@pytest.mark.slow
def test_illegal_picture_offers_the_nearest_turn_and_names_hex_and_rule(table: Table, phone: Page, tmp_path: Path) -> None:
    after = FIRST.played.position
    taken = next(number for number in range(len(CELLS)) if FIRST.before.pioneers[1] & after.pioneers[1] >> number & 1)
    masks = (after.pioneers[0], after.pioneers[1] & ~(1 << taken))
    game = snap(table, phone, tmp_path, replace(after, pioneers=masks))
    expect(phone.locator("#which-board")).to_contain_text(f"The pioneer on {CELLS[taken]} (yellow’s) is gone")
    assert phone.evaluate(FILLED_BY_THE_BOARD)
    phone.locator("#board-1").click()
    nearest = phone.locator("#nearest-turn")
    expect(nearest).to_contain_text(f"{CELLS[taken]} may have been misread.")
    expect(phone.get_by_role("heading", name="No legal turn")).to_be_visible()
    phone.locator("#take-nearest").click()
    expect(phone.locator("#ruling")).to_have_count(0)
    confirm(phone)
    assert table.ask(f"/api/games/{game}")["cells"] == pieces_of(after)


@pytest.mark.slow
def test_turn_that_most_hexes_speak_against_is_not_offered(table: Table, phone: Page, tmp_path: Path) -> None:
    table.open(phone, table.new_game(mode="referee", start=start_of(STEPS[6].before)))
    phone.locator("#snap").click()
    other = FIRST.played.position
    choose(phone, tmp_path, photo(replace(other, pioneers=(other.pioneers[0] & other.pioneers[0] - 1, other.pioneers[1]))))
    expect(phone.locator("#right-table")).to_be_visible()
    expect(phone.get_by_role("heading", name="No legal turn")).to_be_visible()
    expect(phone.locator("#nearest-turn")).to_have_count(0)


@pytest.mark.slow
def test_photo_of_an_earlier_moment_is_reported_and_leads_there(table: Table, phone: Page, tmp_path: Path) -> None:
    game = table.new_game(mode="referee", start=start_of(FIRST.before))
    for number, step in enumerate(STEPS[:4]):
        body = {"from": number, "save": f"moment-{number:04d}", "turn": format_turn(step.turn, BOARD)}
        table.send(f"/api/games/{game['id']}/turns", body)
    table.open(phone, game)
    phone.locator("#snap").click()
    choose(phone, tmp_path, photo(STEPS[2].before))
    expect(phone.locator("#other-moment")).to_contain_text("This looks like the table before Anna’s turn.")
    phone.locator("#go-there").click()
    expect(phone.locator(".edit-dock")).to_have_count(0)
    assert table.ask(f"/api/games/{game['id']}")["revision"] == 2


@pytest.mark.slow
def test_turn_confirmed_by_hand_before_its_photo_is_recognised(table: Table, phone: Page, tmp_path: Path) -> None:
    game = table.new_game(mode="referee", start=start_of(FIRST.before))
    body = {"from": 0, "save": "by-hand-0001", "turn": format_turn(FIRST.turn, BOARD)}
    table.send(f"/api/games/{game['id']}/turns", body)
    table.open(phone, game)
    phone.locator("#snap").click()
    choose(phone, tmp_path, photo(FIRST.played.position))
    expect(phone.locator("#already-confirmed")).to_be_visible()
    assert table.ask(f"/api/games/{game['id']}")["revision"] == 1


@pytest.mark.slow
def test_board_that_pays_by_the_order_asks_for_the_order(table: Table, phone: Page, tmp_path: Path) -> None:
    step = next(step for step in turns_of(BOARD, Edition.DE, 3, 1) if find_orders(step.before, step.played.position, 0))
    start = {**start_of(step.before), "players": ["red", "yellow", "blue"], "to_move": step.before.mover.value}
    game = table.new_game("Anna", "Bo", "Cleo", mode="referee", start=start)
    table.open(phone, game)
    phone.locator("#snap").click()
    choose(phone, tmp_path, photo(step.played.position))
    expect(phone.locator("#which-order .button")).to_have_count(2)
    phone.locator("#confirm").click()
    expect(phone.locator("#toasts")).to_contain_text("First choose the order of the turn.")
    phone.locator("#order-2").click()
    expect(phone.locator("#order-2")).to_have_attribute("aria-pressed", "true")
    phone.locator("#confirm").click()
    expect(phone.locator(".edit-dock")).to_have_count(0)
    assert table.ask(f"/api/games/{game['id']}")["last"]["turn"] == format_turn(
        find_orders(step.before, step.played.position, 0)[1], BOARD
    )


@pytest.mark.slow
def test_photo_of_the_finished_setup_starts_the_game(table: Table, phone: Page, tmp_path: Path) -> None:
    table.open(phone, game := table.new_game(mode="referee"))
    stones_off = replace(FIRST.before, stones=0)
    free = [n for n in range(len(CELLS)) if not stones_off.occupied >> n & 1]
    masks = list(stones_off.pioneers)
    for seat in range(2):
        while masks[seat].bit_count() < 13:
            masks[seat] |= 1 << free.pop(0)
    phone.locator("#snap").click()
    choose(phone, tmp_path, photo(replace(stones_off, pioneers=tuple(masks))))
    confirm(phone)
    state = table.ask(f"/api/games/{game['id']}")
    assert (state["phase"], state["position"]["to_move"], state["revision"]) == ("playing", "red", 1)


@pytest.mark.slow
def test_hidden_pioneer_of_another_player_is_not_reported_as_illegal(table: Table, phone: Page, tmp_path: Path) -> None:
    game = snap(table, phone, tmp_path, FIRST.played.position, ("A1",))
    expect(phone.get_by_role("heading", name="No legal turn")).to_have_count(0)
    assert piece_on(phone, "A1") == "yellow"
    confirm(phone)
    assert table.ask(f"/api/games/{game}")["cells"] == pieces_of(FIRST.played.position)
