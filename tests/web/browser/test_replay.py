"""Replay with the slider, automatically, from the chart and from a score; and correcting an earlier entry."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import LAPTOP, Table, piece_on, scores, tap
from tests.web.browser.test_by_hand import play_on, played
from tests.web.browser.test_land import with_land
from tests.web.browser.test_looks import complaints_of_axe, sticks_out
from tests.web.browser.test_setting_pieces import put
from tests.web.browser.test_snap import photo, snap
from tests.web.positions import CROSSING


def look_back(phone: Page) -> None:
    """Open the replay two steps before the newest."""
    phone.get_by_role("button", name="History").click()
    phone.locator(".sheet .entry").nth(2).click()
    expect(phone.locator("#replay-slider")).to_be_visible()


def unchanged(table: Table, game: dict[str, Any]) -> bool:
    """Return whether the stored game is unchanged."""
    return bool(table.ask(f"/api/games/{game['id']}")["version"] == game["version"])


@pytest.mark.slow
def test_slider_and_arrows_show_every_moment_and_change_nothing(table: Table, phone: Page) -> None:
    game = with_land(table, 1, 1)
    frames = table.ask(f"/api/games/{game['id']}/replay")["frames"]
    table.open(phone, game)
    look_back(phone)
    slider = phone.locator("#replay-slider")
    expect(slider).to_have_attribute("max", str(len(frames) - 1))
    slider.fill("0")
    expect(phone.locator(".board-grid .piece")).to_have_count(0)
    slider.press("ArrowRight")
    expect(phone.locator(".board-grid .piece")).to_have_count(1)
    phone.locator("#past-next").click()
    expect(phone.locator(".board-grid .piece")).to_have_count(2)
    phone.keyboard.press("ArrowRight")
    expect(phone.locator(".board-grid .piece")).to_have_count(3)
    phone.keyboard.press("End")
    assert scores(phone) == [player["score"] for player in game["players"]]
    expect(phone.locator(".tints .tint")).to_have_count(len(game["land"]))
    closing = next(number for number, frame in enumerate(frames) if frame["entry"]["events"])
    slider.fill(str(closing))
    expect(phone.locator(".tint.is-fresh")).to_have_count(len(frames[closing]["entry"]["events"]))
    for control in ("undo", "redo", "edit", "snap"):
        expect(phone.locator(f"#{control}")).to_be_disabled()
    for key in ("r", "s", ".", "u", "Delete"):
        phone.locator("#replay-slider").press(key)
    tap(phone, "E5")
    expect(phone.locator(".toast")).to_contain_text("You are looking back")
    assert complaints_of_axe(phone) == []
    assert sticks_out(phone) <= 0
    assert unchanged(table, game)


@pytest.mark.slow
def test_replay_plays_by_itself_at_the_chosen_pace_until_it_is_stopped(table: Table, phone: Page) -> None:
    game = played(table, 3, 6)
    table.open(phone, game)
    phone.get_by_role("button", name="History").click()
    phone.get_by_role("button", name="Replay the game").click()
    expect(phone.get_by_role("button", name="Pause")).to_be_visible()
    phone.get_by_label("Speed").select_option("fast")
    expect(phone.locator("#replay-slider")).to_have_value("6")
    expect(phone.get_by_role("button", name="Play", exact=True)).to_be_visible()
    phone.get_by_role("button", name="Back to now").click()
    expect(phone.locator("#replay-slider")).to_have_count(0)


def test_replay_waits_for_those_who_want_no_motion(table: Table) -> None:
    phone = table.phone(reduced_motion="reduce")
    game = played(table, 3, 3)
    table.open(phone, game)
    phone.get_by_role("button", name="History").click()
    phone.get_by_role("button", name="Replay the game").click()
    expect(phone.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(phone.locator("#replay-slider")).to_have_value("0")


def test_chart_and_score_lead_to_the_turn_that_made_them(table: Table) -> None:
    laptop = table.phone(size=LAPTOP)
    game = played(table, 1, mode="referee")
    table.open(laptop, game)
    expect(laptop.locator(".chart")).to_be_visible()
    box = laptop.locator(".chart").bounding_box()
    assert box is not None
    laptop.mouse.click(box["x"] + box["width"] * 34 / 360, box["y"] + box["height"] / 2)
    expect(laptop.locator("#replay-slider")).to_have_value(str(game["chart"][0]["revision"]))
    laptop.get_by_role("button", name="Back to now").click()
    taken = next(one for one in game["land"] if one["badge"] and len(one["awards"]) == 1)
    laptop.locator(f'.player[data-colour="{taken["look"]}"] .player-score').click()
    laptop.get_by_role("dialog").locator(".entry").first.click()
    expect(laptop.locator("#replay-slider")).to_have_value(str(taken["revision"]))
    expect(laptop.locator(".tint-chosen .border")).not_to_have_attribute("d", "")


def test_earlier_turn_is_corrected_and_undo_brings_the_old_line_back(table: Table, phone: Page) -> None:
    game = table.new_game(start=CROSSING, mode="referee")
    chance = random.Random(9)
    for _ in range(3):
        game = play_on(table, game, chance)
    table.open(phone, game)
    look_back(phone)
    phone.get_by_role("button", name="Correct this step").click()
    expect(phone.locator(".prompt")).to_contain_text("Anna: choose a pioneer")
    expect(phone.locator("#undo")).to_be_disabled()
    choices = table.ask(f"/api/games/{game['id']}/next?corrects=1")
    other = next(start for start in sorted(choices["moves"]) if not (game_turn(table, game, 1)).startswith(f"{start}-"))
    tap(phone, other)
    tap(phone, choices["moves"][other][0])
    expect(phone.locator(".chip")).to_have_count(1)
    for count in (2, 3):
        phone.locator(".cell.drop").first.locator(".hex").click(force=True)
        expect(phone.locator(".chip")).to_have_count(count)
    assert unchanged(table, game)
    table.expect("409")
    phone.get_by_role("button", name="End turn").click()
    keep = phone.get_by_role("button", name="Keep what fits")
    expect(keep).to_be_visible()
    assert unchanged(table, game)
    expect(phone.locator(".misfit-reason").first).not_to_be_empty()
    phone.wait_for_timeout(300)  # the sheet has come up
    assert complaints_of_axe(phone) == []
    keep.click()
    expect(phone.locator(".toast")).to_contain_text("Corrected")
    state = table.ask(f"/api/games/{game['id']}")
    assert state["revision"] > game["revision"]
    assert piece_on(phone, choices["moves"][other][0]) == state["cells"].get(choices["moves"][other][0], "empty")
    phone.locator("#undo").click()
    expect(phone.locator("#redo")).to_be_enabled()
    assert table.ask(f"/api/games/{game['id']}")["revision"] == game["revision"]


def game_turn(table: Table, game: dict[str, Any], revision: int) -> str:
    """Return the turn of a revision."""
    return str(table.ask(f"/api/games/{game['id']}/revisions/{revision}")["entry"]["turn"])


def test_earlier_photo_or_edit_is_corrected_piece_by_piece(table: Table, phone: Page) -> None:
    game = table.new_game(mode="keeper")
    for number, place in enumerate(("E5", "E4", "D4")):
        body = {
            "from": number,
            "save": f"earlier-{number}-{game['id'][:8]}",
            "pioneers": {"red": [place], "yellow": ["E7"]},
            "stones": [],
        }
        game = table.send(f"/api/games/{game['id']}/confirm", body)
    table.open(phone, game)
    look_back(phone)
    phone.get_by_role("button", name="Correct this step").click()
    put(phone, "stone", "E4")
    table.expect("409")
    phone.get_by_role("button", name="Confirm", exact=True).click()
    reasons = phone.locator(".misfit-reason")
    expect(reasons).to_have_count(2)
    expect(reasons.first).to_contain_text("E4")
    phone.get_by_role("button", name="Keep what fits").click()
    expect(phone.locator(".is-editing")).to_have_count(0)
    assert (piece_on(phone, "E4"), piece_on(phone, "E5")) == ("stone", "red")
    phone.get_by_role("button", name="Undo", exact=True).click()
    expect(phone.locator('[data-cell="D4"] .piece')).to_have_attribute("href", "#p-red")


def test_correction_of_an_earlier_photo_survives_a_reload(table: Table, phone: Page, tmp_path: Path) -> None:
    (tmp_path / "table.jpg").write_bytes(photo())
    game = table.ask(f"/api/games/{snap(table, phone, tmp_path / 'table.jpg')}")
    phone.get_by_role("button", name="Confirm", exact=True).click()
    phone.locator("#confirm-anyway").or_(phone.locator("body:not(.is-editing) #snap")).first.click()
    expect(phone.locator(".edit-dock")).to_have_count(0)
    phone.keyboard.press("Escape")
    taken = table.ask(f"/api/games/{game['id']}")
    for number in (1, 2):
        body = {
            "from": number,
            "save": f"later-{number}-{game['id'][:8]}",
            "pioneers": pioneers_of(taken),
            "stones": [*stones_of(taken), "D8", "E8"][: len(stones_of(taken)) + number],
        }
        table.send(f"/api/games/{game['id']}/confirm", body)
    table.open(phone, game)
    look_back(phone)
    with phone.expect_request("**/api/jobs/*") as asked:
        phone.get_by_role("button", name="Correct this step").click()
    added = phone.locator(".cell.added")
    put(phone, "stone", "F8")
    all_pieces = phone.locator(".cell .piece").count()
    assert all_pieces > len(taken["cells"])
    expect(added).to_have_count(all_pieces)  # the table before it was empty
    with phone.expect_request("**/api/jobs/*") as asked_again:
        phone.reload()
    expect(phone.locator(".edit-dock")).to_be_visible()
    assert asked_again.value.url == asked.value.url
    assert "from=0" in asked.value.url
    assert (piece_on(phone, "F8"), piece_on(phone, "E8")) == ("stone", "empty")
    expect(added).to_have_count(all_pieces)


def pioneers_of(state: dict[str, Any]) -> dict[str, list[str]]:
    """Return the pioneers of a game by colour."""
    return {colour: [cell for cell, piece in state["cells"].items() if piece == colour] for colour in ("red", "yellow")}


def stones_of(state: dict[str, Any]) -> list[str]:
    """Return the hexes with stones of a game."""
    return [cell for cell, piece in state["cells"].items() if piece == "stone"]
