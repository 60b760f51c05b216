"""Parse the fields of query strings and forms; JSON bodies are parsed in `bodies.py`.

Each `take_` function returns a checked value, or raises a Problem.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from referee.files.fields import take_whole, take_word
from referee.files.json_input import quoted
from referee.rules.pieces import PIONEERS_EACH
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.game_lists import GameListName, Search
from web.games.requests import REQUEST
from web.games.store import MOST_GAMES
from web.games.table import board_named
from web.site.bodies import clean_words, take_save_id
from web.site.schemas import LARGEST_REVISION_NUMBER

MOST_PAGES = 1000
HISTORY_PART, LARGEST_PART = 200, 500
LONGEST_SEARCH = 200


@dataclass(frozen=True, slots=True)
class GamesPage:
    """A page of the list of games: the largest number of games on a page, and the 1-based number of the page."""

    most: int
    number: int

    @property
    def skipped(self) -> int:
        """The number of games on earlier pages."""
        return (self.number - 1) * self.most


@dataclass(frozen=True, slots=True)
class Part:
    """A page of a history: the newest `most` revisions, counting only those before the revision `before` if it is not None."""

    most: int = HISTORY_PART
    before: int | None = None


def take_read_options(form: MultiDict[str, str]) -> dict[str, Any]:
    """Parse the optional board and number of players sent with a photo that belongs to no game."""
    refuse_unknown_fields(form, ("board", "players"))
    options: dict[str, Any] = {}
    if "board" in form:
        options["board"] = board_named(form["board"]).name
    if "players" in form:
        if form["players"] not in {str(number) for number in PIONEERS_EACH}:
            raise Problem("wrong-players", text("serve.wrong_number_of_names", given=quoted(form["players"])))
        options["players"] = int(form["players"])
    return options


def take_upload_fields(form: MultiDict[str, str]) -> tuple[str, int]:
    """Parse the form fields of a game's photo: the upload id and the revision that the photo follows."""
    refuse_unknown_fields(form, ("upload", "from"))
    started_from = form.get("from", "")
    if not (started_from.isascii() and started_from.isdigit() and len(started_from) < 8):
        raise Problem("not-a-number", text("serve.bad_from", given=quoted(started_from)))
    return take_save_id(form.get("upload", ""), REQUEST.key("upload")), int(started_from)


def take_part(query: Mapping[str, str]) -> Part:
    """Parse the query string for the requested part of a history."""
    most = _take_number(query, "limit", 1, LARGEST_PART) or HISTORY_PART
    return Part(most, _take_number(query, "before", 0, LARGEST_REVISION_NUMBER))


def take_page(query: Mapping[str, str]) -> int:
    """Parse the query string for the number of a page of a list; 1 by default."""
    return _take_number(query, "page", 1, MOST_PAGES) or 1


def take_games_page(query: Mapping[str, str]) -> GamesPage:
    """Parse the query string for the requested page of the list of games."""
    return GamesPage(_take_number(query, "limit", 1, MOST_GAMES) or MOST_GAMES, take_page(query))


def take_search(query: Mapping[str, str]) -> Search:
    """Parse the query string for the list to show and the words to search for.

    The default is the list of current games, without a search.
    """
    chosen = take_word(query.get("shelf", GameListName.TABLE), REQUEST.key("shelf"), tuple(GameListName))
    return Search(chosen, clean_words(query.get("q", ""), LONGEST_SEARCH))


def take_start(query: Mapping[str, str], here: int) -> int:
    """Parse the query string for the revision that a turn or a photo follows; the default is `here`."""
    started_from = _take_number(query, "from", 0, LARGEST_REVISION_NUMBER)
    return here if started_from is None else started_from


def take_corrected(query: Mapping[str, str]) -> int | None:
    """Parse the query string, and return the number of the revision that a turn corrects, or None if it is not given."""
    return _take_number(query, "corrects", 0, LARGEST_REVISION_NUMBER)


def take_moment(query: Mapping[str, str]) -> int | None:
    """Parse the query string, and return the number of the revision that a replay has to reach, or None if it is not given."""
    return _take_number(query, "to", 0, LARGEST_REVISION_NUMBER)


def _take_number(query: Mapping[str, str], name: str, low: int, high: int) -> int | None:
    given = query.get(name)
    if given is None:
        return None
    number = int(given) if re.fullmatch(r"[0-9]{1,7}", given) else given
    return take_whole(number, REQUEST.key(name), low, high)


def refuse_unknown_fields(form: MultiDict[str, Any], known: Collection[str]) -> None:
    """Raise a Problem for an unknown or duplicate form field."""
    for name, given in form.lists():
        if name not in known:
            raise Problem("unknown-key", text("serve.unknown_field", field=quoted(name)))
        _refuse_repeated(name, given)


def refuse_unknown_parameters(query: MultiDict[str, str], known: Mapping[str, bool]) -> None:
    """Raise a Problem for an unknown query parameter, or for a duplicate of one that must not be repeated."""
    for name, given in query.lists():
        if name not in known:
            raise Problem("unknown-key", text("serve.unknown_parameter", parameter=quoted(name)))
        if not known[name]:
            _refuse_repeated(name, given)


def _refuse_repeated(name: str, given: Sequence[object]) -> None:
    if len(given) > 1:
        raise Problem("repeated-key", text("cli.repeated_key", source=text("serve.request"), key=quoted(name)))
