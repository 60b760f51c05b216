"""Photos that cannot be read get advice that helps, and no sentence on the page names a file."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import pytest
from PIL import Image

from referee.words.problems import Problem
from referee.words.texts import LANGUAGES, Text, catalogue, say
from tests.reader.table import Shot, set_table
from web.photos.reading_worker import perform
from web.photos.refusals import refusal_for_page


@cache
def board() -> Image.Image:
    """Return a good photo of the islet."""
    return Image.open(io.BytesIO(set_table("islet").photograph(Shot()))).convert("RGB")


def refused(path: Path, picture: Image.Image) -> dict[str, str]:
    """Read an unreadable photo; return the problem."""
    picture.save(path, quality=85)
    answer = perform({"task": "read", "path": str(path), "options": {}})
    return {"slug": answer["problem"], **answer["messages"]}


def test_dark_photo_advises_more_light(tmp_path: Path) -> None:
    refusal = refused(tmp_path / "dark.jpg", board().point(lambda value: value // 9))
    assert refusal["slug"] == "photo-dark"
    assert "lamp" in refusal["en"]
    assert "sheets" not in refusal["en"]


def test_tiny_photo_advises_to_send_the_original(tmp_path: Path) -> None:
    refusal = refused(tmp_path / "tiny.jpg", board().resize((300, 225)))
    assert refusal["slug"] == "photo-small"
    assert "300 × 225 pixels" in refusal["en"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_on_the_page_names_the_file(language: str) -> None:
    values = {"photo": "IMG 1.jpg", "count": 3, "off_mm": "4.0", "number": 7, "found": "islet", "asked": "wheel", "most": 100}
    for name, sentence in catalogue("read", "en").items():
        if "{photo}" in str(sentence):
            shown = refusal_for_page(Problem("board-not-found", Text(f"read.{name}", values)))
            assert "IMG" not in say(shown.message, language)
