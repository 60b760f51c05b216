"""The OpenAPI 3.1 description of the JSON API; tests validate responses against it.

This module lists the operations with their parameters, bodies and responses. The schemas of responses are generated from the
types that the views return, and those of request bodies from the shapes that parse the bodies (`bodies`, `board_bodies`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from typing import Any

from referee.boards.made import SEED_PATTERN
from referee.formats.schemas import EXAMPLE_POSITION, LABEL, PUBLISHED, properties, ref
from referee.words.texts import LANGUAGES
from web.games.store import MOST_GAMES
from web.site import board_bodies, choices, look, picture_response_types, response_types
from web.site.board_bodies import BOARD_SHAPES
from web.site.board_views import Geometry
from web.site.bodies import BODY_SCHEMAS, MOST_EARLIER_PHOTOS, MUST_SAVE, SAVE
from web.site.request_fields import HISTORY_PART, LARGEST_PART, MOST_PAGES
from web.site.schemas import DONE, PAPER, REVISION_NUMBER
from web.site.typed_schemas import schemas_of

Shape = Mapping[str, Any]

_GAME_ID = {"name": "game_id", "in": "path", "required": True, "schema": {"type": "string"}}
_LANG = {
    "name": "lang",
    "in": "query",
    "schema": {"enum": list(LANGUAGES)},
    "description": "Language of sentences.",
}
_PRINT = (
    {"name": "paper", "in": "query", "schema": PAPER},
    {"name": "hex_mm", "in": "query", "schema": {"type": "string", "pattern": r"^((1[2-9]|[2-9][0-9])(\.[0-9]{1,2})?|100)$"}},
)
_PART = (
    {
        "name": "limit",
        "in": "query",
        "schema": {"type": "integer", "minimum": 1, "maximum": LARGEST_PART, "default": HISTORY_PART},
    },
    {"name": "before", "in": "query", "schema": REVISION_NUMBER, "description": "Only revisions before this one."},
)
_GAMES = (
    {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": MOST_GAMES, "default": MOST_GAMES}},
    {"name": "page", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": MOST_PAGES, "default": 1}},
)
_BEGUN = (
    {"name": "done", "in": "query", "schema": DONE, "example": "C4-C8 +D8"},
    {
        "name": "from",
        "in": "query",
        "schema": REVISION_NUMBER,
        "description": "The revision at which the turn was begun; where the game has left it, the answer is a conflict.",
    },
)
_CORRECTED = {
    "name": "corrects",
    "in": "query",
    "schema": REVISION_NUMBER,
    "description": "What may be played instead of this earlier entry; `from` is not looked at then.",
}
_SEED = {"name": "seed", "in": "query", "required": True, "schema": {"type": "string", "pattern": SEED_PATTERN}}
_TO = {
    "name": "to",
    "in": "query",
    "schema": REVISION_NUMBER,
    "description": "A revision; where it is not on the present line, the line to it is replayed instead.",
}
_MOMENT = (
    {
        "name": "from",
        "in": "query",
        "schema": REVISION_NUMBER,
        "description": "The revision after which a game's photo is explained; where none is named, the one it was sent at.",
    },
    {
        "name": "with",
        "in": "query",
        "schema": {"type": "array", "items": {"type": "string"}, "maxItems": MOST_EARLIER_PHOTOS},
        "description": "Photos of the same moment that are joined with this one, oldest first.",
    },
)
_RESPONSES = (
    *(response_types.State, response_types.GameList, response_types.History, response_types.Revision),
    *(response_types.Next, response_types.Replay, response_types.Prospects),
    *(response_types.PhotoList, response_types.ReadingStarted, response_types.PhotoAdded),
    *(picture_response_types.Job, picture_response_types.Preview, picture_response_types.Problem),
    *(choices.Choices, choices.Reader, choices.Addresses, look.Look, Geometry),
    *(
        board_bodies.DrawingCheck,
        board_bodies.KeptBoard,
        board_bodies.RemovedBoard,
        board_bodies.Sketch,
        board_bodies.EditedBoard,
    ),
)
_KEPT_BOARD = {200: ref("KeptBoard"), 201: ref("KeptBoard")}
_PROBLEM = {"description": "What is wrong, in one sentence.", "content": {"application/json": {"schema": ref("Problem")}}}


@cache
def describe() -> Shape:
    """Return the OpenAPI description as a JSON object."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Terra Nova Referee",
            "version": version("terranova-referee"),
            "description": "Reads photos of Terra Nova boards, scores positions, checks turns and keeps games.",
        },
        "paths": _paths(),
        "components": {"schemas": {**PUBLISHED, **BODY_SCHEMAS, **BOARD_SHAPES, **schemas_of(*_RESPONSES)}},
    }


