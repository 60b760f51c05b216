"""Hexes that a photo does not show keep their known piece, and stones do not vanish."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import pytest

from referee.boards.library import load_board
from tests.web.conftest import Phone
from tests.web.games.test_full_referee import arrangement_of
from web.site.companion import Companion

BOARD = load_board("islet")
CELLS = [cell.id for cell in BOARD.cells]
LOWER = [cell for cell in CELLS if cell[0] in "GHIJK"]
UPPER = [cell for cell in CELLS if cell not in LOWER]
STONES = ["A1", "A3", "B3", "B6", "B8", "C1", "C5", "D3", "D7", "D9", "E1", "F2"]
KNOWN = {**dict.fromkeys(STONES, "stone"), "E5": "red", "E7": "yellow", "H2": "red", "H5": "yellow", "I3": "stone"}
_numbers = itertools.count()


@pytest.fixture
def table(phone: Phone, companion: Companion) -> Table:
    """Provide a game in score-keeper mode with a known position."""
    start = {"format": "terranova-position/1", "board": "islet", "players": ["red", "yellow"], **arrangement_of(KNOWN)}
    phone.new_game("Anna", "Bo", mode="keeper", start=start)
    return Table(phone, companion)


class Table:
    """A game whose photos have readings given by the test, in the reader's format."""

    def __init__(self, phone: Phone, companion: Companion) -> None:
        self.phone, self.companion = phone, companion

    def photograph(self, pieces: Mapping[str, str], unseen: list[str] | None = None, doubtful: list[str] | None = None) -> str:
        """Add a photo that has been read; return its id."""
        assert self.phone.game_id is not None
        hidden = unseen or []
        reading = {
            "format": "terranova-reading/1",
            "board": "islet",
            "photo": {"width": 640, "height": 480},
            "cells": {
                cell: {"piece": "empty" if cell in hidden else pieces.get(cell, "empty"), "confidence": 0.999} for cell in CELLS
            },
            "doubtful": [*hidden, *(doubtful or [])],
            "by_effect": [*(doubtful or []), *hidden],
            "unseen": hidden,
        }
        photo, _ = self.companion.shelf.add(self.phone.game_id, f"upload-{next(_numbers):06d}", self.phone.state["revision"])
        self.companion.shelf.finish(photo.id, {"reading": reading})
        return photo.id

    def shown(self, pieces: Mapping[str, str], photo: str, **more: Any) -> dict[str, Any]:
        """Return the picture that the page sends with a photo."""
        return {**arrangement_of(dict(pieces)), "photo": photo, **more}


def without(pieces: Mapping[str, str], *cells: str) -> dict[str, str]:
    return {cell: piece for cell, piece in pieces.items() if cell not in cells}


def test_photo_of_a_part_of_the_board_removes_nothing_from_the_rest(table: Table) -> None:
    upper = without(KNOWN, *LOWER)
    photo = table.photograph(upper, unseen=LOWER)
    preview = table.phone.must("preview", **table.shown(upper, photo))
    assert preview["not_shown"] == {"cells": LOWER, "must_set": False}
    assert preview["unseen"]["cells"] == []
    assert preview["changed"] == []
    assert table.phone.must("confirm", **table.shown(upper, photo))["cells"] == KNOWN


def test_hex_that_is_not_on_the_photo_can_be_set_by_hand(table: Table) -> None:
    moved = {**without(KNOWN, "H2"), "H3": "red"}
    photo = table.photograph(without(KNOWN, *LOWER), unseen=LOWER)
    state = table.phone.must("confirm", **table.shown(moved, photo, seen=["H2", "H3"]))
    assert state["cells"] == moved


def test_first_photo_of_a_part_guesses_nothing_about_the_rest(phone: Phone, companion: Companion) -> None:
    phone.new_game("Anna", "Bo", mode="keeper")
    table = Table(phone, companion)
    upper = without(KNOWN, *LOWER)
    photo = table.photograph(upper, unseen=LOWER)
    refused = phone.change("confirm", **table.shown(upper, photo), accept_unseen=True)
    assert (refused.status_code, refused.get_json()["problem"]) == (409, "hexes-not-shown")
    assert refused.get_json()["preview"]["not_shown"] == {"cells": LOWER, "must_set": True}
    assert phone.look()["revision"] == 0
    state = phone.must("confirm", **table.shown(KNOWN, photo, seen=LOWER))
    assert state["cells"] == KNOWN


def test_photos_of_two_parts_make_one_picture(phone: Phone, companion: Companion) -> None:
    phone.new_game("Anna", "Bo", mode="keeper")
    table = Table(phone, companion)
    first, second = table.photograph(KNOWN, unseen=LOWER), table.photograph(KNOWN, unseen=UPPER, doubtful=["H2"])
    shown = table.shown(KNOWN, second, earlier_photos=[first])
    preview = phone.must("preview", **shown)
    assert preview["not_shown"] == {"cells": [], "must_set": False}
    assert preview["unseen"]["cells"] == ["H2"]
    state = phone.must("confirm", **shown, seen=["H2"])
    assert state["cells"] == KNOWN
    assert (state["last"]["photo"], state["last"]["earlier_photos"]) == (second, [first])


