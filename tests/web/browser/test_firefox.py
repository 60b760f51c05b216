"""The companion in Firefox: a phone joins, plays by hand, snaps, reviews and confirms."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.browser.conftest import PHONE, Table
from tests.web.browser.test_snap import photo
from tests.web.firefox import FIREFOX, Firefox, running_firefox
from tests.web.games.test_score_keeper import CORNER, value_of

pytestmark = pytest.mark.skipif(FIREFOX is None, reason="Firefox is not installed")


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """Provide a running Firefox the size of a phone."""
    with running_firefox(tmp_path_factory.mktemp("firefox")) as running:
        running.resize(*PHONE)
        yield running


def test_firefox_joins_by_the_link_and_plays_by_hand(table: Table, firefox: Firefox) -> None:
    game = table.new_game("Anna", "Bo", mode="referee")
    firefox.open(f"http://127.0.0.1:{table.served.port}/j/{table.code}")
    assert firefox.evaluate("location.pathname") == "/"
    firefox.open(f"http://127.0.0.1:{table.served.port}/games/{game['id']}")
    for cell, colour, following in (("B2", "red", "Bo"), ("D3", "yellow", "Anna")):
        firefox.tap(f'[data-cell="{cell}"] .hex')
        firefox.wait_for(f"document.querySelector('[data-cell=\"{cell}\"] .piece')?.getAttribute('href') === '#p-{colour}'")
        firefox.wait_for(f"document.querySelector('.prompt').textContent.includes('{following}: place a pioneer')")
    assert table.ask(f"/api/games/{game['id']}")["revision"] == 2


def test_firefox_snaps_reviews_and_confirms(table: Table, firefox: Firefox, tmp_path: Path) -> None:
    file = tmp_path / "table.jpg"
    file.write_bytes(photo())
    game = table.new_game("Anna", "Bo", mode="keeper")
    firefox.open(f"http://127.0.0.1:{table.served.port}/j/{table.code}")
    firefox.open(f"http://127.0.0.1:{table.served.port}/games/{game['id']}")
    firefox.tap("#snap")
    firefox.wait_for("!!document.querySelector('#choose-photo')")
    firefox.choose_file("#choose-photo", file)
    firefox.wait_for("document.querySelector('#confirm')?.disabled === false")
    assert firefox.evaluate("document.querySelectorAll('.tint-red polygon').length") == len(CORNER)
    firefox.tap("#confirm")
    firefox.wait_for(f"document.querySelector('[data-colour=red] .player-score').textContent === '{value_of(CORNER)}'")
    assert table.ask(f"/api/games/{game['id']}")["players"][0]["score"] == value_of(CORNER)
