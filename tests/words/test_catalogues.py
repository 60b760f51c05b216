"""The six catalogues agree: no sentence is missing, unused or untranslated, and no placeholder is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from string import Formatter

import pytest

from referee.layout.papers import mm_text
from referee.words.texts import LANGUAGES, catalogue, plural_form, say, text
from tests.words.keys_in_code import PAGES_ROOM, TEXTS, calls, named_keys, names_said_in_templates, page_names, rooms

Entry = str | Mapping[str, str]


def placeholders(entry: Entry) -> frozenset[str]:
    forms = [entry] if isinstance(entry, str) else [words for form, words in entry.items() if form != "by"]
    return frozenset(name for form in forms for _, name, _, _ in Formatter().parse(form) if name is not None)


def all_entries() -> list[tuple[str, str, str, Entry]]:
    return [
        (room, language, name, entry)
        for room in rooms()
        for language in LANGUAGES
        for name, entry in catalogue(room, language).items()
    ]


@pytest.mark.parametrize("room", rooms())
def test_room_has_exactly_the_six_languages(room: str) -> None:
    assert {path.name for path in (TEXTS / room).iterdir()} == {f"{language}.json" for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", rooms())
def test_every_language_has_the_same_keys(room: str, language: str) -> None:
    assert set(catalogue(room, language)) == set(catalogue(room, "en"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", rooms())
def test_no_placeholder_is_lost(room: str, language: str) -> None:
    lost = {
        name: (placeholders(entry), placeholders(catalogue(room, "en")[name]))
        for name, entry in catalogue(room, language).items()
        if placeholders(entry) != placeholders(catalogue(room, "en")[name])
    }
    assert not lost


def test_no_key_is_given_twice() -> None:
    def refuse_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len(dict(pairs)) == len(pairs), pairs
        return dict(pairs)

    for path in TEXTS.rglob("*.json"):
        json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=refuse_twice)


def test_plural_forms_are_complete() -> None:
    for room, language, name, entry in all_entries():
        if isinstance(entry, str):
            continue
        assert set(entry) == {"by", "one", "other"}, (room, language, name)
        assert all(isinstance(words, str) and words for words in entry.values()), (room, language, name)


def test_number_that_chooses_a_form_is_filled_in_wherever_it_is_needed() -> None:
    by_key = {call.key: call for call in calls() if call.values is not None}
    for room, language, name, entry in all_entries():
        call = by_key.get(f"{room}.{name}")
        if not isinstance(entry, str) and call is not None:
            assert call.values is not None
            assert entry["by"] in call.values, (language, call)


def test_every_call_fills_in_every_placeholder() -> None:
    for call in calls():
        room, _, name = call.key.partition(".")
        if room in rooms() and call.values:
            assert placeholders(catalogue(room, "en")[name]) <= call.values, call


def test_no_key_is_missing() -> None:
    known = {f"{room}.{name}" for room in rooms() for name in catalogue(room, "en")}
    assert sorted({call.key for call in calls()} - known) == []


def test_no_sentence_of_the_pages_is_missing() -> None:
    known = set(catalogue(PAGES_ROOM, "en")) if PAGES_ROOM in rooms() else set()
    assert not names_said_in_templates() - known


def test_no_key_is_unused() -> None:
    known = {f"{room}.{name}" for room in rooms() for name in catalogue(room, "en")}
    named = named_keys() | {f"{PAGES_ROOM}.{name}" for name in page_names()}
    assert sorted(known - named) == []


def test_no_sentence_is_empty_or_runs_over_lines() -> None:
    for room, language, name, entry in all_entries():
        forms = [entry] if isinstance(entry, str) else list(entry.values())
        for words in forms:
            assert words, (room, language, name)
            assert words == words.strip(), (room, language, name)


def words_of(entry: Entry) -> int:
    """Count the words of an entry's longest form, without placeholders."""
    forms = [entry] if isinstance(entry, str) else list(entry.values())
    return max(len(re.findall(r"[^\W\d_]{2,}", re.sub(r"{\w+}", "", form))) for form in forms)


def test_sentences_are_translated() -> None:
    """A sentence identical to the English one is untranslated; a few words may be the same in both."""
    forgotten = [
        (room, language, name)
        for room, language, name, entry in all_entries()
        if language != "en" and words_of(entry) > 3 and entry == catalogue(room, "en")[name]
    ]
    assert forgotten == []


@pytest.mark.parametrize(
    ("language", "count", "form"),
    [("en", 0, "other"), ("en", 1, "one"), ("en", 2, "other"), ("fr", 0, "one"), ("fr", 1, "one"), ("fi", 5, "other")],
)
def test_number_chooses_its_form(language: str, count: int, form: str) -> None:
    assert plural_form(count, language) == form


def test_sentence_takes_words_numbers_lists_and_other_sentences() -> None:
    inner = text("cli.standard_input")
    assert say(text("cli.place", source=inner, path=["a", "b"])) == "standard input: a, b"
    assert say(text("cli.place", source=inner, path=3), "de") == "Standardeingabe: 3"


@pytest.mark.parametrize("language", LANGUAGES)
def test_value_that_looks_like_a_placeholder_is_left_alone(language: str) -> None:
    assert "{cells}{0}%s" in say(text("cli.is_a_folder", source="{cells}{0}%s"), language)


@pytest.mark.parametrize(("language", "words"), [("en", "31.5 mm"), ("de", "31,5 mm"), ("hu", "31,5 mm-es")])
def test_decimals_are_written_as_the_language_writes_them(language: str, words: str) -> None:
    sentence = say(text("print.step_check_screw", hex=mm_text(31.5)), language)
    assert words in sentence.replace("\N{NO-BREAK SPACE}", " ")
