"""Every sentence a person reads, in six languages.

A `Text` names a sentence and carries what is to be filled in; it becomes words only where somebody reads it, so the same
value can be shown in any language. Catalogues live in `catalogues/<room>/<language>.json`, one room for each part of the product;
this module knows neither rules nor boards.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "de", "fr", "fi", "it", "hu")
POINT_LANGUAGES = ("en",)  # which write 1.5; the others write 1,5


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence by its key, `room.name`, with the values that fill its placeholders."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decimal:
    """A number with a decimal point, such as `31.5`; in a sentence it gets a comma where the language writes one."""

    digits: str


def text(key: str, /, **values: object) -> Text:
    """Name a sentence; a value may itself be a Text, a number, a word, or a sequence of these."""
    return Text(key, values)


@cache
def catalogue(room: str, language: str) -> Mapping[str, str | Mapping[str, str]]:
    """Read the sentences of one room in one language."""
    source = files("referee.words") / "catalogues" / room / f"{language}.json"
    loaded: Mapping[str, str | Mapping[str, str]] = json.loads(source.read_text(encoding="utf-8"))
    return loaded


def say(sentence: Text, language: str = "en") -> str:
    """Put a sentence into words.

    An entry with plural forms is an object `{"by": "count", "one": "...", "other": "..."}`: the number filled in for `by`
    chooses the form.
    """
    room, _, name = sentence.key.partition(".")
    entry = catalogue(room, language)[name]
    if not isinstance(entry, str):
        entry = entry[plural_form(sentence.values[entry["by"]], language)]
    return entry.format_map({name: _word(value, language) for name, value in sentence.values.items()})


def plural_form(count: object, language: str) -> str:
    """Return which form a number takes: French says one for 0 as well, Hungarian keeps the noun single after a number."""
    if language == "fr":
        return "one" if count in (0, 1) else "other"
    return "one" if count == 1 else "other"


def _word(value: object, language: str) -> str:
    if isinstance(value, Text):
        return say(value, language)
    if isinstance(value, Decimal):
        return value.digits if language in POINT_LANGUAGES else value.digits.replace(".", ",")
    if isinstance(value, (list, tuple)):
        return ", ".join(_word(item, language) for item in value)
    return str(value)
