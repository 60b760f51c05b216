"""The addresses for phones, and the notices when no phone connects or the computer changes networks."""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import Any

import pytest

from web.site import addresses, serve
from web.site.addresses import Address, find_addresses, url_of
from web.site.companion import Companion
from web.site.logs import LOG_FILE, log_to_file
from web.site.serve import _watch


def test_wifi_comes_before_virtual_machines_and_link_local(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {
        ("169.254.3.4", "eth1"),
        ("172.17.0.1", "docker0"),
        ("10.8.0.2", "tun0"),
        ("192.168.1.5", "wlan0"),
        ("192.168.56.1", "VirtualBox Host-Only"),
        ("203.0.113.9", "eth0"),
    }
    monkeypatch.setattr(addresses, "_adapters", lambda: found)
    monkeypatch.setattr(addresses, "_route_address", lambda: "192.168.1.5")
    listed = find_addresses(None)
    assert [address.host for address in listed][:2] == ["192.168.1.5", "203.0.113.9"]
    assert listed[-1].host == "169.254.3.4"
    assert [address.best for address in listed] == [True, *[False] * 5]


def test_default_route_decides_between_two_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_adapters", lambda: {("192.168.1.5", "wlan0"), ("192.168.1.4", "eth0")})
    monkeypatch.setattr(addresses, "_route_address", lambda: "192.168.1.5")
    assert find_addresses(None)[0].host == "192.168.1.5"


def test_computer_without_a_network_is_reached_from_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_adapters", set)
    assert find_addresses(None) == (Address("127.0.0.1", "", True),)


def test_own_host_is_the_only_address() -> None:
    assert find_addresses("games.home") == (Address("games.home", "", True),)
    assert len(find_addresses("0.0.0.0")) >= 1


@pytest.mark.parametrize(
    ("host", "port", "url"),
    [("192.168.1.5", 8642, "http://192.168.1.5:8642/"), ("games.home", 80, "http://games.home/"), ("::1", 9, "http://[::1]:9/")],
)
def test_address_is_written_as_browsers_take_it(host: str, port: int, url: str) -> None:
    assert url_of(host, port) == url


class Recorder:
    """Record announcements, and stop the watch after enough of them."""

    def __init__(self, enough: int) -> None:
        self.events: list[tuple[str, str]] = []
        self.enough = enough
        self.stopped = threading.Event()

    def note(self, what: str, addresses: dict[str, Any]) -> None:
        self.events.append((what, addresses["best"]))
        if len(self.events) >= self.enough:
            self.stopped.set()

    def ready(self, addresses: dict[str, Any], own_link: str) -> None:
        assert own_link.startswith("http://127.0.0.1:")
        self.note("ready", addresses)

    def no_visitors(self, addresses: dict[str, Any]) -> None:
        self.note("nobody came", addresses)

    def moved(self, addresses: dict[str, Any]) -> None:
        self.note("moved", addresses)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the minute's wait; nothing listens on the port, so no page is opened."""
    monkeypatch.setattr(serve, "ANSWER_SECONDS", 0.01)
    monkeypatch.setattr(serve, "CHECK_SECONDS", 0.01)
    monkeypatch.setattr(serve, "HINT_SECONDS", 0.05)
    monkeypatch.setattr(addresses, "KNOWN_SECONDS", 0.0)


def test_hint_is_shown_once_if_no_phone_connects(companion: Companion, quick: None) -> None:
    recorder = Recorder(2)
    _watch(companion, recorder, recorder.stopped)
    assert [what for what, _ in recorder.events] == ["ready", "nobody came"]


def test_no_hint_is_given_when_somebody_came(companion: Companion, quick: None) -> None:
    companion.visitors.note("192.168.1.77")
    companion.visitors.note("127.0.0.1")
    recorder = Recorder(2)
    timer = threading.Timer(0.3, recorder.stopped.set)
    timer.start()
    _watch(companion, recorder, recorder.stopped)
    timer.join()
    assert [what for what, _ in recorder.events] == ["ready"]
    assert companion.visitors.number(own={"192.168.1.5"}) == 1
    assert companion.visitors.number(own={"192.168.1.77"}) == 0


def test_new_address_is_announced_and_has_another_version(
    companion: Companion, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = ["192.168.1.5"]
    monkeypatch.setattr(addresses, "find_addresses", lambda _: (Address(card[0], "wlan0", True),))
    companion.visitors.note("192.168.1.77")
    versions = []

    class Moving(Recorder):
        def ready(self, addresses: dict[str, Any], own_link: str) -> None:
            super().ready(addresses, own_link)
            versions.append(addresses["version"])
            card[0] = "10.0.0.7"

        def moved(self, addresses: dict[str, Any]) -> None:
            super().moved(addresses)
            versions.append(addresses["version"])

    recorder = Moving(2)
    _watch(companion, recorder, recorder.stopped)
    assert [what for what, _ in recorder.events] == ["ready", "moved"]
    assert recorder.events[1][1].startswith("http://10.0.0.7")
    assert len(set(versions)) == 2


def test_code_is_masked_in_every_log(tmp_path: Path) -> None:
    root = logging.getLogger()
    kept, level = list(root.handlers), root.level
    log_to_file(tmp_path)
    try:
        logging.getLogger("waitress").error("Exception while serving /j/abcdefghij and /join?code=abcdefghij")
    finally:
        for handler in [handler for handler in root.handlers if handler not in kept]:
            root.removeHandler(handler)
            handler.close()
        root.setLevel(level)
    written = (tmp_path / LOG_FILE).read_text()
    assert "abcdefghij" not in written
    assert "/j/..." in written
