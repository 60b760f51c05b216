"""A screen beside the table: read from three metres, following the game by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Table, piece_on
from tests.web.browser.test_by_hand import almost_over
from tests.web.browser.test_comfort import box_of
from tests.web.browser.test_looks import complaints_of_axe, sticks_out
from tests.web.positions import CROSSING

NAMES = ("Anna Magdaléna", "Maximiliane Bartholomäus", "Cleopatra", "Dornröschen")
SHARE = 1 / 12  # of the screen's height
INK = """(one) => {
  const pen = document.createElement("canvas").getContext("2d");
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(one);
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const { actualBoundingBoxAscent, actualBoundingBoxDescent } = pen.measureText("1");
  return actualBoundingBoxAscent + actualBoundingBoxDescent;
}"""


def open_screen(table: Table, screen: Page, game: str) -> None:
    """Open the big screen of a game."""
    screen.goto(f"{table.address}/games/{game}/screen")
    screen.wait_for_selector(".board-layer")


@pytest.mark.parametrize("size", [(1280, 720), pytest.param((1920, 1080), marks=pytest.mark.slow)])
@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.slow), "hu"])
def test_scores_on_the_big_screen_are_a_twelfth_of_its_height(table: Table, size: tuple[int, int], language: str) -> None:
    screen = table.phone(size=size, language=language)
    open_screen(table, screen, table.new_game(*NAMES, board="terranova")["id"])
    screen.evaluate("document.fonts.ready.then(() => true)")
    scores = screen.locator(".player-score")
    assert min(score.evaluate(INK) for score in scores.all()) >= SHARE * size[1]
    assert sticks_out(screen) <= 0
    assert box_of(screen.locator("#turn"))["bottom"] <= box_of(screen.locator(".screen-tools"))["y"]
    assert box_of(screen.locator("#board-sheet"))["height"] >= 0.8 * size[1]


def test_big_screen_follows_the_game_from_the_first_turn_to_the_end(table: Table, phone: Page) -> None:
    game, turn = almost_over(table, 1)
    table.open(phone, game)
    phone.get_by_role("button", name="Menu").click()
    phone.get_by_role("link", name="Big screen").click()
    phone.wait_for_url("**/screen")
    mover = next(player["name"] for player in game["players"] if player["to_move"])
    expect(phone.locator("#turn")).to_have_text(f"{mover} is to move")
    expect(phone.locator(".screen-player[aria-current]")).to_contain_text(mover)
    save = {"from": game["revision"], "save": "the-last-turn-on-a-screen", "turn": " ".join(turn)}
    state = table.send(f"/api/games/{game['id']}/turns", save)
    expect(phone.locator("#turn")).to_have_text(state["ended"]["sentence"])
    expect(phone.locator(".screen-player[aria-current]")).to_have_count(0)
    assert [int(words) for words in phone.locator(".player-score").all_inner_texts()] == [
        player["score"] for player in state["players"]
    ]
    paid = [land for land in state["land"] if land["revision"] == state["revision"]]
    expect(phone.locator("#payments li")).to_have_count(len(paid))
    expect(phone.locator(".tint")).to_have_count(len(state["land"]))
    assert {cell: piece_on(phone, cell) for cell in state["cells"]} == state["cells"]


def test_join_code_is_shown_on_the_big_screen_on_demand(table: Table, code: str) -> None:
    screen = table.phone(size=(1280, 720))
    open_screen(table, screen, table.new_game(start=CROSSING)["id"])
    expect(screen.locator("#join-panel")).to_be_hidden()
    screen.get_by_role("button", name="Invite phones").click()
    expect(screen.get_by_alt_text("QR code that lets a phone join")).to_be_visible()
    expect(screen.locator(".join-code")).to_have_text(f"{code[:5]} {code[5:]}")
    assert complaints_of_axe(screen) == []
    screen.get_by_role("button", name="Invite phones").click()
    expect(screen.locator("#join-panel")).to_be_hidden()


def test_big_screen_in_score_keeper_mode_asks_no_player_to_move(table: Table) -> None:
    screen = table.phone(size=(1280, 720))
    open_screen(table, screen, table.new_game(start=CROSSING, mode="keeper")["id"])
    expect(screen.locator(".screen-player")).to_have_count(2)
    expect(screen.locator("#turn")).to_have_text("")
    expect(screen.locator(".screen-player[aria-current]")).to_have_count(0)
