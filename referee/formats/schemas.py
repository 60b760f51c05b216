"""JSON Schemas of the published objects that programs send and receive, and basic schemas to build others.

The parsers and writers of these objects are in `positions`. The web app's OpenAPI description includes these schemas.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from referee.files.fields import MAX_WHOLE
from referee.formats.positions import CHECK, POSITION, SCORE, TURNS
from referee.rules.pieces import PIONEERS_EACH, Colour
from referee.rules.position import Edition

Shape = Mapping[str, Any]

TEXT: Shape = {"type": "string"}
WHOLE: Shape = {"type": "integer"}
NUMBER: Shape = {"type": "number"}
FLAG: Shape = {"type": "boolean"}
NOTHING: Shape = {"type": "null"}


def ref(name: str) -> Shape:
    """Return a reference to a named schema of the OpenAPI description."""
    return {"$ref": f"#/components/schemas/{name}"}


def array(items: Shape, **more: object) -> Shape:
    """Return the schema of a list whose items have the schema `items`; `more` are further keywords."""
    return {"type": "array", "items": items, **more}


def one_of(*words: str) -> Shape:
    """Return the schema of a string that is one of these words."""
    return {"enum": [str(word) for word in words]}


def maybe(shape: Shape) -> Shape:
    """Return the schema of a value that may also be null."""
    return {"anyOf": [shape, NOTHING]}


def properties(**fields: Shape) -> Shape:
    """Return the schema of an object with exactly these fields."""
    return given(tuple(fields), **fields)


def mapping(shape: Shape) -> Shape:
    """Return the schema of an object with arbitrary keys, whose values have the given schema."""
    return {"type": "object", "additionalProperties": shape}


def given(required: tuple[str, ...], **fields: Shape) -> Shape:
    """Return the schema of an input object: the `required` fields must be present, and only the given fields are allowed."""
    return {"type": "object", "properties": fields, "required": list(required), "additionalProperties": False}


SEATS = tuple(str(colour) for colour in Colour)
MOST_PIONEERS = max(PIONEERS_EACH.values())
COLOUR = one_of(*SEATS)
LABEL: Shape = {"type": "string", "pattern": "^[A-Z][0-9]+$"}
LABELS = array(LABEL)
POINTS: Shape = {"type": "integer", "minimum": 0, "maximum": MAX_WHOLE}
BY_COLOUR_POINTS: Shape = {"type": "object", "propertyNames": COLOUR, "additionalProperties": POINTS}
FEW: Shape = {"type": "integer", "minimum": 0, "maximum": MOST_PIONEERS}
EDITION = one_of(*Edition)
ENDED = maybe(
    {
        "type": "object",
        "properties": {"reason": one_of("divided", "one-can-move", "no-pioneers"), "winners": array(COLOUR), "sentence": TEXT},
        "required": ["reason", "winners"],
        "additionalProperties": False,
    }
)


@dataclass(frozen=True, eq=False, slots=True)  # equality by identity, since types must be hashable and a dict is not
class Meta:
    """Metadata of an annotated type: JSON Schema keywords that extend the schema of the type."""

    shape: Shape


Label = Annotated[str, Meta(LABEL)]
Labels = Sequence[Label]
LabelsByColour = Mapping[Colour, Labels]
PointsByColour = Mapping[Colour, Annotated[int, Meta(POINTS)]]

EXAMPLE_POSITION = {
    "format": POSITION,
    "board": "islet",
    "players": ["red", "yellow"],
    "pioneers": {"red": ["C4", "D3"], "yellow": ["D5", "B2"]},
    "stones": ["C5"],
}


def _position_fields(*players: str) -> dict[str, Shape]:
    def by_colour(shape: Shape) -> Shape:
        return {"type": "object", "propertyNames": one_of(*players), "additionalProperties": shape}

    return {
        "format": {"const": POSITION},
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

PUBLISHED: Mapping[str, Shape] = {
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
        format={"const": SCORE},
        regions=array(_REGION),
        awards=BY_COLOUR_POINTS,
        totals=BY_COLOUR_POINTS,
        ended=ENDED,
    ),
    "Turns": properties(format={"const": TURNS}, player=COLOUR, count={"type": "integer", "minimum": 0}),
    "Check": properties(
        format={"const": CHECK}, legal=FLAG, turn=maybe(TEXT), ways=WHOLE, events=array(_EVENT), reason=maybe(TEXT)
    ),
}
