"""Which board a photo shows: the printed code beside its markers, looked up among the boards that are known.

Joins what is printed (layouts, pictures of the empty board) with what calibration measures; keeps what was prepared once for the
photos that follow.
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import PreparedBoard, prepare_board
from calibration.locate import Look
from calibration.markers import FoundMarkers
from calibration.modules import ModuleBlock, read_modules
from calibration.plan import BoardPlan, Swatch
from printables.empty_board import find_empty_board
from printables.palette import Ink
from referee.board import Board
from referee.board_code import BoardCode, board_number, decode_code
from referee.board_files import BUILT_IN, list_saved_boards, load_kept_board
from referee.layout import Layout, lay_out
from referee.marker_plan import (
    BOTTOM_CODE_PARTNER,
    CORNER_IDS,
    FIRST_SIDE_ID,
    MARKER_MODULES,
    MOST_ON_A_SIDE,
    QUIET_MODULES,
    TOP_CODE_PARTNER,
)
from referee.problems import Problem

MARKER_IDS = tuple(range(max(FIRST_SIDE_ID.values()) + MOST_ON_A_SIDE))
CODE_COLUMNS, CODE_ROWS, CODE_MODULE = 12, 8, 0.75      # of a marker's module
HEX_POINTS = 9              # places a hex at which inks are compared
KEPT = 4                    # boards kept ready: a table has one or two

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class KnownBoard:
    """A board ready to be found and read: its layout, and what calibration prepared from it in one ink."""

    layout: Layout
    ink: Ink
    prepared: PreparedBoard


def read_code(seen: Look, found: FoundMarkers) -> BoardCode | None:
    """Reads the code printed between two corner markers, either of the two places where it stands."""
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
    """Looks for the board with the code's number among those built in and those saved."""
    for name in (*BUILT_IN, *list_saved_boards()):
        try:
            board = load_kept_board(name)
        except Problem:
            continue
        if board_number(board) == code.board:
            return board
    return None


@lru_cache(KEPT)
def layout_of(code: BoardCode) -> Layout | None:
    """The layout that a code speaks of, if its board is known."""
    board = find_known_board(code)
    return lay_out(board, code.choice) if board else None


@lru_cache(3 * KEPT)
def empty_picture(code: BoardCode, layout: Layout, ink: Ink) -> tuple[Pixels, float]:
    """The empty board, (h, w, 3) blue, green, red, and its pixels per mm."""
    empty = find_empty_board(layout, ink)
    picture = cv2.imdecode(np.frombuffer(empty.picture, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None, "our own picture"
    return np.asarray(picture, np.uint8), empty.px_per_mm


def ready_board(layout: Layout, seen: Look, found: FoundMarkers) -> KnownBoard:
    """Prepares a layout in the ink that the photo shows."""
    ink = tell_ink(layout, seen, found)
    return KnownBoard(layout, ink, _prepare(layout.code, layout, ink))


@lru_cache(KEPT)
def _prepare(code: BoardCode, layout: Layout, ink: Ink) -> PreparedBoard:
    picture, px_per_mm = empty_picture(code, layout, ink)
    return prepare_board(BoardPlan(
        (layout.width, layout.height), tuple(m.id for m in layout.markers), np.array([m.square.corners for m in layout.markers]),
        tuple(np.array(page.outline) for page in layout.pages), np.array(layout.island.centres), np.array(layout.island.corners),
        tuple(Swatch(np.array(s.centre), s.radius, _bgr(s.colour)) for s in layout.swatches), picture, px_per_mm,
    ))


def _bgr(colour: str) -> Floats:
    return np.array([int(colour[k:k + 2], 16) for k in (5, 3, 1)], float)


# ---------------------------------------------------------------- colour, light or grey
def tell_ink(layout: Layout, seen: Look, found: FoundMarkers) -> Ink:
    """Tells in which ink a board was printed, from the tints of its hexes against the white round its markers."""
    corners = {m.id: m.square.corners for m in layout.markers}
    known = [row for row, number in enumerate(found.ids.tolist()) if number in corners]
    printed = np.array([corners[int(found.ids[row])] for row in known]).reshape(-1, 2)
    found_plane, _ = cv2.findHomography(printed, found.corners[known].reshape(-1, 2), cv2.RANSAC, 6.0)
    if found_plane is None:
        return Ink.COLOUR
    to_photo = np.asarray(found_plane, np.float64)
    white = np.median(_samples(seen.photo.pixels, to_photo, _white_points(layout)), 0)
    points = _hex_points(layout)
    hexes = _samples(seen.photo.pixels, to_photo, points).reshape(-1, HEX_POINTS, 3).mean(1) / np.maximum(white, 20)
    misfit = {}
    for ink in Ink:
        picture, px_per_mm = empty_picture(layout.code, layout, ink)
        small = cv2.resize(picture, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        scale = np.diag([px_per_mm / 4, px_per_mm / 4, 1])
        expected = _samples(np.asarray(small, np.uint8), scale, points).reshape(-1, HEX_POINTS, 3).mean(1) / 255
        misfit[ink] = float(np.median(np.abs(hexes - expected * _even_out(hexes, expected)).sum(1)))
    return min(misfit, key=lambda ink: misfit[ink])


def _even_out(hexes: Floats, expected: Floats) -> float:
    """One factor for all channels: exposure between rim and middle differs, hue does not."""
    return float(np.clip(np.median(hexes.mean(1) / np.maximum(expected.mean(1), 0.05)), 0.5, 1.3))


def _white_points(layout: Layout) -> Floats:
    """Middles of the white strips round every marker."""
    points = []
    for marker in layout.markers:
        inner, outer = np.array(marker.square.corners), np.array(marker.white.corners)
        points.append((inner + outer) / 2)
    return np.concatenate(points)


def _hex_points(layout: Layout) -> Floats:
    around = np.array([(x, y) for x in (-0.25, 0, 0.25) for y in (-0.25, 0, 0.25)]) * layout.hex_mm
    return (np.array(layout.island.centres)[:, None] + around).reshape(-1, 2)


def _samples(picture: Pixels, to_picture: Floats, points: Floats) -> Floats:
    """Values (n, 3) at board points; outside the picture those of its edge."""
    at = cv2.perspectiveTransform(points[None], to_picture)[0]
    x = np.clip(at[:, 0], 0, picture.shape[1] - 1).astype(int)
    y = np.clip(at[:, 1], 0, picture.shape[0] - 1).astype(int)
    return np.asarray(picture[y, x], np.float64)
