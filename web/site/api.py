"""The JSON API: read photos, score positions, count and check turns in the published formats, and handle games for the pages.

Each view parses the request, calls a use case and serializes the result. `errors` turns problems into responses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint, Response, jsonify, make_response, request

from referee.files.fields import Location
from referee.formats.positions import check_to_json, position_from_json, read_pieces, score_to_json, turns_to_json
from referee.rules.check import check_turn
from referee.rules.legal import count_turns
from referee.rules.scoring import score_position
from referee.words.problems import Problem
from referee.words.texts import text
from web.games import games
from web.games.corrections import table_before
from web.games.detailed_problems import DetailedProblem
from web.games.household import known_pieces
from web.games.overtaken import refuse_overtaken
from web.games.photo_shelf import GameUpload, Photo
from web.games.store import Game
from web.games.table import Table, board_named, open_table
from web.photos.tasks import Job, JobState, PhotoTask
from web.site import board_views, bodies, choices, picture_response_types, request_fields, response_types, responses
from web.site.companion import companion
from web.site.doorkeeper import note_job
from web.site.land_views import later_entries_named
from web.site.languages import answer_language
from web.site.openapi import describe
from web.site.previews import preview_json
from web.site.remembered_views import job_json, remembered_json
from web.site.uploads import take_photo

OK, CREATED, ACCEPTED, NO_CONTENT, NOT_MODIFIED = 200, 201, 202, 204, 304

api = Blueprint("api", __name__, url_prefix="/api")


@api.get("/openapi.json")
def openapi() -> Response:
    """Return the OpenAPI description of this API."""
    return jsonify(describe())


@api.post("/score")
def score() -> Response:
    """Return the regions of a position, their awards and the resulting scores."""
    position = position_from_json(_position_body(), text("serve.request")).position
    return jsonify(score_to_json(position, score_position(position)))


@api.post("/turns")
def turns() -> Response:
    """Return the number of legal turns in a position."""
    position = position_from_json(_position_body(), text("serve.request")).position
    return jsonify(turns_to_json(position, count_turns(position)))


@api.post("/check")
def check() -> Response:
    """Return whether a legal turn leads from one position to another, with one such turn or the reason why there is none."""
    before, after = bodies.take_pair(bodies.read_json(needs_json_type=False))
    for given in (before, after):
        _check_board(given)
    position = position_from_json(before, text("cli.before")).position
    found = check_turn(position, read_pieces(after, Location(text("cli.after")), None, position))
    return jsonify(check_to_json(position, found, answer_language()))


@api.post("/read")
def read() -> tuple[Response, int]:
    """Queue a photo that belongs to no game, and return the id of its job; the photo is deleted after it has been read."""
    path = take_photo()
    try:
        options = request_fields.take_read_options(request.form)
    except Problem:
        path.unlink(missing_ok=True)
        raise
    job_id = companion().jobs.submit(PhotoTask(options, _client()), path)
    note_job(job_id)
    return jsonify(response_types.ReadingStarted(job=job_id)), ACCEPTED


@api.get("/jobs/<job_id>")
def job(job_id: str) -> Response:
    """Return the state of a photo's job, with the reading or the problem once there is one.

    The reading of a game's photo is combined with the position before the photo and with earlier photos of the same moment. The
    query string can name the revision to start from and the earlier photos.
    """
    here = companion()
    photo = here.shelf.find(job_id)
    known = here.jobs.job(job_id) or _job_of(photo)
    if known is None:
        raise Problem("no-such-job", text("serve.no_such_job"))
    written = job_json(known.state, known.answer or {}, answer_language())
    if photo is not None and "reading" in written and (remembered := _remembered(replace(photo, answer=known.answer))):
        written["reading"] = {**written["reading"], **remembered}
    return _no_store(jsonify(written))


def _remembered(photo: Photo) -> picture_response_types.Remembered | None:
    """Return what the game's history and earlier photos add to the reading of a photo, or None if no photo has been read.

    The query string can name the revision to start from and earlier photos of the same moment.
    """
    here = companion()
    earlier = [here.shelf.photo(photo.game_id, given) for given in request.args.getlist("with")[: bodies.MOST_EARLIER_PHOTOS]]
    table = open_table(here.store, photo.game_id).back_to(request_fields.take_start(request.args, photo.revision))
    return remembered_json(table, [*earlier, photo], answer_language())


@api.get("/choices")
def choices_for_new_game() -> Response:
    """Return the choices for a new game."""
    return jsonify(choices.choices_json(companion(), answer_language()))


@api.get("/reader")
def reader() -> Response:
    """Return whether photos can be read now and, if not, the reason."""
    return _no_store(jsonify(choices.reader_json(companion(), answer_language())))


@api.get("/boards/<name>/geometry")
def geometry(name: str) -> Response:
    """Return the geometry of a printed board, including its hexes and score track, in board millimetres."""
    paper, hex_mm, _ = board_views.requested_print(request.args)
    return jsonify(board_views.geometry_json(name, paper, hex_mm, answer_language()))


@api.get("/addresses")
def addresses() -> Response:
    """Return the addresses at which phones can reach this server, with the join code."""
    return _no_store(jsonify(choices.addresses_json(companion())))


@api.get("/games")
def list_games() -> Response:
    """Return one page of the games, most recently changed first; by default, a page has the maximum size."""
    store, page = companion().store, request_fields.take_games_page(request.args)
    older = store.count_games() > page.skipped + page.most
    return jsonify(response_types.GameList(games=responses.cards_json(store.list_games(page.most, page.skipped)), older=older))


@api.post("/games")
def new_game() -> tuple[Response, int]:
    """Start a game, unless its save id is already stored, and return the game's state."""
    wanted = bodies.take_new_game(bodies.read_json())
    board_views.check_print(wanted.board, wanted.paper, wanted.hex_mm)
    saved = games.start_game(companion().store, wanted)
    answer, status = _saved(saved)
    answer.headers["Location"] = f"/api/games/{saved.table.game.id}"
    return answer, status


