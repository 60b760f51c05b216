"""The lists of current, archived and deleted games, and the search in one of these lists.

At home the games are filtered in Python, which takes milliseconds for a thousand rows; in a club, PostgreSQL searches and
counts.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, func, literal_column, select

from referee.rules.pieces import Colour
from web.games.schema import games, settings_of_game
from web.games.stamps import local_time
from web.games.store import Game, Revision, Store, game_of, read_cards


class GameListName(StrEnum):
    """A list of games: current, archived, or deleted but still restorable; "shelf" in HTTP and stored settings."""

    TABLE = "table"
    ARCHIVE = "archive"
    BIN = "bin"


@dataclass(frozen=True, slots=True)
class Search:
    """A search in one list for games whose texts contain every word, ignoring case and accents."""

    game_list: GameListName
    words: str = ""

    def finds(self, game: Game) -> bool:
        """Return whether a game is in the list and its texts contain every word."""
        if list_of(game) is not self.game_list:
            return False
        known = _plain(" ".join(_texts_of(game)))
        return all(word in known for word in _plain(self.words).split())


_SETTING = settings_of_game
_COMBINING = "[\u0300-\u036f]"  # the accents of letters after normalization
_ALL_TEXTS = func.concat_ws(
    " ",
    games.c.title,
    _SETTING["players"].as_string(),
    *(_SETTING[name].as_string() for name in ("place", "note", "board")),
    func.coalesce(_SETTING["date"].as_string(), func.left(games.c.created, 10)),
)


def find_games(store: Store, search: Search, most: int, skipped: int) -> tuple[tuple[tuple[Game, Revision], ...], int]:
    """Return one page of the games found by a search, with their current revisions, and the total number of games found.

    Games are listed most recently changed first; the first `skipped` are left out.
    """
    newest_first = select(games).where(store.door.sees(games.c.id)).order_by(games.c.changed.desc())
    with store.reading() as connection:
        if store.is_shared:
            return _find_on_server(connection, newest_first.where(*_conditions(search)), most, skipped)
        found = [row for row in connection.execute(newest_first).all() if _is_wanted(row, search)]
        return read_cards(connection, found[skipped : skipped + most]), len(found)


def _is_wanted(row: Row[Any], search: Search) -> bool:
    try:
        game = game_of(row)
    except json.JSONDecodeError:
        return False
    return isinstance(game.settings, dict) and search.finds(game)


def _find_on_server(
    connection: Connection, wanted: Select[Any], most: int, skipped: int
) -> tuple[tuple[tuple[Game, Revision], ...], int]:
    found: Sequence[Row[Any]] = connection.execute(wanted.limit(most).offset(skipped)).all()
    counted = select(func.count()).select_from(wanted.order_by(None).subquery())
    return read_cards(connection, found), int(connection.execute(counted).scalar_one())


def _conditions(search: Search) -> list[ColumnElement[bool]]:
    lower = func.replace(func.lower(func.normalize(_ALL_TEXTS, literal_column("NFKD"))), "ß", "ss")  # as casefold does
    plain = func.regexp_replace(lower, _COMBINING, "", "g")
    words = [plain.contains(word, autoescape=True) for word in _plain(search.words).split()]
    return [func.coalesce(_SETTING["shelf"].as_string(), GameListName.TABLE.value) == search.game_list.value, *words]


def list_of(game: Game) -> GameListName:
    """Return the list that a game is in."""
    return GameListName(game.settings.get("shelf", GameListName.TABLE))


def played_on(game: Game) -> str:
    """Return the date of a game as YYYY-MM-DD: the date that was entered, or the day on which the game was created."""
    return str(game.settings.get("date") or local_time(game.created)[:10])


def choices_for_rematch(game: Game) -> dict[str, Any]:
    """Return the choices for a new game with the same players and settings; the player after this game's first player starts."""
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
