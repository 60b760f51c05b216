"""A turn tapped on one phone while another plays: differences are drawn and named, and legal actions are kept."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import PHONE, SMALL_PHONE, Table, piece_on, tap
from tests.web.browser.test_by_hand import almost_over
from tests.web.browser.test_looks import complaints_of_axe, cut_words, sticks_out
from tests.web.positions import CROSSING

FAR = "K3"


def begin(table: Table, phone: Page, **choices: Any) -> tuple[dict[str, Any], str]:
    """Open a game and move a pioneer, which leaves the turn unfinished; return the game and where the pioneer went."""
    game = table.new_game(start=CROSSING, mode="referee", **choices)
    table.open(phone, game)
    target = game["next"]["moves"]["E5"][0]
    tap(phone, "E5")
    tap(phone, target)
    expect(phone.locator(".chip")).to_have_text([f"E5→{target}"])
    return game, str(target)


def turn_from(table: Table, game: dict[str, Any], first: str) -> str:
    """Return a complete turn that begins with an action."""
    done = [first]
    path = f"/api/games/{game['id']}/next?done="
    while not (following := table.ask(path + "%20".join(done).replace("+", "%2B")))["may_end"]:
        done.append(f"+{following['stones'][0]}")
    return " ".join(done)


def play(table: Table, game: dict[str, Any], turn: str) -> dict[str, Any]:
    """Play a turn as another phone would."""
    save = {"from": game["revision"], "save": f"another-phone-{game['revision']}", "turn": turn}
    return table.send(f"/api/games/{game['id']}/turns", save)


def put_stone(table: Table, game: dict[str, Any], cell: str) -> dict[str, Any]:
    """Confirm a ruling from another phone with this stone and a distant one that no turn can add; it stays red's turn."""
    body = {
        "from": game["revision"],
        "save": "another-phone-stone",
        "pioneers": game["position"]["pioneers"],
        "stones": [cell, FAR],
    }
    return table.send(f"/api/games/{game['id']}/confirm", {**body, "to_move": "red", "ruling": True})


def differences(phone: Page) -> dict[str, str]:
    """Return the hexes reported as different, and how."""
    lines = phone.locator(".difference.is-met").all()
    by_cell = {line.locator("b").inner_text(): line.locator(":scope > span > span").all_inner_texts() for line in lines}
    return {cell: " ".join(" ".join(words).split()) for cell, words in by_cell.items()}


def test_turn_played_elsewhere_is_shown_hex_by_hex(table: Table, phone: Page) -> None:
    game, mine = begin(table, phone)
    theirs = game["next"]["moves"]["E5"][-1]
    table.expect("409")
    state = play(table, game, turn_from(table, game, f"E5-{theirs}"))
    expect(phone.get_by_role("heading", name="Somebody was quicker")).to_be_visible()
    stones = dict.fromkeys(state["position"]["stones"], "You saw empty Now boundary stone")
    moved = {mine: "You saw red Now empty", theirs: "You saw empty Now red"}
    if mine in stones:
        moved[mine] = "You saw red Now boundary stone"
    assert differences(phone) == {**stones, **moved}
    expect(phone.locator(".cell.differs")).to_have_count(len({**stones, **moved}))
    assert piece_on(phone, theirs) == "red"
    expect(phone.get_by_role("gridcell", name=f"{theirs}, ")).to_have_accessible_name(f"{theirs}, Meadow, red, not as you saw it")
    expect(phone.locator("#desk")).to_contain_text(f"no longer possible: E5→{mine}")
    phone.get_by_role("button", name="Go on").click()
    expect(phone.locator(".prompt")).to_contain_text("Bo")
    expect(phone.locator(".chip, .differs")).to_have_count(0)


def test_legal_part_of_an_overtaken_turn_is_kept(table: Table, phone: Page) -> None:
    phone.add_init_script("window.setInterval = () => 0")  # a phone that has not looked since
    game, mine = begin(table, phone)
    _, first, second = turn_from(table, game, f"E5-{mine}").split(" ")
    for count, action in enumerate((first, second), 2):
        tap(phone, action.removeprefix("+"))
        expect(phone.locator(".chip")).to_have_count(count)
    put_stone(table, game, second.removeprefix("+"))
    table.expect("409")
    phone.get_by_role("button", name="End turn").click()
    expect(phone.locator("#desk")).to_contain_text(f"This much of it is still possible: E5→{mine} {first}")
    assert first.removeprefix("+") in differences(phone)
    assert piece_on(phone, mine) == "empty"
    phone.get_by_role("button", name=f"Go on with E5→{mine} {first}").click()
    expect(phone.locator(".chip")).to_have_text([f"E5→{mine}", first])
    assert [piece_on(phone, cell) for cell in ("E5", mine)] == ["empty", "red"]
    phone.locator(".cell.drop").first.locator(".hex").click(force=True)
    phone.get_by_role("button", name="End turn").click()
    expect(phone.locator(".prompt")).to_contain_text("Bo")
    cells = table.ask(f"/api/games/{game['id']}")["cells"]
    assert (cells[mine], cells[first.removeprefix("+")], cells[second.removeprefix("+")]) == ("red", "stone", "stone")


