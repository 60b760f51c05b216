"""Takes apart JSON that was handed in: objects with known keys, whole numbers, words from a list.

Each function gives the value with its type, or refuses it with a sentence that names the file, the field and what stands
there. What the fields mean is not known here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypeVar

from referee.files.json_input import shown
from referee.words.problems import Problem
from referee.words.texts import Text, text

MAX_WHOLE = 1_000_000_000
_MOST_NAMED = 5  # unknown keys named in one sentence
Word = TypeVar("Word", bound=str)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value lies: the file (or what it is called in a sentence) and the path of keys that leads to it."""

    source: str | Text
    path: str = ""

    def key(self, key: str) -> Place:
        """Step into an object."""
        return Place(self.source, f"{self.path}.{key}" if self.path else key)

    def item(self, number: int) -> Place:
        """Step into a list; people count from 1."""
        return Place(self.source, f"{self.path}[{number + 1}]")

    @property
    def said(self) -> Text | str:
        """Gives the place as the opening of a sentence."""
        return text("cli.place", source=self.source, path=self.path) if self.path else self.source


def take_object(value: object, place: Place, required: Collection[str], optional: Collection[str] = ()) -> Mapping[str, object]:
    """Take an object that has all required keys and none but the required and the optional ones."""
    found = take_map(value, place)
    unknown = [key for key in found if key not in required and key not in optional]
    if unknown:
        named = [shown(key) for key in unknown[:_MOST_NAMED]]
        raise Problem("unknown-key", text("cli.unknown_key", place=place.said, keys=named, n=len(unknown)))
    missing = [shown(key) for key in required if key not in found]
    if missing:
        raise Problem("missing-key", text("cli.missing_key", place=place.said, keys=missing, n=len(missing)))
    return found


def take_map(value: object, place: Place) -> Mapping[str, object]:
    """Take an object whose keys the caller looks at."""
    if not isinstance(value, dict):
        raise Problem("wrong-type", text("cli.not_an_object", place=place.said, value=shown(value)))
    return value


def take_list(value: object, place: Place) -> list[object]:
    """Take a list."""
    if not isinstance(value, list):
        raise Problem("wrong-type", text("cli.not_a_list", place=place.said, value=shown(value)))
    return value


def take_string(value: object, place: Place) -> str:
    """Take a string."""
    if not isinstance(value, str):
        raise Problem("wrong-type", text("cli.not_a_string", place=place.said, value=shown(value)))
    return value


def take_whole(value: object, place: Place, low: int = 0, high: int = MAX_WHOLE) -> int:
    """Take a whole number between two bounds, both allowed; true and 3.0 are none."""
    if type(value) is not int or not low <= value <= high:
        raise Problem("not-a-number", text("cli.not_whole", place=place.said, value=shown(value), low=low, high=high))
    return value


def take_word(value: object, place: Place, words: Collection[Word]) -> Word:
    """Take one of a few words."""
    for word in words:
        if value == word:
            return word
    raise Problem("unknown-word", text("cli.unknown_word", place=place.said, value=shown(value), words=list(words)))


def take_format(fields: Mapping[str, object], place: Place, wanted: str) -> None:
    """Make sure that an object says it is of the wanted format."""
    if "format" not in fields:
        raise Problem("missing-key", text("cli.missing_key", place=place.said, keys=[shown("format")], n=1))
    if (found := fields["format"]) != wanted:
        raise Problem("wrong-format", text("cli.wrong_format", place=place.said, value=shown(found), format=wanted))
