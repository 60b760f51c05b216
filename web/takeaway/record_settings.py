"""Parse the settings of an imported game: its players, board and mode, and the optional settings that the pages read.

Settings of newer versions are kept as they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from printables.artwork.palette import Ink
from referee.boards.board import Board
from referee.files.fields import (
    Location,
    take_decimal,
    take_list,
    take_map,
    take_object,
    take_string,
    take_word,
)
from referee.files.json_input import quoted
from referee.layout.papers import GREATEST_HEX_MM, LEAST_HEX_MM, PAPERS
from referee.rules.pieces import seats_for
from referee.rules.position import Edition
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.game_lists import GameListName
from web.games.practice import Practice
from web.games.table import HEX_DIGITS, Mode, board_named
from web.takeaway.record_fields import take_match, take_names

MOST_SETTINGS_LETTERS = 4000
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def read_settings(value: object, place: Location, boards: Mapping[str, tuple[str, Board]]) -> tuple[dict[str, Any], Board]:
    """Return the settings of a game, and the board they name; raise a Problem if they are invalid.

    `boards` maps the name of each included board to the name under which the board is saved and the board itself.
    """
    found = take_map(value, place)
    if len(json.dumps(found)) > MOST_SETTINGS_LETTERS:
        raise Problem("too-large", text("take.too_long", place=place.text, most=MOST_SETTINGS_LETTERS))
    if any("\0" in words for words in _strings_in(found)):  # PostgreSQL could not search any game's settings
        raise Problem("bad-word", text("take.bad_value", place=place.text, given=quoted("\0")))
    settings = {**take_object({key: found.get(key) for key in ("players", "board", "mode")}, place, ("players", "board", "mode"))}
    names = take_names(take_list(settings["players"], place.key("players")), place.key("players"))
    mode = take_word(settings["mode"], place.key("mode"), tuple(Mode))
    given = take_string(settings["board"], place.key("board"))
    name, board = boards.get(given) or (given, board_named(given))
    if found.get("first") is not None:
        take_word(found["first"], place.key("first"), seats_for(len(names)))
    for key, words in _NEVER_NULL.items():
        if key in found:
            take_word(found[key], place.key(key), words)
    for key, take in _CHOICES.items():
        if found.get(key) is not None:
            take(found[key], place.key(key))
    return {**found, "players": list(names), "board": name, "mode": mode.value}, board


def _strings_in(value: object) -> Iterator[str]:
    """Yield all strings in a JSON value, including keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from (key, *_strings_in(item))
    elif isinstance(value, list):
        for item in value:
            yield from _strings_in(item)


def _take_hex_mm(value: object, place: Location) -> None:
    length = take_decimal(value, place, LEAST_HEX_MM, GREATEST_HEX_MM)
    if round(length, HEX_DIGITS) != length:  # more digits fit neither the printed code nor the address of the board's drawing
        raise Problem("bad-word", text("take.bad_value", place=place.text, given=quoted(value)))


def _take_taught(value: object, place: Location) -> None:
    for profile, photos in take_map(value, place).items():
        at = place.key(profile)
        for number, photo in enumerate(take_list(photos, at)):
            take_string(photo, at.item(number))


# The optional settings that pages and use cases read.
_NEVER_NULL: Mapping[str, tuple[str, ...]] = {"edition": tuple(Edition), "shelf": tuple(GameListName)}
_CHOICES: Mapping[str, Callable[[object, Location], object]] = {
    "paper": lambda value, place: take_word(value, place, tuple(PAPERS)),
    "ink": lambda value, place: take_word(value, place, tuple(Ink)),
    "hex_mm": _take_hex_mm,
    "practice": lambda value, place: take_word(value, place, tuple(Practice)),
    "date": lambda value, place: take_match(_DATE, value, place),
    "place": take_string,
    "note": take_string,
    "profile": take_string,
    "taught": _take_taught,
}