def test_correcting_a_photo_of_a_part_begins_with_what_was_confirmed(table: Table) -> None:
    upper, moved = without(KNOWN, *LOWER), {**without(KNOWN, "H2"), "H3": "red"}
    photo = table.photograph(upper, unseen=LOWER)
    state = table.phone.must("confirm", **table.shown(moved, photo, seen=["H2", "H3"]))
    state = table.phone.must("confirm", **table.shown({**moved, "E6": "red"}, photo, mends=state["revision"]))
    assert state["cells"] == {**moved, "E6": "red"}


@pytest.mark.parametrize("gone", [STONES[:1], STONES[:2]])
def test_few_missing_stones_stay_and_are_hexes_to_review(table: Table, gone: list[str]) -> None:
    left = without(KNOWN, *gone)
    photo = table.photograph(left)
    preview = table.phone.must("preview", **table.shown(left, photo))
    assert preview["gone"] == {"cells": gone, "known": len(STONES) + 1, "other_table": False}
    assert preview["unseen"]["cells"] == gone
    assert table.phone.change("confirm", **table.shown(left, photo)).get_json()["problem"] == "unseen-hexes"
    state = table.phone.must("confirm", **table.shown(left, photo), accept_unseen=True)
    assert state["cells"] == KNOWN


def test_missing_stone_is_removed_once_somebody_has_reviewed_it(table: Table) -> None:
    left = without(KNOWN, "A1")
    state = table.phone.must("confirm", **table.shown(left, table.photograph(left), seen=["A1"]))
    assert state["cells"] == left


@pytest.mark.parametrize("count", [3, 5, 9])
def test_many_missing_stones_ask_whether_this_is_the_right_table(table: Table, count: int) -> None:
    left = without(KNOWN, *STONES[:count])
    photo = table.photograph(left)
    for more in ({}, {"accept_unseen": True}, {"ruling": True, "seen": STONES[:count]}):
        refused = table.phone.change("confirm", **table.shown(left, photo, **more))
        assert (refused.status_code, refused.get_json()["problem"]) == (409, "other-table")
        assert refused.get_json()["message"].startswith(f"{count} of the {len(STONES) + 1} boundary stones")
    assert table.phone.look()["revision"] == 0
    state = table.phone.must("confirm", **table.shown(left, photo), right_table=True, accept_unseen=True)
    assert state["cells"] == left


def test_three_of_many_stones_are_only_hexes_to_review(phone: Phone, companion: Companion) -> None:
    known = {**dict.fromkeys(CELLS[:40], "stone"), "K1": "red", "K3": "yellow"}
    start = {"format": "terranova-position/1", "board": "islet", "players": ["red", "yellow"], **arrangement_of(known)}
    phone.new_game("Anna", "Bo", mode="keeper", start=start)
    table, left = Table(phone, companion), without(known, *CELLS[:4])
    preview = phone.must("preview", **table.shown(left, table.photograph(left)))
    assert (preview["gone"]["other_table"], preview["unseen"]["cells"]) == (False, CELLS[:4])


def test_only_stones_on_the_visible_part_are_missed(table: Table) -> None:
    upper = without(KNOWN, *LOWER, *STONES[:5])
    preview = table.phone.must("preview", **table.shown(upper, table.photograph(upper, unseen=LOWER)))
    assert preview["gone"] == {"cells": STONES[:5], "known": len(STONES), "other_table": True}


def test_stones_put_back_by_hand_settle_the_question(table: Table) -> None:
    photo = table.photograph(without(KNOWN, *STONES[:6]))
    preview = table.phone.must("preview", **table.shown(KNOWN, photo, seen=STONES[:6]))
    assert preview["gone"] == {"cells": [], "known": len(STONES) + 1, "other_table": False}


def test_full_referee_asks_about_the_table_before_the_turn(phone: Phone, companion: Companion) -> None:
    start = {"format": "terranova-position/1", "board": "islet", "players": ["red", "yellow"], **arrangement_of(KNOWN)}
    phone.new_game("Anna", "Bo", mode="referee", start=start)
    table, left = Table(phone, companion), without(KNOWN, *STONES[:6])
    refused = phone.change("confirm", **table.shown(left, table.photograph(left)), ruling=True)
    assert refused.get_json()["problem"] == "other-table"


def test_stones_can_be_taken_off_by_hand_without_a_photo(table: Table) -> None:
    left = without(KNOWN, *STONES)
    assert table.phone.must("confirm", **arrangement_of(left))["cells"] == left
