"""The JSON API of the board editor: check, save or delete a board, import a board file, and generate a board from a seed."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from referee.boards.drawings import compare_landscapes, find_remarks
from referee.boards.made import make_board
from web.games import kept_boards
from web.site import board_bodies, bodies
from web.site.companion import companion
from web.site.languages import answer_language

OK, CREATED = 200, 201

board_api = Blueprint("board_api", __name__, url_prefix="/api")


@board_api.post("/board-checks")
def check_drawing() -> Response:
    """Return the flaws that prevent a drawing from being a board, and statistics of the drawing's landscapes."""
    drawing = board_bodies.take_drawing(bodies.read_json())
    written = board_bodies.check_json(drawing, find_remarks(drawing), compare_landscapes(drawing), answer_language())
    return jsonify(written)


@board_api.post("/boards")
def save_drawing() -> tuple[Response, int]:
    """Save a drawing as a board; return the board's name and title, and whether it is new, changed, a copy or already saved."""
    drawing, replaces, version = board_bodies.take_saving(bodies.read_json())
    return _saved(kept_boards.keep_drawing(companion().store, drawing, replaces, version))


@board_api.post("/board-files")
def take_in_board() -> tuple[Response, int]:
    """Import a board from a board file's text, unless an identical board is saved; return the same fields as `save_drawing`."""
    return _saved(kept_boards.take_in(board_bodies.take_board_file(bodies.read_json())))


@board_api.get("/made-board")
def made_board() -> Response:
    """Return a board generated from a seed, without saving it."""
    return jsonify(board_bodies.sketch_json(make_board(request.args.get("seed", ""))))


@board_api.delete("/boards/<name>")
def remove_board(name: str) -> Response:
    """Delete a saved board and return its name.

    Raise a Problem if the board is unknown, built in or used by a game, or if this phone must not delete it.
    """
    kept_boards.remove_board(companion().store, name)
    return jsonify(board_bodies.RemovedBoard(name=name))


def _saved(saved: kept_boards.SavedBoard) -> tuple[Response, int]:
    is_added = saved.outcome in (kept_boards.Outcome.NEW, kept_boards.Outcome.COPIED)
    return jsonify(board_bodies.saved_json(saved, answer_language())), CREATED if is_added else OK
