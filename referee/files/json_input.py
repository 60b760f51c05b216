"""Read untrusted files, decode their bytes as UTF-8, UTF-16 or UTF-32, and parse the text as JSON.

Oversized files, bad encodings, syntax errors, deep nesting, unusual numbers and repeated keys each raise a Problem.
This module does not know what the JSON means.
"""

from __future__ import annotations

import json
import math
import os
import re
import stat
import sys
from collections import Counter
from pathlib import Path

from referee.words.problems import Problem
from referee.words.texts import Text, text

STANDARD_INPUT = "-"
MAX_BYTES = 2_000_000  # five times the largest possible position
MAX_DIGITS = 18  # no format has longer whole numbers, and int() is slow on thousands of digits
MAX_DEPTH = 100  # formats nest at most ten levels

_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_BRACKETS_OR_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


def source_name(path: str | Path) -> Text | str:
    """Return the name of a file for use in a sentence; the path `-` means standard input."""
    return text("cli.standard_input") if str(path) == STANDARD_INPUT else str(path) or '""'


def read_json_file(path: str | Path, name: Text | None = None) -> object:
    """Read and parse a JSON file, or standard input for `-`; raise a Problem if it is unreadable or invalid.

    Problems call the file by `name` if it is given: the path of an upload means nothing to the person who sent it.
    """
    return parse_json(read_bytes(path, name=name), name or source_name(path))


def read_bytes(path: str | Path, limit: int = MAX_BYTES, name: Text | str | None = None) -> bytes:
    """Read a whole file, or standard input for `-`; raise a Problem if it is unreadable or larger than `limit` bytes."""
    name = name or source_name(path)
    try:
        data = read_standard_input(limit + 1) if str(path) == STANDARD_INPUT else _read_start(path, limit + 1)
    except FileNotFoundError:
        raise Problem("no-such-file", text("cli.no_such_file", source=name)) from None
    except IsADirectoryError:
        raise Problem("is-a-folder", text("cli.is_a_folder", source=name)) from None
    except PermissionError:
        raise Problem("not-allowed", text("cli.not_allowed_to_read", source=name)) from None
    except (OSError, ValueError):  # ValueError: a name with a null byte
        raise Problem("cannot-read", text("cli.cannot_read", source=name)) from None
    if len(data) > limit:
        raise Problem("too-large", text("cli.too_large", source=name, megabytes=limit // 1_000_000))
    return data


def read_standard_input(length: int) -> bytes:
    """Read at most `length` bytes from standard input; raise a Problem if the process has no standard input."""
    if sys.stdin is None:
        raise Problem("no-standard-input", text("cli.no_standard_input"))
    return sys.stdin.buffer.read(length)


def _read_start(path: str | Path, length: int) -> bytes:
    with open(path, "rb") as file:
        mode = os.fstat(file.fileno())
        if stat.S_ISREG(mode.st_mode) and mode.st_size >= length:
            return bytes(length)  # too large anyway: not worth reading
        return file.read(length)


def parse_json(data: bytes, source: str | Text, any_numbers: bool = False) -> object:
    """Parse JSON strictly; raise a Problem for invalid JSON and for JSON that other programs might interpret differently.

    With `any_numbers`, accept every number that JSON Schema accepts and that fits into a float.
    """
    words = decode_text(data, source)
    if not words.strip():
        raise Problem("empty-file", text("cli.empty_file", source=source))
    _check_depth(words, source)
    checks = _AnyNumbers(source) if any_numbers else _Checks(source)
    try:
        value: object = json.loads(
            words,
            object_pairs_hook=checks.object_of,
            parse_int=checks.whole_number,
            parse_float=checks.decimal_number,
            parse_constant=checks.constant,
        )
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        raise Problem("not-json", text("cli.not_json", source=source, **place)) from None
    if _ESCAPED_SURROGATE.search(words):
        _check_letters(value, source)
    return value


def decode_text(data: bytes, source: str | Text) -> str:
    """Decode UTF-8 (with or without BOM), UTF-16 or UTF-32 and normalize line endings; raise a Problem if decoding fails."""
    try:
        words = data.decode(json.detect_encoding(data))
    except UnicodeDecodeError:
        raise Problem("not-text", text("cli.not_text", source=source)) from None
    return words.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _check_depth(words: str, source: str | Text) -> None:
    depth = 0
    for match in _BRACKETS_OR_STRING.finditer(words):
        first = match[0][0]
        if first in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise Problem("too-deep", text("cli.too_deep", source=source, depth=MAX_DEPTH))
        elif first in "]}":
            depth -= 1


def _check_letters(value: object, source: str | Text) -> None:
    """Raise a Problem for lone surrogates, which cannot be encoded as UTF-8."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Problem("half-a-letter", text("cli.half_a_letter", source=source)) from None


class _Checks:
    """Callbacks for the JSON parser that validate the objects and numbers of one input."""

    def __init__(self, source: str | Text) -> None:
        self.source = source

    def object_of(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        values = dict(pairs)
        if len(values) < len(pairs):
            twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
            raise Problem("repeated-key", text("cli.repeated_key", source=self.source, key=quoted(twice)))
        return values

    def whole_number(self, digits: str) -> int:
        if len(digits) > MAX_DIGITS:
            self.refuse_number(digits)
        return int(digits)

    def decimal_number(self, digits: str) -> float:
        if len(digits) > 2 * MAX_DIGITS or not re.fullmatch(r"-?\d+\.\d+", digits):
            self.refuse_number(digits)
        return float(digits)

    def constant(self, word: str) -> object:
        self.refuse_number(word)
        return None

    def refuse_number(self, word: str) -> None:
        raise Problem("bad-number", text("cli.bad_number", source=self.source, number=quoted(word)))


class _AnyNumbers(_Checks):
    """Callbacks that accept every number that JSON Schema accepts, within the range of a float; 3.0 is parsed as 3."""

    def whole_number(self, digits: str) -> int:
        return int(digits) if len(digits) <= MAX_DIGITS else self.decimal_number(digits)  # type: ignore[return-value]

    def decimal_number(self, digits: str) -> float:
        value = float(digits)
        if not math.isfinite(value):
            self.refuse_number(digits)
        return int(value) if value.is_integer() and abs(value) < 10**MAX_DIGITS else value


def quoted(value: object, longest: int = 40) -> str:
    """Return an input value as JSON on one line for quoting in a sentence, shortened to at most `longest` characters.

    The contents of an object or a list are replaced by an ellipsis.
    """
    if isinstance(value, (dict, list)):
        return "{...}" if isinstance(value, dict) else "[...]"
    words = json.dumps(value, ensure_ascii=False)
    if len(words) > longest:
        words = words[: longest - 4] + "..." + ('"' if isinstance(value, str) else "")
    return words
