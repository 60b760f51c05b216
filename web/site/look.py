"""The API call that decodes a game from a link, and replays the game without storing it."""

from __future__ import annotations

import base64
import gzip
from dataclasses import dataclass
from functools import cached_property
from typing import TypedDict

from flask import Blueprint, Response, jsonify

from referee.formats.schemas import PointsByColour
from referee.rules.position import Position
from web.games.pieces_on_board import pieces_by_label
from web.games.store import StoredGame
from web.games.table import USUAL_INK, USUAL_PAPER, Table, line_to
from web.site import board_views, bodies, response_types
from web.site.land_views import land_json
from web.site.languages import answer_language
from web.site.sentences import entry_sentence
from web.takeaway.additions import play_shared
from web.takeaway.shared import Shared, shared_from_link

NO_ID = "0" * 16

look_api = Blueprint("look_api", __name__, url_prefix="/api")


@dataclass(frozen=True)
class _ShownTable(Table):
    """A table with a given position, so that its board need not be saved on this server."""

    shown: Position

    @cached_property
    def position(self) -> Position:
        """The position given when the table was made."""
        return self.shown


@look_api.post("/look")
def look() -> Response:
    """Return the game in a link, revision by revision."""
    shared = shared_from_link(bodies.take_look(bodies.read_json()))
    return jsonify(look_json(shared, answer_language()))


SharedMoment = TypedDict(
    "SharedMoment",
    {
        "revision": response_types.RevisionNumber,
        "turn": str | None,
        "cells": response_types.Pieces,
        "land": response_types.Land,
        "scores": PointsByColour,
        "sentence": str,
    },
)

Look = TypedDict(
    "Look", {"players": list[response_types.PlayerName], "board": board_views.Geometry, "moments": list[SharedMoment]}
)


def look_json(shared: Shared, language: str) -> Look:
    """Serialize a shared game for the page that shows it."""
    start = shared.game.start
    played = play_shared(shared, start.board_name, NO_ID)
    names = zip(start.position.players, shared.game.names, strict=True)
    moments = zip(sorted(played.stored.revisions), played.positions, strict=True)
    return {
        "players": [{"colour": colour, "name": name} for colour, name in names],
        "board": _board_json(shared, language),
        "moments": [_moment_json(played.stored, number, position, language) for number, position in moments],
    }


def _board_json(shared: Shared, language: str) -> board_views.Geometry:
    if shared.carried is None:
        return board_views.geometry_json(shared.game.start.board_name, USUAL_PAPER, None, language)
    drawn = gzip.decompress(board_views.packed_drawing(shared.carried, USUAL_PAPER, None, USUAL_INK))
    picture = f"data:image/svg+xml;base64,{base64.b64encode(drawn).decode()}"
    return board_views.board_geometry_json(shared.carried, shared.game.start.board_name, picture, language)


def _moment_json(stored: StoredGame, number: int, position: Position, language: str) -> SharedMoment:
    revision = stored.revisions[number]
    table = _ShownTable(stored.game, line_to(stored.revisions, number), stored.revisions, position)
    return {
        "revision": number,
        "turn": revision.record.turn,
        "cells": pieces_by_label(position),
        "land": land_json(table),
        "scores": dict(zip(position.players, position.scores, strict=True)),
        "sentence": entry_sentence(table, revision, language),
    }
