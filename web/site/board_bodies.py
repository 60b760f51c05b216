"""The JSON of drawings and saved boards: request bodies, responses, and the schemas of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict

from referee.boards.board import LANDSCAPES, Board, Terrain, looks_of
from referee.boards.checks import Axial
from referee.boards.drawings import Drawing, Extent, Remark
from referee.boards.landscape_names import board_title, terrain_label
from referee.boards.maps import LONGEST_WORD
from referee.files.fields import Location, take_list, take_whole
from referee.formats.schemas import Meta, Shape, ref
from referee.words.problems import Problem
from referee.words.texts import say, text
from web.games.kept_boards import Outcome, SavedBoard
from web.games.requests import REQUEST
from web.site import shapes
from web.site.bodies import clean_words
from web.site.shapes import STRING, Body, listed

FARTHEST = 60  # largest absolute q or r of a hex, relative to the middle of the drawing
MOST_LANDSCAPES = 24
LONGEST_FILE = 1_000_000  # characters of a board file to import
_CELL_FIELDS = ("q", "r", "terrain")


def _take_cell(value: object, place: Location) -> tuple[int, int, int]:
    given = take_list(value, place)
    if len(given) != len(_CELL_FIELDS):
        raise Problem("wrong-type", text("serve.not_a_hex", key=place.path))
    q, r, landscape = (take_whole(number, place.item(item), -FARTHEST, FARTHEST) for item, number in enumerate(given))
    return q, r, landscape


def _take_title(value: object, place: Location) -> str:
    return clean_words(STRING.take(value, place), LONGEST_WORD)


_LANDSCAPE = Body(("id",), {"id": STRING, "label": STRING, "looks_like": shapes.one_of(LANDSCAPES)})
_CELL = shapes.Shape(
    _take_cell,
    {
        "type": "array",
        "description": "q and r of a hex, and the index of its landscape.",
        "items": {"type": "integer", "minimum": -FARTHEST, "maximum": FARTHEST},
        "minItems": len(_CELL_FIELDS),
        "maxItems": len(_CELL_FIELDS),
    },
)
_DRAWN: Mapping[str, shapes.Shape[Any]] = {
    "title": shapes.Shape(_take_title, {"type": "string", "maxLength": LONGEST_WORD}),
    "terrains": listed(shapes.Shape(_LANDSCAPE.take, _LANDSCAPE.schema)),
    "cells": listed(_CELL),
}
DRAWING = Body(("title", "terrains", "cells"), _DRAWN)
SAVE_BOARD = Body(DRAWING.required, {**_DRAWN, "replaces": shapes.maybe(STRING), "version": shapes.maybe(STRING)})
BOARD_FILE = Body(("text",), {"text": STRING.described(description=f"At most {LONGEST_FILE} letters.")})

BOARD_SHAPES: Mapping[str, Shape] = {
    "Drawing": DRAWING.schema,
    "SaveBoard": SAVE_BOARD.schema,
    "BoardFile": BOARD_FILE.schema,
    "Landscape": _LANDSCAPE.schema,
}
DrawnHex = Annotated[list[int], Meta(_CELL.schema)]
RemarkJson = TypedDict("RemarkJson", {"sentence": str, "cells": list[Annotated[list[int], Meta({"minItems": 2, "maxItems": 2})]]})
ExtentJson = TypedDict("ExtentJson", {"hexes": int, "parts": int, "borders": int, "coast": int})
DrawingCheck = TypedDict("DrawingCheck", {"hexes": int, "remarks": list[RemarkJson], "landscapes": list[ExtentJson]})
KeptBoard = TypedDict("KeptBoard", {"name": str, "title": str, "outcome": Outcome})
RemovedBoard = TypedDict("RemovedBoard", {"name": str})
Sketch = TypedDict("Sketch", {"title": str, "cells": list[DrawnHex], "terrains": list[str]})

PaletteLandscape = TypedDict(
    "PaletteLandscape", {"label": str, "look": str, "given": Annotated[Mapping[str, str], Meta(ref("Landscape"))]}
)

EditedBoard = TypedDict(
    "EditedBoard",
    {
        "name": str | None,
        "version": str | None,
        "games": int,
        "title": str,
        "palette": list[PaletteLandscape],
        "cells": list[DrawnHex],
        "half_rows": int,
        "half_columns": int,
        "step": list[list[float]],
        "corners": list[list[float]],
    },
)


def take_drawing(body: object) -> Drawing:
    """Parse a request body that holds a drawing."""
    return _drawing(DRAWING.take(body, REQUEST))


def take_saving(body: object) -> tuple[Drawing, str | None, str | None]:
    """Parse a drawing to save, the name of the board to replace, and the version of that board when editing began.

    The name and the version are None if they are not given.
    """
    sent = SAVE_BOARD.take(body, REQUEST)
    return _drawing(sent), sent.get("replaces"), sent.get("version")


def take_board_file(body: object) -> str:
    """Return the text of a board file from a request body; raise a Problem if the text is too long."""
    words = str(BOARD_FILE.take(body, REQUEST)["text"])
    if len(words) > LONGEST_FILE:
        raise Problem("wrong-type", text("serve.board_file_too_long", most=LONGEST_FILE))
    return words


def _drawing(sent: Mapping[str, Any]) -> Drawing:
    terrains = tuple(Terrain(one["id"], one.get("label"), one.get("looks_like")) for one in sent["terrains"])
    if len(terrains) > MOST_LANDSCAPES:
        raise Problem("bad-board", text("boards.drawn_too_many", most=MOST_LANDSCAPES, count=len(terrains)))
    cells: dict[Axial, int] = {(q, r): landscape for q, r, landscape in sent["cells"]}
    if len(cells) < len(sent["cells"]) or any(not 0 <= landscape < len(terrains) for landscape in cells.values()):
        raise Problem("bad-board", text("boards.drawn_twice"))
    return Drawing(sent["title"], terrains, cells)


def check_json(drawing: Drawing, remarks: Sequence[Remark], extents: Sequence[Extent], language: str) -> DrawingCheck:
    """Serialize the size of a drawing, the remarks about it, and the statistics of its landscapes."""
    return {
        "hexes": len(drawing.cells),
        "remarks": [
            {"sentence": say(remark.sentence, language), "cells": [list(spot) for spot in remark.spots]} for remark in remarks
        ],
        "landscapes": [
            {"hexes": extent.hexes, "parts": extent.parts, "borders": extent.borders, "coast": extent.coast} for extent in extents
        ],
    }


def saved_json(saved: SavedBoard, language: str) -> KeptBoard:
    """Serialize a saved board's name and title, and whether the board is new, changed, a copy or already saved."""
    return {"name": saved.name, "title": board_title(saved.board, language), "outcome": saved.outcome}


