"""The ring along the edge of the board: the hundred cells of the score track, with the markers and two printed codes.

The ring is split where seams reach the board's edge, so that no seam cuts a cell. On a small board the track
can have two or four laps, numbered from the outermost. This module knows neither hexes nor paper.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from referee.layout.board_code import CODE_HEIGHT_MODULES, CODE_WIDTH_MODULES
from referee.layout.markers import (
    BOTTOM_CODE_PARTNER,
    CORNER_IDS,
    FIRST_SIDE_ID,
    SLOT_MODULES,
    TOP_CODE_PARTNER,
    Marker,
    Side,
    make_marker,
)
from referee.layout.shapes import Box, Point

TRACK_CELLS = 100
LEAST_CELL_MM = 15.0
# The depth of a lap. A single lap has room for a cap; one of several laps is deeper than LEAST_CELL_MM.
SINGLE_LAP_MM, DOUBLED_LAP_MM = 18.0, 15.5
LAPS = (1, 2, 4)
_ROUNDING = 1e-6
# The length of the ring, in cells, to reserve for the crossings of seams (each takes at most one cell), in the order tried.
SPARE_CELLS = (1, 5)
USUAL_SIDE_MARKERS = 8


@dataclass(frozen=True, slots=True)
class TrackCell:
    """One cell of the score track. `lap` is 0 for the outermost lap."""

    value: int
    box: Box
    lap: int

    @property
    def centre(self) -> Point:
        return self.box.centre


@dataclass(frozen=True, slots=True)
class Rim:
    """The dimensions of the ring: the board's size, the size of a marker's module, and the number of laps of the track."""

    width: float
    height: float
    module: float
    laps: int

    @property
    def lap_depth(self) -> float:
        return SINGLE_LAP_MM if self.laps == 1 else DOUBLED_LAP_MM

    @property
    def depth(self) -> float:
        """The depth of the whole track, from the board's edge inwards."""
        return self.laps * self.lap_depth

    @property
    def slot(self) -> float:
        """The side of the square that a marker takes up, including the quiet zone."""
        return round(SLOT_MODULES * self.module, 3)

    @property
    def corner(self) -> float:
        """The side of the square reserved in each corner."""
        return max(self.slot, self.depth)

    @property
    def marker_inset(self) -> float:
        """The distance of a marker's slot from the board's edge; markers are centred in a deep ring."""
        return (self.corner - self.slot) / 2

    @property
    def code_length(self) -> float:
        """The length that a code and its second marker take up next to the corner."""
        return CODE_WIDTH_MODULES * self.module + self.slot - self.marker_inset

    def length_of(self, side: Side) -> float:
        return self.width if side in (Side.TOP, Side.BOTTOM) else self.height

    def box_on(self, side: Side, begin: float, end: float, outer: float, inner: float) -> Box:
        """Return the box between two positions along a side (from the left or top) and two depths from the board's edge."""
        if side is Side.TOP:
            return Box(begin, outer, end, inner)
        if side is Side.BOTTOM:
            return Box(begin, self.height - inner, end, self.height - outer)
        if side is Side.LEFT:
            return Box(outer, begin, inner, end)
        return Box(self.width - inner, begin, self.width - outer, end)


@dataclass(frozen=True, slots=True)
class Ring:
    """The contents of the rim: cells, markers and codes.

    `code_blocks` are the codes at the top left and bottom right; `crossings` are the positions where seams cross each side, from
    the left or the top.
    """

    cells: tuple[TrackCell, ...]
    markers: tuple[Marker, ...]
    code_blocks: tuple[Box, Box]
    crossings: Mapping[Side, Sequence[float]]


@dataclass(frozen=True, slots=True)
class _Run:
    """A stretch of one side that holds only cells."""

    side: Side
    begin: float
    end: float

    @property
    def room(self) -> int:
        return int((self.end - self.begin + _ROUNDING) / LEAST_CELL_MM)


def spare_cells(columns: int, rows: int, module: float) -> tuple[int, ...]:
    """Return the lengths of the ring, in cells, to reserve for the crossings of seams, in the order to be tried.

    A grid with three or more sheets in each direction has extra markers at its seams, which take up further cells.
    """
    more = math.ceil((count_side_markers(columns, rows) - USUAL_SIDE_MARKERS) * SLOT_MODULES * module / LEAST_CELL_MM)
    return SPARE_CELLS if min(columns, rows) <= 2 else (*SPARE_CELLS, *(more + spare for spare in SPARE_CELLS))


def count_side_markers(columns: int, rows: int) -> int:
    """Return the number of markers along the sides of a board on a grid of sheets, except those at the corners and codes."""
    along = [1 if parts == 1 else 2 if parts == 2 else 2 * (parts - 2) for parts in (columns, rows)]
    return 2 * sum(along) + 2 * (min(columns, rows) > 2)


def missing_for_track(rim: Rim, spare: int, side_markers: int = USUAL_SIDE_MARKERS) -> float:
    """Return how many mm longer the ring must be to hold the track and `spare` further cells; 0 or less if it is long enough."""
    free = 2 * (rim.width + rim.height) - 8 * rim.corner - side_markers * rim.slot - 2 * rim.code_length
    return (TRACK_CELLS / rim.laps + spare) * LEAST_CELL_MM - free


def has_room_for_track(rim: Rim, columns: int, rows: int) -> bool:
    """Return False if the ring is clearly too short for the track on a grid of sheets; a quick check before tiling."""
    return missing_for_track(rim, 0, count_side_markers(columns, rows)) <= 0


