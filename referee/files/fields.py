"""Validate values in JSON input, such as objects with known keys, whole numbers and strings from a list.

If a value is invalid, the `take_` functions raise a Problem that gives the location of the value. This module does not know what
the fields mean.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypeVar

from referee.files.json_input import quoted
from referee.words.problems import Problem
from referee.words.texts import Text, text

MAX_WHOLE = 1_000_000_000
_MOST_NAMED = 5  # unknown keys named in one sentence
Word = TypeVar("Word", bound=str)


@dataclass(frozen=True, slots=True)
class Location:
    """The location of a value in the input: the name of the file or other source, and the path of keys within that source."""

    source: str | Text
    path: str = ""

    def key(self, key: str) -> Location:
        """Return the location of the value of a key, if this is the location of an object."""
        return Location(self.source, f"{self.path}.{key}" if self.path else key)

    def item(self, number: int) -> Location:
        """Return the location of an item by 0-based index, if this is the location of a list; messages show 1-based indices."""
        return Location(self.source, f"{self.path}[{number + 1}]")

    @property
    def text(self) -> Text | str:
        """The location as text for the beginning of a sentence."""
        return text("cli.place", source=self.source, path=self.path) if self.path else self.source


def take_object(
    value: object, place: Location, required: Collection[str], optional: Collection[str] = ()
) -> Mapping[str, object]:
    """Return the value as an object; raise a Problem if it is not an object, lacks a required key or has an unknown key."""
    found = take_map(value, place)
    unknown = [key for key in found if key not in required and key not in optional]
    if unknown:
        named = [quoted(key) for key in unknown[:_MOST_NAMED]]
        raise Problem("unknown-key", text("cli.unknown_key", place=place.text, keys=named, n=len(unknown)))
    missing = [quoted(key) for key in required if key not in found]
    if missing:
        raise Problem("missing-key", text("cli.missing_key", place=place.text, keys=missing, n=len(missing)))
    return found


def take_map(value: object, place: Location) -> Mapping[str, object]:
    """Return the value as an object without checking its keys; raise a Problem if it is not an object."""
    if not isinstance(value, dict):
        raise Problem("wrong-type", text("cli.not_an_object", place=place.text, value=quoted(value)))
    return value


def take_list(value: object, place: Location) -> list[object]:
    """Return the value; raise a Problem if it is not a list."""
    if not isinstance(value, list):
        raise Problem("wrong-type", text("cli.not_a_list", place=place.text, value=quoted(value)))
    return value


def take_string(value: object, place: Location) -> str:
    """Return the value; raise a Problem if it is not a string."""
    if not isinstance(value, str):
        raise Problem("wrong-type", text("cli.not_a_string", place=place.text, value=quoted(value)))
    return value


def take_whole(value: object, place: Location, low: int = 0, high: int = MAX_WHOLE) -> int:
    """Return the value if it is a whole number from `low` to `high`; otherwise raise a Problem.

    Booleans and numbers with a decimal point, such as 3.0, are not accepted.
    """
    if type(value) is not int or not low <= value <= high:
        raise Problem("not-a-number", text("cli.not_whole", place=place.text, value=quoted(value), low=low, high=high))
    return value


def take_decimal(value: object, place: Location, low: float, high: float) -> float:
    """Return the value as a float if it is a number from `low` to `high`; otherwise raise a Problem.

    Booleans are not accepted.
    """
    if type(value) not in (int, float) or not low <= value <= high:  # type: ignore[operator]
        raise Problem("not-a-number", text("cli.not_decimal", place=place.text, value=quoted(value), low=low, high=high))
    return float(value)  # type: ignore[arg-type]


def take_word(value: object, place: Location, words: Collection[Word]) -> Word:
    """Return the element of `words` that equals the value; raise a Problem if there is no such element."""
    for word in words:
        if value == word:
            return word
    raise Problem("unknown-word", text("cli.unknown_word", place=place.text, value=quoted(value), words=list(words)))


def take_format(fields: Mapping[str, object], place: Location, wanted: str) -> None:
    """Raise a Problem unless an object declares the expected format."""
    if "format" not in fields:
        raise Problem("missing-key", text("cli.missing_key", place=place.text, keys=[quoted("format")], n=1))
    if (found := fields["format"]) != wanted:
        raise Problem("wrong-format", text("cli.wrong_format", place=place.text, value=quoted(found), format=wanted))
