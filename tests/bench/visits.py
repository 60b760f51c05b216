"""Visits to a page in a real Chromium: the bytes transferred, and the time until a slow phone responds to the first tap."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

SETTLED_MILLISECONDS = 1500
SLOWED, TAPS = 4, 5
POLL_MILLISECONDS, MOST_POLLS = 20, 1500
# Taps a hex in every frame until the page responds by marking a pioneer or sending the placed one.
TAPPING = """
(() => {
  const tap = () => {
    const cell = document.querySelector(".cell.movable, .cell.drop");
    cell?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    if (document.querySelector(".cell.selected, .is-busy")) window.answered = performance.now();
    else requestAnimationFrame(tap);
  };
  requestAnimationFrame(tap);
})();
"""


def weigh_visits(address: str) -> tuple[int, int]:
    """Open a page twice; return the number of bytes transferred by each visit, including headers."""
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_context().new_page()
        weighed = [_weigh(page, address) for _ in range(2)]
        browser.close()
    return weighed[0], weighed[1]


def _weigh(page: Page, address: str) -> int:
    total = 0

    def count(event: Mapping[str, Any]) -> None:
        nonlocal total
        total += int(event["encodedDataLength"])

    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", count)
    page.goto(address)
    page.wait_for_timeout(SETTLED_MILLISECONDS)
    session.detach()
    page.goto("about:blank")
    return total


def time_first_taps(address: str) -> list[float]:
    """Open a page with a slowed-down processor, TAPS times, each time as a new phone.

    Return the milliseconds from navigation to the first response to a tapped hex.
    """
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        taps = [_time_first_tap(browser, address) for _ in range(TAPS)]
        browser.close()
    return taps


def _time_first_tap(browser: Browser, address: str) -> float:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.add_init_script(TAPPING)
    page.goto(address)
    for _ in range(MOST_POLLS):  # the content security policy forbids wait_for_function
        if answered := page.evaluate("window.answered"):
            break
        page.wait_for_timeout(POLL_MILLISECONDS)
    else:
        raise AssertionError("no tap was answered")
    context.close()
    return float(answered)
