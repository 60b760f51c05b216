"""The pages for profiles of a household's own pieces: learn, choose, export, import and delete a profile.

Each view parses the request and calls a use case. All pages work without scripts.
"""

from __future__ import annotations

import json

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from referee.files.json_input import read_json_file
from referee.words.problems import Problem
from referee.words.texts import text
from web.games import household
from web.games.table import open_table
from web.site.bodies import clean_words
from web.site.companion import companion
from web.site.request_fields import refuse_unknown_fields
from web.site.uploads import take_file

SEE_OTHER = 303
LONGEST_TYPED = 200

pieces = Blueprint("pieces", __name__)


@pieces.get("/pieces")
def all_pieces() -> str:
    """Show the stored profiles of pieces."""
    return render_template("pieces.html", game=None, profiles=household.list_profiles(companion().store))


@pieces.get("/games/<game_id>/pieces")
def pieces_of_game(game_id: str) -> str:
    """Show how many confirmed photos of a game are available for learning a profile, and the stored profiles to choose from."""
    here = companion()
    table = open_table(here.store, game_id)
    game = {
        "id": game_id,
        "title": table.game.title or " · ".join(table.names.values()),
        "photos": len(household.confirmed_photos(table, here.shelf)),
        "profile": table.game.settings.get("profile"),
    }
    return render_template("pieces.html", game=game, profiles=household.list_profiles(here.store))


@pieces.post("/games/<game_id>/pieces")
def keep_pieces(game_id: str) -> BaseResponse:
    """Learn a profile from a game's confirmed photos, store it under a name, and choose it for the game."""
    refuse_unknown_fields(request.form, ("name",))
    here = companion()
    household.learn_pieces(here.store, here.shelf, game_id, clean_words(request.form.get("name", ""), LONGEST_TYPED))
    return _back("saved", game_id)


@pieces.post("/games/<game_id>/pieces/use")
def use_pieces(game_id: str) -> BaseResponse:
    """Choose a stored profile, or none, for reading a game's photos."""
    refuse_unknown_fields(request.form, ("profile",))
    household.choose_profile(companion().store, game_id, request.form.get("profile") or None)
    return _back("saved", game_id)


@pieces.get("/pieces/<profile_id>.json")
def profile_file(profile_id: str) -> Response:
    """Serve a stored profile as terranova-profile/1."""
    kept = household.kept_profile(companion().store, profile_id)
    answer = make_response(json.dumps(kept, ensure_ascii=False, indent=1) + "\n")
    answer.headers["Content-Type"] = "application/json"
    answer.headers["Content-Disposition"] = 'attachment; filename="terra-nova-pieces.json"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@pieces.post("/pieces")
def bring_pieces() -> BaseResponse:
    """Import a profile from a file; a stored profile of the same name is replaced."""
    refuse_unknown_fields(request.form, ())
    file = take_file()
    if file is None:
        raise Problem("no-file", text("serve.no_profile_file"))
    household.add_profile(companion().store, read_json_file(file, text("serve.profile_file")))
    return _back("saved")


@pieces.post("/pieces/<profile_id>/delete")
def delete_pieces(profile_id: str) -> BaseResponse:
    """Delete a stored profile and redirect to the list of profiles."""
    household.delete_profile(companion().store, profile_id)
    return _back("deleted")


def _back(done: str, game_id: str | None = None) -> BaseResponse:
    """Redirect to the page that the form was on, which says what was done; `from` names the game of a form for all games."""
    game_id = game_id or request.args.get("from")
    address = url_for("pieces.pieces_of_game", game_id=game_id, done=done) if game_id else url_for("pieces.all_pieces", done=done)
    return redirect(address, SEE_OTHER)
