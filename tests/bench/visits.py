"""Counts what a page brings over the wire, on the first visit and on the second, in a real Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page, sync_playwright

SETTLED_MILLISECONDS = 1500


def weigh_visits(address: str) -> tuple[int, int]:
    """Opens a page twice; gives the bytes of each visit, headers included."""
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