def test_turn_can_be_dropped_and_conflict_is_settled_by_keys_alone(table: Table, phone: Page) -> None:
    game, mine = begin(table, phone)
    table.expect("409")
    put_stone(table, game, "H5")
    expect(phone.locator("#desk")).to_contain_text(f"it is still possible: E5→{mine}")
    expect(phone.locator("#desk")).to_be_focused()
    expect(phone.locator("#live")).to_contain_text("Another phone has changed the game in the meantime. 4 hexes")
    phone.keyboard.press("Tab")
    expect(phone.locator(".difference.is-met").first).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.locator(".board-window")).to_have_class("board-window is-zoomed")
    for _ in range(5):
        phone.keyboard.press("Tab")
    expect(phone.get_by_role("button", name="Discard my turn")).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.locator(".prompt")).to_contain_text("Anna: choose a pioneer")
    expect(phone.locator(".chip")).to_have_count(0)
    assert [piece_on(phone, cell) for cell in ("E5", mine, "H5")] == ["red", "empty", "stone"]


@pytest.mark.slow
def test_turn_is_restored_when_the_other_one_is_undone(table: Table, phone: Page) -> None:
    game, mine = begin(table, phone)
    table.expect("409")
    state = put_stone(table, game, "H5")
    expect(phone.locator(".difference.is-met")).to_have_count(4)
    table.send(f"/api/games/{game['id']}/undo", {"from": state["revision"]})
    expect(phone.locator(".chip")).to_have_text([f"E5→{mine}"])
    assert [piece_on(phone, cell) for cell in (mine, "H5")] == ["red", "empty"]


def test_same_turn_on_two_phones_is_reported_and_asks_nothing(table: Table, phone: Page) -> None:
    phone.add_init_script("window.setInterval = () => 0")
    game, mine = begin(table, phone)
    turn = turn_from(table, game, f"E5-{mine}")
    for count, action in enumerate(turn.split(" ")[1:], 2):
        tap(phone, action.removeprefix("+"))
        expect(phone.locator(".chip")).to_have_count(count)
    play(table, game, turn)
    table.expect("409")
    phone.get_by_role("button", name="End turn").click()
    expect(phone.locator(".toast")).to_contain_text("The same turn was played on another phone")
    expect(phone.locator(".prompt")).to_contain_text("Bo")


@pytest.mark.slow
def test_game_that_ended_elsewhere_is_seen_after_what_differs(table: Table, phone: Page) -> None:
    game, turn = almost_over(table, 1)
    table.open(phone, game)
    for cell in turn[0].removeprefix("+").split("-"):
        tap(phone, cell)
    expect(phone.locator(".chip")).to_have_count(1)
    table.expect("409")
    play(table, game, " ".join(turn))
    expect(phone.locator("#desk")).to_contain_text("no longer possible")
    phone.get_by_role("button", name="Go on").click()
    expect(phone.locator(".over")).to_be_visible()
    expect(phone.locator(".differs")).to_have_count(0)


def test_pioneer_placed_too_late_is_not_placed_for_somebody_else(table: Table, phone: Page) -> None:
    phone.add_init_script("window.setInterval = () => 0")
    game = table.new_game()
    table.open(phone, game)
    first, second = game["next"]["places"][:2]
    play(table, game, f"@{first}")
    table.expect("409")
    tap(phone, second)
    expect(phone.locator(".difference.is-met")).to_have_count(2)
    expect(phone.locator("#desk")).to_contain_text(f"no longer possible: {second}")
    phone.get_by_role("button", name="Go on").click()
    expect(phone.locator(".prompt")).to_contain_text("Bo: place a pioneer")
    assert table.ask(f"/api/games/{game['id']}")["cells"] == {first: "red"}


@pytest.mark.parametrize(
    ("size", "language", "scheme"),
    [
        (SMALL_PHONE, "hu", "dark"),
        *(pytest.param(PHONE, one, "light", marks=pytest.mark.slow) for one in ("de", "fi", "fr", "it")),
    ],
)
def test_differences_fit_on_a_phone(table: Table, size: tuple[int, int], language: str, scheme: str) -> None:
    phone = table.phone(size=size, language=language, scheme=scheme)
    game, _ = begin(table, phone)
    table.expect("409")
    put_stone(table, game, "H5")
    expect(phone.locator("#drop-turn")).to_be_in_viewport(ratio=1)
    expect(phone.locator("#go-on")).to_be_in_viewport(ratio=1)
    assert complaints_of_axe(phone) == []
    assert cut_words(phone) == []
    assert sticks_out(phone) <= 0
