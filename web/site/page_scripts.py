"""The dependencies of a page's script: the modules to preload, and the sentences that the modules use.

Modules and sentences are found in the source of the scripts, so that templates need not list them. A script is assumed to use
every sentence whose key it quotes. A page contains the sentences of its statically imported modules. The sentences
of dynamically imported modules are fetched in one request, together with the first of these modules.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256

from flask import Flask

from referee.words.texts import LANGUAGES, catalogue
from web.site.errors import no_such_page
from web.site.languages import ROOM, answer_language
from web.site.static_files import VERSION_LETTERS, static_files

_IMPORTED = re.compile(r"""^(?:import|export)\b[^'"()]*?["'](\.[^'"]+)["']""", re.MULTILINE)
_LOADED_LATER = re.compile(r"""\bimport\(\s*["'](\.[^'"]+)["']\s*\)""")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)  # comments import types that no browser needs
_QUOTED = re.compile(r"""["'`]([a-z][a-z0-9_]*)["'`]""")
FOLDER = "js"
Sentences = Mapping[str, str | Mapping[str, str]]


@cache
def modules_of(script: str) -> tuple[str, ...]:
    """Return the modules that a script imports statically, directly or indirectly, excluding the script."""
    return tuple(name for name in _reach(script, with_later=False) if name != script)


@cache
def _reach(script: str, with_later: bool) -> tuple[str, ...]:
    found = [script]
    for name in found:
        source = _source(name)
        links = _IMPORTED.findall(source) + (_LOADED_LATER.findall(source) if with_later else [])
        for link in links:
            reached = posixpath.normpath(posixpath.join(posixpath.dirname(name), link))
            if reached not in found:
                found.append(reached)
    return tuple(found)


def _source(name: str) -> str:
    return _COMMENT.sub("", static_files()[f"{FOLDER}/{name}"].plain.decode("utf-8"))


@cache
def _names_in(script: str, with_later: bool) -> frozenset[str]:
    return frozenset(word for name in _reach(script, with_later) for word in _QUOTED.findall(_source(name)))


def script_sentences(script: str) -> Sentences:
    """Return the sentences that a script and its statically imported modules use, by key, in the language of the response."""
    names = _names_in(script, with_later=False)
    return {name: sentence for name, sentence in catalogue(ROOM, answer_language()).items() if name in names}


def later_sentences(script: str, language: str) -> Sentences:
    """Return the additional sentences of the modules that a script imports dynamically, by key.

    Raise a Problem if there is no such script or language.
    """
    if f"{FOLDER}/{script}" not in static_files() or not script.endswith(".js") or language not in LANGUAGES:
        raise no_such_page()
    names = _names_in(script, with_later=True) - _names_in(script, with_later=False)
    return {name: sentence for name, sentence in catalogue(ROOM, language).items() if name in names}


@cache
def later_version(script: str, language: str) -> str:
    """Return a short hash of the sentences that `later_sentences` returns."""
    return sha256(json.dumps(later_sentences(script, language)).encode()).hexdigest()[:VERSION_LETTERS]


def later_words_address(script: str) -> str | None:
    """Return the URL of the sentences used by modules that a script imports dynamically, or None if there are none."""
    language = answer_language()
    if not later_sentences(script, language):
        return None
    return f"/words/{later_version(script, language)}/{language}/{script}"


def register_scripts(app: Flask) -> None:
    """Make available to templates the modules and sentences of scripts, and a filter that merges mappings."""
    app.jinja_env.globals.update(
        modules_of=modules_of, script_sentences=script_sentences, later_words_address=later_words_address
    )
    app.jinja_env.filters["merged"] = lambda one, other: {**one, **other}