def build_ring(rim: Rim, crossings: Mapping[Side, Sequence[float]]) -> Ring | None:
    """Place markers, codes and cells on the rim, with no cell across any of the `crossings`.

    Return None if there is too little room.
    """
    markers = [*_corner_markers(rim), *_code_partners(rim)]
    runs: list[_Run] = []
    crossed = all(len(crossings.get(side, ())) > 1 for side in Side)
    for side in Side:
        places, stretches = _split_side(rim, side, crossings.get(side, ()), crossed)
        markers += [
            make_marker(FIRST_SIDE_ID[side] + index, _slot_on(rim, side, begin), rim.module) for index, begin in enumerate(places)
        ]
        runs += [_Run(side, begin, end) for begin, end in stretches]
    counts = _share_out(runs, TRACK_CELLS // rim.laps)
    if counts is None:
        return None
    cells = _number_cells(rim, runs, counts)
    return Ring(cells, tuple(sorted(markers, key=lambda marker: marker.id)), _code_blocks(rim), crossings)


def _slot_on(rim: Rim, side: Side, begin: float) -> Box:
    return rim.box_on(side, begin, begin + rim.slot, rim.marker_inset, rim.marker_inset + rim.slot)


def _corner_markers(rim: Rim) -> list[Marker]:
    near = rim.marker_inset
    right, bottom = rim.width - near - rim.slot, rim.height - near - rim.slot
    places = ((near, near), (right, near), (right, bottom), (near, bottom))
    slots = [Box(x, y, x + rim.slot, y + rim.slot) for x, y in places]
    return [make_marker(number, slot, rim.module) for number, slot in zip(CORNER_IDS, slots, strict=True)]


def _code_partners(rim: Rim) -> list[Marker]:
    """Return the second marker of each code; the first is a corner marker."""
    begin = rim.corner + rim.code_length - rim.slot
    return [
        make_marker(TOP_CODE_PARTNER, _slot_on(rim, Side.TOP, begin), rim.module),
        make_marker(BOTTOM_CODE_PARTNER, _slot_on(rim, Side.BOTTOM, rim.width - begin - rim.slot), rim.module),
    ]


def _code_blocks(rim: Rim) -> tuple[Box, Box]:
    begin = rim.marker_inset + rim.slot
    end = begin + CODE_WIDTH_MODULES * rim.module
    outer = rim.marker_inset + (SLOT_MODULES - CODE_HEIGHT_MODULES) / 2 * rim.module
    inner = outer + CODE_HEIGHT_MODULES * rim.module
    return (
        rim.box_on(Side.TOP, begin, end, outer, inner),
        rim.box_on(Side.BOTTOM, rim.width - end, rim.width - begin, outer, inner),
    )


def _split_side(rim: Rim, side: Side, crossings: Sequence[float], crossed: bool) -> tuple[list[float], list[tuple[float, float]]]:
    """Return the positions where the side's own markers begin, and the (begin, end) of the stretches left for cells.

    `crossed` is true if there are two or more seams in each direction. Then, of the four corner sheets, only the two with a
    code have a second marker, so the top right one gets a marker beside the last seam of the top side, and the bottom left one
    beside the first seam of the bottom side.
    """
    begin, end = rim.corner, rim.length_of(side) - rim.corner
    if side is Side.TOP:
        begin += rim.code_length
    if side is Side.BOTTOM:
        end -= rim.code_length
    if not crossings:
        middle = (rim.length_of(side) - rim.slot) / 2
        return [middle], [(begin, middle), (middle + rim.slot, end)]
    bounds = [begin, *crossings, end]
    places, stretches = [], []
    last = len(crossings)
    for index, (start, stop) in enumerate(pairwise(bounds)):
        # One seam: a marker on each side of it. More: a marker at both ends of each stretch between two seams.
        at_start = index > 0 and (last == 1 or index < last or (crossed and side is Side.TOP))
        at_stop = index < last and (last == 1 or index > 0 or (crossed and side is Side.BOTTOM))
        if at_start:
            places.append(start)
        if at_stop:
            places.append(stop - rim.slot)
        stretches.append((start + rim.slot * at_start, stop - rim.slot * at_stop))
    return places, stretches


def _share_out(runs: Sequence[_Run], wanted: int) -> list[int] | None:
    """Return how many of the `wanted` cells of one lap go into each run, so that all cells have nearly the same width.

    Return None if the cells do not fit.
    """
    counts = [run.room for run in runs]
    if sum(counts) < wanted or any(run.end - run.begin < 0 for run in runs):
        return None
    while sum(counts) > wanted:
        filled = [index for index, count in enumerate(counts) if count]
        counts[min(filled, key=lambda index: (runs[index].end - runs[index].begin) / counts[index])] -= 1
    return counts


def _number_cells(rim: Rim, runs: Sequence[_Run], counts: Sequence[int]) -> tuple[TrackCell, ...]:
    """Return the cells of all laps, numbered clockwise from the top left corner, the outermost lap first."""
    cells: list[TrackCell] = []
    for lap in range(rim.laps):
        outer, inner = lap * rim.lap_depth, (lap + 1) * rim.lap_depth
        for side in Side:
            boxes = [
                rim.box_on(side, begin, end, outer, inner)
                for run, count in zip(runs, counts, strict=True)
                if run.side is side
                for begin, end in _divide(run, count)
            ]
            if side in (Side.BOTTOM, Side.LEFT):
                boxes.reverse()
            cells += [TrackCell(len(cells) + index, box, lap) for index, box in enumerate(boxes)]
    return tuple(cells)


def _divide(run: _Run, count: int) -> list[tuple[float, float]]:
    width = (run.end - run.begin) / count if count else 0.0
    return [(run.begin + width * index, run.begin + width * (index + 1)) for index in range(count)]