@api.get("/games/<game_id>")
def game(game_id: str) -> Response:
    """Return the state of a game, or 304 if If-None-Match names its current version.

    The header Terranova-Unfinished holds the turn in progress, if any.
    """
    card = companion().store.game(game_id)
    tag = _tag(card)
    if tag in request.if_none_match:
        answer = make_response(b"", NOT_MODIFIED)
        answer.set_etag(tag)
    else:
        answer = _state(open_table(companion().store, game_id))
    answer.headers["Terranova-Unfinished"] = companion().unfinished.find(game_id, card.revision)
    return answer


@api.put("/games/<game_id>/unfinished")
def share_unfinished(game_id: str) -> tuple[str, int]:
    """Share a turn in progress with the other phones, without changing the game.

    A turn begun at a revision other than the current one is ignored.
    """
    game_now = companion().store.game(game_id)
    revision, turn = bodies.take_unfinished(bodies.read_json())
    if revision == game_now.revision:
        companion().unfinished.keep(game_id, revision, turn)
    return "", NO_CONTENT


@api.patch("/games/<game_id>")
def change_game(game_id: str) -> Response:
    """Change a game's title, players' names, settings or clock, and return the game's state."""
    store = companion().store
    changes = bodies.take_changes(bodies.read_json())
    if "paper" in changes.settings or "hex_mm" in changes.settings:
        after = {**store.game(game_id).settings, **changes.settings}
        board_views.check_print(after["board"], after.get("paper"), after.get("hex_mm"))
    return _state(games.change_game(store, game_id, changes))


@api.get("/games/<game_id>/history")
def history(game_id: str) -> Response:
    """Return one page of a game's revisions, including undone ones."""
    part = request_fields.take_part(request.args)
    return jsonify(responses.history_json(open_table(companion().store, game_id), answer_language(), part))


@api.get("/games/<game_id>/revisions/<int:number>")
def revision(game_id: str, number: int) -> Response:
    """Return the table as it was at a revision."""
    return jsonify(responses.revision_json(open_table(companion().store, game_id), number, answer_language()))


@api.get("/games/<game_id>/next")
def next_by_hand(game_id: str) -> Response:
    """Return the legal next actions after those already taken in a new turn, or in a turn that corrects an earlier revision."""
    table = open_table(companion().store, game_id)
    if (corrects := request_fields.take_corrected(request.args)) is not None:
        table = table_before(table, corrects)
        return _no_store(jsonify(responses.next_json(table, responses.requested_turn(table, request.args.get("done", "")))))
    turn = responses.requested_turn(table, request.args.get("done", ""))
    refuse_overtaken(table, request_fields.take_start(request.args, table.here.number), turn)
    return _no_store(jsonify(responses.next_json(table, turn)))


@api.post("/games/<game_id>/turns")
def play_turn(game_id: str) -> tuple[Response, int]:
    """Save a turn entered by hand, as the next one or as a correction of an earlier revision; return the game's new state."""
    wanted = bodies.take_turn_body(bodies.read_json())
    with later_entries_named():
        return _saved(games.play_by_hand(companion().store, game_id, wanted))


