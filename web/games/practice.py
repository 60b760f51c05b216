"""Practice games, each started as a new game from a prepared position or an empty board.

A practice game leaves the remembered names and choices unchanged.
"""

from __future__ import annotations

import json
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from referee.rules.play import play_turn
from referee.rules.position import Edition, first_position
from referee.rules.turns import parse_turn
from web.games.games import start_game
from web.games.requests import NewGame
from web.games.store import Store
from web.games.table import USUAL_INK, USUAL_PAPER, Mode, Table, board_named, position_json

NAMES = ("Anna", "Ben", "Clara", "David")


class Practice(StrEnum):
    """The topic of a practice game."""

    SETUP = "setup"
    CLOSE = "close"
    PHOTO = "photo"
    END = "end"


# Number of turns of the example game that have been played when practice begins.
_TURNS_BEFORE = {Practice.CLOSE: 43, Practice.END: 61}
_SMALL_BOARD = "islet"


def start_practice(store: Store, practice: Practice, edition: Edition, title: str) -> Table:
    """Start a practice game on a topic under the rules of an edition, and return its table."""
    start = None if practice is Practice.SETUP else {**_position_before(practice), "edition": edition.value}
    asked = NewGame(
        players=NAMES[: 2 if start is None else len(start["players"])],
        edition=edition,
        board=_SMALL_BOARD if start is None else str(start["board"]),
        save_id=None,
        title=title,
        mode=Mode.REFEREE,
        paper=USUAL_PAPER,
        hex_mm=None,
        ink=USUAL_INK,
        first=None,
        start=start,
        practice=practice.value,
    )
    return start_game(store, asked).table


def sample_photo() -> bytes:
    """Return the JPEG data of a photo of the table one turn after the position of `Practice.PHOTO`."""
    return _example("photo.jpg")


@cache
def _position_before(practice: Practice) -> dict[str, Any]:
    if practice is Practice.PHOTO:
        return dict(json.loads(_example("before_photo.json")))
    game = json.loads(_example("game.json"))
    board = board_named(game["board"])
    position = first_position(board, Edition(game["edition"]), len(game["players"]))
    for turn in game["turns"][: _TURNS_BEFORE[practice]]:
        position = play_turn(position, parse_turn(turn, board)).position
    return position_json(position, game["board"])


def _example(name: str) -> bytes:
    return (files("referee") / "examples" / name).read_bytes()
