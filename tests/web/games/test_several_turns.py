"""Turns without photos are confirmed together: one revision for each, all or none."""

from __future__ import annotations

from typing import Any

import pytest

from referee.rules.pieces import Piece
from referee.rules.position import Edition, Position
from referee.rules.turns import format_turn
from tests.memory.tables import turns_of
from tests.web.conftest import Phone, new_save_id
from tests.web.games.test_full_referee import arrangement_of
from tests.web.games.test_remembering import BOARD, CELLS, STEPS, add_photo, start_game
from web.games.pieces_on_board import words_of
from web.games.turn_orders import find_orders
from web.site.companion import Companion

TURNS = [format_turn(step.turn, BOARD) for step in STEPS[:2]]


def picture(position: Position) -> dict[str, Any]:
    """Return the picture of a position as a page sends it."""
    words = zip(CELLS, words_of(position), strict=True)
    shown = arrangement_of({cell: word.value for cell, word in words if word is not Piece.EMPTY})
    return {"pioneers": {"red": [], "yellow": [], **shown["pioneers"]}, "stones": shown["stones"]}


def test_two_forgotten_turns_become_two_revisions_in_one_save(phone: Phone, companion: Companion) -> None:
    start_game(phone, STEPS[0].before)
    photo = add_photo(phone, companion, STEPS[1].played.position)
    body = {**picture(STEPS[1].played.position), "photo": photo, "turns": TURNS, "accept_unseen": True}
    preview = phone.must("preview", **body)
    assert [(step["player"], step["turn"]) for step in preview["turns"]] == [("red", TURNS[0]), ("yellow", TURNS[1])]
    save, started = new_save_id(), phone.state["revision"]
    state = phone.must("confirm", **body, save=save)
    assert (state["revision"], state["last"]["turn"], state["last"]["photo"]) == (2, TURNS[1], photo)
    again = phone.change("confirm", **body, **{"save": save, "from": started})
    assert (again.status_code, again.get_json()["revision"]) == (200, 2)
    entries = phone.get("history")["history"]
    assert [(entry["kind"], entry["parent"]) for entry in entries[1:]] == [("turn", 0), ("turn", 1)]
    by_hand = Phone(phone.client)
    start_game(by_hand, STEPS[0].before)
    for turn in TURNS:
        by_hand.must("turns", turn=turn)
    assert state["position"] == by_hand.state["position"]
    assert phone.must("undo")["last"]["turn"] == TURNS[0]


@pytest.mark.parametrize("turns", [TURNS[:1], TURNS[::-1]])
def test_turns_that_do_not_lead_to_the_picture_are_refused_and_save_nothing(phone: Phone, turns: list[str]) -> None:
    start_game(phone, STEPS[0].before)
    refused = phone.change("confirm", **picture(STEPS[1].played.position), turns=turns)
    assert refused.status_code >= 400
    assert phone.look()["revision"] == 0


def test_more_turns_than_anybody_forgets_are_refused(phone: Phone) -> None:
    start_game(phone, STEPS[0].before)
    refused = phone.change("preview", **picture(STEPS[0].before), turns=["pass"] * 9)
    assert refused.get_json()["problem"] == "too-many-turns"


def test_same_board_with_two_payments_asks_which_order_was_played(phone: Phone) -> None:
    """Two orders of a turn that closes land: a pioneer of one group or of the other stands on it."""
    step = next(step for step in turns_of(BOARD, Edition.DE, 3, 1) if find_orders(step.before, step.played.position, 0))
    words = zip(CELLS, words_of(step.before), strict=True)
    pieces = arrangement_of({cell: word.value for cell, word in words if word is not Piece.EMPTY})
    start = {"format": "terranova-position/1", "board": "islet", "edition": "de", "players": ["red", "yellow", "blue"]}
    start |= {**pieces, "to_move": step.before.mover.value}
    phone.new_game("Anna", "Bo", "Cleo", mode="referee", start=start)
    shown = picture(step.played.position)
    orders = phone.must("preview", **shown)["orders"]
    assert len({tuple(order["awards"].items()) for order in orders}) == len(orders) > 1
    assert phone.change("confirm", **shown).get_json()["problem"] == "order-unknown"
    for order in orders:
        state = phone.must("confirm", **shown, turn=order["turn"])
        won = {player["colour"]: player["score"] for player in state["players"] if player["score"]}
        assert (state["last"]["turn"], won) == (order["turn"], order["awards"])
        phone.must("undo")
