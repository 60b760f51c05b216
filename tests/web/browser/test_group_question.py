"""Stones in a player's colour: one question settles the whole group, and the pieces are kept for later games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.reader.test_profiles import STONES_LIKE_A_PLAYER, photo
from tests.web.browser.conftest import Table, piece_on

DOUBTS = re.compile(r"(\d+)")


@pytest.mark.slow
def test_one_answer_settles_a_group_of_stones_and_the_pieces_are_kept(table: Table, phone: Page, tmp_path: Path) -> None:
    data, words = photo(STONES_LIKE_A_PLAYER, 3)
    file = tmp_path / "table.jpg"
    file.write_bytes(data)
    game = table.new_game("Anna", "Bo", "Cleo", "Dora", board="terranova", mode="keeper")
    table.open(phone, game)
    phone.get_by_role("button", name="Snap").click()
    phone.locator("#choose-photo").set_input_files(file)
    question = phone.locator(".group-question").first
    expect(question).to_contain_text("similar pieces in doubt", timeout=30_000)
    count = int(DOUBTS.search(question.inner_text())[1])  # type: ignore[index]
    question.locator("[data-kind=stone]").click()
    expect(phone.locator(".group-question", has_text=f"{count} similar")).to_have_count(0)
    settled = [cell for cell, word in words.items() if word == "stone" and piece_on(phone, cell) == "stone"]
    assert len(settled) >= count
    phone.goto(f"{table.address}/games/{game['id']}/pieces")
    expect(phone.get_by_text("Learned from 0 confirmed photos of this game.")).to_be_visible()
