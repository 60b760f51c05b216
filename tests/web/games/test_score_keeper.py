"""Score-keeper mode at a real table, where players move pieces before they take a photo."""

from __future__ import annotations

from typing import Any

import pytest

from referee.boards.library import load_board
from tests.web.conftest import Phone

BOARD = load_board("islet")
# Two corners of the islet and the stones that cut each off.
CORNER = frozenset({"K1", "K2", "K3"})
OTHER_CORNER = frozenset({"A1", "A2"})


def stones_round(cells: frozenset[str]) -> list[str]:
    """Return the hexes that enclose some hexes."""
    numbers = {BOARD.number_of[cell] for cell in cells}
    round_them = {neighbour for number in numbers for neighbour in BOARD.neighbours[number]} - numbers
    return [BOARD.cells[number].id for number in sorted(round_them)]


STONES = stones_round(CORNER)
OTHER_STONES = stones_round(OTHER_CORNER)
REST = {"red": ["E5", "F6"], "yellow": ["E7", "F3"]}


def table(stones: list[str], **more: list[str]) -> dict[str, Any]:
    """Return a picture of the table: pioneers in the open land, and some more."""
    return {"pioneers": {colour: [*REST[colour], *more.get(colour, [])] for colour in REST}, "stones": stones}


def value_of(cells: frozenset[str]) -> int:
    """Return the points of a territory."""
    terrains = {BOARD.cells[BOARD.number_of[cell]].terrain for cell in cells}
    return len(cells) * (4 - len(terrains))


@pytest.fixture
def keeper(phone: Phone) -> Phone:
    """Provide a phone with a game in score-keeper mode."""
    phone.new_game("Anna", "Bo", mode="keeper")
    return phone


def test_majority_is_paid_and_must_leave(keeper: Phone) -> None:
    state = keeper.must("confirm", **table(STONES, red=["K1", "K2"], yellow=["K3"]))
    assert [player["score"] for player in state["players"]] == [value_of(CORNER), 0]
    assert state["last"]["take_off"] == {"red": ["K1", "K2"], "yellow": ["K3"]}
    assert state["cells"].keys().isdisjoint(CORNER)
    assert state["paid"] == [sorted(CORNER)]


def test_paid_hexes_never_pay_again_while_pioneers_still_stand(keeper: Phone) -> None:
    shown = table(STONES, red=["K1", "K2"], yellow=["K3"])
    keeper.must("confirm", **shown)
    preview = keeper.must("preview", **shown)
    assert preview["take_off"] == {"red": ["K1", "K2"], "yellow": ["K3"]}
    assert [region["status"] for region in preview["regions"] if region["first"] == "K1"] == ["paid"]
    state = keeper.must("confirm", **shown)
    assert state["players"][0]["score"] == value_of(CORNER)
    assert state["last"]["events"] == []


def test_paid_hex_that_was_opened_and_closed_otherwise_pays_nothing(keeper: Phone) -> None:
    keeper.must("confirm", **table(STONES, red=["K1"]))
    keeper.must("confirm", **table(STONES[1:], red=["K2"]))
    state = keeper.must("confirm", **table(STONES, yellow=["K2"]))
    assert [player["score"] for player in state["players"]] == [value_of(CORNER), 0]


def test_empty_new_region_is_asked_about(keeper: Phone) -> None:
    shown = table(STONES)
    assert keeper.must("preview", **shown)["ask"] == ["K1"]
    refused = keeper.change("confirm", **shown)
    assert (refused.status_code, refused.get_json()["problem"]) == (409, "majority-unknown")
    assert refused.get_json()["preview"]["ask"] == ["K1"]
    state = keeper.must("confirm", **shown, held={"K1": ["yellow"]})
    assert [player["score"] for player in state["players"]] == [0, value_of(CORNER)]
    assert state["last"]["events"][0]["why"] == "said"


def test_answer_nobody_settles_the_region_permanently(keeper: Phone) -> None:
    state = keeper.must("confirm", **table(STONES), held={"K1": []})
    assert [player["score"] for player in state["players"]] == [0, 0]
    assert state["last"]["events"][0]["why"] == "nobody"
    assert keeper.must("preview", **table(STONES))["ask"] == []


