"""Find the sentences used in the code: literal keys in Python, and short names in templates and scripts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXTS = ROOT / "referee" / "words" / "catalogues"
PACKAGES = ("referee", "printables", "calibration", "web")
PAGES_ROOM = "web"

_QUOTED = re.compile(r"""["'`]([a-z][a-z0-9_]*)["'`]""")
_SAID_IN_TEMPLATE = re.compile(r"""\bt\(\s*["']([a-z0-9_]+)["']""")


@dataclass(frozen=True)
class Call:
    """A call text("room.name", value=...) with the names of its values, or None if it passes a dictionary."""

    place: str
    key: str
    values: frozenset[str] | None


@cache
def rooms() -> tuple[str, ...]:
    """Return the names of the catalogue rooms."""
    return tuple(sorted(folder.name for folder in TEXTS.iterdir() if any(folder.glob("*.json"))))


def python_files() -> Iterator[Path]:
    """Yield all modules of the product."""
    for package in PACKAGES:
        yield from sorted((ROOT / package).rglob("*.py"))


@cache
def named_keys() -> frozenset[str]:
    """Return every key that appears in the code."""
    keyed = re.compile(rf"({'|'.join(rooms())})\.[a-z0-9_]+")
    return frozenset(
        node.value
        for path in python_files()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and keyed.fullmatch(node.value)
    )


@cache
def page_names() -> frozenset[str]:
    """Return all quoted words in templates, scripts and the modules that serve them, which may be names of sentences."""
    files = [*(ROOT / "web").rglob("*.html"), *(ROOT / "web").rglob("*.js"), *(ROOT / "web").rglob("*.py")]
    return frozenset(name for path in files for name in _QUOTED.findall(path.read_text(encoding="utf-8")))


@cache
def names_said_in_templates() -> frozenset[str]:
    """Return the names that templates use literally."""
    files = (ROOT / "web").rglob("*.html")
    return frozenset(name for path in files for name in _SAID_IN_TEMPLATE.findall(path.read_text(encoding="utf-8")))


@cache
def calls() -> tuple[Call, ...]:
    """Return all calls of text() with a literal key."""
    found = []
    for path in python_files():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "text":
                found.append(_read_call(node, f"{path.relative_to(ROOT)}:{node.lineno}"))
    return tuple(call for call in found if call.key)


def _read_call(node: ast.Call, place: str) -> Call:
    first = node.args[0] if node.args else None
    key = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
    names = [keyword.arg for keyword in node.keywords]
    return Call(place, key, None if None in names else frozenset(name for name in names if name))
