"""Replace what differs from run to run (ids, times, hashes, folders) by fixed words, so that recordings can be compared."""

from __future__ import annotations

import re
from hashlib import sha256

LONGEST_SHOWN = 1500  # characters of an answer kept as text; of a longer one the first part and a hash

_PATTERNS = (
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)?"), "TIME"),
    (re.compile(r'"milliseconds": ?\{[^}]*\}'), '"milliseconds":{}'),
    (re.compile(r"\b[0-9a-f]{16}\b"), "ID"),
    (re.compile(r"(?<=[.\-/?=])[0-9a-f]{12}(?=[./\"'&)]|$)"), "HASH"),
    (re.compile(r'"(?:etag|ETag)": ?"[^"]*"'), '"etag":"HASH"'),
    (re.compile(r"\b\d+-20\d{12,18}-(?=[a-z]{2}\b)"), "VERSION-TIME-"),
    (re.compile(r"nonce-[A-Za-z0-9_\-+/=]+|nonce=\"[^\"]*\""), "NONCE"),
)


def mask(words: str, *folders: str) -> str:
    """Mask the parts of an answer that differ from run to run."""
    for folder in folders:
        words = words.replace(folder, "FOLDER")
    for pattern, name in _PATTERNS:
        words = pattern.sub(name, words)
    return words


def shorten(words: str) -> str:
    """Shorten a long answer to its beginning and a hash of the whole."""
    if len(words) <= LONGEST_SHOWN:
        return words
    digest = sha256(words.encode()).hexdigest()[:16]
    return f"{words[:LONGEST_SHOWN]}\n[... {len(words)} characters, sha256 {digest}]"
