"""Games kept by hand in the browser: from the form for a new game to its end."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browser.conftest import LAPTOP, SMALL_PHONE, Table, piece_on, scores, tap
from tests.web.games.test_score_keeper import CORNER, STONES, value_of
from tests.web.positions import CROSSING


def choose(following: dict[str, Any], chance: random.Random) -> str:
    """Choose an action, preferring stones so that games end."""
    if following["places"]:
        return "@" + chance.choice(following["places"])
    if following["stones"]:
        return "+" + chance.choice(following["stones"])
    start = chance.choice(sorted(following["moves"]))
    return f"{start}-{chance.choice(following['moves'][start])}"


def play_on(table: Table, state: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Play one turn as a program."""
    path, done = f"/api/games/{state['id']}", []
    following = state["next"]
    while not following["may_end"] and not following["pass"]:
        done.append(choose(following, chance))
        following = table.ask(f"{path}/next?done={'%20'.join(done).replace('+', '%2B')}")
    turn = " ".join(done) or "pass"
    save = f"save-{chance.getrandbits(64)}"
    return table.send(f"{path}/turns", {"from": state["revision"], "save": save, "turn": turn})


def played(table: Table, seed: int, turns: int | None = None, **settings: Any) -> dict[str, Any]:
    """Play a new game as a program, for a number of turns or to its end."""
    chance = random.Random(seed)
    game = table.new_game(**settings)
    while game["phase"] != "over" and turns != 0:
        game = play_on(table, game, chance)
        turns = None if turns is None else turns - 1
    return game


def almost_over(table: Table, seed: int) -> tuple[dict[str, Any], list[str]]:
    """Start a game one turn before its end, and return the turn that ends it."""
    chance = random.Random(seed)
    state = table.new_game(mode="referee")
    before = state
    while state["phase"] != "over":
        before, state = state, play_on(table, state, chance)
    turn = state["last"]["turn"].split(" ")
    return table.new_game(mode="referee", start=before["position"]), turn


def test_new_game_is_chosen_and_names_are_remembered(table: Table, phone: Page) -> None:
    phone.goto(f"{table.address}/new")
    phone.get_by_text("3", exact=True).click()
    for colour, name in (("red", "Ágnes"), ("yellow", "Béla"), ("blue", "Csaba")):
        phone.get_by_label(f"Name of the {colour} player").fill(name)
    phone.get_by_label("Who starts").select_option("blue")
    phone.get_by_text("Hungarian edition").click()
    phone.get_by_text("Full referee").click()
    phone.get_by_role("radio", name="Islet").check(force=True)
    phone.get_by_role("button", name="Start the game").click()
    expect(phone.locator(".prompt")).to_contain_text("Csaba: place a pioneer")
    assert phone.locator(".player-name").all_inner_texts() == ["Ágnes", "Béla", "Csaba"]
    game = table.ask(f"/api/games/{phone.url.rsplit('/', 1)[1]}")
    assert (game["edition"], game["mode"], game["board"]) == ("hu", "referee", "islet")
    phone.goto(f"{table.address}/new")
    assert phone.get_by_label("Name of the yellow player").input_value() == "Béla"


def test_pioneers_are_placed_in_turn_and_undone(table: Table, phone: Page) -> None:
    game = table.new_game()
    table.open(phone, game)
    first, second = game["next"]["places"][:2]
    tap(phone, first)
    expect(phone.locator(".prompt")).to_contain_text("Bo")
    tap(phone, second)
    expect(phone.locator(".prompt")).to_contain_text("Anna")
    assert (piece_on(phone, first), piece_on(phone, second)) == ("red", "yellow")
    phone.get_by_role("button", name="Undo").click()
    expect(phone.locator(".prompt")).to_contain_text("Bo")
    assert piece_on(phone, second) == "empty"
    phone.get_by_role("button", name="Redo").click()
    expect(phone.locator(".prompt")).to_contain_text("Anna")
    assert piece_on(phone, second) == "yellow"


