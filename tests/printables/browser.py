"""Render drawings in a real browser."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import sync_playwright

from printables.drawing.faces import STYLES, font_file

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
# as strict as the web pages': no inline styles, no scripts
POLICY = "default-src 'none'; style-src 'nonce-sheet'; font-src file:"


def shoot(svg: str, width_px: int, height_px: int, folder: Path) -> tuple[np.ndarray, list[str]]:
    """Return a screenshot of the drawing as (rows, columns, 3), and the browser's error messages."""
    faces = "".join(
        f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{style};src:url('{font_file(face).as_uri()}')}}"
        for face, (family, weight, style) in STYLES.items()
    )
    page = folder / "page.html"
    page.write_text(
        f'<!doctype html><meta charset=utf-8><meta http-equiv=Content-Security-Policy content="{POLICY}">'
        f"<style nonce=sheet>{faces} body{{margin:0}} svg{{display:block;width:{width_px}px;height:{height_px}px}}</style>{svg}",
        encoding="utf-8",
    )
    complaints: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        view = browser.new_page(viewport={"width": width_px, "height": height_px})
        view.on("console", lambda message: complaints.append(message.text))
        view.goto(page.as_uri())
        view.evaluate("document.fonts.ready.then(() => true)")
        view.screenshot(path=str(folder / "shot.png"))
        browser.close()
    return np.asarray(Image.open(folder / "shot.png").convert("RGB"), dtype=float), complaints
