"""The dependencies of a page's script: the modules to preload, and the sentences they use.

Both are read from the scripts themselves, so that no template has to list them. A script is taken to use every sentence whose key
it quotes.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from functools import cache

from flask import Flask

from referee.words.texts import catalogue
from web.site.languages import ROOM, answer_language
from web.site.static_files import static_files

_IMPORTED = re.compile(r"""^(?:import|export)\b[^'"()]*?["'](\.[^'"]+)["']""", re.MULTILINE)
_LOADED_LATER = re.compile(r"""\bimport\(\s*["'](\.[^'"]+)["']\s*\)""")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)  # comments import types that no browser needs
_QUOTED = re.compile(r"""["'`]([a-z][a-z0-9_]*)["'`]""")
FOLDER = "js"


@cache
def modules_of(script: str) -> tuple[str, ...]:
    """Return the modules that a script imports statically, directly or indirectly, excluding itself."""
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
def _names_in(script: str) -> frozenset[str]:
    return frozenset(word for name in _reach(script, with_later=True) for word in _QUOTED.findall(_source(name)))


def script_sentences(script: str) -> Mapping[str, str | Mapping[str, str]]:
    """Return the sentences that a script and its modules use, by key, in the language of the response."""
    sentences = catalogue(ROOM, answer_language())
    names = _names_in(script)
    return {name: sentence for name, sentence in sentences.items() if name in names}


def register_scripts(app: Flask) -> None:
    """Make the modules and sentences of scripts available to templates."""
    app.jinja_env.globals.update(modules_of=modules_of, script_sentences=script_sentences)
    app.jinja_env.filters["merged"] = lambda one, other: {**one, **other}
