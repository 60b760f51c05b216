"""A turn by hand, finished or not, that another phone has overtaken: which hexes differ, and which actions remain legal."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import Phone, new_save_id
from tests.web.positions import CROSSING


@pytest.fixture
def begun(phone: Phone, second_phone: Phone) -> tuple[Phone, Phone]:
    """Two phones that have loaded the same state of a game."""
    phone.new_game("Anna", "Bo", mode="keeper", start=CROSSING)
    second_phone.game_id = phone.game_id
    second_phone.look()
    return phone, second_phone


def overtaken(phone: Phone, turn: str) -> dict[str, Any]:
    """Try to play a turn and request its next actions; expect the same refusal for both."""
    refused = phone.change("turns", turn=turn)
    assert (refused.status_code, refused.get_json()["problem"]) == (409, "conflict")
    path = f"/api/games/{phone.game_id}/next"
    answer = phone.client.get(path, query_string={"from": phone.state["revision"], "done": turn})
    assert (answer.status_code, answer.get_json()) == (409, refused.get_json())
    return dict(refused.get_json()["overtaken"])


def whole_turn(phone: Phone, first: str) -> str:
    """Continue from an action until the turn may end."""
    done = [first]
    while not (following := phone.get("next", done=" ".join(done)))["may_end"]:
        done.append(f"+{following['stones'][0]}")
    return " ".join(done)


def test_hexes_differ_where_the_table_is_not_as_the_player_saw_it(begun: tuple[Phone, Phone]) -> None:
    one, other = begun
    mine, theirs = one.state["next"]["moves"]["E5"][:2]
    state = other.must("turns", turn=whole_turn(other, f"E5-{theirs}"))
    found = overtaken(one, f"E5-{mine}")
    assert found["revision"] == 1
    assert found["turn"] == [f"E5-{mine}"]
    seen, lying = {mine: "red", "F6": "red", "E7": "yellow", "F3": "yellow"}, state["cells"]
    differing = {cell for cell in {*seen, *lying} if seen.get(cell) != lying.get(cell)}
    assert {*state["position"]["stones"], mine, theirs} == differing
    assert {met["cell"]: (met["yours"], met["theirs"]) for met in found["cells"]} == {
        cell: (seen.get(cell, "empty"), lying.get(cell, "empty")) for cell in differing
    }
    assert found["playable"] == []


def test_turn_that_two_phones_play_differs_in_nothing(begun: tuple[Phone, Phone]) -> None:
    one, other = begun
    turn = whole_turn(one, f"E5-{one.state['next']['moves']['E5'][0]}")
    other.must("turns", turn=turn)
    found = overtaken(one, turn)
    assert (found["cells"], found["playable"]) == ([], [])


def test_turn_that_is_still_legal_can_be_kept_as_far_as_it_goes(begun: tuple[Phone, Phone]) -> None:
    one, other = begun
    turn = whole_turn(one, f"E5-{one.state['next']['moves']['E5'][0]}")
    first, second, third = turn.split()
    taken = third.removeprefix("+")
    other.must("confirm", pioneers=CROSSING["pioneers"], stones=[taken], to_move="red")
    found = overtaken(one, turn)
    assert {met["cell"]: (met["yours"], met["theirs"]) for met in found["cells"]} == {
        "E5": ("empty", "red"),
        first.removeprefix("E5-"): ("red", "empty"),
        second.removeprefix("+"): ("stone", "empty"),
    }
    assert found["playable"] == [first, second]
    one.look()
    assert one.get("next", done=f"{first} {second}")["cells"][taken] == "stone"


def test_turn_is_not_kept_for_another_player(phone: Phone, second_phone: Phone) -> None:
    phone.new_game("Anna", "Bo")
    second_phone.game_id = phone.game_id
    second_phone.look()
    phone.must("turns", turn="@A1")
    found = overtaken(second_phone, "@B2")
    assert found["cells"] == [
        {"cell": "A1", "yours": "empty", "theirs": "red"},
        {"cell": "B2", "yours": "red", "theirs": "empty"},
    ]
    assert found["playable"] == []


def test_turn_that_was_never_legal_is_seen_as_far_as_it_was(begun: tuple[Phone, Phone]) -> None:
    one, other = begun
    other.must("confirm", pioneers=CROSSING["pioneers"], stones=["H5"], to_move="red")
    found = overtaken(one, "E7-E6 +H5")
    assert found["cells"] == [{"cell": "H5", "yours": "empty", "theirs": "stone"}]
    assert (found["turn"], found["playable"]) == (["E7-E6", "+H5"], [])


def test_game_that_is_back_where_a_turn_began_knows_no_conflict(begun: tuple[Phone, Phone]) -> None:
    one, other = begun
    first = f"E5-{one.state['next']['moves']['E5'][0]}"
    other.must("turns", turn=whole_turn(other, first))
    other.must("undo")
    assert one.get("next", done=first, **{"from": one.state["revision"]})["done"] == [first]


def test_unknown_revision_is_reported_as_a_conflict(begun: tuple[Phone, Phone]) -> None:
    one, _ = begun
    body = {"from": 7, "save": new_save_id(), "turn": "E5-E6"}
    refused = one.post(f"/api/games/{one.game_id}/turns", **body)
    assert (refused.status_code, refused.get_json()["problem"]) == (409, "conflict")
    assert "overtaken" not in refused.get_json()
    for wrong in ("-1", "x", "1e2", ""):
        assert one.client.get(f"/api/games/{one.game_id}/next?from={wrong}").status_code == 422
