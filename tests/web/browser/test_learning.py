"""How to play on a phone: stepped pictures by button, by key and automatically, the rule behind a refusal, and practice games."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Table, tap


def test_steps_are_turned_by_buttons_and_keys(table: Table, phone: Page) -> None:
    phone.goto(f"{table.address}/how-to-play")
    lesson = phone.locator("[data-lesson=turn]")
    count = lesson.locator(".step-count")
    expect(count).to_have_text("Step 1 of 4")
    lesson.get_by_role("button", name="Next step").click()
    expect(count).to_have_text("Step 2 of 4")
    expect(lesson.get_by_text("First action, a move")).to_be_in_viewport()
    lesson.locator(".steps-strip").press("ArrowRight")
    expect(count).to_have_text("Step 3 of 4")
    lesson.get_by_role("button", name="Previous step").click()
    expect(count).to_have_text("Step 2 of 4")


def test_steps_play_by_themselves_until_stopped(table: Table, phone: Page) -> None:
    phone.goto(f"{table.address}/how-to-play")
    lesson = phone.locator("[data-lesson=factor]")
    lesson.get_by_role("button", name="Play the steps").click()
    expect(lesson.locator(".step-count")).to_have_text("Step 2 of 3")
    lesson.get_by_role("button", name="Stop").click()
    expect(lesson.get_by_role("button", name="Play the steps")).to_be_visible()


def test_refused_action_leads_to_the_rule_it_broke(table: Table, phone: Page) -> None:
    table.expect("409")
    game = table.new_game(mode="referee")
    phone.goto(f"{table.address}/games/{game['id']}")
    expect(phone.get_by_role("link", name="How to play")).to_be_visible()
    tap(phone, "B2")
    expect(phone.get_by_role("link", name="How to play")).to_have_count(0)
    tap(phone, "B2")
    phone.get_by_role("button", name="The rule").click()
    sheet = phone.get_by_role("dialog", name="Before the game")
    expect(sheet.get_by_text("Players take turns placing one pioneer each")).to_be_visible()
    sheet.get_by_role("button", name="Next step").click()
    expect(sheet.locator(".step-count")).to_have_text("Step 2 of 3")
    expect(sheet.get_by_role("link", name="All of How to play")).to_have_attribute("href", "/how-to-play?edition=de#rule-setup")


@pytest.mark.slow
def test_family_practises_reading_a_photo_without_a_printer(table: Table, phone: Page) -> None:
    phone.goto(f"{table.address}/")
    phone.get_by_role("link", name="How to play").click()
    phone.get_by_role("button", name="Start: Read a photo").click()
    expect(phone.locator("#title")).to_have_text("Practice: Read a photo")
    phone.locator("#snap").click()
    phone.locator("#sample-photo").click()
    expect(phone.get_by_text("K4", exact=False).first).to_be_visible(timeout=30_000)
    phone.get_by_role("button", name="Confirm").click()
    expect(phone.locator("[data-colour=blue] .player-score")).to_have_text("22")
