"""The shapes of what goes in and comes out, as JSON Schema for the OpenAPI description. Data and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printables.artwork.palette import Ink
from referee.files.fields import MAX_WHOLE
from referee.layout.papers import PAPERS
from referee.rules.pieces import Colour, Piece
from referee.rules.position import Edition
from web.games.history import Kind
from web.games.payments import Why
from web.games.table import Mode, Phase

Shape = Mapping[str, Any]

TEXT: Shape = {"type": "string"}
WHOLE: Shape = {"type": "integer"}
NUMBER: Shape = {"type": "number"}
FLAG: Shape = {"type": "boolean"}
NOTHING: Shape = {"type": "null"}


def ref(name: str) -> Shape:
    """Return points to a shape."""
    return {"$ref": f"#/components/schemas/{name}"}


def array(items: Shape, **more: object) -> Shape:
    """Return a list of one kind of thing."""
    return {"type": "array", "items": items, **more}


def one_of(*words: str) -> Shape:
    """Return one of a few words."""
    return {"enum": [str(word) for word in words]}


def maybe(shape: Shape) -> Shape:
    """Return the shape, or null."""
    return {"anyOf": [shape, NOTHING]}


def properties(**fields: Shape) -> Shape:
    """Return an object with exactly these fields."""
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def mapping(shape: Shape) -> Shape:
    """Return an object with any keys."""
    return {"type": "object", "additionalProperties": shape}


def given(required: tuple[str, ...], **fields: Shape) -> Shape:
    """Return an object that is taken: some fields must be there, no others may."""
    return {"type": "object", "properties": fields, "required": list(required), "additionalProperties": False}


SEATS = tuple(str(colour) for colour in Colour)
INKS = tuple(Ink)
MOST_REVISIONS = 1_000_000
MOST_POINTS = MAX_WHOLE
MOST_PIONEERS = 13
COLOUR = one_of(*SEATS)
PIECE = one_of(*Piece)
LABEL: Shape = {"type": "string", "pattern": "^[A-Z][0-9]+$"}
LABELS = array(LABEL)
BY_COLOUR_LABELS: Shape = {"type": "object", "propertyNames": COLOUR, "additionalProperties": LABELS}
POINTS: Shape = {"type": "integer", "minimum": 0, "maximum": MOST_POINTS}
BY_COLOUR_POINTS: Shape = {"type": "object", "propertyNames": COLOUR, "additionalProperties": POINTS}
FEW: Shape = {"type": "integer", "minimum": 0, "maximum": MOST_PIONEERS}
_ACTION = r"([A-Z][0-9]+-[A-Z][0-9]+|\+[A-Z][0-9]+|@[A-Z][0-9]+|pass)"
TURN: Shape = {"type": "string", "pattern": f"^{_ACTION}( {_ACTION})*$"}
DONE: Shape = {"type": "string", "pattern": f"^({_ACTION}( {_ACTION})*)?$"}
REVISION_NUMBER: Shape = {"type": "integer", "minimum": 0, "maximum": MOST_REVISIONS}
POINT = array(NUMBER, minItems=2, maxItems=2)
EDITION = one_of(*Edition)
MODE = one_of(*Mode)
INK = one_of(*INKS)
PAPER = one_of(*PAPERS)
ENDED = maybe(
    {
        "type": "object",
        "properties": {"reason": one_of("divided", "one-can-move", "no-pioneers"), "winners": array(COLOUR), "sentence": TEXT},
        "required": ["reason", "winners"],
        "additionalProperties": False,
    }
)
WHY = one_of(*Why)

EXAMPLE_POSITION = {
    "format": "terranova-position/1",
    "board": "islet",
    "players": ["red", "yellow"],
    "pioneers": {"red": ["C4", "D3"], "yellow": ["D5", "B2"]},
    "stones": ["C5"],
}


def _position_fields(*players: str) -> dict[str, Shape]:
    def by_colour(shape: Shape) -> Shape:
        return {"type": "object", "propertyNames": one_of(*players), "additionalProperties": shape}

    return {
        "format": {"const": "terranova-position/1"},
        "board": {"type": "string", "description": "A built-in or saved board."},
        "edition": EDITION,
        "players": {"const": list(players)},
        "to_move": one_of(*players),
        "pioneers": by_colour(LABELS),
        "stones": LABELS,
        "scores": by_colour(POINTS),
        "reserve": by_colour(FEW),
        "events": {},
        "ended": {},
    }


def _position(*players: str) -> Shape:
    return given(("format", "board", "players", "pioneers"), **_position_fields(*players))


_REGION = properties(
    cells=LABELS, terrains=array(TEXT), closed=FLAG, settled=FLAG, value=WHOLE, pioneers=BY_COLOUR_POINTS, awards=BY_COLOUR_POINTS
)
_EVENT = properties(type=one_of("territory"), after=maybe(TEXT), cells=LABELS, value=WHOLE, awards=BY_COLOUR_POINTS)
_SETTLED: Shape = {
    "type": "object",
    "properties": {
        "cells": LABELS,
        "terrains": array(TEXT),
        "value": WHOLE,
        "pioneers": BY_COLOUR_POINTS,
        "awards": BY_COLOUR_POINTS,
        "why": WHY,
    },
    "required": ["cells", "value", "awards", "why"],
    "additionalProperties": False,
}
_PLAYER = properties(colour=COLOUR, name=TEXT, score=WHOLE, on_board=WHOLE, reserve=WHOLE, to_move=FLAG)
_ARRANGEMENT = properties(pioneers=BY_COLOUR_LABELS, stones=LABELS)

SHAPES: Mapping[str, Shape] = {
    "Problem": {
        "type": "object",
        "properties": {
            "format": {"const": "terranova-problem/1"},
            "problem": TEXT,
            "message": TEXT,
            "preview": ref("Preview"),
            "conflict": ref("Conflict"),
            "overtaken": ref("Overtaken"),
            "markers": array(array(POINT, minItems=4, maxItems=4), description="Corners of markers seen, in the photo's pixels."),
            "board_found": {"type": "string", "description": "The board that a photo shows instead of the game's."},
            "photo_size": properties(width=WHOLE, height=WHOLE),
        },
        "required": ["format", "problem", "message"],
    },
    "Conflict": properties(
        revision=WHOLE,
        cells=array(properties(cell=LABEL, before=PIECE, yours=PIECE, theirs=PIECE)),
        merged=_ARRANGEMENT,
        yours=_ARRANGEMENT,
        theirs=_ARRANGEMENT,
    ),
    "Overtaken": properties(
        revision=WHOLE,
        cells=array(properties(cell=LABEL, yours=PIECE, theirs=PIECE)),
        turn=array(TEXT),
        playable=array(TEXT),
    ),
    "Position": {"anyOf": [_position(*SEATS[:number]) for number in (2, 3, 4)]},
    "PiecesAfter": given(
        ("format", "board", "players", "pioneers"),
        **{
            **_position_fields(*SEATS),
            "players": {"enum": [list(SEATS[:number]) for number in (2, 3, 4)]},
            **{key: {"description": "Not looked at."} for key in ("edition", "to_move", "scores", "reserve")},
        },
    ),
    "Score": properties(
        format={"const": "terranova-score/1"},
        regions=array(_REGION),
        awards=BY_COLOUR_POINTS,
        totals=BY_COLOUR_POINTS,
        ended=ENDED,
    ),
    "Turns": properties(format={"const": "terranova-turns/1"}, player=COLOUR, count={"type": "integer", "minimum": 0}),
    "Check": properties(
        format={"const": "terranova-check/1"}, legal=FLAG, turn=maybe(TEXT), ways=WHOLE, events=array(_EVENT), reason=maybe(TEXT)
    ),
    "Job": {
        "type": "object",
        "properties": {
            "state": one_of("waiting", "reading", "done", "failed"),
            "reading": {
                "type": "object",
                "properties": {
                    "format": {"const": "terranova-reading/1"},
                    "explanations": array(ref("Explanation"), description="Most probable first; of a game's photo alone."),
                    "nearest": maybe(ref("Explanation")),
                    "moment": maybe(properties(revision=REVISION_NUMBER, sentence=TEXT)),
                },
                "required": ["format"],
            },
            "problem": ref("Problem"),
        },
        "required": ["state"],
        "additionalProperties": False,
    },
    "Choices": properties(
        boards=array(properties(id=TEXT, cells=WHOLE)),
        editions=array(properties(id=EDITION, sentence=TEXT)),
        papers=array(TEXT),
        inks=array(INK),
        modes=array(MODE),
        names=array(TEXT),
        last=maybe({"type": "object"}),
        reader=ref("Reader"),
        photo=properties(max_bytes=WHOLE, max_pixels=WHOLE, accept=TEXT, halve_from=WHOLE),
    ),
    "Reader": {
        "type": "object",
        "properties": {"ready": FLAG, "message": TEXT},
        "required": ["ready"],
        "additionalProperties": False,
    },
    "Geometry": properties(
        board=TEXT,
        paper=TEXT,
        hex_mm=NUMBER,
        width_mm=NUMBER,
        height_mm=NUMBER,
        view=array(NUMBER, minItems=4, maxItems=4),
        svg=TEXT,
        terrains=array(properties(id=TEXT, label=TEXT)),
        corner_offsets=array(POINT, minItems=6, maxItems=6),
        cells=array(
            properties(
                id=LABEL,
                row=TEXT,
                terrain=TEXT,
                x=NUMBER,
                y=NUMBER,
                to=array(maybe(LABEL), minItems=6, maxItems=6),
                up=maybe(LABEL),
                down=maybe(LABEL),
            )
        ),
        score_track=array(properties(value=WHOLE, x=NUMBER, y=NUMBER, width=NUMBER, height=NUMBER)),
    ),
    "Addresses": properties(
        best=TEXT,
        join=TEXT,
        code=maybe(TEXT),
        version=TEXT,
        qr=TEXT,
        visitors=WHOLE,
        addresses=array(properties(url=TEXT, join=TEXT, adapter=TEXT, best=FLAG)),
    ),
    "Card": properties(
        id=TEXT,
        created=TEXT,
        changed=TEXT,
        title=TEXT,
        mode=MODE,
        edition=EDITION,
        board=TEXT,
        players=array(properties(colour=COLOUR, name=TEXT, score=WHOLE)),
        phase=one_of(*Phase),
    ),
    "State": properties(
        id=TEXT,
        version=WHOLE,
        revision=WHOLE,
        title=TEXT,
        created=TEXT,
        changed=TEXT,
        mode=MODE,
        board=TEXT,
        edition=EDITION,
        paper=maybe(TEXT),
        hex_mm=maybe(NUMBER),
        ink=maybe(INK),
        phase=one_of(*Phase),
        players=array(_PLAYER),
        position=ref("Position"),
        cells=mapping(PIECE),
        score=ref("Score"),
        paid=array(LABELS),
        next=maybe(ref("Next")),
        ended=ENDED,
        last=ref("Entry"),
        can_undo=FLAG,
        can_redo=FLAG,
        chart=array(properties(revision=WHOLE, turn=WHOLE, scores=BY_COLOUR_POINTS)),
        photo=maybe(ref("Photo")),
    ),
    "Entry": properties(
        revision=WHOLE,
        parent=maybe(WHOLE),
        kind=one_of(*Kind),
        on_line=FLAG,
        at=TEXT,
        player=maybe(COLOUR),
        turn=maybe(TEXT),
        events=array(_SETTLED),
        scores=BY_COLOUR_POINTS,
        take_off=BY_COLOUR_LABELS,
        photo=maybe(TEXT),
        earlier_photos=array(TEXT),
        ruling=maybe(properties(reason=TEXT)),
        unseen=maybe(properties(cells=LABELS, points=WHOLE)),
        mends=maybe(WHOLE),
        sentence=TEXT,
    ),
    "Revision": properties(revision=WHOLE, position=ref("Position"), cells=mapping(PIECE), entry=ref("Entry")),
    "Next": properties(
        **{
            "revision": WHOLE,
            "done": array(TEXT),
            "player": COLOUR,
            "moves": mapping(LABELS),
            "stones": LABELS,
            "places": LABELS,
            "pass": FLAG,
            "may_end": FLAG,
            "actions": WHOLE,
            "cells": mapping(PIECE),
            "events": array(_SETTLED),
            "scores": BY_COLOUR_POINTS,
        }
    ),
}
