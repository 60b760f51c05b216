"""Exporting a game from a phone over plain http at a name other than localhost: copy, download, look, import."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import PHONE, SMALL_PHONE, Table, piece_on
from tests.web.browser.test_looks import complaints_of_axe, cut_words, sticks_out


def test_link_is_copied_where_the_browser_has_no_clipboard(table: Table) -> None:
    phone = table.phone()
    game = table.new_game()
    table.send(f"/api/games/{game['id']}/turns", {"from": 0, "save": "take-away-1", "turn": "@E5"})
    table.open(phone, game)
    phone.locator("#open-menu").click()
    phone.get_by_role("link", name="Take it away").click()
    assert phone.evaluate("[isSecureContext, 'clipboard' in navigator, 'share' in navigator]") == [False, False, False]
    link = phone.locator("#link_to_game").input_value()
    assert link.startswith(f"{table.address}/look#")
    phone.get_by_role("button", name="Copy: All turns").click()
    expect(phone.locator("#link_to_game-said")).to_have_text("Copied.")
    phone.goto(f"{table.address}/take")
    phone.locator("#words").focus()
    phone.keyboard.press("Control+V")
    assert phone.locator("#words").input_value() == link


def test_picture_and_game_download_and_the_game_comes_back(table: Table, tmp_path: Path) -> None:
    phone = table.phone()
    game = table.new_game("Erik", "Flora")
    table.send(f"/api/games/{game['id']}/turns", {"from": 0, "save": "take-away-2", "turn": "@E5"})
    phone.goto(f"{table.address}/games/{game['id']}/take")
    for name, start in (("Picture of the board PNG", b"\x89PNG"), ("Turns only JSON", b'{\n "format": "terranova-game/1"')):
        with phone.expect_download() as waiting:
            phone.get_by_role("link", name=name).click()
        waiting.value.save_as(tmp_path / waiting.value.suggested_filename)
        assert (tmp_path / waiting.value.suggested_filename).read_bytes().startswith(start)
    (taken,) = tmp_path.glob("*.json")
    phone.goto(f"{table.address}/take")
    phone.locator("#file").set_input_files(taken)
    phone.get_by_role("button", name="Bring in").click()
    expect(phone.get_by_text("Added")).to_be_visible()
    phone.get_by_role("link", name="Erik · Flora").click()
    phone.wait_for_selector(".prompt")
    assert piece_on(phone, "E5") == "red"


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_long_names_stay_clear_of_the_scores_in_a_picture_without_its_typeface(table: Table, players: int) -> None:
    phone = table.phone()
    game = table.new_game(*[f"Bartholomaeus Kovacs-Szentgyorgyi {number}" for number in range(players)])
    phone.goto(f"{table.address}/games/{game['id']}/take")
    phone.goto(f"{table.address}{phone.locator('.taken-picture').get_attribute('src')}")
    boxes = phone.locator("text").evaluate_all("all => all.map(one => one.getBBox()).map(({x, y, width}) => [x, x + width, y])")
    head = sorted(box for box in boxes if box[2] < boxes[-1][2] / 10)[: 2 * players]
    assert len(head) == 2 * players
    assert all(before[1] <= after[0] for before, after in pairwise(head))


def test_link_opens_read_only_step_by_step_and_can_be_kept(table: Table) -> None:
    phone = table.phone()
    game = table.new_game("Gerd", "Hanna")
    for number, turn in enumerate(("@E5", "@E7")):
        table.send(f"/api/games/{game['id']}/turns", {"from": number, "save": f"take-away-3{number}", "turn": turn})
    phone.goto(f"{table.address}/games/{game['id']}/take")
    link = phone.locator("#link_to_game").input_value()
    phone.goto(link)
    expect(phone.locator("#place")).to_have_text("3 of 3")
    assert piece_on(phone, "E7") == "yellow"
    phone.get_by_role("button", name="One step back").click()
    assert piece_on(phone, "E7") == "empty"
    expect(phone.locator("#sentence")).to_contain_text("Gerd")
    phone.locator("#moment").press("End")
    assert piece_on(phone, "E7") == "yellow"
    phone.get_by_role("button", name="Keep this game").click()
    expect(phone.get_by_role("link", name="Gerd · Hanna")).to_be_visible()


def test_link_cut_short_is_answered_with_one_sentence(table: Table) -> None:
    phone = table.phone()
    table.expect("409")
    phone.goto(f"{table.address}/look#eJyrVkrLL8pNLFGyUipJ")
    expect(phone.locator("#wrong")).to_have_text("The link is incomplete or changed; copy it again as a whole.")
    assert phone.locator("#shown").is_hidden()


@pytest.mark.parametrize(
    ("language", "scheme", "size"),
    [
        ("de", "dark", SMALL_PHONE),
        pytest.param("en", "light", PHONE, marks=pytest.mark.slow),
        pytest.param("hu", "light", SMALL_PHONE, marks=pytest.mark.slow),
        pytest.param("fi", "dark", (1440, 900), marks=pytest.mark.slow),
    ],
)
def test_pages_to_take_away_fit_and_axe_finds_nothing(table: Table, language: str, scheme: str, size: tuple[int, int]) -> None:
    phone = table.phone(size=size, language=language, scheme=scheme)
    game = table.new_game("Anna Magdalena Wilhelmine", "Bo")
    link = f"/look#{link_of(table, game)}"
    for path in (f"/games/{game['id']}/take", "/take", "/statistics", link):
        phone.goto(table.address + path)
        phone.wait_for_load_state("networkidle")
        for summary in phone.locator("details > summary").all():
            summary.click()
        assert complaints_of_axe(phone) == [], path
        assert sticks_out(phone) <= 0, path
        assert cut_words(phone) == [], path


def link_of(table: Table, game: dict[str, Any]) -> str:
    """Return the link to a game from its page."""
    status, page = table.served.ask("GET", f"/games/{game['id']}/take", headers={"Cookie": table.cookie})
    assert status == 200
    return str(page).split('href="/look#', 1)[1].split('"', 1)[0]
