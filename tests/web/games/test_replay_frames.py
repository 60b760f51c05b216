"""A replay describes every revision as its difference from the one before; the differences add up to the revisions."""

from __future__ import annotations

import random
from typing import Any

from tests.web.conftest import Phone
from tests.web.games.test_by_hand import play_a_turn


def moments_of(replayed: dict[str, Any]) -> list[tuple[dict[str, str], list[Any]]]:
    """Add up the differences."""
    pieces: dict[str, str] = {}
    land: list[Any] = []
    moments = []
    for frame in replayed["frames"]:
        pieces = {cell: piece for cell, piece in {**pieces, **frame["changed"]}.items() if piece != "empty"}
        land = frame.get("land", land)
        moments.append((pieces, land))
    return moments


def test_frames_add_up_to_every_moment_of_the_game(phone: Phone) -> None:
    phone.new_game("Anna", "Bo", mode="referee")
    chance = random.Random(11)
    while phone.state["phase"] != "over":
        play_a_turn(phone, chance)
    replayed = phone.get("replay")
    assert [frame["entry"]["revision"] for frame in replayed["frames"]] == list(range(phone.state["revision"] + 1))
    for number, (pieces, land) in enumerate(moments_of(replayed)):
        if number % 7 == 0 or number > phone.state["revision"] - 5:
            shown = phone.get(f"revisions/{number}")
            assert (pieces, land) == (shown["cells"], shown["land"])


def test_line_that_was_left_can_be_replayed_too(phone: Phone) -> None:
    phone.new_game("Anna", "Bo")
    for turn in ("@A1", "@B2"):
        phone.must("turns", turn=turn)
    phone.must("undo")
    phone.must("turns", turn="@C3")
    replayed = phone.get("replay", to=2)
    assert [frame["entry"]["revision"] for frame in replayed["frames"]] == [0, 1, 2]
    assert [frame["entry"]["revision"] for frame in phone.get("replay", to=1)["frames"]] == [0, 1, 3]
    for wrong in ("-1", "x"):
        assert phone.client.get(f"/api/games/{phone.game_id}/replay?to={wrong}").status_code == 422
    assert phone.client.get(f"/api/games/{phone.game_id}/replay?to=99").status_code == 404
