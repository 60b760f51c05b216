"""What a visit of a game's page weighs on the wire, in a real Chromium."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.bench.visits import weigh_visits
from tests.bench.web import FLOORS, start_game_under_way
from tests.web.served import Served

pytestmark = [pytest.mark.browser, pytest.mark.skipif(shutil.which("chromium") is None, reason="Chromium is not installed")]


def test_first_visit_of_a_game_is_light_and_a_later_one_lighter(tmp_path: Path) -> None:
    served = Served(tmp_path, "--no-code")
    try:
        first, later = weigh_visits(f"{served.announced['url']}games/{start_game_under_way(served)}")
    finally:
        served.stop()
    assert first / 1000 <= FLOORS["first visit"]
    assert later / 1000 <= FLOORS["second visit"]
