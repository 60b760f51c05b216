"""Phones in a real Chromium, with a companion in a separate process, at a host name other than localhost.

In every test, the phones must log no errors, no violation of the content security policy, and not
one request to anywhere else.
"""

from __future__ import annotations

import http.client
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect, sync_playwright

from tests.web.served import Served, Server, serving

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
HOST = "table.example"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
]
PATIENCE_MILLISECONDS = 30_000
expect.set_options(timeout=PATIENCE_MILLISECONDS)
PHONE, SMALL_PHONE, LAPTOP = (390, 844), (320, 640), (1280, 800)
POLL_MILLISECONDS = 50
MOST_POLLS = PATIENCE_MILLISECONDS // POLL_MILLISECONDS


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test here as a browser test; skip it if there is no browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"))


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Provide a companion that asks for its join code."""
    with serving(tmp_path_factory.mktemp("companion"), "--allow-host", HOST) as running:
        yield running


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests."""
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def cookie(served: Served, code: str) -> str:
    """Return the cookie of a client that has joined."""
    connection = http.client.HTTPConnection(served.host, served.port, timeout=30)
    connection.request("GET", f"/j/{code}")
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return str(answer.headers["Set-Cookie"]).split(";")[0]


@pytest.fixture(scope="session")
def code(served: Served) -> str:
    """Provide the join code."""
    return served.announced["join"].rsplit("/", 1)[1]


class Watch:
    """The errors a phone logged."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.complaints: list[str] = []
        self.address = address
        # A refusal that a test is about; browsers write each into the console too.
        self.expected: tuple[str, ...] = ()
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        context.on("request", self._look)

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in self.expected):
            self.complaints.append(message.text)

    def _look(self, request: Request) -> None:
        if not request.url.startswith((f"{self.address}/", "blob:", "data:")):
            self.complaints.append(f"a request to {request.url}")


class Table:
    """Opens phones at the table and makes games for them."""

    def __init__(self, chromium: Browser, served: Server, code: str, cookie: str) -> None:
        self.chromium, self.served, self.code, self.cookie = chromium, served, code, cookie
        self.address = f"http://{HOST}:{served.port}"
        self.contexts: list[BrowserContext] = []
        self.watches: list[Watch] = []

    def phone(
        self, size: tuple[int, int] = PHONE, language: str = "en", scheme: str = "light", joined: bool = True, **more: Any
    ) -> Page:
        """Open a browser of its own, joined to the table."""
        context = self.chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,  # type: ignore[arg-type]
            locale=language,
            **more,
        )
        context.set_default_timeout(PATIENCE_MILLISECONDS)
        self.contexts.append(context)
        self.watches.append(Watch(context, self.address))
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MILLISECONDS)
        if joined:
            page.goto(f"{self.address}/j/{self.code}")
        return page

    def expect(self, *parts: str) -> None:
        """Allow the refusals that this test provokes."""
        for watch in self.watches:
            watch.expected += parts

    def new_game(self, *players: str, **choices: Any) -> dict[str, Any]:
        """Start a game without going through the form."""
        return self.send(
            "/api/games", {"players": list(players) or ["Anna", "Bo"], "board": "islet", "mode": "referee", **choices}
        )

    def send(self, path: str, body: Any) -> dict[str, Any]:
        """Send a request as another program would."""
        return self._send("POST", path, body)

    def ask(self, path: str) -> dict[str, Any]:
        """Fetch a resource as another program would."""
        return self._send("GET", path)

    def _send(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        status, answer = self.served.ask(method, path, body, {"Cookie": self.cookie})
        assert status < 300, answer
        return dict(answer)

    def open(self, phone: Page, game: dict[str, Any]) -> Page:
        """Open a game and wait until it can be played."""
        phone.goto(f"{self.address}/games/{game['id']}")
        phone.wait_for_selector(".prompt, .over")
        return phone


@pytest.fixture
def table(chromium: Browser, served: Served, code: str, cookie: str) -> Iterator[Table]:
    """Provide a table; fail if any of its phones logged an error."""
    made = Table(chromium, served, code, cookie)
    yield made
    for context in made.contexts:
        context.close()
    assert [complaint for watch in made.watches for complaint in watch.complaints] == []


@pytest.fixture
def phone(table: Table) -> Page:
    """Provide a phone at the table."""
    return table.phone()


def wait_until(page: Page, condition: str) -> None:
    """Wait until a condition in JavaScript holds; the content security policy forbids `wait_for_function` to ask twice."""
    for _ in range(MOST_POLLS):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(POLL_MILLISECONDS)
    raise AssertionError(f"{condition} did not become true")


def tap(page: Page, cell: str) -> None:
    """Tap a hex."""
    page.locator(f'[data-cell="{cell}"] .hex').click(force=True)


def piece_on(page: Page, cell: str) -> str:
    """Return which piece is drawn on a hex."""
    drawn = page.locator(f'[data-cell="{cell}"] .piece')
    return (drawn.get_attribute("href") or "").removeprefix("#p-") if drawn.count() else "empty"


def scores(page: Page) -> list[int]:
    """Read the scores above the board."""
    return [int(words) for words in page.locator(".player-score").all_inner_texts()]
