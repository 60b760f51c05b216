"""The language of a response, and the sentences for templates and scripts.

A language in the query string takes precedence, then the cookie's, then the browser's Accept-Language, then English. The API
ignores Accept-Language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flask import Flask, request

from referee.words.texts import LANGUAGE_NAMES, LANGUAGES, Text, catalogue, say

LANGUAGE_COOKIE = "terranova_lang"
ROOM = "web"


def chosen_language() -> str | None:
    """Return the language from the query string or the cookie, or None if neither names a supported language."""
    for wanted in (request.args.get("lang"), request.cookies.get(LANGUAGE_COOKIE)):
        if wanted in LANGUAGES:
            return wanted
    return None


def answer_language() -> str:
    """Return the language of the response to the current request."""
    chosen = chosen_language()
    if chosen or request.path.startswith("/api/"):
        return chosen or "en"
    return request.accept_languages.best_match(LANGUAGES, "en")


def words_for(names: Iterable[str]) -> Mapping[str, str | Mapping[str, str]]:
    """Return the named sentence templates of the web catalogue, for a page's script to fill in."""
    sentences = catalogue(ROOM, answer_language())
    return {name: sentences[name] for name in names}


def register_languages(app: Flask) -> None:
    """Make sentences and languages available to templates."""

    def _sentence_of(name: str, /, **values: object) -> str:
        return say(Text(f"{ROOM}.{name}", values), answer_language())

    app.jinja_env.globals.update(
        t=_sentence_of,
        sentence=lambda words: say(words, answer_language()),
        languages=LANGUAGE_NAMES,
        words=words_for,
    )
    app.context_processor(lambda: {"lang": answer_language()})