@api.post("/games/<game_id>/preview")
def preview(game_id: str) -> Response:
    """Return what confirming the given pieces on the table would do, without changing the game."""
    wanted = bodies.take_confirmation(bodies.read_json(), must_save=False)
    table, weighed = games.weigh_picture(companion().shelf, game_id, wanted)
    return jsonify(preview_json(table, weighed, answer_language()))


@api.post("/games/<game_id>/confirm")
def confirm(game_id: str) -> tuple[Response, int]:
    """Confirm the given pieces on the table and return the game's new state.

    If the players must answer a question or correct an error first, raise a DetailedProblem with a preview.
    """
    here = companion()
    wanted = bodies.take_confirmation(bodies.read_json(), must_save=True)
    try:
        with later_entries_named():
            return _saved(games.confirm_picture(here.store, here.shelf, game_id, wanted))
    except games.NotYet as waiting:
        shown = preview_json(waiting.table, waiting.weighed, answer_language())
        raise DetailedProblem(waiting.slug, waiting.message, {"preview": shown}) from None


@api.post("/games/<game_id>/undo")
def undo(game_id: str) -> Response:
    """Undo the current revision and return the game's new state; undoing a correction restores the line that was replaced."""
    return _state(games.undo(companion().store, game_id, bodies.take_step(bodies.read_json())))


@api.post("/games/<game_id>/redo")
def redo(game_id: str) -> Response:
    """Move the game to the newest revision that was made from the current one, and return the game's new state."""
    return _state(games.redo(companion().store, game_id, bodies.take_step(bodies.read_json())))


@api.post("/games/<game_id>/goto")
def go_to(game_id: str) -> Response:
    """Move the game to any of its revisions, and return the game's new state."""
    started_from, to = bodies.take_jump(bodies.read_json())
    return _state(games.go_to(companion().store, game_id, started_from, to))


@api.get("/games/<game_id>/photos")
def list_photos(game_id: str) -> Response:
    """Return the photos of a game."""
    here = companion()
    here.store.game(game_id)
    photos = [responses.photo_json(photo) for photo in here.shelf.of_game(game_id)]
    return _no_store(jsonify(response_types.PhotoList(photos=photos)))


@api.post("/games/<game_id>/photos")
def add_photo(game_id: str) -> tuple[Response, int]:
    """Queue a photo of a game's table to be read, and return its id.

    A repeated upload returns the same id, and is read again only if the earlier reading ended without a stored result.
    """
    here = companion()
    path = take_photo()
    try:
        table = open_table(here.store, game_id)
        upload_id, started_from = request_fields.take_upload_fields(request.form)
        if started_from not in table.revisions:
            raise Problem("no-such-revision", text("serve.store_no_revision", revision=started_from))
        options = {
            "board": table.board_name,
            "players": len(table.position.players),
            "known_pieces": known_pieces(table, here.shelf, here.store),
        }
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    task = PhotoTask(options, _client(), GameUpload(game_id, upload_id, started_from))
    photo_id = here.jobs.submit(task, path)
    return jsonify(response_types.PhotoAdded(job=photo_id, photo=photo_id)), ACCEPTED


def _client() -> str:
    return request.remote_addr or ""


def _job_of(photo: Photo | None) -> Job | None:
    if photo is None:
        return None
    return Job(photo.id, JobState(photo.state), photo.answer)


def _state(table: Table, read: Mapping[str, Photo] | None = None) -> Response:
    """Return a response with a table's state.

    `read` maps ids to photos that are already loaded.
    """
    photo_id = table.here.record.photo
    photo = (read or {}).get(photo_id or "") or (companion().shelf.photo(table.game.id, photo_id) if photo_id else None)
    answer = jsonify(responses.state_json(table, photo, answer_language()))
    answer.set_etag(_tag(table.game))
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _saved(saved: games.Saved) -> tuple[Response, int]:
    return _state(saved.table, saved.photos), CREATED if saved.is_new else OK


def _tag(game: Game) -> str:
    return responses.state_tag(game, answer_language())


def _no_store(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _position_body() -> object:
    body = bodies.read_json(needs_json_type=False)
    _check_board(body)
    return body


def _check_board(position: object) -> None:
    """Raise a Problem if a position names an unknown board, since a request must not name a board by the path of its file."""
    if isinstance(position, dict) and isinstance(position.get("board"), str):
        board_named(position["board"])
