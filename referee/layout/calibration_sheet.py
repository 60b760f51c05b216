"""The geometry of the calibration sheet: a frame of markers around spots for pieces and an outline for a bank card.

All lengths are in millimetres, and the origin is the top left corner of the frame. The marker numbers differ from those on
boards, so that a sheet is never mistaken for a board.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.layout.markers import MARKER_MODULES, QUIET_MODULES, Marker, make_marker, rows_of_pattern
from referee.layout.shapes import Box, Point, box_round
from referee.rules.pieces import Piece

FIRST_ID = 50  # the first number after the boards' DICT_5X5_50
FRAME_WIDTH, FRAME_HEIGHT = 188.0, 258.0
MODULE = 2.0
SPOT_RADIUS = 17.0  # room for a crown cap of 32 mm
SPOT_STEP = 37.0
SPOTS_TOP = 72.0
ROW_STEP = 41.0
CARD_WIDTH, CARD_HEIGHT = 85.6, 53.98  # ISO/IEC 7810 ID-1
ACROSS, DOWN = 4, 6  # markers along a side, including the corners
SPOT_ROWS = (
    (Piece.RED, Piece.RED, Piece.YELLOW, Piece.YELLOW),
    (Piece.BLUE, Piece.BLUE, Piece.GREEN, Piece.GREEN),
    (Piece.STONE, Piece.STONE, Piece.EMPTY, Piece.EMPTY),
)

# The bits of the markers from FIRST_ID on in OpenCV's DICT_5X5_100, row by row from the top left; white is 1.
_PATTERNS = (
    0x11B58E4,
    0x11AD279,
    0x11E380B,
    0x1169445,
    0x12FFB4A,
    0x158CB8D,
    0x15987F0,
    0x1422FDF,
    0x14E1227,
    0x156DF22,
    0x173DBF1,
    0x164C93C,
    0x17CBB86,
    0x1880A87,
    0x19147DD,
    0x184EB8A,
)


@dataclass(frozen=True, slots=True)
class Spot:
    """A round spot for one piece. A spot whose `piece` is EMPTY is left free and shows the bare paper."""

    piece: Piece
    centre: Point
    radius: float


@dataclass(frozen=True, slots=True)
class CalibrationPlan:
    """The sizes and positions of everything on the calibration sheet, in millimetres."""

    width: float
    height: float
    markers: tuple[Marker, ...]
    spots: tuple[Spot, ...]
    card: Box
    text_box: Box


def plan_calibration() -> CalibrationPlan:
    """Return the layout of the calibration sheet, which is the same on every paper size."""
    slot = (MARKER_MODULES + 2 * QUIET_MODULES) * MODULE
    left = (FRAME_WIDTH - SPOT_STEP * (len(SPOT_ROWS[0]) - 1)) / 2
    spots = tuple(
        Spot(piece, (left + column * SPOT_STEP, SPOTS_TOP + row * ROW_STEP), SPOT_RADIUS)
        for row, pieces in enumerate(SPOT_ROWS)
        for column, piece in enumerate(pieces)
    )
    card_middle = (FRAME_WIDTH / 2, FRAME_HEIGHT - slot - CARD_HEIGHT / 2 - 3.0)
    text_box = Box(slot + 2, slot + 1, FRAME_WIDTH - slot - 2, SPOTS_TOP - SPOT_RADIUS - 3)
    return CalibrationPlan(
        FRAME_WIDTH, FRAME_HEIGHT, _frame(slot), spots, box_round(card_middle, CARD_WIDTH, CARD_HEIGHT), text_box
    )


def calibration_rows(marker: Marker) -> tuple[str, ...]:
    """Return the bits of a marker on the calibration sheet, row by row from the top, in which `1` is white."""
    return rows_of_pattern(_PATTERNS[marker.id - FIRST_ID])


def _frame(slot: float) -> tuple[Marker, ...]:
    """Return the markers, spaced evenly along the frame, clockwise from the top left."""
    across = [k * (FRAME_WIDTH - slot) / (ACROSS - 1) for k in range(ACROSS)]
    down = [k * (FRAME_HEIGHT - slot) / (DOWN - 1) for k in range(DOWN)]
    corners = [(x, 0.0) for x in across] + [(across[-1], y) for y in down[1:]]
    corners += [(x, down[-1]) for x in reversed(across[:-1])] + [(0.0, y) for y in reversed(down[1:-1])]
    return tuple(make_marker(FIRST_ID + number, Box(x, y, x + slot, y + slot), MODULE) for number, (x, y) in enumerate(corners))
