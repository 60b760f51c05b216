"""The API's calls about the land of a game: what a hex of open land could become, and the game replayed moment by moment.

A view parses, calls one use case and serializes; problems are handled in `errors`.
"""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from referee.rules.position import shorten_input
from referee.rules.prospects import find_prospects
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.table import open_table
from web.site.companion import companion
from web.site.land_views import prospects_json
from web.site.languages import answer_language
from web.site.replay_views import replay_json
from web.site.requests import take_moment

land_api = Blueprint("land_api", __name__, url_prefix="/api/games/<game_id>")


@land_api.get("/land/<cell>")
def land(game_id: str, cell: str) -> Response:
    """Return the lands that a hex could become part of."""
    table = open_table(companion().store, game_id)
    board = table.position.board
    if cell not in board.number_of:
        raise Problem("no-such-hex", text("rules.unknown_cell", cell=shorten_input(cell), board=board.name))
    number = board.number_of[cell]
    response = jsonify(prospects_json(table, number, find_prospects(table.position, number)))
    response.headers["Cache-Control"] = "no-store"
    return response


@land_api.get("/replay")
def replay(game_id: str) -> Response:
    """Return every moment of the game up to now, or of the line to a revision that was left."""
    table = open_table(companion().store, game_id)
    return jsonify(replay_json(table, take_moment(request.args), answer_language()))
