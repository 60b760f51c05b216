"""Photos read as the next moment of a game: one question about the turn, forgotten turns, and other moments."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Page, expect

from referee.rules.pieces import Piece
from referee.rules.position import Position
from tests.reader.table import Shot, set_table
from tests.web.browser.conftest import Table
from tests.web.browser.test_parts_of_the_board import choose, confirm
from tests.web.games.test_full_referee import arrangement_of
from tests.web.games.test_remembering import CELLS, STEPS
from web.games.pieces_on_board import words_of

FIRST, SECOND = STEPS[0], STEPS[1]


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
    """Start a game before the first turn and read a photo in it; give the game's id."""
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
