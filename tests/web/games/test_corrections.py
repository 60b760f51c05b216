"""An earlier entry is corrected without losing later ones: random games stay legal wherever they are corrected."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from tests.web.conftest import Phone
from tests.web.games.test_by_hand import choose, play_a_turn
from tests.web.games.test_score_keeper import CORNER, STONES, value_of
from web.games.replay import replay_game
from web.site.companion import Companion

PLACINGS = 26


def table(stones: Sequence[str], **pioneers: list[str]) -> dict[str, Any]:
    """Return a picture of the table."""
    return {"stones": list(stones), "pioneers": pioneers}


def game_of(phone: Phone, turns: int, seed: int, **choices: Any) -> random.Random:
    """Play a game by hand until some turns after its setup."""
    phone.new_game("Anna", "Bo", mode="referee", **choices)
    chance = random.Random(seed)
    while phone.state["phase"] != "over" and phone.state["revision"] < PLACINGS + turns:
        play_a_turn(phone, chance)
    return chance


def line_of(phone: Phone) -> list[dict[str, Any]]:
    """Return the entries of the current line, oldest first."""
    return [entry for entry in phone.get("history", limit=500)["history"] if entry["on_line"]]


def another_turn(phone: Phone, revision: int, chance: random.Random) -> str:
    """Choose a turn that was possible instead of an earlier one."""
    done: list[str] = []
    following = phone.get("next", corrects=revision)
    while not following["may_end"] and not following["pass"]:
        done.append(choose(following, chance))
        if following["places"]:
            break
        following = phone.get("next", corrects=revision, done=" ".join(done))
    return " ".join(done) or "pass"


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 40))])
def test_random_games_corrected_anywhere_agree_with_the_rules(phone: Phone, companion: Companion, seed: int) -> None:
    chance = game_of(phone, 14, seed)
    for _ in range(4):
        old = line_of(phone)
        before, stored = phone.look(), {entry["revision"]: entry for entry in old}
        revision = chance.choice(old[PLACINGS + 1 :] or old[1:])["revision"]
        turn = another_turn(phone, revision, chance)
        answer = phone.change("turns", turn=turn, corrects=revision)
        misfits = set()
        if answer.status_code == 409:
            refusal = answer.get_json()
            assert refusal["problem"] == "later-entries"
            assert phone.look() == before
            misfits = {misfit["revision"] for misfit in refusal["later"]["misfits"]}
            assert all(misfit["reason"] for misfit in refusal["later"]["misfits"])
            phone.must("turns", turn=turn, corrects=revision, keep_fitting=True)
        place = next(number for number, entry in enumerate(old) if entry["revision"] == revision)
        new = line_of(phone)
        assert [entry["revision"] for entry in new[:place]] == [entry["revision"] for entry in old[:place]]
        assert (new[place]["turn"], new[place]["mends"]) == (turn, revision)
        for was, now in zip(old[place + 1 :], new[place + 1 :], strict=False):
            assert (now["kind"] == "ruling") == (was["revision"] in misfits or was["kind"] == "ruling")
            assert now["turn"] == (None if was["revision"] in misfits else was["turn"])
        assert {entry["revision"] for entry in old[place + len(new) - place :]} <= misfits
        assert replay_game(companion.store, str(phone.game_id)) == ()
        corrected = phone.state
        assert phone.must("undo")["position"] == before["position"]
        assert {entry["revision"]: entry for entry in line_of(phone)} == stored
        assert phone.must("redo")["position"] == corrected["position"]


def test_correcting_a_turn_by_itself_leads_to_the_same_table(phone: Phone) -> None:
    game_of(phone, 8, 5)
    before, entry = phone.look(), line_of(phone)[PLACINGS + 2]
    state = phone.must("turns", turn=entry["turn"], corrects=entry["revision"])
    assert state["position"] == before["position"]
    assert state["chart"][-1]["scores"] == before["chart"][-1]["scores"]
    assert phone.must("undo")["revision"] == before["revision"]


def test_correction_is_saved_once_however_often_it_is_sent(phone: Phone) -> None:
    game_of(phone, 4, 6)
    entry = line_of(phone)[PLACINGS + 1]
    sent = {"from": phone.state["revision"], "save": "corrected-once", "turn": entry["turn"], "corrects": entry["revision"]}
    path = f"/api/games/{phone.game_id}/turns"
    first, again = phone.post(path, **sent), phone.post(path, **sent)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.get_json() == again.get_json()


def test_correction_of_a_game_that_has_moved_on_is_a_conflict(phone: Phone, second_phone: Phone) -> None:
    chance = game_of(phone, 4, 7)
    second_phone.game_id = phone.game_id
    second_phone.look()
    entry = line_of(phone)[PLACINGS + 1]
    play_a_turn(phone, chance)
    refused = second_phone.change("turns", turn=entry["turn"], corrects=entry["revision"])
    assert (refused.status_code, refused.get_json()["problem"]) == (409, "conflict")


@pytest.mark.parametrize("corrects", [0, 999])
def test_start_and_undone_entries_cannot_be_corrected(phone: Phone, corrects: int) -> None:
    game_of(phone, 2, 8)
    refused = phone.change("turns", turn="@A1", corrects=corrects)
    assert (refused.status_code, refused.get_json()["problem"]) == (409, "nothing-to-mend")
    phone.must("undo")
    undone = phone.change("turns", turn="@A1", corrects=phone.state["revision"] + 1)
    assert undone.get_json()["problem"] == "nothing-to-mend"


def test_earlier_picture_is_corrected_and_later_ones_keep_their_changes(phone: Phone) -> None:
    phone.new_game("Anna", "Bo", mode="keeper")
    first = phone.must("confirm", **table(STONES[:2], red=["K1", "E5"], yellow=["E7"]))
    phone.must("confirm", **table(STONES[:2], red=["K1", "E4"], yellow=["E7"]))
    last = phone.must("confirm", **table(STONES, red=["K1", "E4"], yellow=["E7"]))
    assert [player["score"] for player in last["players"]] == [value_of(CORNER), 0]
    corrected = table(STONES[:2], red=["E5"], yellow=["K1", "E7"])
    state = phone.must("confirm", **corrected, mends=first["revision"])
    assert [player["score"] for player in state["players"]] == [0, value_of(CORNER)]
    assert state["cells"]["E4"] == "red"
    assert len(line_of(phone)) == 4
    assert phone.must("undo")["position"] == last["position"]


def test_picture_that_no_longer_fits_is_named_with_its_reason(phone: Phone) -> None:
    phone.new_game("Anna", "Bo", mode="keeper")
    first = phone.must("confirm", **table([], red=["E5"], yellow=["E7"]))
    second = phone.must("confirm", **table([], red=["E4"], yellow=["E7"]))
    refused = phone.change("confirm", **table(["E4"], red=["E5"], yellow=["E7"]), mends=first["revision"])
    refusal = refused.get_json()
    assert (refused.status_code, refusal["problem"]) == (409, "later-entries")
    assert refusal["later"]["fitting"] == 0
    assert [misfit["revision"] for misfit in refusal["later"]["misfits"]] == [second["revision"]]
    assert "E4" in refusal["later"]["misfits"][0]["reason"]
    assert phone.look()["revision"] == second["revision"]
    state = phone.must("confirm", **table(["E4"], red=["E5"], yellow=["E7"]), mends=first["revision"], keep_fitting=True)
    assert state["cells"] == {"E4": "stone", "E5": "red", "E7": "yellow"}
