"""Settled land keeps its owner from the turn that closed it to the end of the game."""

from __future__ import annotations

import random
import re
from pathlib import Path

from printables.artwork.palette import LAND_TINTS, NOBODY_TINT, PLAYER_COLOURS, SHARED_TINT
from tests.web.conftest import Phone
from tests.web.games.test_by_hand import play_a_turn
from tests.web.games.test_score_keeper import CORNER, OTHER_STONES, STONES
from tests.web.positions import CROSSING

STYLE = Path(__file__).parents[3] / "web" / "static" / "css" / "marks.css"


def test_land_stays_with_its_taker_until_the_end_of_the_game(phone: Phone) -> None:
    phone.new_game("Anna", "Bo", "Cleo", mode="referee")
    chance = random.Random(4)
    known: dict[tuple[str, ...], tuple[str, int]] = {}
    while phone.state["phase"] != "over":
        play_a_turn(phone, chance)
        land = {tuple(one["cells"]): (one["look"], one["revision"]) for one in phone.state["land"]}
        assert known.items() <= land.items()
        known = land
    closed = [region["cells"] for region in phone.state["score"]["regions"] if region["closed"]]
    assert sorted(map(list, known)) == sorted(closed)
    for one in phone.state["land"]:
        paid = phone.get(f"revisions/{one['revision']}")["entry"]["events"]
        event = next(event for event in paid if event["cells"] == one["cells"])
        assert (event["awards"], event["value"]) == (one["awards"], one["value"])
    totals = {player["colour"]: player["score"] for player in phone.state["players"]}
    for colour, total in totals.items():
        assert sum(one["awards"].get(colour, 0) for one in phone.state["land"]) == total


def test_tie_is_neutral_and_land_without_an_owner_has_no_badge(phone: Phone) -> None:
    phone.new_game("Anna", "Bo", mode="keeper")
    pieces = {"red": ["K1", "E5"], "yellow": ["K2", "E7"]}
    phone.must("confirm", pioneers=pieces, stones=[*STONES, *OTHER_STONES], held={"A1": []})
    looks = {tuple(one["cells"]): one for one in phone.state["land"]}
    tie = looks[tuple(sorted(CORNER, key=lambda label: (label[0], int(label[1:]))))]
    assert tie["look"] == "shared"
    assert tie["badge"]["words"] == f"2×{tie['awards']['red']}"
    assert tie["badge"]["cell"] in CORNER
    empty = next(one for one in phone.state["land"] if one["look"] == "nobody")
    assert (empty["badge"], empty["awards"]) == (None, {})


def test_land_reopened_by_hand_has_no_owner(phone: Phone) -> None:
    phone.new_game("Anna", "Bo", mode="keeper")
    phone.must("confirm", pioneers={"red": ["K1", "E5"], "yellow": ["E7"]}, stones=list(STONES))
    assert [one["look"] for one in phone.state["land"]] == ["red"]
    before = phone.state["revision"]
    phone.must("confirm", pioneers={"red": ["E5"], "yellow": ["E7"]}, stones=list(STONES)[1:])
    assert phone.state["land"] == []
    assert [one["look"] for one in phone.get(f"revisions/{before}")["land"]] == ["red"]


def test_screen_and_pictures_tint_land_in_the_same_colours() -> None:
    style = STYLE.read_text(encoding="utf-8")
    tints = {**{colour.value: tint for colour, tint in LAND_TINTS.items()}, "shared": SHARED_TINT, "nobody": NOBODY_TINT}
    for look, tint in tints.items():
        found = re.search(rf"\.tint-{look}[^{{}}]*{{\s*fill: (\S+);\s*fill-opacity: (\S+);", style)
        assert found is not None, look
        assert (found[1], float(found[2])) == (tint.colour, tint.opacity)
    for colour, shown in PLAYER_COLOURS.items():
        assert re.search(rf"\.badge-{colour} rect {{\s*fill: {shown};", style), colour


def test_best_prospects_of_a_hex_are_listed_with_the_stones_that_cut_them_off(phone: Phone) -> None:
    phone.new_game("Anna", "Bo", mode="referee", start=CROSSING)
    answer = phone.get("land/D6")
    assert 0 < len(answer["lands"]) <= 5
    for land in answer["lands"]:
        assert "D6" in land["cells"]
        assert land["value"] == len(land["cells"]) * (4 - len(land["terrains"]))
        most = max(land["pioneers"].values(), default=0)
        assert land["leaders"] == [colour for colour in ("red", "yellow") if land["pioneers"].get(colour, 0) == most > 0]
    ranks = [land["left"]["value"] / len(land["stones"]) for land in answer["lands"] if land["stones"]]
    assert ranks == sorted(ranks, reverse=True)


def test_hex_that_the_board_does_not_have_is_refused(phone: Phone) -> None:
    phone.new_game("Anna", "Bo")
    refused = phone.client.get(f"/api/games/{phone.game_id}/land/Z99")
    assert (refused.status_code, refused.get_json()["problem"]) == (404, "no-such-hex")
