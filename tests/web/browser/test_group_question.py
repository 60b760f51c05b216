"""Stones in a player's colour: one question settles the whole group."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.reader.test_profiles import STONES_LIKE_A_PLAYER, photo
from tests.web.browser.conftest import Table, piece_on

DIGITS = re.compile(r"\d+")
OPEN = ".chip.is-doubt:not(.is-seen)"  # hexes still to be reviewed


@pytest.fixture
def phone_with_photo(table: Table, phone: Page, tmp_path: Path) -> Page:
    """Open a new game of four and a photo of it whose stones have a player's colour."""
    file = tmp_path / "table.jpg"
    file.write_bytes(photo(STONES_LIKE_A_PLAYER, 3)[0])
    game = table.new_game("Anna", "Bo", "Cleo", "Dora", board="terranova", mode="keeper")
    table.open(phone, game)
    phone.get_by_role("button", name="Snap").click()
    phone.locator("#choose-photo").set_input_files(file)
    expect(phone.locator(".group-question").first).to_contain_text("similar pieces in doubt", timeout=30_000)
    return phone


@pytest.mark.slow
def test_one_answer_settles_a_group_of_stones_and_pieces_are_learned_only_once_confirmed(phone_with_photo: Page) -> None:
    question = phone_with_photo.locator(".group-question").first
    stones = question.locator(".chips").filter(has=phone_with_photo.locator("[data-kind=stone][aria-pressed=true]")).first
    count = number_in(stones)
    doubtful = phone_with_photo.locator(OPEN).count()
    stones.locator("[data-kind=stone]").click()
    expect(phone_with_photo.locator(OPEN)).to_have_count(doubtful - count)
    expect(phone_with_photo.locator(".group-question", has_text=f"{count} ×")).to_have_count(0)
    assert stones_on(phone_with_photo) >= count
    phone_with_photo.goto(phone_with_photo.url.split("#")[0].rstrip("/") + "/pieces")
    expect(phone_with_photo.get_by_text("Learned from 0 confirmed photos of this game.")).to_be_visible()


@pytest.mark.slow
def test_one_tap_confirms_all_groups_between_two_kinds(phone_with_photo: Page) -> None:
    question = phone_with_photo.locator(".group-question").first
    groups = question.locator(".chips").filter(has=phone_with_photo.locator(".choice-chip"))
    expect(groups).to_have_count(2)
    total = number_in(question)
    assert sum(number_in(group) for group in groups.all()) == total
    doubtful = phone_with_photo.locator(OPEN).count()
    question.get_by_role("button", name="All correct").click()
    expect(phone_with_photo.locator(".group-question", has_text=f"{total} similar")).to_have_count(0)
    expect(phone_with_photo.locator(OPEN)).to_have_count(doubtful - total)


def number_in(part: Locator) -> int:
    """Return the first number in the text of a part of the page."""
    return int(DIGITS.search(part.inner_text())[0])  # type: ignore[index]


def stones_on(phone: Page) -> int:
    """Return the number of stones that the page correctly shows."""
    return sum(piece_on(phone, cell) == "stone" for cell, word in photo(STONES_LIKE_A_PLAYER, 3)[1].items() if word == "stone")
