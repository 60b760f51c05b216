"""The board for the browser: its drawing as SVG, and the place of every hex on the drawing.

The browser computes no geometry, since it receives the centres and corners of the hexes, and their neighbours in each direction.
"""

from __future__ import annotations

import gzip
import re
import threading
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Any, TypedDict

from referee.boards.board import Board
from referee.boards.hexes import DIRECTIONS
from referee.boards.landscape_names import board_title
from referee.boards.library import terrain_label
from referee.files.fields import Location, take_word
from referee.files.json_input import quoted
from referee.formats.schemas import Label, Meta
from referee.layout.layout import DoesNotFit, Layout, lay_out
from referee.layout.papers import PAPERS, choice_for
from referee.layout.score_track import TrackCell
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.table import USUAL_INK, USUAL_PAPER, board_named
from web.site.response_types import Point
from web.site.schemas import INKS

ROUND_DIGITS = 2
BEST_PACKING = 9
KEPT = 24  # entries in each cache, one per board, size and, for drawings, ink; a game uses one or two
_UP, _DOWN = ((5, 4), (1, 2))  # north-east and north-west, south-east and south-west, as indices into DIRECTIONS
_drawing = threading.Lock()
LandscapeName = TypedDict("LandscapeName", {"id": str, "label": str})

Hex = TypedDict(
    "Hex",
    {
        "id": Label,
        "row": str,
        "terrain": str,
        "x": float,
        "y": float,
        "to": Annotated[list[Label | None], Meta({"minItems": 6, "maxItems": 6})],
        "up": Label | None,
        "down": Label | None,
    },
)

TrackSpace = TypedDict("TrackSpace", {"value": int, "x": float, "y": float, "width": float, "height": float})


class Places(TypedDict):
    """The size of a printed board, and the places of its hexes and of its score track, in board millimetres."""

    paper: str
    hex_mm: float
    width_mm: float
    height_mm: float
    view: Annotated[list[float], Meta({"minItems": 4, "maxItems": 4})]
    corner_offsets: Annotated[list[Point], Meta({"minItems": 6, "maxItems": 6})]
    cells: list[Hex]
    score_track: list[TrackSpace]


class Geometry(Places):
    """A board with its landscapes, the URL of its drawing, and the places on the drawing."""

    board: str
    title: str
    svg: str
    terrains: list[LandscapeName]


def geometry_json(board_name: str, paper: str, hex_mm: float | None, language: str) -> Geometry:
    """Return the geometry of a known board on a paper, in board millimetres; `hex_mm` is None for the default hex size."""
    picture = picture_address(board_name, paper, hex_mm, USUAL_INK)
    return board_geometry_json(board_named(board_name), board_name, picture, language, paper, hex_mm)


def board_geometry_json(
    board: Board, name: str, picture: str, language: str, paper: str = USUAL_PAPER, hex_mm: float | None = None
) -> Geometry:
    """Return the geometry of a board, which need not be saved on this server.

    `picture` is the URL of the board's drawing.
    """
    return {
        "board": name,
        "title": board_title(board, language),
        "svg": picture,
        "terrains": [{"id": terrain.id, "label": terrain_label(terrain, language)} for terrain in board.terrains],
        **_places(board, paper, hex_mm),
    }


@lru_cache(KEPT)
def _places(board: Board, paper: str, hex_mm: float | None) -> Places:
    layout = _layout(board, paper, hex_mm)
    island = layout.island
    first_centre = island.centres[0]
    at = {(cell.q, cell.r): cell.id for cell in board.cells}
    return {
        "paper": paper,
        "hex_mm": _short(layout.hex_mm),
        "width_mm": _short(layout.width),
        "height_mm": _short(layout.height),
        "view": [_short(number) for number in layout.island.view],
        "corner_offsets": [[_short(x - first_centre[0]), _short(y - first_centre[1])] for x, y in island.corners[0]],
        "cells": [_cell_json(board, number, centre, at) for number, centre in enumerate(island.centres)],
        "score_track": [_track_json(cell) for cell in layout.score_track],
    }


def _track_json(cell: TrackCell) -> TrackSpace:
    box = cell.box
    return {
        "value": cell.value,
        "x": _short(cell.centre[0]),
        "y": _short(cell.centre[1]),
        "width": _short(box.right - box.left),
        "height": _short(box.bottom - box.top),
    }


def _cell_json(board: Board, number: int, centre: tuple[float, float], at: Mapping[tuple[int, int], str]) -> Hex:
    cell = board.cells[number]
    to = [at.get((cell.q + dq, cell.r + dr)) for dq, dr in DIRECTIONS]
    # The hex that the Up key selects alternates from row to row, so that Up followed by Down returns to the same hex.
    prefer = cell.r % 2
    return {
        "id": cell.id,
        "row": cell.id[0],
        "terrain": board.terrains[cell.terrain].id,
        "x": _short(centre[0]),
        "y": _short(centre[1]),
        "to": to,
        "up": to[_UP[prefer]] or to[_UP[1 - prefer]],
        "down": to[_DOWN[prefer]] or to[_DOWN[1 - prefer]],
    }


