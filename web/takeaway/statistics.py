"""Statistics of the stored games by player's name: games, wins, best territory, mean margin.

Only finished games that were not practice count for players. The statistics are computed on this computer and sent nowhere.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.formats.positions import position_from_json
from referee.rules.pieces import Colour
from referee.rules.scoring import find_end
from referee.words.problems import Problem
from referee.words.texts import POINT_LANGUAGES, text, write_decimals
from web.games.game_lists import played_on
from web.games.stamps import local_time
from web.games.store import MOST_GAMES, Store, StoredGame
from web.games.table import line_to

STATISTICS = "terranova-statistics/1"
MARGIN_DIGITS = 1
FORMULA_LETTERS = ("=", "+", "-", "@", "\t", "\r")
BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished game for each of its players, in seat order.

    `best` is the most points that each player got for one territory.
    """

    names: tuple[str, ...]
    scores: tuple[int, ...]
    wins: tuple[bool, ...]
    best: tuple[int, ...]


@dataclass(slots=True)
class PlayerStatistics:
    """The statistics of one player's finished games.

    A margin is the player's score minus the best score among the others, so it is negative for a player who is behind.
    """

    name: str
    games: int = 0
    wins: int = 0
    best_territory: int = 0
    margins: list[int] = field(default_factory=list)

    @property
    def mean_margin(self) -> float:
        """The mean margin, rounded to a tenth of a point."""
        return round(sum(self.margins) / len(self.margins), MARGIN_DIGITS)


@dataclass(frozen=True, slots=True)
class Statistics:
    """The number of stored games, the number of finished games that were not practice, and the players, most games first."""

    kept: int
    over: int
    players: tuple[PlayerStatistics, ...]


# By id, version and time of the last change: restoring a backup or importing a game repeats version numbers.
_results: dict[tuple[str, int, str], Result | None] = {}


def read_statistics(store: Store) -> Statistics:
    """Return the statistics of a store; a game that cannot be read counts only as stored."""
    game_ids = store.game_ids()
    results = [result for game_id in game_ids if (result := _result_of(store, game_id)) is not None]
    return Statistics(len(game_ids), len(results), tuple(_add_up(results)))


def _result_of(store: Store, game_id: str) -> Result | None:
    try:
        game = store.game(game_id)
        key = (game_id, game.version, game.changed)
        if key not in _results:
            if len(_results) >= 2 * MOST_GAMES:
                _results.clear()
            _results[key] = result_of(store.read(game_id))
        return _results[key]
    except Problem:
        return None


def result_of(stored: StoredGame) -> Result | None:
    """Return the result of a game, or None if it is not finished or was a practice game."""
    line = line_to(stored.revisions, stored.game.revision)
    position = position_from_json(dict(line[-1].position), text("take.a_game")).position
    ended = find_end(position)
    if ended is None or "practice" in stored.game.settings:
        return None
    best: dict[Colour, int] = {}
    for revision in line:
        for settled in revision.record.settlements:
            for colour, points in settled.awards.items():
                best[colour] = max(best.get(colour, 0), points)
    return Result(
        names=tuple(stored.game.settings["players"]),
        scores=position.scores,
        wins=tuple(colour in ended.winners for colour in position.players),
        best=tuple(best.get(colour, 0) for colour in position.players),
    )


def _add_up(results: Iterable[Result]) -> Iterator[PlayerStatistics]:
    players: dict[str, PlayerStatistics] = {}
    for result in results:
        for seat, name in enumerate(result.names):
            player = players.setdefault(name.casefold(), PlayerStatistics(name))
            others = [score for other, score in enumerate(result.scores) if other != seat]
            player.games += 1
            player.wins += result.wins[seat]
            player.best_territory = max(player.best_territory, result.best[seat])
            player.margins.append(result.scores[seat] - max(others))
    yield from sorted(players.values(), key=lambda player: (-player.games, -player.wins, player.name.casefold()))


def statistics_json(store: Store) -> dict[str, Any]:
    """Return the statistics of a store as terranova-statistics/1."""
    found = read_statistics(store)
    players = [
        {
            "name": player.name,
            "games": player.games,
            "wins": player.wins,
            "best_territory": player.best_territory,
            "mean_margin": player.mean_margin,
        }
        for player in found.players
    ]
    return {"format": STATISTICS, "kept": found.kept, "over": found.over, "players": players}


def write_table(rows: Iterable[Iterable[object]], language: str) -> bytes:
    """Return rows as a CSV file that spreadsheets set to a language open correctly.

    Cells that could be taken for a formula are escaped.
    """
    written = io.StringIO()
    separator = "," if language in POINT_LANGUAGES else ";"  # a decimal comma rules out commas between columns
    table = csv.writer(written, delimiter=separator, lineterminator="\r\n")
    table.writerows([_safe_cell(cell, language) for cell in row] for row in rows)
    return (BYTE_ORDER_MARK + written.getvalue()).encode()


def _safe_cell(cell: object, language: str) -> str:
    if isinstance(cell, float):
        return write_decimals(str(cell), language)
    words = str(cell)
    is_number = isinstance(cell, int)
    return f"'{words}" if words.startswith(FORMULA_LETTERS) and not is_number else words


def bg_stats_link(stored: StoredGame, result: Result, game_name: str) -> str:
    """Return the link that imports a finished game into BG Stats, in the format published by its makers."""
    from urllib.parse import quote

    order = sorted(result.scores, reverse=True)
    first = stored.game.settings.get("first")
    colours = list(Colour)
    players: list[Mapping[str, Any]] = [
        {
            "name": name,
            "sourcePlayerId": name,
            "score": result.scores[seat],
            "winner": result.wins[seat],
            "rank": order.index(result.scores[seat]) + 1,
            "role": "",
            "startPlayer": colours[seat] == (first or colours[0]),
        }
        for seat, name in enumerate(result.names)
    ]
    play = {
        "sourceName": "Terra Nova Referee",
        "sourcePlayId": stored.game.id,
        "playDate": played_on(stored.game) + local_time(stored.game.created)[10:],
        "board": str(stored.game.settings["board"]),
        "game": {"name": game_name, "highestWins": True, "noPoints": False, "sourceGameId": "terra-nova"},
        "players": players,
    }
    written = json.dumps(play, ensure_ascii=False, separators=(",", ":"))
    return f"bgstats://app.bgstatsapp.com/createPlay.html?data={quote(written, safe='')}"
