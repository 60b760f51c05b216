"""Which of the six languages an answer is in, and the sentences for templates and scripts.

A choice kept in the cookie comes first, then what the browser says it prefers, then English; the programs' interface stays
English until it is asked for another language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flask import Flask, request

from referee.words.texts import LANGUAGE_NAMES, LANGUAGES, Text, catalogue, say

LANGUAGE_COOKIE = "terranova_lang"
ROOM = "web"


def chosen_language() -> str | None:
    """Return the language asked for in the address or kept in the cookie."""
    for wanted in (request.args.get("lang"), request.cookies.get(LANGUAGE_COOKIE)):
        if wanted in LANGUAGES:
            return wanted
    return None


def answer_language() -> str:
    """Return the language of this answer."""
    chosen = chosen_language()
    if chosen or request.path.startswith("/api/"):
        return chosen or "en"
    return request.accept_languages.best_match(LANGUAGES, "en")


def words_for(names: Iterable[str]) -> Mapping[str, str | Mapping[str, str]]:
    """Return sentences of the pages' room as they stand in the catalogue, for a page's script to fill in."""
    sentences = catalogue(ROOM, answer_language())
    return {name: sentences[name] for name in names}


def teach_templates(app: Flask) -> None:
    """Return templates the sentences and the languages."""

    def _sentence_of(name: str, /, **values: object) -> str:
        return say(Text(f"{ROOM}.{name}", values), answer_language())

    app.jinja_env.globals.update(
        t=_sentence_of,
        sentence=lambda words: say(words, answer_language()),
        languages=LANGUAGE_NAMES,
        words=words_for,
    )
    app.context_processor(lambda: {"lang": answer_language()})