def test_turn_is_tapped_and_undone_step_by_step(table: Table, phone: Page) -> None:
    game = table.new_game(start=CROSSING, mode="referee")
    table.open(phone, game)
    target = game["next"]["moves"]["E5"][0]
    tap(phone, "E5")
    expect(phone.locator(f'[data-cell="{target}"]')).to_have_class("cell target")
    tap(phone, target)
    expect(phone.locator(".chip")).to_have_text([f"E5→{target}"])
    assert (piece_on(phone, "E5"), piece_on(phone, target)) == ("empty", "red")
    phone.get_by_role("button", name="Undo").click()
    expect(phone.locator(".chip")).to_have_count(0)
    assert piece_on(phone, "E5") == "red"
    tap(phone, "E5")
    tap(phone, target)
    expect(phone.locator(".chip")).to_have_count(1)
    for count in (2, 3):
        phone.locator(".cell.drop").first.locator(".hex").click(force=True)
        expect(phone.locator(".chip")).to_have_count(count)
    phone.get_by_role("button", name="End turn").click()
    expect(phone.locator(".prompt")).to_contain_text("Bo")
    assert table.ask(f"/api/games/{game['id']}")["position"]["to_move"] == "yellow"


def test_tapped_action_is_shown_before_the_server_has_answered(table: Table, phone: Page) -> None:
    game = table.new_game(start=CROSSING, mode="referee")
    table.open(phone, game)
    target = game["next"]["moves"]["E5"][0]
    held: list[Route] = []
    phone.route("**/next?*", lambda route: held.append(route))
    tap(phone, "E5")
    tap(phone, target)
    expect(phone.locator(f'[data-cell="{target}"] .piece')).to_have_attribute("href", "#p-red")
    assert piece_on(phone, "E5") == "empty"
    expect(phone.locator(".chip")).to_have_count(0)
    held[0].continue_()
    expect(phone.locator(".chip")).to_have_text([f"E5→{target}"])
    tap(phone, phone.locator(".cell.drop").first.get_attribute("data-cell") or "")
    table.expect("ERR_FAILED")
    expect(phone.locator(".board-top .ring")).to_have_count(1)
    held[1].abort()
    expect(phone.locator(".toast")).to_contain_text("does not answer")
    expect(phone.locator(".board-top .ring")).to_have_count(0)


def test_closed_territory_shows_its_value(table: Table, phone: Page) -> None:
    start = {**CROSSING, "pioneers": {"red": ["E5", "K1", "K2"], "yellow": ["E7", "F3"]}, "stones": STONES}
    table.open(phone, table.new_game(start=start, mode="keeper"))
    tap(phone, "K3")
    sheet = phone.get_by_role("dialog", name="K1: 3 hexes")
    expect(sheet).to_contain_text("Pioneers: Anna 2")
    expect(sheet).to_contain_text(f"= {value_of(CORNER)}")
    expect(phone.locator(".tint-chosen .border")).to_have_count(1)
    sheet.get_by_role("button", name="Close").click()
    expect(phone.locator(".tint-chosen .border[d='']")).to_have_count(1)


