"""Papers, inks, languages and editions are each listed in one place only."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from printables.artwork.palette import PLAYER_COLOURS, STONE_COLOUR, Ink
from referee.formats import profiles
from referee.layout.papers import PAPERS
from referee.layout.swatches import SWATCH_COLOURS
from referee.reader.settings import DEFAULT
from referee.rules.pieces import Colour
from referee.rules.position import Edition
from referee.words.texts import LANGUAGES

ROOT = Path(__file__).parents[1]
MOST_BESIDE_EACH_OTHER = 2  # words of one list in another module
LISTS = {
    "referee/layout/papers.py": set(PAPERS),
    "printables/artwork/palette.py": set(map(str, Ink)),
    "referee/words/texts.py": set(LANGUAGES),
}


def modules() -> Iterator[tuple[str, ast.Module]]:
    for package in ("referee", "printables", "calibration", "web"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if "training" not in path.parts:
                yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def words_listed(node: ast.AST) -> set[str]:
    """Return the string literals that occur together in a list, a dict's keys or a call."""
    parts: list[ast.expr | None] = []
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        parts = list(node.elts)
    elif isinstance(node, ast.Dict):
        parts = list(node.keys)
    elif isinstance(node, ast.Call):
        parts = list(node.args)
    return {part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)}


@pytest.mark.parametrize("home", LISTS)
def test_list_is_written_in_one_module(home: str) -> None:
    allowed = {home, "referee/rules/position.py", "referee/formats/profiles.py"}  # editions; compared below
    for name, tree in modules():
        if name not in allowed:
            for node in ast.walk(tree):
                assert len(words_listed(node) & LISTS[home]) <= MOST_BESIDE_EACH_OTHER, f"{name}:{node.lineno}"  # type: ignore[attr-defined]


def test_only_the_table_of_rulebooks_distinguishes_editions() -> None:
    for name, tree in modules():
        if name not in ("referee/rules/editions.py", "referee/rules/position.py"):
            for node in ast.walk(tree):
                named = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Edition"
                assert not named or node.attr not in Edition.__members__, f"{name}:{node.lineno}"  # type: ignore[attr-defined]


def test_profiles_know_every_ink() -> None:
    """The formats are in a room below the palette and cannot import it."""
    assert set(profiles.INKS) == {*map(str, Ink), "sheet"}


def test_swatches_and_icons_have_the_colours_of_the_palette() -> None:
    assert set(PLAYER_COLOURS.values()) <= set(SWATCH_COLOURS)
    icons = (ROOT / "web" / "templates" / "icons.html").read_text(encoding="utf-8")
    for piece, colour in {**PLAYER_COLOURS, "stone": STONE_COLOUR}.items():
        symbol = icons.split(f'id="p-{piece}"')[1].split("</symbol>")[0]
        assert f'fill="{colour}"' in symbol, piece


def test_pages_ask_about_groups_from_the_size_that_the_reader_uses() -> None:
    script = (ROOT / "web" / "static" / "js" / "group_question.js").read_text(encoding="utf-8")
    assert re.findall(r"const GROUP_QUESTION_FROM = (\d+);", script) == [str(DEFAULT.group_question_from)]


def test_pages_have_the_players_colours_by_day_and_each_colour_once() -> None:
    tokens = (ROOT / "web" / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
    named = re.findall(r"(--[a-z-]+): var\(--day, (.+?)\) var\(--night, ", tokens)
    day = dict(named)
    assert (day["--red"], day["--blue"]) == (PLAYER_COLOURS[Colour.RED], PLAYER_COLOURS[Colour.BLUE])
    assert len(named) == len(day) >= 20
    assert not re.search(r"^ +--(?!day|night)[a-z-]+: (#|rgb)", tokens, re.MULTILINE)