def test_two_who_held_it_share_rounded_down(keeper: Phone) -> None:
    state = keeper.must("confirm", **table(STONES), held={"K1": ["red", "yellow"]})
    assert [player["score"] for player in state["players"]] == [value_of(CORNER) // 2] * 2


def test_several_regions_pay_in_the_order_the_table_wants(keeper: Phone) -> None:
    shown = table([*STONES, *OTHER_STONES], red=["K1"], yellow=["A2"])
    assert keeper.must("preview", **shown)["pays"] == ["A1", "K1"]
    assert keeper.must("preview", **shown, order=["K1"])["pays"] == ["K1", "A1"]
    state = keeper.must("confirm", **shown, order=["K1", "A1"])
    assert [event["cells"][0] for event in state["last"]["events"]] == ["K1", "A1"]


def test_order_that_names_another_hex_is_refused(keeper: Phone) -> None:
    refused = keeper.change("confirm", **table(STONES, red=["K1"]), order=["E5"])
    assert (refused.status_code, refused.get_json()["problem"]) == (409, "no-such-region")


def test_undo_takes_payments_back(keeper: Phone) -> None:
    keeper.must("confirm", **table(STONES, red=["K1"]))
    state = keeper.must("undo")
    assert [player["score"] for player in state["players"]] == [0, 0]
    assert state["paid"] == []
    state = keeper.must("redo")
    assert state["players"][0]["score"] == value_of(CORNER)


def test_correcting_withdraws_payments_and_pays_again(keeper: Phone) -> None:
    first = keeper.must("confirm", **table(STONES, red=["K1"]))
    state = keeper.must("confirm", **table(STONES, yellow=["K1"]), mends=first["revision"])
    assert [player["score"] for player in state["players"]] == [0, value_of(CORNER)]
    assert state["last"]["mends"] == first["revision"]
    assert state["last"]["parent"] == first["last"]["parent"]
    history = keeper.get("history")["history"]
    assert [entry["on_line"] for entry in history] == [True, False, True]


def test_turns_played_by_hand_and_photos_share_one_account(keeper: Phone) -> None:
    keeper.must("confirm", **table(STONES, red=["K1"]))
    state = keeper.look()
    assert state["phase"] == "playing"
    done: list[str] = []
    while not (following := keeper.get("next", done=" ".join(done)))["may_end"]:
        moves = following["moves"]
        start = min(moves)
        done.append(f"{start}-{moves[start][0]}")
    state = keeper.must("turns", turn=" ".join(done))
    assert state["players"][0]["score"] == value_of(CORNER)
    assert state["paid"] == [sorted(CORNER)]


def test_start_position_with_settled_territories_asks_about_none(phone: Phone) -> None:
    position = {
        "format": "terranova-position/1",
        "board": "islet",
        "players": ["red", "yellow"],
        **table(STONES),
        "scores": {"red": 9},
    }
    phone.new_game("Anna", "Bo", mode="keeper", start=position)
    assert phone.must("preview", **table(STONES))["ask"] == []
    assert phone.state["players"][0]["score"] == 9


def test_photo_of_an_empty_board_does_not_end_the_game(keeper: Phone) -> None:
    state = keeper.must("confirm", pioneers={}, stones=[])
    assert state["phase"] == "setup"


def test_picture_with_too_many_pioneers_is_shown_but_not_confirmed(keeper: Phone) -> None:
    free = [cell.id for cell in BOARD.cells if cell.id not in {*STONES, *CORNER}]
    shown = {"pioneers": {"red": free[:14], "yellow": ["K1"]}, "stones": STONES}
    preview = keeper.must("preview", **shown)
    assert preview["fault"]["problem"] == "too-many-pioneers"
    assert preview["pays"] == ["K1"]
    refused = keeper.change("confirm", **shown)
    assert (refused.status_code, refused.get_json()["problem"]) == (409, "too-many-pioneers")
    assert refused.get_json()["preview"]["pays"] == ["K1"]
    assert keeper.must("preview", **table(STONES, red=["K1"]))["fault"] is None
