"""A mug over a corner of the board: unseen hexes are confirmed only after a question, and the history records the answer."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from referee.training.solids import circle
from tests.reader.table import Shot, set_table
from tests.web.browser.conftest import Table, piece_on, scores
from tests.web.browser.test_snap import WORDS, snap
from tests.web.games.test_score_keeper import CORNER, value_of

HIDDEN = "K3"
MUG_RADIUS_MM, MUG_HEIGHT_MM = 38.0, 40.0


@cache
def photo() -> bytes:
    """Return the closed corner of the islet with a mug over one hex of it and parts of its neighbours."""
    table = set_table("islet").lay(WORDS)
    return table.cover(circle(MUG_RADIUS_MM) + np.array(table.centre(HIDDEN)), MUG_HEIGHT_MM).photograph(Shot())


@pytest.fixture
def read(table: Table, phone: Page, tmp_path: Path) -> dict[str, Any]:
    """Show the photo on the phone; return the game's id and the reading."""
    file = tmp_path / "mug.jpg"
    file.write_bytes(photo())
    game = snap(table, phone, file)
    expect(phone.locator("#confirm")).to_be_enabled()
    sent = table.ask(f"/api/games/{game}/photos")["photos"][0]["id"]
    return {"game": game, **table.ask(f"/api/jobs/{sent}")["reading"]}


def ask_to_confirm(phone: Page, doubtful: int) -> int:
    """Tap Confirm; the one question names the hexes and the points that depend on them."""
    phone.get_by_role("button", name="Confirm", exact=True).click()
    question = phone.get_by_role("dialog", name="Not checked yet")
    expect(question).to_contain_text(f"{doubtful} doubtful hexes have not been checked")
    match = re.search(r"(\d+) points depend on them", question.inner_text())
    assert match is not None
    return int(match[1])


def test_hidden_hexes_are_reviewed_one_by_one_and_then_confirmed(table: Table, phone: Page, read: dict[str, Any]) -> None:
    doubts = read["by_effect"]
    assert HIDDEN in doubts
    assert len(doubts) > 1
    assert ask_to_confirm(phone, len(doubts)) > 0
    phone.get_by_role("button", name="Check them").click()
    for place, cell in enumerate(doubts):
        expect(phone.locator(".sheet h2")).to_contain_text(f"{cell} · ")
        assert phone.locator("#next-doubt").count() == (place + 1 < len(doubts))
        phone.locator(f'.piece-choice[data-piece="{WORDS[cell].value if cell in WORDS else "empty"}"]').click()
    expect(phone.locator(".sheet")).to_have_count(0)
    expect(phone.get_by_role("heading", name="All doubtful hexes checked")).to_be_visible()
    assert {cell: piece_on(phone, cell) for cell in WORDS} == {cell: piece.value for cell, piece in WORDS.items()}
    phone.get_by_role("button", name="Confirm", exact=True).click()
    expect(phone.locator(".edit-dock")).to_have_count(0)
    assert scores(phone) == [value_of(CORNER), 0]
    assert not table.ask(f"/api/games/{read['game']}")["last"]["unseen"]


def test_history_keeps_what_was_confirmed_unseen(table: Table, phone: Page, read: dict[str, Any]) -> None:
    doubts = read["by_effect"]
    points = ask_to_confirm(phone, len(doubts))
    phone.get_by_role("button", name="Confirm anyway").click()
    expect(phone.locator(".edit-dock")).to_have_count(0)
    kept = table.ask(f"/api/games/{read['game']}")["last"]["unseen"]
    assert (sorted(kept["cells"]), kept["points"]) == (sorted(doubts), points)
    phone.get_by_role("button", name="History").click()
    newest = phone.locator(".sheet .entry").first
    expect(newest).to_contain_text(f"{len(doubts)} doubtful hexes were not checked ({points} points).")
