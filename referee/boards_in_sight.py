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
from printables.palette import Ink, landscape_inks
from referee.board import Board, looks_of
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
from referee.pieces import Piece
from referee.problems import Problem
from referee.vision.prints import Print

MARKER_IDS = tuple(range(max(FIRST_SIDE_ID.values()) + MOST_ON_A_SIDE))
CODE_COLUMNS, CODE_ROWS, CODE_MODULE = 12, 8, 0.75      # of a marker's module
HEX_POINTS, TOWARDS_CORNER = 6, 0.48     # places a hex at which inks are compared, and how many hex widths from its middle
LEAST_LIKENESS, LEAST_SLOPE = 0.6, 0.2
LEAST_SHADES = 0.5      # of the differences between a grey print's landscapes
ROUNDS, CLOSE, RIDGE, DARKEST = 12, 0.02, 1e-6, 0.05     # of a fit by least absolute gaps, in natural logarithms
KEPT = 4                    # boards kept ready: a table has one or two
ENGRAVED = 0.1          # share of a hex that its engraving covers, about

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class KnownBoard:
    """A board ready to be found and read: its layout, and what calibration prepared from it in one ink."""

    layout: Layout
    ink: Ink
    prepared: PreparedBoard
    printed: Print


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
def layout_of(code: BoardCode, asked: Board | None = None) -> Layout | None:
    """The layout that a code speaks of, if its board is known or is the one asked for."""
    board = asked if asked is not None and board_number(asked) == code.board else find_known_board(code)
    return lay_out(board, code.choice) if board else None


def empty_picture(layout: Layout, ink: Ink) -> tuple[Pixels, float]:
    """The empty board, (h, w, 3) blue, green, red, and its pixels per mm."""
    empty = find_empty_board(layout, ink)
    picture = cv2.imdecode(np.frombuffer(empty.picture, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None, "our own picture"
    return np.asarray(picture, np.uint8), empty.px_per_mm


def ready_board(layout: Layout, seen: Look, found: FoundMarkers) -> KnownBoard:
    """Prepares a layout in the ink that the photo shows."""
    ink = tell_ink(layout, seen, found)
    return _prepare(layout, ink)


@lru_cache(KEPT)
def _prepare(layout: Layout, ink: Ink) -> KnownBoard:
    picture, px_per_mm = empty_picture(layout, ink)
    plan = BoardPlan(
        (layout.width, layout.height), tuple(m.id for m in layout.markers), np.array([m.square.corners for m in layout.markers]),
        tuple(np.array(page.outline) for page in layout.pages), np.array(layout.island.centres), np.array(layout.island.corners),
        tuple(Swatch(np.array(s.centre), s.radius, _bgr(s.colour)) for s in layout.swatches), picture, px_per_mm,
    )
    places = np.concatenate([plan.centres_mm, np.array([sample.centre for sample in layout.samples]).reshape(-1, 2)])
    parked = tuple(Piece(sample.piece) for sample in layout.samples)
    return KnownBoard(layout, ink, prepare_board(plan), Print(picture, px_per_mm, places, layout.hex_mm, parked))


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
    corner_colours = _samples(seen.photo.pixels, to_photo, points).reshape(-1, HEX_POINTS, 3)
    hexes = np.median(corner_colours, 1) / np.maximum(white, 20)
    lands = np.array([cell.terrain for cell in layout.board.cells])
    shown = np.array([np.median(hexes[lands == land], 0) for land in np.unique(lands)])
    coloured = np.array([np.median(_expected_tints(layout, Ink.COLOUR)[lands == land], 0) for land in np.unique(lands)])
    if _follows(_hues(shown), _hues(coloured)):
        return Ink.COLOUR
    shades = _shade_slope(hexes.mean(1), _expected_tints(layout, Ink.GREY).mean(1), np.array(layout.island.centres))
    return Ink.GREY if shades > LEAST_SHADES else Ink.LIGHT


def _shade_slope(shown: Floats, expected: Floats, centres: Floats) -> float:
    """By how much of the expected differences the hexes differ in brightness, 1 for a perfect print, 0 for one that is all white.

    Light falls off evenly over the board and is fitted beside; hexes with pieces are outliers.
    """
    at = (centres - centres.mean(0)) / centres.std(0)
    terms = np.column_stack([np.ones(len(at)), at, np.log(expected)])
    values = np.log(np.maximum(shown, DARKEST))
    weights, fitted = np.ones(len(at)), np.zeros(terms.shape[1])
    for _ in range(ROUNDS):
        weighted = terms * weights[:, None]
        fitted = np.linalg.solve(weighted.T @ terms + RIDGE * np.eye(terms.shape[1]), weighted.T @ values)
        weights = 1 / np.maximum(np.abs(values - terms @ fitted), CLOSE)
    return float(fitted[-1])


def _hues(colours: Floats) -> Floats:
    """What is left of colours (n, 3) without their brightness, (n, 2): light falls off, hue hardly."""
    return np.asarray(colours[:, (0, 2)] / np.maximum(colours.sum(1, keepdims=True), 0.05))


def _follows(shown: Floats, expected: Floats) -> bool:
    """Do the landscapes differ in the photo as they do in print? A faded print differs less, pieces and light blur it."""
    a, b = shown - shown.mean(0), expected - expected.mean(0)
    together = float((a * b).sum())
    alike = together / max(1e-9, float(np.sqrt((a * a).sum() * (b * b).sum())))
    return alike > LEAST_LIKENESS and together / float((b * b).sum()) > LEAST_SLOPE


@lru_cache(len(Ink) * KEPT)
def _expected_tints(layout: Layout, ink: Ink) -> Floats:
    """What a hex of each cell's landscape looks like from afar, (n, 3) of white: its ground with some engraving on it."""
    looks = looks_of(layout.board)
    inks = [landscape_inks(looks[cell.terrain], ink) for cell in layout.board.cells]
    return np.array([(1 - ENGRAVED) * _bgr(each.tint) + ENGRAVED * _bgr(each.line) for each in inks]) / 255


def _white_points(layout: Layout) -> Floats:
    """Middles of the white strips round every marker."""
    points = []
    for marker in layout.markers:
        inner, outer = np.array(marker.square.corners), np.array(marker.white.corners)
        points.append((inner + outer) / 2)
    return np.concatenate(points)


def _hex_points(layout: Layout) -> Floats:
    """Places near the corners of each hex, (6 n, 2) in board mm: pieces lie in the middle."""
    angles = np.radians(np.arange(HEX_POINTS) * 360 / HEX_POINTS - 90)
    around = np.column_stack([np.cos(angles), np.sin(angles)]) * TOWARDS_CORNER * layout.hex_mm
    return (np.array(layout.island.centres)[:, None] + around).reshape(-1, 2)


def _samples(picture: Pixels, to_picture: Floats, points: Floats) -> Floats:
    """Values (n, 3) at board points; outside the picture those of its edge."""
    at = cv2.perspectiveTransform(points[None], to_picture)[0]
    x = np.clip(at[:, 0], 0, picture.shape[1] - 1).astype(int)
    y = np.clip(at[:, 1], 0, picture.shape[0] - 1).astype(int)
    return np.asarray(picture[y, x], np.float64)
