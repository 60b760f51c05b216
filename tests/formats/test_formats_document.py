"""docs/formats.md documents exactly the keys that the commands print."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.positions import game, position, write_json
from tests.cli.runs import ROOT, run

SHOWN = re.compile(r'\{"format": "(terranova-[a-z]+)/1".*?(?=\n\n|\n`|$)', re.DOTALL)
KEY = re.compile(r'"([a-z_]+)":')
ONLY_SOMETIMES = {"events", "ended", "reserve", "turns", "turn", "start"}


def document() -> str:
    return (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")


def keys_shown(name: str) -> set[str]:
    shown = [match[0] for match in SHOWN.finditer(document()) if match[1] == name]
    assert shown, name
    return set(KEY.findall(shown[0])) - ONLY_SOMETIMES


def keys_of(value: Any) -> set[str]:
    """Return all keys at any depth, except cell labels."""
    if isinstance(value, dict):
        inner = set().union(*(keys_of(item) for item in value.values()), set())
        return inner | {key for key in value if key.islower()}
    return set().union(*(keys_of(item) for item in value), set()) if isinstance(value, list) else set()


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("terranova-board", ("board", "islet")),
        ("terranova-score", ("score", "POSITION")),
        ("terranova-turns", ("turns", "POSITION")),
        ("terranova-check", ("check", "POSITION", "POSITION")),
        ("terranova-position", ("play", "POSITION", "E5-E4 +E3 +D3")),
        ("terranova-problem", ("score", "none.json")),
        ("terranova-layout", ("layout", "islet")),
    ],
)
def test_document_shows_the_keys_that_are_printed(name: str, arguments: tuple[str, ...], tmp_path: Path) -> None:
    path = write_json(tmp_path / "position.json", position(stones=["J1", "J2", "J3", "J4"]))
    answer = run(*(path if word == "POSITION" else word for word in arguments), "--json").json
    assert answer["format"] == f"{name}/1"
    assert keys_shown(name) == keys_of(answer) - ONLY_SOMETIMES - {"type", "after"}


def test_game_as_shown_is_read() -> None:
    assert keys_shown("terranova-game") | {"turns"} == keys_of(game(edition="de", first="red"))
    assert run("replay", "-", "--json", stdin=json.dumps(game(edition="de", first="red")).encode()).code == 0


def test_every_format_of_the_product_is_described() -> None:
    written = "".join(path.read_text(encoding="utf-8") for folder in ("referee", "web") for path in (ROOT / folder).rglob("*.py"))
    own = set(re.findall(r'"(terranova-[a-z]+)/1"', written))
    assert own <= set(re.findall(r"(terranova-[a-z]+)/1", document()))
