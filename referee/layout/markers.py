"""The printed markers: their numbers, module sizes and bit patterns.

The bits are those of OpenCV's DICT_5X5_50 (a test compares them), copied into this module so that printing does not need OpenCV.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from referee.layout.shapes import Box, Polygon

DICTIONARY = "DICT_5X5_50"
MARKER_BITS = 5
# The black square: the bits and a border of one module.
MARKER_MODULES = MARKER_BITS + 2
# The quiet zone on each side of the black square, in modules.
QUIET_MODULES = 1.5
SLOT_MODULES = MARKER_MODULES + 2 * QUIET_MODULES
# A module gets 4 pixels in a 12 megapixel photo at half size, if the board spans 55 % of the photo's short side.
HALF_SIZE_SHORT_SIDE_PX = 1512
SPAN_OF_PHOTO = 0.55
# The aspect ratio of a photo, and the largest aspect ratio of a board that can be photographed in either direction.
PHOTO_SHAPE, NEARLY_SQUARE = 0.75, 1.15
PIXELS_PER_MODULE = 4
MODULE_STEP_MM = 0.01


class Side(StrEnum):
    """The sides of the board's rim, clockwise from the top."""

    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"


# Marker numbers, the same on every board: the corners clockwise from the top left, the second markers of the two
# printed codes, then the first of the other markers on each side, numbered from the left or the top.
CORNER_IDS = (0, 1, 2, 3)
TOP_CODE_PARTNER, BOTTOM_CODE_PARTNER = 4, 5
FIRST_SIDE_ID = {Side.TOP: 6, Side.RIGHT: 17, Side.BOTTOM: 28, Side.LEFT: 39}
MOST_ON_A_SIDE = 11

# The 25 bits of each marker, row by row from the top left; white is 1.
_PATTERNS = (
    0x145B2BC,
    0x01C06E6,
    0x1AF0EDD,
    0x10395F7,
    0x1AEB524,
    0x1D4082D,
    0x0D3D7EC,
    0x0E2146B,
    0x10D6132,
    0x1313FA5,
    0x13CEE03,
    0x1A2DAC0,
    0x1E62B11,
    0x05E7166,
    0x1FCFCA8,
    0x051E37F,
    0x097A758,
    0x0BEA26F,
    0x0F64DC4,
    0x1061DE8,
    0x12DDA75,
    0x150E440,
    0x16B0CA1,
    0x0BA12DE,
    0x19CD023,
    0x1A59972,
    0x1C3CE8B,
    0x0224246,
    0x03B9672,
    0x024223B,
    0x027376E,
    0x0368873,
    0x040D0CE,
    0x04AAAC8,
    0x04643BA,
    0x07A6FEA,
    0x0998AAC,
    0x082D101,
    0x09AAD1D,
    0x0863C72,
    0x0AD2825,
    0x0A52F9E,
    0x0D849F7,
    0x0C309D9,
    0x0DA7E31,
    0x0E9627A,
    0x0E9B997,
    0x0F94806,
    0x0F59125,
    0x0F6B7D7,
)


@dataclass(frozen=True, slots=True)
class Marker:
    """A printed marker. `square` is the black square, `white` the larger square that includes the quiet zone."""

    id: int
    square: Box
    white: Box

    @property
    def corners(self) -> Polygon:
        """The black square's corners, clockwise from the top left; markers are printed upright."""
        return self.square.corners

    @property
    def rows(self) -> tuple[str, ...]:
        """The bits inside the border of a board's marker, row by row, in which `1` is white."""
        return marker_rows(self.id)


def marker_rows(number: int) -> tuple[str, ...]:
    """Return the bits of a board's marker, row by row from the top, in which `1` is white."""
    return rows_of_pattern(_PATTERNS[number])


def rows_of_pattern(pattern: int) -> tuple[str, ...]:
    """Return the bits of a marker's pattern, row by row from the top, in which `1` is white."""
    bits = f"{pattern:0{MARKER_BITS * MARKER_BITS}b}"
    return tuple(bits[start : start + MARKER_BITS] for start in range(0, len(bits), MARKER_BITS))


def module_for(width: float, height: float) -> float:
    """Return the module size in mm for a board of this width and height.

    Larger boards need larger modules. The long side of an elongated board is assumed to run along the long side of the photo,
    which allows smaller modules.
    """
    shorter, longer = sorted((width, height))
    span = max(longer * PHOTO_SHAPE, min(longer, shorter * NEARLY_SQUARE))
    pixels_per_mm = HALF_SIZE_SHORT_SIDE_PX * SPAN_OF_PHOTO / span
    return round(math.ceil(PIXELS_PER_MODULE / pixels_per_mm / MODULE_STEP_MM - 1e-9) * MODULE_STEP_MM, 2)


def make_marker(number: int, slot: Box, module: float) -> Marker:
    """Return a marker that, including the quiet zone, fills its slot."""
    return Marker(number, slot.grown(-QUIET_MODULES * module), slot)