@pytest.mark.parametrize(
    "size",
    [
        SMALL_PHONE,
        (740, 360),
        pytest.param((360, 740), marks=pytest.mark.slow),
        pytest.param((768, 1024), marks=pytest.mark.slow),
        pytest.param(LAPTOP, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("language", ["hu"])
def test_end_of_a_turn_is_never_out_of_sight(table: Table, size: tuple[int, int], language: str) -> None:
    phone = table.phone(size=size, language=language)
    game = table.new_game("Anna", "Bartholomäus", start=CROSSING, mode="referee", board="islet")
    table.open(phone, game)
    tap(phone, "E5")
    tap(phone, game["next"]["moves"]["E5"][0])
    expect(phone.locator(".chip")).to_have_count(1)
    phone.evaluate("document.querySelector('.table-top').scrollTo(0, 0)")
    seen = """box => { const middle = [box.x + box.width / 2, box.y + box.height / 2];
        return document.elementFromPoint(...middle)?.closest("#end-turn, #undo")?.id }"""
    for control in ("end-turn", "undo"):
        assert phone.evaluate(seen, phone.locator(f"#{control}").bounding_box()) == control


@pytest.mark.slow
@pytest.mark.parametrize("size", [(640, 320), (740, 360)])
def test_prompt_stands_above_the_end_of_the_turn_on_a_phone_on_its_side(table: Table, size: tuple[int, int]) -> None:
    phone = table.phone(size=size, language="fi")
    pioneers = {"red": ["E5", "A1"], "yellow": ["E7"], "blue": ["H5"], "green": []}
    start = {**CROSSING, "players": list(pioneers), "pioneers": pioneers, "to_move": "green"}
    table.open(phone, table.new_game("Anna", "Bo", "Cleo", "Grandmother Dora", start=start, mode="referee"))
    phone.get_by_role("button", name="Ohita vuoro").click()
    expect(phone.locator(".player[aria-current]")).to_contain_text("Anna")
    tap(phone, "A1")
    tap(phone, "A2")
    expect(phone.locator(".chip")).to_have_count(1)
    prompt, row = phone.locator(".prompt").bounding_box(), phone.locator(".turn-row").bounding_box()
    assert prompt is not None
    assert row is not None
    assert prompt["y"] + prompt["height"] <= row["y"] + 1
    assert row["y"] + row["height"] <= size[1]


@pytest.mark.parametrize("seed", [1])
def test_game_ends_with_reason_winner_and_chart(table: Table, phone: Page, seed: int) -> None:
    game, turn = almost_over(table, seed)
    table.open(phone, game)
    for count, action in enumerate(turn, 1):
        for cell in action.removeprefix("+").split("-"):
            tap(phone, cell)
        expect(phone.locator(".chip")).to_have_count(count)
    phone.get_by_role("button", name="End turn").click()
    expect(phone.locator(".over")).to_be_visible()
    state = table.ask(f"/api/games/{game['id']}")
    expect(phone.locator(".over p")).to_have_text(state["ended"]["sentence"])
    assert scores(phone) == [player["score"] for player in state["players"]]
    assert phone.locator(".chart .score-line").count() == 2
    winners = [player["name"] for player in state["players"] if player["colour"] in state["ended"]["winners"]]
    for name in winners:
        expect(phone.locator(".over h2")).to_contain_text(name)


def test_history_shows_the_board_as_it_was(table: Table, phone: Page) -> None:
    game = table.new_game()
    chance = random.Random(5)
    for _ in range(4):
        game = play_on(table, game, chance)
    placed = game["last"]["turn"].removeprefix("@")
    table.open(phone, game)
    phone.get_by_role("button", name="History").click()
    phone.locator(".sheet .entry").nth(2).click()
    expect(phone.get_by_role("button", name="Back to now")).to_be_visible()
    assert piece_on(phone, placed) == "empty"
    phone.get_by_role("button", name="One step forward").click()
    expect(phone.locator(".prompt")).to_contain_text("Anna")
    assert piece_on(phone, placed) == "empty"
    phone.get_by_role("button", name="One step back").click()
    expect(phone.locator(".prompt")).to_contain_text("Bo")
    phone.get_by_role("button", name="Continue from here").click()
    expect(phone.locator(".prompt")).to_contain_text("Anna")
    phone.get_by_role("button", name="History").click()
    expect(phone.locator(".sheet .entry.is-left")).to_have_count(2)


def test_looking_back_offers_no_undo_of_the_present(table: Table, phone: Page) -> None:
    game = table.new_game()
    chance = random.Random(5)
    for _ in range(3):
        game = play_on(table, game, chance)
    table.open(phone, game)
    undo = phone.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_be_enabled()
    phone.get_by_role("button", name="History").click()
    phone.locator(".sheet .entry").nth(1).click()
    expect(phone.get_by_role("button", name="Back to now")).to_be_visible()
    expect(undo).to_be_disabled()
    expect(phone.get_by_role("button", name="Redo", exact=True)).to_be_disabled()
    phone.locator('.board-grid [tabindex="0"]').focus()
    phone.keyboard.press("u")
    expect(phone.get_by_role("button", name="Back to now")).to_have_count(0)
    expect(undo).to_be_enabled()
    assert table.ask(f"/api/games/{game['id']}")["revision"] == game["revision"]


def test_replay_continues_while_others_play(table: Table, phone: Page) -> None:
    game = table.new_game()
    chance = random.Random(5)
    for _ in range(3):
        game = play_on(table, game, chance)
    table.open(phone, game)
    phone.get_by_role("button", name="History").click()
    phone.locator(".sheet .entry").nth(1).click()
    later = phone.locator("#past-next")
    expect(later).to_be_enabled()
    tap(phone, game["next"]["places"][0])
    expect(phone.locator(".toast")).to_contain_text("You are looking back")
    play_on(table, game, chance)
    expect(phone.locator("#live")).to_contain_text("Bo")
    expect(later).to_be_visible()
    phone.go_back()
    expect(later).to_have_count(0)
    expect(phone.locator(".toast")).to_have_count(0)


def test_score_track_shows_everybody(table: Table, phone: Page) -> None:
    table.open(phone, table.new_game("Anna", "Bo", "Cleo"))
    phone.get_by_role("button", name="Score track").click()
    expect(phone.locator(".track use")).to_have_count(3)
    expect(phone.locator(".track rect")).to_have_count(100)
    top = "all => Math.min(...all.map(one => one.getBoundingClientRect().y))"
    cells, signs = (phone.locator(f".track {kind}").evaluate_all(top) for kind in ("rect", "use"))
    assert signs >= cells - 1
