"""The sentences shown to users, in six languages.

A `Text` holds the key and values of a sentence. The sentence is formatted only when displayed, so it can be shown in any
language. The catalogues are the files `catalogues/<catalogue>/<language>.json`. This module knows neither rules nor boards.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

# The name of each language in that language.
LANGUAGE_NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "fi": "Suomi", "it": "Italiano", "hu": "Magyar"}
LANGUAGES = tuple(LANGUAGE_NAMES)
POINT_LANGUAGES = ("en",)  # languages with a decimal point; the others use a comma


@dataclass(frozen=True, slots=True)
class Text:
    """The key of a sentence, `catalogue.name`, with the values for its placeholders."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decimal:
    """A number written with a decimal point, such as `31.5`; formatting replaces the point in languages with a decimal comma."""

    digits: str


def text(key: str, /, **values: object) -> Text:
    """Return a Text; a value can be another Text, a Decimal, a number, a string, or a list or tuple of such values."""
    return Text(key, values)


@cache
def catalogue(room: str, language: str) -> Mapping[str, str | Mapping[str, str]]:
    """Load the sentences of one catalogue in one language."""
    source = files("referee.words") / "catalogues" / room / f"{language}.json"
    loaded: Mapping[str, str | Mapping[str, str]] = json.loads(source.read_text(encoding="utf-8"))
    return loaded


def say(sentence: Text, language: str = "en") -> str:
    """Format a sentence in a language.

    An entry with plural forms is an object such as `{"by": "count", "one": "...", "other": "..."}`. The value of the placeholder
    named by `by` selects the form.
    """
    room, _, name = sentence.key.partition(".")
    entry = catalogue(room, language)[name]
    if not isinstance(entry, str):
        entry = entry[plural_form(sentence.values[entry["by"]], language)]
    return entry.format_map({name: _word(value, language) for name, value in sentence.values.items()})


def say_in_all_languages(sentence: Text) -> dict[str, str]:
    """Format a sentence in every language, by language."""
    return {language: say(sentence, language) for language in LANGUAGES}


def write_decimals(digits: str, language: str) -> str:
    """Return a number written with a decimal point, with the decimal separator of a language instead."""
    return digits if language in POINT_LANGUAGES else digits.replace(".", ",")


def plural_form(count: object, language: str) -> str:
    """Return the plural form for a number: "one" for 1 (in French also for 0), otherwise "other"."""
    if language == "fr":
        return "one" if count in (0, 1) else "other"
    return "one" if count == 1 else "other"


def _word(value: object, language: str) -> str:
    if isinstance(value, Text):
        return say(value, language)
    if isinstance(value, Decimal):
        return write_decimals(value.digits, language)
    if isinstance(value, (list, tuple)):
        return ", ".join(_word(item, language) for item in value)
    return str(value)
