"""The three lists that games are sorted into, and the search in one of them. No storage, no requests."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from referee.rules.pieces import Colour
from web.games.store import Game


class Shelf(StrEnum):
    """The three lists of games: current games, archived games, and deleted games that can still be restored."""

    TABLE = "table"
    ARCHIVE = "archive"
    BIN = "bin"


@dataclass(frozen=True, slots=True)
class Search:
    """A search in one list for games whose texts contain every word, ignoring case and accents."""

    shelf: Shelf
    words: str = ""

    def finds(self, game: Game) -> bool:
        """Return whether a game is in the list and its texts contain every word."""
        if shelf_of(game) is not self.shelf:
            return False
        known = _plain(" ".join(_texts_of(game)))
        return all(word in known for word in _plain(self.words).split())


def shelf_of(game: Game) -> Shelf:
    """Return the list that a game is in."""
    return Shelf(game.settings.get("shelf", Shelf.TABLE))


def played_on(game: Game) -> str:
    """Return the date of a game as YYYY-MM-DD: the one that was entered, or the day it was created."""
    return str(game.settings.get("date") or game.created[:10])


def choices_for_rematch(game: Game) -> dict[str, Any]:
    """Return the choices for a new game with the same players and settings, in which the next seat starts."""
    playing = list(Colour)[: len(game.settings["players"])]
    first = playing.index(Colour(game.settings.get("first", playing[0])))
    kept = {name: game.settings.get(name) for name in ("players", "board", "edition", "mode", "paper", "ink", "hex_mm")}
    return {**kept, "first": playing[(first + 1) % len(playing)].value}


def _texts_of(game: Game) -> list[str]:
    given = [game.settings.get(name) or "" for name in ("place", "note", "board")]
    return [game.title, *game.settings.get("players", ()), *given, played_on(game)]


def _plain(words: str) -> str:
    decomposed = unicodedata.normalize("NFKD", words.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
