"""Games kept by hand: legal targets come from the server, to the end of the game, on as many phones as there are."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.web.conftest import Phone


def play_a_turn(phone: Phone, chance: random.Random) -> None:
    """Play one turn action by action, requesting the legal next actions after each."""
    done: list[str] = []
    following: dict[str, Any] = phone.state["next"]
    while not following["may_end"]:
        done.append(choose(following, chance))
        following = phone.get("next", done=" ".join(done))
        assert following["done"] == done
    before = dict(following["scores"])
    state = phone.must("turns", turn=" ".join(done))
    assert state["position"]["scores"] == before
    assert state["cells"] == following["cells"]


def choose(following: dict[str, Any], chance: random.Random) -> str:
    """Choose an action, preferring stones so that games end."""
    if following["pass"]:
        return "pass"
    if following["places"]:
        return "@" + chance.choice(following["places"])
    if following["stones"]:
        return "+" + chance.choice(following["stones"])
    start = chance.choice(sorted(following["moves"]))
    return f"{start}-{chance.choice(following['moves'][start])}"


@pytest.mark.parametrize(("edition", "players"), [("de", 2), ("it", 3), ("hu", 4)])
def test_game_by_hand_runs_to_its_end(phone: Phone, edition: str, players: int) -> None:
    phone.new_game(*["Anna", "Bo", "Cleo", "Dan"][:players], mode="keeper", edition=edition)
    chance = random.Random(players)
    while phone.state["phase"] != "over":
        scores = phone.state["position"]["scores"]
        play_a_turn(phone, chance)
        now = phone.state["position"]["scores"]
        assert all(now[colour] >= scores[colour] for colour in scores)
        assert phone.state["revision"] < 300
    ended = phone.state["ended"]
    best = max(now.values())
    assert ended["winners"] == [colour for colour, score in now.items() if score == best]
    assert ended["sentence"]
    assert phone.state["next"] is None
    assert phone.state["chart"][-1]["scores"] == now
    refused = phone.change("turns", turn="pass")
    assert (refused.status_code, refused.get_json()["problem"]) == (409, "game-over")


def test_illegal_turn_by_hand_is_refused_by_its_rule(phone: Phone) -> None:
    phone.new_game("Anna", "Bo")
    refused = phone.change("turns", turn="A1-A2")
    assert (refused.status_code, refused.get_json()["problem"]) == (409, "illegal-turn")
    assert phone.look()["revision"] == 0


def test_unreadable_turn_is_refused(phone: Phone) -> None:
    phone.new_game("Anna", "Bo")
    refused = phone.change("turns", turn="A1 to A2")
    assert (refused.status_code, refused.get_json()["problem"]) == (422, "unreadable-turn")


def test_saving_a_turn_twice_changes_nothing(phone: Phone) -> None:
    phone.new_game("Anna", "Bo")
    first = phone.post(f"/api/games/{phone.game_id}/turns", **{"from": 0, "save": "once-only-1", "turn": "@A1"})
    again = phone.post(f"/api/games/{phone.game_id}/turns", **{"from": 0, "save": "once-only-1", "turn": "@A1"})
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.get_json() == again.get_json()


def test_first_player_is_the_one_that_was_chosen(phone: Phone) -> None:
    assert phone.new_game("Anna", "Bo", first="yellow")["position"]["to_move"] == "yellow"


def test_names_are_remembered_for_the_next_game(phone: Phone) -> None:
    phone.new_game("Anna", "Bo")
    phone.new_game("Cleo", "Anna")
    choices = phone.client.get("/api/choices").get_json()
    assert choices["names"][:3] == ["Cleo", "Anna", "Bo"]
    assert choices["last"]["players"] == ["Cleo", "Anna"]


def test_players_can_be_renamed_and_paper_changed(phone: Phone) -> None:
    phone.new_game("Anna", "Bo")
    answer = phone.client.patch(
        f"/api/games/{phone.game_id}",
        json={"players": ["Ann", "Bob"], "paper": "Letter", "title": "  Sunday\tgame "},
        headers={"Origin": "http://localhost"},
    ).get_json()
    assert [player["name"] for player in answer["players"]] == ["Ann", "Bob"]
    assert (answer["paper"], answer["title"]) == ("Letter", "Sunday game")


@pytest.mark.parametrize(
    ("body", "status", "problem"),
    [
        (b"", 400, "empty-file"),
        (b"{", 400, "not-json"),
        (b"\xff\xfe\x00", 400, "not-text"),
        (b"[" * 60_000, 400, "too-deep"),
        (b'{"from": ' + b"9" * 5000 + b"}", 400, "bad-number"),
        (b'{"from": NaN}', 400, "bad-number"),
        (b'{"from": 0, "from": 0}', 400, "repeated-key"),
        (b'{"turn": "\\ud800"}', 400, "half-a-letter"),
        (b'{"from": true, "save": "save-00000001", "turn": "@A1"}', 422, "not-a-number"),
        (b'{"from": 0, "save": "save-00000001", "turn": "@A1", "more": 1}', 422, "unknown-key"),
        (b"[]", 422, "wrong-type"),
        (b'"' + b"x" * 5_000_000 + b'"', 413, "too-large"),
    ],
)
def test_bodies_that_are_not_right_are_refused(phone: Phone, body: bytes, status: int, problem: str) -> None:
    phone.new_game("Anna", "Bo")
    answer = phone.client.post(
        f"/api/games/{phone.game_id}/turns", data=body, content_type="application/json", headers={"Origin": "http://localhost"}
    )
    assert (answer.status_code, answer.get_json()["problem"]) == (status, problem)
    assert phone.look()["revision"] == 0


@pytest.mark.parametrize(
    "players",
    [
        ["Anna"],
        ["Anna", "Bo", "Cleo", "Dan", "Eve"],
        ["Anna", "anna"],
        ["Anna", " \u200b "],
        ["Anna", "x" * 41],
        ["Anna", "x" * 30 + "\u0004" * 11],
        ["Anna", "x" + "\ue000" * 40],
        ["Anna", "x" + " " * 40],
        ["Anna", "\ufb2c" * 39],
        ["Anna", 5],
        "Anna",
    ],
)
def test_indistinguishable_players_are_refused(phone: Phone, players: object) -> None:
    answer = phone.post("/api/games", players=players, board="islet")
    assert answer.status_code in (409, 422)
    assert phone.client.get("/api/games").get_json()["games"] == []


@pytest.mark.parametrize("title", ["x" * 81, "x" * 70 + "\u009d" * 11, 7, None])
def test_title_that_is_too_long_as_it_was_sent_is_refused(phone: Phone, title: object) -> None:
    assert phone.post("/api/games", players=["Anna", "Bo"], title=title).status_code == 422
    phone.new_game("Anna", "Bo", title="x" * 80)
    path, origin = f"/api/games/{phone.game_id}", {"Origin": "http://localhost"}
    assert phone.client.patch(path, json={"title": title}, headers=origin).status_code == 422
    assert phone.look()["title"] == "x" * 80


def test_hexes_that_are_none_are_refused_wherever_they_stand(phone: Phone) -> None:
    phone.new_game("Anna", "Bo", mode="keeper")
    for field in ({"seen": ["Z99"]}, {"order": ["Z99"]}, {"held": {"Z99": []}}, {"stones": ["A1\n"]}):
        refused = phone.change("confirm", **{"pioneers": {}, "stones": [], **field})
        assert (refused.status_code, refused.get_json()["problem"]) == (409, "unknown-cell")


def test_undo_takes_no_revision_to_go_to(phone: Phone) -> None:
    phone.new_game("Anna", "Bo")
    phone.must("turns", turn="@A1")
    assert phone.change("undo", to=0).get_json()["problem"] == "unknown-key"
    assert phone.change("goto").get_json()["problem"] == "missing-key"
    assert phone.look()["revision"] == 1


def test_longest_names_and_strange_letters_are_kept(phone: Phone) -> None:
    names = ["ő" * 40, "Zoë 🎲", "O'Neill; DROP TABLE", "مرحبا"]
    state = phone.new_game(*names)
    assert [player["name"] for player in state["players"]] == names
