"""The API calls for the candidate territories that a hex could become part of, and for the replay of a game.

Each view parses the request, calls a use case and serializes the result. `errors` turns problems into responses.
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
from web.site.request_fields import take_moment

land_api = Blueprint("land_api", __name__, url_prefix="/api/games/<game_id>")


@land_api.get("/land/<cell>")
def land(game_id: str, cell: str) -> Response:
    """Return the best candidate territories of a hex, and the number of further candidates."""
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
    """Return the revisions of the current line, each as its difference from the one before.

    If the query parameter `to` names a revision that is not on the current line, return the line up to that revision instead.
    """
    table = open_table(companion().store, game_id)
    return jsonify(replay_json(table, take_moment(request.args), answer_language()))
