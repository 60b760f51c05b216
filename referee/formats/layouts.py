"""The JSON of terranova-layout; no other module knows this format."""

from __future__ import annotations

from collections.abc import Iterable

from referee.layout.layout import Layout
from referee.layout.markers import DICTIONARY
from referee.layout.shapes import Point
from referee.layout.tiling import Page

LAYOUT = "terranova-layout/1"
# The first page of the board's PDF is the cover.
PAGES_BEFORE_SHEETS = 1

JsonObject = dict[str, object]

_LENGTH_DECIMALS = 3
# Factors need more decimals, because they are multiplied by lengths of up to a whole page.
_FACTOR_DECIMALS = 6


def layout_to_json(layout: Layout) -> JsonObject:
    """Return a layout as JSON, with coordinates in millimetres rounded to three decimals."""
    board = layout.board
    cells = zip(board.cells, layout.island.centres, layout.island.corners, strict=True)
    return {
        "format": LAYOUT,
        "board": board.name,
        "paper": layout.paper,
        "hex_mm": layout.hex_mm,
        "width_mm": _length(layout.width),
        "height_mm": _length(layout.height),
        "pages": [_page_to_json(page) for page in layout.pages],
        "cells": [
            {"id": cell.id, "terrain": board.terrains[cell.terrain].id, "centre": _point(centre), "corners": _points(corners)}
            for cell, centre, corners in cells
        ],
        "markers": [{"dictionary": DICTIONARY, "id": marker.id, "corners": _points(marker.corners)} for marker in layout.markers],
        "samples": [{"piece": spot.piece.value, "centre": _point(spot.centre), "radius": spot.radius} for spot in layout.samples],
        "swatches": [
            {"colour": patch.colour, "centre": _point(patch.centre), "radius": patch.radius} for patch in layout.swatches
        ],
        "score_track": [{"value": cell.value, "centre": _point(cell.centre)} for cell in layout.score_track],
    }


def _page_to_json(page: Page) -> JsonObject:
    return {
        "page": page.number + PAGES_BEFORE_SHEETS,
        "label": page.label,
        "width_mm": _length(page.sheet.width),
        "height_mm": _length(page.sheet.height),
        "page_to_board": [[round(factor, _FACTOR_DECIMALS) for factor in row] for row in page.page_to_board],
        "outline": _points(page.outline),
    }


def _length(length: float) -> float:
    return round(length, _LENGTH_DECIMALS)


def _point(point: Point) -> list[float]:
    return [_length(point[0]), _length(point[1])]


def _points(points: Iterable[Point]) -> list[list[float]]:
    return [_point(point) for point in points]
