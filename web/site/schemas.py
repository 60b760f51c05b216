"""JSON Schemas of requests and responses, for the OpenAPI description. Data only."""

from __future__ import annotations

from collections.abc import Mapping

from printables.artwork.palette import Ink
from referee.formats.schemas import (
    BY_COLOUR_LABELS,
    BY_COLOUR_POINTS,
    COLOUR,
    EDITION,
    ENDED,
    FLAG,
    LABEL,
    LABELS,
    NUMBER,
    PIECE,
    PUBLISHED,
    TEXT,
    WHOLE,
    Shape,
    array,
    mapping,
    maybe,
    one_of,
    properties,
    ref,
)
from referee.layout.papers import PAPERS
from referee.rules.pieces import Colour
from web.games.history import Kind
from web.games.payments import Why
from web.games.shelves import Shelf
from web.games.table import Mode, Phase

INKS = tuple(Ink)
LARGEST_REVISION_NUMBER = 1_000_000
_ACTION = r"([A-Z][0-9]+-[A-Z][0-9]+|\+[A-Z][0-9]+|@[A-Z][0-9]+|pass)"
TURN: Shape = {"type": "string", "pattern": f"^{_ACTION}( {_ACTION})*$"}
DONE: Shape = {"type": "string", "pattern": f"^({_ACTION}( {_ACTION})*)?$"}
REVISION_NUMBER: Shape = {"type": "integer", "minimum": 0, "maximum": LARGEST_REVISION_NUMBER}
POINT = array(NUMBER, minItems=2, maxItems=2)
MODE = one_of(*Mode)
INK = one_of(*INKS)
PAPER = one_of(*PAPERS)
WHY = one_of(*Why)

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
LAND = array(
    properties(
        cells=LABELS,
        look={**one_of(*Colour, "shared", "nobody"), "description": "Who took it: a colour, several in a tie, or nobody."},
        awards=BY_COLOUR_POINTS,
        value=WHOLE,
        revision=maybe(REVISION_NUMBER),
        badge=maybe(properties(cell=LABEL, words=TEXT)),
    ),
    description="The land that is settled, oldest first.",
)
_PLAYER = properties(colour=COLOUR, name=TEXT, score=WHOLE, on_board=WHOLE, reserve=WHOLE, to_move=FLAG)
_DETAILS: Mapping[str, Shape] = {"date": TEXT, "place": TEXT, "note": TEXT, "shelf": one_of(*Shelf)}
_ARRANGEMENT = properties(pioneers=BY_COLOUR_LABELS, stones=LABELS)

SHAPES: Mapping[str, Shape] = {
    **PUBLISHED,
    "Problem": {
        "type": "object",
        "properties": {
            "format": {"const": "terranova-problem/1"},
            "problem": TEXT,
            "message": TEXT,
            "preview": ref("Preview"),
            "conflict": ref("Conflict"),
            "overtaken": ref("Overtaken"),
            "later": ref("LaterEntries"),
            "markers": array(array(POINT, minItems=4, maxItems=4), description="Corners of markers seen, in the photo's pixels."),
            "board_found": {"type": "string", "description": "The board that a photo shows instead of the game's."},
            "photo_size": properties(width=WHOLE, height=WHOLE),
            "rule": {"type": "string", "description": "The section of How to play with the rule that was broken."},
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
        boards=array(properties(id=TEXT, title=TEXT, cells=WHOLE)),
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
        title=TEXT,
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
        **_DETAILS,
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
        practice=maybe({"type": "string", "description": "What a practice game is about."}),
        **_DETAILS,
        phase=one_of(*Phase),
        players=array(_PLAYER),
        position=ref("Position"),
        cells=mapping(PIECE),
        score=ref("Score"),
        paid=array(LABELS),
        land=LAND,
        next=maybe(ref("Next")),
        ended=ENDED,
        last=ref("Entry"),
        clock=maybe(
            properties(running=FLAG, spent={**NUMBER, "description": "Seconds of the turn at hand."}, players=BY_COLOUR_POINTS)
        ),
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
        seconds={**maybe(WHOLE), "description": "How long the turn took, if there was a clock."},
        replaces=maybe(WHOLE),
        sentence=TEXT,
    ),
    "Revision": properties(revision=WHOLE, position=ref("Position"), cells=mapping(PIECE), land=LAND, entry=ref("Entry")),
    "Look": properties(
        players=array(properties(colour=COLOUR, name=TEXT)),
        board=ref("Geometry"),
        moments=array(
            properties(
                revision=REVISION_NUMBER,
                turn=maybe(TEXT),
                cells=mapping(PIECE),
                land=LAND,
                scores=BY_COLOUR_POINTS,
                sentence=TEXT,
            )
        ),
    ),
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
