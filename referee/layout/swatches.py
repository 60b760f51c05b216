"""The printed colour swatches along the four sides of the sea, for estimating the light in a photo.

Each side has white, greys, black and the players' colours, in one row if there is room, clear of markers and seams. A side with
little room has fewer swatches.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.layout.markers import Side
from referee.layout.score_track import Rim, Ring
from referee.layout.shapes import Box, Point

# White, two greys, black; red, yellow, blue and green as the pieces of the game are drawn.
SWATCH_COLOURS = ("#ffffff", "#b4b4b4", "#6e6e6e", "#1e1e1e", "#b5121b", "#ffd500", "#0b37a0", "#24b574")
SWATCH_RADIUS_MM, SWATCH_PITCH_MM = 3.1, 8.2
# The distance of a swatch's centre from the track.
SWATCH_INSET_MM = 4.9


@dataclass(frozen=True, slots=True)
class Swatch:
    """A round printed spot of one colour."""

    colour: str
    centre: Point
    radius: float


# The preferred middle of each row, as a fraction of the side from the left or top, clockwise.
_BEST_PLACE = {Side.TOP: 0.75, Side.RIGHT: 0.75, Side.BOTTOM: 0.25, Side.LEFT: 0.25}
_AIR_MM = 1.0


def place_swatches(rim: Rim, field: Box, ring: Ring) -> tuple[Swatch, ...]:
    """Return the swatches of all four sides, clear of markers, codes and seams; a side with little room has fewer than eight."""
    return tuple(
        Swatch(colour, _centre(side, field, along), SWATCH_RADIUS_MM)
        for side in Side
        for colour, along in zip(SWATCH_COLOURS, _places_on(rim, field, ring, side), strict=False)
    )


def _places_on(rim: Rim, field: Box, ring: Ring, side: Side) -> list[float]:
    """Return the positions for swatches along a side: in one row if there is room, otherwise wherever they fit."""
    stretches = _free_stretches(field, ring, side)
    length = SWATCH_PITCH_MM * len(SWATCH_COLOURS)
    wanted = rim.length_of(side) * _BEST_PLACE[side]
    rows = [min(max(begin, wanted - length / 2), end - length) for begin, end in stretches if end - begin >= length]
    if rows:
        first = min(rows, key=lambda start: abs(start + length / 2 - wanted))
        return [first + SWATCH_PITCH_MM * (index + 0.5) for index in range(len(SWATCH_COLOURS))]
    return [
        begin + SWATCH_PITCH_MM * (index + 0.5)
        for begin, end in stretches
        for index in range(int((end - begin) / SWATCH_PITCH_MM))
    ]


def _free_stretches(field: Box, ring: Ring, side: Side) -> list[tuple[float, float]]:
    """Return the (begin, end) of the parts of a side that are free of markers, codes and seams."""
    level = side in (Side.TOP, Side.BOTTOM)
    strip = {
        Side.TOP: Box(field.left, field.top, field.right, field.top + 2 * SWATCH_INSET_MM),
        Side.BOTTOM: Box(field.left, field.bottom - 2 * SWATCH_INSET_MM, field.right, field.bottom),
        Side.LEFT: Box(field.left, field.top, field.left + 2 * SWATCH_INSET_MM, field.bottom),
        Side.RIGHT: Box(field.right - 2 * SWATCH_INSET_MM, field.top, field.right, field.bottom),
    }[side]
    boxes = [box.grown(_AIR_MM) for box in (*(marker.white for marker in ring.markers), *ring.code_blocks)]
    taken = [((box.left, box.right) if level else (box.top, box.bottom)) for box in boxes if box.meets(strip)]
    taken += [(place - _AIR_MM, place + _AIR_MM) for place in ring.crossings.get(side, ())]
    begin, end = (strip.left, strip.right) if level else (strip.top, strip.bottom)
    # The rows of two sides would overlap in a corner.
    begin, end = begin + 2 * SWATCH_INSET_MM, end - 2 * SWATCH_INSET_MM
    stretches = []
    for low, high in sorted(taken):
        if low > begin:
            stretches.append((begin, low))
        begin = max(begin, high)
    return [*stretches, (begin, end)]


def _centre(side: Side, field: Box, along: float) -> Point:
    if side is Side.TOP:
        return along, field.top + SWATCH_INSET_MM
    if side is Side.BOTTOM:
        return along, field.bottom - SWATCH_INSET_MM
    if side is Side.LEFT:
        return field.left + SWATCH_INSET_MM, along
    return field.right - SWATCH_INSET_MM, along
