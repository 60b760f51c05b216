"""Make untrusted text safe to display: one line, no control characters, limited length.

Importing this module registers a codecs error handler that replaces characters that a console cannot encode.
"""

from __future__ import annotations

import codecs
from unicodedata import normalize

LONGEST = 1000  # characters; far more than the longest sentence in the catalogues


NEAREST_LETTERS = "terranova_nearest_letters"  # the name of the codecs error handler write_nearest_letters
_PLAIN = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "–": "-", "—": "-", "œ": "oe", "ß": "ss"}
)


def write_nearest_letters(error: UnicodeError) -> tuple[str, int]:
    """Return ASCII replacements for characters that a console cannot encode, and the index after these characters.

    For example, é becomes e, and a character without an equivalent becomes ?. Errors other than encoding errors are re-raised.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    plain = normalize("NFKD", error.object[error.start : error.end].translate(_PLAIN))
    ascii_only = "".join(letter if letter.isascii() else "" if 0x300 <= ord(letter) < 0x370 else "?" for letter in plain)
    return ascii_only, error.end


codecs.register_error(NEAREST_LETTERS, write_nearest_letters)


def one_safe_line(words: str) -> str:
    """Return the text on one line: truncated to 1000 characters, then with control and unprintable characters escaped.

    Unicode spaces become plain spaces.
    """
    short = words if len(words) <= LONGEST else words[: LONGEST - 3] + "..."
    if short.isprintable():
        return short
    return "".join(letter if letter.isprintable() or letter == " " else _escape(letter) for letter in short)


def _escape(letter: str) -> str:
    return " " if letter.isspace() and ord(letter) > 127 else letter.encode("unicode_escape").decode("ascii")
