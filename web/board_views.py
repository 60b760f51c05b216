"""The board for the browser: its drawing, the same as on paper, and where each hex lies on it.

The browser works out no geometry: it is given centres, corners, and which hex lies next in each direction.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from typing import Any

from referee.board import Board
from referee.board_files import terrain_label
from referee.hexes import DIRECTIONS
from referee.json_fields import Place, take_word
from referee.json_files import shown
from referee.layout import Layout, PrintChoice, lay_out
from referee.papers import PAPERS
from referee.problems import Problem
from referee.texts import text
from web.asked import INKS
from web.table import board_named

ROUND_DIGITS = 3
_UP, _DOWN = ((5, 4), (1, 2))  # north-east and north-west, south-east and south-west, as places in DIRECTIONS
_drawing = threading.Lock()


def geometry_json(board_name: str, paper: str, hex_mm: float | None, language: str) -> dict[str, Any]:
    """Writes where everything lies on a board of this size, in board millimetres."""
    board = board_named(board_name)
    layout = _layout(board, paper, hex_mm)
    island = layout.island
    bounds, side = island.bounds, island.side
    first_centre = island.centres[0]
    return {
        "board": board_name,
        "paper": paper,
        "hex_mm": _short(layout.hex_mm),
        "width_mm": _short(layout.width),
        "height_mm": _short(layout.height),
        "view": [
            _short(bounds.left - side / 2),
            _short(bounds.top - side / 2),
            _short(bounds.right - bounds.left + side),
            _short(bounds.bottom - bounds.top + side),
        ],
        "svg": picture_address(board_name, paper, hex_mm, "colour", language),
        "terrains": [{"id": terrain.id, "label": terrain_label(terrain, language)} for terrain in board.terrains],
        "corner_offsets": [[_short(x - first_centre[0]), _short(y - first_centre[1])] for x, y in island.corners[0]],
        "cells": [_cell_json(board, number, island.centres[number]) for number in range(len(board.cells))],
        "score_track": [
            {"value": cell.value, "x": _short(cell.centre[0]), "y": _short(cell.centre[1])} for cell in layout.score_track
        ],
    }


def _cell_json(board: Board, number: int, centre: tuple[float, float]) -> dict[str, Any]:
    cell = board.cells[number]
    at = {(other.q, other.r): other.id for other in board.cells}
    to = [at.get((cell.q + dq, cell.r + dr)) for dq, dr in DIRECTIONS]
    # Which of the two hexes above an arrow key goes to changes from row to row, so that one comes down again where one went up.
    prefer = cell.r % 2
    return {
        "id": cell.id,
        "row": cell.id[0],
        "number": int(cell.id[1:]),
        "q": cell.q,
        "r": cell.r,
        "terrain": board.terrains[cell.terrain].id,
        "x": _short(centre[0]),
        "y": _short(centre[1]),
        "to": to,
        "up": to[_UP[prefer]] or to[_UP[1 - prefer]],
        "down": to[_DOWN[prefer]] or to[_DOWN[1 - prefer]],
    }


def board_svg(board_name: str, paper: str, hex_mm: float | None, ink: str, language: str) -> str:
    """Draws the whole board as an SVG file."""
    board = board_named(board_name)
    with _drawing:  # two phones that ask at once need not have it drawn twice
        return _drawn(board, paper, hex_mm, ink, language)


def picture_address(board_name: str, paper: str | None, hex_mm: float | None, ink: str | None, language: str) -> str:
    """Gives the address of a board's drawing; it changes with everything that changes the drawing."""
    paper, ink = paper or "A4", ink or "colour"
    size = "" if hex_mm is None else f"&hex_mm={hex_mm:g}"
    version = _version(board_named(board_name), paper, hex_mm, ink, language)
    return f"/boards/{board_name}/board.svg?paper={paper}{size}&ink={ink}&words={language}&v={version}"


@cache
def _version(board: Board, paper: str, hex_mm: float | None, ink: str, language: str) -> str:
    drawn = _drawn(board, paper, hex_mm, ink, language)
    return sha256(drawn.encode()).hexdigest()[:12]


@cache
def _drawn(board: Board, paper: str, hex_mm: float | None, ink: str, language: str) -> str:
    from printables.board_picture import board_picture
    from printables.palette import Ink
    from printables.svg import write_svg

    return write_svg(board_picture(_layout(board, paper, hex_mm), Ink(ink), language))


@cache
def _layout(board: Board, paper: str, hex_mm: float | None) -> Layout:
    return lay_out(board, PrintChoice(paper=paper, hex_mm=hex_mm))


def _short(length: float) -> float:
    return round(length, ROUND_DIGITS)


def asked_print(fields: Mapping[str, str]) -> tuple[str, float | None, str]:
    """Takes paper, hex and ink out of an address; what is unknown is refused."""
    paper, ink, size = fields.get("paper", "A4"), fields.get("ink", "colour"), fields.get("hex_mm")
    place = Place(text("serve.request"))
    take_word(paper, place.key("paper"), tuple(PAPERS))
    take_word(ink, place.key("ink"), INKS)
    if size is None:
        return paper, None, ink
    if not re.fullmatch(r"\d{1,3}(\.\d{1,2})?", size, re.ASCII):
        raise Problem("not-a-number", text("serve.bad_hex", given=shown(size)))
    return paper, float(size), ink
