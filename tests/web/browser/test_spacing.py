"""What stands side by side keeps a distance: buttons do not touch, headings stand clear, winners share one row."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import PHONE, SMALL_PHONE, Table

LEAST_GAP_PX = 6
PAGES = ("/", "/new", "/boards", "/print", "/invite", "/help", "/pieces", "/statistics", "/take")
TOUCHING = """least => {
    const shown = [...document.querySelectorAll("main .button")]
        .filter(one => one.checkVisibility() && getComputedStyle(one.parentElement).position !== "sticky");
    const boxes = shown.map(one => [one.textContent.trim(), one.getBoundingClientRect()]);
    const meet = (from, to, otherFrom, otherTo) => from < otherTo + least && otherFrom < to + least;
    const near = (a, b) => meet(a.left, a.right, b.left, b.right) && meet(a.top, a.bottom, b.top, b.bottom);
    return boxes.flatMap(([name, a], n) => boxes.slice(n + 1).filter(([, b]) => near(a, b)).map(([other]) => [name, other]));
}"""
GAP_BELOW_TITLE = """(() => {
    const [title, lead] = [...document.querySelectorAll("h1, .lead")].map(one => one.getBoundingClientRect());
    return Math.round(lead.top - title.bottom);
})()"""
CROWDED_HEADINGS = """least => [...document.querySelectorAll("main h2, main h3")].filter(one => {
    const before = one.previousElementSibling;
    const isBelow = before && one.checkVisibility() && !before.matches(".sr-only");
    return isBelow && one.getBoundingClientRect().top - before.getBoundingClientRect().bottom < least;
}).map(one => one.textContent.trim())"""


@pytest.mark.slow
@pytest.mark.parametrize(("size", "language"), [(PHONE, "hu"), (SMALL_PHONE, "fi")])
def test_buttons_and_headings_keep_a_distance_on_every_page(table: Table, size: tuple[int, int], language: str) -> None:
    phone = table.phone(size=size, language=language)
    for path in PAGES:
        phone.goto(table.address + path)
        phone.wait_for_load_state("load")
        assert phone.evaluate(TOUCHING, LEAST_GAP_PX) == [], path
        assert phone.evaluate(CROWDED_HEADINGS, LEAST_GAP_PX) == [], path


@pytest.mark.slow
def test_lead_stands_as_close_to_its_title_on_every_page(table: Table, phone: Page) -> None:
    gaps = {}
    for path in ("/boards", "/print", "/how-to-play", "/pieces", "/statistics", "/check"):
        phone.goto(table.address + path)
        gaps[path] = phone.evaluate(GAP_BELOW_TITLE)
    assert len(set(gaps.values())) == 1, gaps


@pytest.mark.slow
@pytest.mark.parametrize("players", [("Anna", "Bo"), ("Anna", "Bo", "Cleo", "Dora")])
def test_signs_of_players_who_share_a_win_stand_in_one_row_above_their_names(
    table: Table, phone: Page, players: tuple[str, ...]
) -> None:
    game = table.new_game(*players, mode="keeper")
    table.send(f"/api/games/{game['id']}/confirm", {"from": 0, "save": "one-stone-0001", "pioneers": {}, "stones": ["A1"]})
    table.open(phone, game)
    signs = phone.locator(".over .sign")
    expect(signs).to_have_count(len(players))
    boxes = [box for sign in signs.all() if (box := sign.bounding_box())]
    assert len({box["y"] for box in boxes}) == 1
    assert all(0 < right["x"] - left["x"] - left["width"] < 20 for left, right in pairwise(boxes))
    heading = phone.locator(".over h2").bounding_box()
    assert heading is not None
    assert heading["y"] >= boxes[0]["y"] + boxes[0]["height"]
