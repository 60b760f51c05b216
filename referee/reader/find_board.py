"""Identify the board in a photo by reading the printed code beside the markers and looking it up among the known boards.

This module connects what is printed (layouts, pictures of the empty board) with `calibration`, and caches prepared boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import BoardGeometry, PreparedBoard, prepare_board, prepare_geometry
from calibration.lens import Lens
from calibration.locate import PhotoPyramid
from calibration.markers import FoundMarkers
from calibration.modules import ModuleBlock, read_modules
from calibration.plan import BoardPlan
from printables.artwork.empty_board import find_empty_board
from printables.artwork.palette import Ink
from referee.boards.board import Board
from referee.boards.library import BUILT_IN, list_saved_boards, load_kept_board
from referee.layout.board_code import BoardCode, board_number, decode_code
from referee.layout.layout import Layout, lay_out
from referee.layout.markers import (
    BOTTOM_CODE_PARTNER,
    CORNER_IDS,
    FIRST_SIDE_ID,
    MARKER_MODULES,
    MOST_ON_A_SIDE,
    QUIET_MODULES,
    TOP_CODE_PARTNER,
)
from referee.layout.papers import PrintChoice
from referee.reader.find_ink import InkPlaces, detect_ink, ink_places
from referee.reader.prints import Print
from referee.rules.pieces import Piece
from referee.words.problems import Problem

MARKER_IDS = tuple(range(max(FIRST_SIDE_ID.values()) + MOST_ON_A_SIDE))
CODE_COLUMNS, CODE_ROWS, CODE_MODULE = 12, 8, 0.75  # of a marker's module
KEPT = 4  # number of boards in the cache: a household has one or two

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class KnownLayout:
    """A layout and the places that show its ink.

    Instances are compared by identity, because comparing layouts by value is slow.
    """

    layout: Layout
    places: InkPlaces


@dataclass(frozen=True, slots=True, eq=False)
class KnownBoard:
    """A board ready to be located and read: its layout, and the data that calibration prepared for one ink."""

    layout: Layout
    ink: Ink
    prepared: PreparedBoard
    printed: Print


def read_code(seen: PhotoPyramid, found: FoundMarkers) -> BoardCode | None:
    """Return the code printed between a corner marker and its partner, or None if neither of the two copies is readable."""
    side, gap = float(MARKER_MODULES), QUIET_MODULES
    wide, high = CODE_COLUMNS * CODE_MODULE, CODE_ROWS * CODE_MODULE
    left, top = side + gap, (side - high) / 2
    square = np.array([[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]])
    for pair in ((CORNER_IDS[0], TOP_CODE_PARTNER), (BOTTOM_CODE_PARTNER, CORNER_IDS[2])):
        block = ModuleBlock(left, top, left + wide, top + high, CODE_ROWS, CODE_COLUMNS, pair)
        corners = {pair[0]: square, pair[1]: square + (side + 2 * gap + wide, 0.0)}
        rows = read_modules(seen, found, block, corners)
        code = decode_code(rows) if rows else None
        if code:
            return code
    return None


def find_known_board(code: BoardCode) -> Board | None:
    """Return the built-in or saved board whose number is in the code, or None if no readable board has that number."""
    for name in (*BUILT_IN, *list_saved_boards()):
        try:
            board = load_kept_board(name)
        except Problem:
            continue
        if board_number(board) == code.board:
            return board
    return None


@lru_cache(KEPT)
def layout_of(code: BoardCode, requested: Board | None = None) -> KnownLayout | None:
    """Return the layout that a code describes, or None if its board is neither known nor the requested one."""
    board = requested if requested is not None and board_number(requested) == code.board else find_known_board(code)
    return known_layout(board, code.choice) if board else None


@lru_cache(2 * KEPT)  # each layout may be requested both by its code and by an incomplete choice
def known_layout(board: Board, choice: PrintChoice) -> KnownLayout:
    """Return the layout of a board for a print choice; equivalent choices share one cached layout."""
    layout = lay_out(board, choice)
    if layout.choice != choice:
        return known_layout(board, layout.choice)
    return KnownLayout(layout, ink_places(layout))


def empty_board_picture(layout: Layout, ink: Ink) -> tuple[Pixels, float]:
    """Return the picture (blue, green, red) of an empty board in one ink, and the picture's resolution in pixels per mm."""
    empty = find_empty_board(layout, ink)
    picture = cv2.imdecode(np.frombuffer(empty.picture, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None, "our own picture"
    return np.asarray(picture, np.uint8), empty.px_per_mm


def ready_board(known: KnownLayout, seen: PhotoPyramid, lens: Lens) -> KnownBoard:
    """Return a board ready to be located and read, in the ink that the photo shows.

    `lens` gives the approximate position of the board.
    """
    return _prepare(known, detect_ink(known.places, seen, lens))


def _plan(layout: Layout, picture: Pixels, px_per_mm: float) -> BoardPlan:
    return BoardPlan(
        (layout.width, layout.height),
        np.array([m.square.corners for m in layout.markers]),
        tuple(np.array(page.outline) for page in layout.pages),
        np.array(layout.island.centres),
        np.array(layout.island.corners),
        picture,
        px_per_mm,
    )


@lru_cache(KEPT)
def _geometry(known: KnownLayout) -> BoardGeometry:
    return prepare_geometry(_plan(known.layout, np.zeros((1, 1, 3), np.uint8), 1.0))


@lru_cache(KEPT)
def _prepare(known: KnownLayout, ink: Ink) -> KnownBoard:
    layout = known.layout
    picture, px_per_mm = empty_board_picture(layout, ink)
    plan = _plan(layout, picture, px_per_mm)
    places = np.concatenate([plan.centres_mm, np.array([sample.centre for sample in layout.samples]).reshape(-1, 2)])
    parked = tuple(Piece(sample.piece) for sample in layout.samples)
    track = np.array([cell.centre for cell in layout.score_track]).reshape(-1, 2)
    printed = Print(picture, px_per_mm, places, layout.hex_mm, parked, known.places.lands, track)
    return KnownBoard(layout, ink, prepare_board(plan, _geometry(known)), printed)