def packed_svg(board_name: str, paper: str, hex_mm: float | None, ink: str) -> bytes:
    """Return a known board's drawing as gzipped SVG, cached for all clients."""
    return packed_drawing(board_named(board_name), paper, hex_mm, ink)


def packed_drawing(board: Board, paper: str, hex_mm: float | None, ink: str) -> bytes:
    """Return the drawing of a board, which need not be saved on this server, as gzipped SVG."""
    with _drawing:  # two simultaneous requests share one drawing
        return _drawn(board, paper, hex_mm, ink)


def packed_small(board_name: str) -> bytes:
    """Return a thumbnail of a board as gzipped SVG."""
    board = board_named(board_name)
    with _drawing:
        return _drawn_small(board)


def picture_address(board_name: str, paper: str | None, hex_mm: float | None, ink: str | None) -> str:
    """Return the URL of a board's drawing, including a hash of the drawing; None stands for the default of an option."""
    paper, ink = paper or USUAL_PAPER, ink or USUAL_INK
    size = "" if hex_mm is None else f"&hex_mm={hex_mm:g}"
    return f"/boards/{board_name}/board.svg?paper={paper}{size}&ink={ink}&v={picture_version(board_name, paper, hex_mm, ink)}"


def picture_version(board_name: str, paper: str, hex_mm: float | None, ink: str) -> str:
    """Return a short hash of a board's drawing."""
    board = board_named(board_name)
    with _drawing:
        return _version(board, paper, hex_mm, ink)


@lru_cache(KEPT)
def _version(board: Board, paper: str, hex_mm: float | None, ink: str) -> str:
    return sha256(_drawn(board, paper, hex_mm, ink)).hexdigest()[:12]


@lru_cache(KEPT)
def _drawn(board: Board, paper: str, hex_mm: float | None, ink: str) -> bytes:
    from printables.artwork.palette import Ink
    from web.site.screen_board import draw_for_screen

    layout = _layout(board, paper, hex_mm)
    return gzip.compress(draw_for_screen(layout, Ink(ink), layout.island.view).encode(), BEST_PACKING, mtime=0)


@lru_cache(KEPT)
def _drawn_small(board: Board) -> bytes:
    from printables.artwork.palette import Ink
    from web.site.screen_board import draw_small

    layout = _layout(board, USUAL_PAPER, None)
    return gzip.compress(draw_small(layout, Ink.COLOUR, layout.island.view).encode(), BEST_PACKING, mtime=0)


@lru_cache(KEPT)
def _layout(board: Board, paper: str, hex_mm: float | None) -> Layout:
    return lay_out(board, choice_for(paper, hex_mm))


def _short(length: float) -> float:
    return round(length, ROUND_DIGITS)


def check_print(board_name: str, paper: str | None, hex_mm: float | None) -> None:
    """Raise a Problem if a board cannot be printed on a paper with a hex size; the default hex size (None) is not checked."""
    if hex_mm is not None:
        _layout(board_named(board_name), paper or USUAL_PAPER, hex_mm)


def shown_print(board_name: str, settings: Mapping[str, Any]) -> tuple[str, float | None]:
    """Return the paper and hex size with which to show a game's board.

    If the board does not fit, because its print or the imported game has an extreme hex size, these are the usual ones.
    """
    paper, hex_mm = settings.get("paper") or USUAL_PAPER, settings.get("hex_mm")
    fits = hex_mm is None or _fits(board_named(board_name), paper, hex_mm)
    return (paper, hex_mm) if fits else (USUAL_PAPER, None)


@lru_cache(KEPT)
def _fits(board: Board, paper: str, hex_mm: float) -> bool:
    try:
        _layout(board, paper, hex_mm)
    except DoesNotFit:
        return False
    return True


def requested_print(fields: Mapping[str, str]) -> tuple[str, float | None, str]:
    """Parse paper, hex size in millimetres (None for the default size) and ink from a query string.

    Raise a Problem for an invalid value.
    """
    paper, ink, size = fields.get("paper", USUAL_PAPER), fields.get("ink", USUAL_INK), fields.get("hex_mm")
    place = Location(text("serve.request"))
    take_word(paper, place.key("paper"), tuple(PAPERS))
    take_word(ink, place.key("ink"), INKS)
    if size is None:
        return paper, None, ink
    if not re.fullmatch(r"\d{1,3}(\.\d{1,2})?", size, re.ASCII):
        raise Problem("not-a-number", text("serve.bad_hex", given=quoted(size)))
    return paper, float(size), ink
