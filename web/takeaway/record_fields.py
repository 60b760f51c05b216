"""Validate the names, ids and times in an imported game.

They have to be printable and storable in every database, whatever program wrote the file.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime

from referee.files.fields import Location, take_string
from referee.files.json_input import quoted
from referee.rules.pieces import Colour
from referee.words.problems import Problem
from referee.words.texts import text

LONGEST_LINE = 80
_UNPRINTABLE = ("Cc", "Cs", "Zl", "Zp")
# `datetime` reads more forms, some with characters that a database refuses; times are also compared as text.
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})")


def take_line(value: object, place: Location) -> str:
    """Return a name or title; raise a Problem unless it is a printable line of at most LONGEST_LINE characters."""
    line = take_string(value, place)
    if len(line) > LONGEST_LINE or any(unicodedata.category(letter) in _UNPRINTABLE for letter in line):
        raise Problem("bad-word", text("take.bad_value", place=place.text, given=quoted(line)))
    return line


def take_names(value: Sequence[object], place: Location) -> tuple[str, ...]:
    """Return the players' names; raise a Problem unless there are two to four names, not blank and different ignoring case."""
    names = tuple(take_line(name, place.item(number)) for number, name in enumerate(value))
    if not 2 <= len(names) <= len(Colour):
        raise Problem("wrong-players", text("serve.wrong_number_of_names", given=len(names)))
    if not all(name.strip() for name in names) or len({name.casefold() for name in names}) < len(names):
        raise Problem("names-alike", text("serve.names_differ"))
    return names


def take_match(pattern: re.Pattern[str], value: object, place: Location) -> str:
    """Return a string that matches a pattern as a whole; raise a Problem if the value is anything else."""
    word = take_string(value, place)
    if not pattern.fullmatch(word):
        raise Problem("bad-word", text("take.bad_value", place=place.text, given=quoted(word)))
    return word


def take_time(value: object, place: Location) -> str:
    """Return a time in ISO format with its offset from UTC; raise a Problem if the value is anything else."""
    given = take_match(_TIME, value, place)
    try:
        datetime.fromisoformat(given)
    except ValueError:
        raise Problem("bad-word", text("take.bad_value", place=place.text, given=quoted(given))) from None
    return given