def parameters_of(path: str, method: str) -> Mapping[str, bool] | None:
    """Return the names of a call's query parameters and whether each may be repeated, or None if the call is not described."""
    return _parameters().get((path, method.lower()))


@cache
def _parameters() -> Mapping[tuple[str, str], Mapping[str, bool]]:
    return {
        (path, method): {
            parameter["name"]: parameter["schema"].get("type") == "array"
            for parameter in call["parameters"]
            if parameter["in"] == "query"
        }
        for path, item in describe()["paths"].items()
        for method, call in item.items()
        if method != "parameters"
    }


def _paths() -> dict[str, Shape]:
    game = "/api/games/{game_id}"
    return {
        "/api/openapi.json": {"get": _call("openapi", "This description.", {200: {"type": "object"}})},
        "/api/score": {
            "post": _call("score", "Scores a position.", {200: ref("Score")}, body=ref("Position"), example=EXAMPLE_POSITION)
        },
        "/api/turns": {
            "post": _call("turns", "Counts legal turns.", {200: ref("Turns")}, body=ref("Position"), example=EXAMPLE_POSITION)
        },
        "/api/check": {
            "post": _call(
                "check",
                "Could one legal turn lead from one position to another?",
                {200: ref("Check")},
                body=properties(before=ref("Position"), after=ref("PiecesAfter")),
                example={"before": EXAMPLE_POSITION, "after": EXAMPLE_POSITION},
            )
        },
        "/api/read": {"post": _upload("read", "Takes a photo to be read.", {202: ref("ReadingStarted")}, _READ_FIELDS, ())},
        "/api/look": {"post": _call("look", "What a link to a game holds.", {200: ref("Look")}, body=ref("LookAt"))},
        "/api/jobs/{job_id}": {
            "get": _call("job", "How far a photo is.", {200: ref("Job")}, path=(_path("job_id"),), query=_MOMENT)
        },
        "/api/choices": {"get": _call("choices", "What can be chosen for a new game.", {200: ref("Choices")})},
        "/api/reader": {"get": _call("reader", "Whether photos can be read now.", {200: ref("Reader")})},
        "/api/boards/{name}/geometry": {
            "get": _call(
                "geometry",
                "Where everything lies on a printed board.",
                {200: ref("Geometry")},
                path=(_path("name"),),
                query=_PRINT,
            )
        },
        "/api/boards": {"post": _call("saveBoard", "Saves a drawing as a board.", _KEPT_BOARD, body=ref("SaveBoard"))},
        "/api/boards/{name}": {
            "delete": _call(
                "removeBoard", "Deletes a board that no game uses.", {200: ref("RemovedBoard")}, path=(_path("name"),)
            )
        },
        "/api/board-files": {
            "post": _call("takeInBoard", "Saves a board given as a file's text.", _KEPT_BOARD, body=ref("BoardFile"))
        },
        "/api/board-checks": {
            "post": _call(
                "checkDrawing", "What keeps a drawing from being a board.", {200: ref("DrawingCheck")}, body=ref("Drawing")
            )
        },
        "/api/made-board": {
            "get": _call(
                "madeBoard", "An island made from a seed; the same seed gives the same.", {200: ref("Sketch")}, query=(_SEED,)
            )
        },
        "/api/addresses": {"get": _call("addresses", "Where phones reach this computer.", {200: ref("Addresses")})},
        "/api/games": {
            "get": _call(
                "listGames",
                "The games, the one changed last first: all of them, or a page.",
                {200: ref("GameList")},
                query=_GAMES,
            ),
            "post": _call("newGame", "Starts a game.", {200: ref("State"), 201: ref("State")}, body=ref("NewGame")),
        },
        game: {
            "parameters": [_GAME_ID],
            "get": _call("game", "Where a game stands; answers 304 to a fitting If-None-Match.", {200: ref("State"), 304: None}),
            "patch": _call("changeGame", "Renames players or changes choices.", {200: ref("State")}, body=ref("Changes")),
        },
        f"{game}/history": {
            "parameters": [_GAME_ID],
            "get": _call(
                "history",
                "The revisions ever made, oldest first: the newest of them, or those before one.",
                {200: ref("History")},
                query=_PART,
            ),
        },
        f"{game}/revisions/{{number}}": {
            "parameters": [_GAME_ID],
            "get": _call(
                "revision",
                "The table as it was.",
                {200: ref("Revision")},
                path=(_path("number", {"type": "integer", "minimum": 0}),),
            ),
        },
        f"{game}/replay": {
            "parameters": [_GAME_ID],
            "get": _call(
                "replay",
                "Every moment of the game up to now, oldest first, each as its difference from the one before.",
                {200: ref("Replay")},
                query=(_TO,),
            ),
        },
        f"{game}/land/{{cell}}": {
            "parameters": [_GAME_ID],
            "get": _call(
                "land",
                "The lands that a hex of open land could become part of, best first: points for each stone still needed.",
                {200: ref("Prospects")},
                path=(_path("cell", LABEL),),
            ),
        },
        f"{game}/next": {
            "parameters": [_GAME_ID],
            "get": _call(
                "next",
                "What may be played by hand after the actions done so far.",
                {200: ref("Next")},
                query=(*_BEGUN, _CORRECTED),
            ),
        },
        f"{game}/turns": {
            "parameters": [_GAME_ID],
            "post": _call("playTurn", "Plays a turn by hand.", {200: ref("State"), 201: ref("State")}, body=ref("PlayTurn")),
        },
        f"{game}/preview": {
            "parameters": [_GAME_ID],
            "post": _call(
                "preview", "What confirming a picture of the table would do.", {200: ref("Preview")}, body=ref("Picture")
            ),
        },
        f"{game}/confirm": {
            "parameters": [_GAME_ID],
            "post": _call(
                "confirm",
                "Makes a picture of the table count.",
                {200: ref("State"), 201: ref("State")},
                body={"allOf": [ref("Picture"), {"required": list(MUST_SAVE)}]},
            ),
        },
        f"{game}/unfinished": {
            "parameters": [_GAME_ID],
            "put": _call(
                "unfinished",
                "Lets other phones see a turn that is still being played. They read it in the header Terranova-Unfinished of the "
                "game's state, for half a minute.",
                {204: None},
                body=ref("Unfinished"),
            ),
        },
        f"{game}/undo": {
            "parameters": [_GAME_ID],
            "post": _call("undo", "Goes back one revision.", {200: ref("State")}, body=ref("Step")),
        },
        f"{game}/redo": {
            "parameters": [_GAME_ID],
            "post": _call("redo", "Goes on again.", {200: ref("State")}, body=ref("Step")),
        },
        f"{game}/goto": {
            "parameters": [_GAME_ID],
            "post": _call("goTo", "Goes to any revision.", {200: ref("State")}, body=ref("Jump")),
        },
        f"{game}/photos": {
            "parameters": [_GAME_ID],
            "get": _call("listPhotos", "A game's photos.", {200: ref("PhotoList")}),
            "post": _upload(
                "addPhoto",
                "Takes a photo of the table.",
                {202: ref("PhotoAdded")},
                _GAME_PHOTO_FIELDS,
                ("upload", "from"),
            ),
        },
    }


