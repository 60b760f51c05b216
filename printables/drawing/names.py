"""Shorten names of any length, or break them into lines at spaces; words longer than a line are broken with hyphens."""

from __future__ import annotations

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
    for word in words.split():
        if line and len(line) + 1 + len(word) > most:
            lines.append(line)
            line = ""
        rest = f"{line} {word}" if line else word
        while len(rest) > most:
            lines.append(rest[: most - 1] + "-")
            rest = rest[most - 1 :]
        line = rest
    return (*lines, line)
