"""Makes words from unknown hands safe to show: one line, no letters that steer a terminal, no endless length."""
from __future__ import annotations

LONGEST = 1000  # letters; no sentence of ours comes near


def printable(words: str) -> str:
    """Keeps a sentence on one line: letters that steer a terminal, or that no one can write, become escapes."""
    short = words if len(words) <= LONGEST else words[: LONGEST - 3] + "..."
    if short.isprintable():
        return short
    return "".join(letter if letter.isprintable() or letter == " " else _escape(letter) for letter in short)


def _escape(letter: str) -> str:
    return " " if letter.isspace() and ord(letter) > 127 else letter.encode("unicode_escape").decode("ascii")
