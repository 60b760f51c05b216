"""Shorten names of any length, or break them into lines at spaces and hyphens; longer words are broken with hyphens."""

from __future__ import annotations

import re
from collections.abc import Iterator

ELLIPSIS = "…"


def break_name(words: str, lines: int) -> tuple[str, ...]:
    """Break a name into at most `lines` lines of similar length."""
    most = max(2, -(-len(words) // lines))
    while len(broken := _wrap(words, most)) > lines:
        most += 1
    return broken


def shorten(words: str, most: int) -> str:
    """Return a name of at most `most` characters unchanged; shorten a longer one so that it ends with an ellipsis."""
    return words if len(words) <= most else words[: most - 1].rstrip() + ELLIPSIS


def _wrap(words: str, most: int) -> tuple[str, ...]:
    lines: list[str] = []
    line = ""
    for gap, part in _parts(words):
        rest = f"{line}{gap}{part}" if line else part
        if line and len(rest) > most:
            lines.append(line)
            rest = part
        while len(rest) > most:
            lines.append(rest[: most - 1] + "-")
            rest = rest[most - 1 :]
        line = rest
    return (*lines, line)


def _parts(words: str) -> Iterator[tuple[str, str]]:
    """Yield the parts between which a line can end, each with the gap before it: a space, or nothing after a hyphen."""
    for word in words.split():
        for number, part in enumerate(re.findall(r"[^-]+-*|-+", word)):
            yield "" if number else " ", part