_READ_FIELDS = {"board": {"type": "string"}, "players": {"enum": ["2", "3", "4"]}}
_GAME_PHOTO_FIELDS = {
    "upload": SAVE.schema,
    "from": {"type": "string", "pattern": "^[0-9]{1,7}$"},
}


def _path(name: str, schema: Shape | None = None) -> Shape:
    return {"name": name, "in": "path", "required": True, "schema": schema or {"type": "string"}}


def _answers(found: Mapping[int, Shape | None]) -> dict[str, Shape]:
    answers: dict[str, Shape] = {}
    for status, shape in found.items():
        content = {} if shape is None else {"content": {"application/json": {"schema": shape}}}
        answers[str(status)] = {"description": "The answer.", **content}
    return {**answers, "4XX": _PROBLEM, "5XX": _PROBLEM}


def _call(
    name: str,
    summary: str,
    found: Mapping[int, Shape | None],
    *,
    body: Shape | None = None,
    example: Shape | None = None,
    path: tuple[Shape, ...] = (),
    query: tuple[Shape, ...] = (),
) -> Shape:
    call: dict[str, Any] = {
        "operationId": name,
        "summary": summary,
        "parameters": [*path, *query, _LANG],
        "responses": _answers(found),
    }
    if body is not None:
        content: dict[str, Any] = {"schema": body}
        if example is not None:
            content["example"] = example
        call["requestBody"] = {"required": True, "content": {"application/json": content}}
    return call


def _upload(name: str, summary: str, found: Mapping[int, Shape], fields: Shape, required: tuple[str, ...]) -> Shape:
    photo = {"type": "string", "format": "binary", "minLength": 1, "description": "JPEG, PNG or WebP, at most 32 MB."}
    shape = {
        "type": "object",
        "properties": {"photo": photo, **fields},
        "required": ["photo", *required],
        "additionalProperties": False,
    }
    return {
        "operationId": name,
        "summary": summary,
        "parameters": [_LANG],
        "requestBody": {"required": True, "content": {"multipart/form-data": {"schema": shape}}},
        "responses": _answers(found),
    }
