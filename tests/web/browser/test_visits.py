"""The bytes transferred by a visit to a game's page, in a real Chromium."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.bench.visits import weigh_visits
from tests.bench.web import FLOORS, start_game_under_way
from tests.web.browser.conftest import Table
from tests.web.served import Served

pytestmark = [pytest.mark.browser, pytest.mark.skipif(shutil.which("chromium") is None, reason="Chromium is not installed")]


@pytest.mark.slow
def test_first_visit_of_a_game_is_light_and_a_later_one_lighter(tmp_path: Path) -> None:
    served = Served(tmp_path, "--no-code")
    try:
        address = f"{served.announced['url']}games/{start_game_under_way(served)}"
        with ThreadPoolExecutor(1) as apart:  # from the browser of the other tests, which holds this thread
            first, later = apart.submit(weigh_visits, address).result()
    finally:
        served.stop()
    assert first / 1000 <= FLOORS["first visit"]
    assert later / 1000 <= FLOORS["second visit"]


def test_sheet_opens_at_the_second_tap_where_its_sentences_were_lost_at_the_first(table: Table, phone: Page) -> None:
    table.open(phone, table.new_game())
    phone.route("**/words/**", lambda route: route.abort(), times=1)
    with phone.expect_event("requestfailed"):
        phone.locator("#open-menu").click()
    phone.locator("#open-menu").click()
    expect(phone.get_by_role("dialog").get_by_role("heading", name="Menu")).to_be_visible()
    complaints = [complaint for watch in table.watches for complaint in watch.complaints]
    assert [complaint.split(": ")[-1] for complaint in complaints] == ["net::ERR_FAILED", "Failed to fetch"]
    for watch in table.watches:
        watch.complaints.clear()  # about the request that was lost on purpose
