"""Eight phones printing during a game: the game stays responsive, and printing reports when it is overloaded."""

from __future__ import annotations

import http.client
import threading
import time
from pathlib import Path

import pytest

from tests.web.served import Served, serving

PHONES = 8
SECONDS = 1.5
SLOWEST_SECONDS = 3.0  # also on a computer that does other things; it is a few hundredths where it is idle


def keep_printing(served: Served, phone: int, until: float, found: list[tuple[int, str | None]]) -> None:
    """Request one print after another, each different."""
    hex_mm = 20.0 + phone
    while time.monotonic() < until:
        connection = http.client.HTTPConnection(served.host, served.port, timeout=40)
        connection.request("GET", f"/print/files/all.zip?board=islet&language=en&hex={hex_mm:.2f}")
        answer = connection.getresponse()
        answer.read()
        found.append((answer.status, answer.headers["Retry-After"]))
        connection.close()
        hex_mm += 0.05
        time.sleep(0.02)


@pytest.mark.slow
def test_eight_phones_that_print_do_not_starve_a_game(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-code") as served:
        body = {"players": ["Anna", "Bo"], "board": "islet", "mode": "referee"}
        status, game = served.ask("POST", "/api/games", body)
        assert status == 201
        until, found, times = time.monotonic() + SECONDS, list[tuple[int, str | None]](), list[float]()
        phones = [threading.Thread(target=keep_printing, args=(served, phone, until, found)) for phone in range(PHONES)]
        for phone in phones:
            phone.start()
        while time.monotonic() < until:
            begun = time.monotonic()
            assert served.ask("GET", f"/api/games/{game['id']}")[0] == 200
            times.append(time.monotonic() - begun)
            time.sleep(0.05)
        for phone in phones:
            phone.join()
    assert max(times) < SLOWEST_SECONDS, sorted(times)[-5:]
    assert {status for status, _ in found} == {200, 503}
    assert all(after == "2" for status, after in found if status == 503)