def sketch_json(board: Board) -> Sketch:
    """Serialize a generated board's title, hexes and landscapes for the editor."""
    cells = [[cell.q, cell.r, cell.terrain] for cell in board.cells]
    return {"title": board.name, "cells": cells, "terrains": [terrain.id for terrain in board.terrains]}


def palette_of(terrains: Sequence[Terrain]) -> tuple[Terrain, ...]:
    """Return the landscapes to paint with: the board's own, then the built-in ones whose picture the board does not use."""
    looks = looks_of(Board("", tuple(terrains), ()))
    fixed = [_with_look(terrain, look.partition("-")[0]) for terrain, look in zip(terrains, looks, strict=True)]
    borrowed = {terrain.looks_like for terrain in fixed} | {terrain.id for terrain in fixed}
    return (*fixed, *(Terrain(landscape) for landscape in LANDSCAPES if landscape not in borrowed))


def _with_look(terrain: Terrain, look: str) -> Terrain:
    return terrain if terrain.id in LANDSCAPES else Terrain(terrain.id, terrain.label, look)


def palette_json(palette: Sequence[Terrain], language: str) -> list[PaletteLandscape]:
    """Serialize each landscape to paint with as its label, its look, and the fields to send back when saving."""
    looks = looks_of(Board("", tuple(palette), ()))
    return [
        {"label": terrain_label(terrain, language), "look": look, "given": _given(terrain)}
        for terrain, look in zip(palette, looks, strict=True)
    ]


def _given(terrain: Terrain) -> dict[str, str]:
    words = {"id": terrain.id, "label": terrain.label, "looks_like": terrain.looks_like}
    return {key: word for key, word in words.items() if word is not None}
