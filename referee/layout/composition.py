"""Compose a board: the island in its sea, with the title, compass, legend and sample spots around it.

Title, compass, legend and samples go into the four corners that a round island leaves free, one in each. If there is too
little room, the sea is enlarged. The composition depends on the board, the size of its hexes and the length of the ring that
is reserved for the crossings of seams, but not on paper.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from referee.boards.board import Board
from referee.layout.island import Island, make_island
from referee.layout.markers import module_for
from referee.layout.score_track import LAPS, Rim, missing_for_track
from referee.layout.shapes import Box, Point, box_round
from referee.rules.pieces import Piece

# The minimum distances of the land from the track and from a marker.
LEAST_SEA_MM = 8.2
BESIDE_MARKER_MM = 0.3
# Clearance between the track and things in the sea; the row of swatches is within this clearance.
PAD_MM = 10.0
# Clearance between things in the sea, and between them and the land.
AIR_MM = 3.0
# The largest amount of sea added to the shorter side of a board to make the board square, or closer to square.
MOST_SQUARED_MM = 16.0
# A crown cap is 32 mm wide; the pitch leaves a small gap between spots.
SAMPLE_RADIUS_MM, SAMPLE_PITCH_MM = 16.0, 35.0
SAMPLE_PIECES = (Piece.RED, Piece.YELLOW, Piece.BLUE, Piece.GREEN, Piece.STONE)

_SMALL_PRINT_MM = 6.0
# Alternatives in order of preference: sizes of the title, radii of the compass, sizes of a legend entry.
_TITLES = (
    (110.0, 56.0),
    (100.0, 52.0),
    (92.0, 50.0),
    (84.0, 48.0),
    (78.0, 46.0),
    (72.0, 44.0),
    (66.0, 42.0),
    (84.0, 32.0),
    (60.0, 38.0),
    (72.0, 28.0),
    (54.0, 32.0),
    (60.0, 22.0),
)
_COMPASS_RADII = (36.0, 34.0, 32.0, 30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 16.0)
# Distances of the compass from its corner, in order of preference.
_COMPASS_INWARD_MM = (18.0, 12.0, 6.0, 3.0, 0.0)
_LEGEND_ENTRIES = ((40.0, 11.5), (37.0, 11.0), (34.0, 10.0))
_LEGEND_COLUMNS = (2, 1, 3, 4, 8)
# Arrangements of the five spots, in pitches from their corner: in two rows or columns, L-shaped, in one row or column.
_SAMPLE_FORMS: tuple[tuple[tuple[int, int], ...], ...] = (
    ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1)),
    ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1)),
    ((0, 0), (1, 0), (2, 0), (0, 1), (0, 2)),
    ((0, 0), (1, 0), (2, 0), (3, 0), (0, 1)),
    ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0)),
    ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0)),
    ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4)),
)
_SAMPLE_PLACES = sorted({place for form in _SAMPLE_FORMS for place in form})
# The corners as signs of x and y, in the order of their default contents: title, compass, legend, samples.
Corner = tuple[int, int]
_CORNERS: tuple[Corner, ...] = ((-1, -1), (1, -1), (-1, 1), (1, 1))
# The additional merit of being in the default corner. A thing at its largest size has a merit of 1.
_MERIT_OF_USUAL = 0.12
_GROWTH_STEP_MM, _MOST_GROWTH_STEPS = 8.0, 60


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle."""

    centre: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Sample:
    """A spot for one spare piece, which shows the photo reader how pieces of this kind look."""

    piece: Piece
    centre: Point
    radius: float


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A line of the legend: the index of its landscape, and the box for the picture and name."""

    terrain: int
    box: Box


@dataclass(frozen=True, slots=True)
class Composition:
    """The geometry of a board, independent of paper: rim, sea (`field`), island, title, small print, compass, legend, samples."""

    rim: Rim
    field: Box
    island: Island
    title: Box
    small_print: Box
    compass: Disc
    legend: tuple[LegendEntry, ...]
    samples: tuple[Sample, ...]

    @property
    def furniture(self) -> tuple[Box, ...]:
        """The boxes of title, small print, compass, legend entries and samples, which no seam may cut."""
        around = [box_round(sample.centre, 2 * sample.radius, 2 * sample.radius) for sample in self.samples]
        return (
            self.title,
            self.small_print,
            box_round(self.compass.centre, 2 * self.compass.radius, 2 * self.compass.radius),
            *(entry.box for entry in self.legend),
            *around,
        )


@dataclass(frozen=True, slots=True)
class _Sea:
    """The area inside the clearance along the track, and the centres of the coastal hexes, which must stay uncovered."""

    zone: Box
    hexes: tuple[Point, ...]
    hex_radius: float

    def is_free(self, box: Box) -> bool:
        if not self.zone.holds(box) or self._is_in_the_middle(box):
            return False
        reach = self.hex_radius + AIR_MM
        left, top, right, bottom, square = box.left, box.top, box.right, box.bottom, reach * reach
        for x, y in self.hexes:
            dx = left - x if x < left else x - right if x > right else 0.0
            dy = top - y if y < top else y - bottom if y > bottom else 0.0
            if dx * dx + dy * dy < square:
                return False
        return True

    def is_disc_free(self, centre: Point, radius: float) -> bool:
        reach = radius + self.hex_radius + AIR_MM / 2
        around = box_round(centre, 2 * radius, 2 * radius)
        if not self.zone.holds(around) or self._is_in_the_middle(around):
            return False
        x, y = centre
        for spot_x, spot_y in self.hexes:
            if abs(x - spot_x) < reach and (x - spot_x) ** 2 + (y - spot_y) ** 2 < reach * reach:
                return False
        return True

    def _is_in_the_middle(self, box: Box) -> bool:
        """Return whether a box is near the vertical or horizontal middle line, where two sheets of the board could meet."""
        (x, y), (middle_x, middle_y), band = box.centre, self.zone.centre, self.hex_radius
        return abs(x - middle_x) < box.width / 2 + band or abs(y - middle_y) < box.height / 2 + band

    def corner_box(self, corner: Corner, width: float, height: float) -> Box:
        """Return a box of the given size, aligned to a corner of `zone`."""
        left = self.zone.left if corner[0] < 0 else self.zone.right - width
        top = self.zone.top if corner[1] < 0 else self.zone.bottom - height
        return Box(left, top, left + width, top + height)


@dataclass(frozen=True, slots=True)
class _Offer:
    """A possible placement of title, compass, legend or samples in a corner: the boxes, and the merit (1 is best)."""

    boxes: tuple[Box, ...]
    merit: float


class Composer:
    """A composer of one board at different hex sizes, with a cache of the results."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._sizes: dict[float, tuple[float, float]] = {}
        self._made: dict[tuple[float, int], Composition] = {}

    def least_size(self, hex_mm: float) -> tuple[float, float]:
        """Return a quick lower bound for the width and height of any composition at this hex size."""
        if hex_mm not in self._sizes:
            island = make_island(self.board, hex_mm)
            rims = [_frame(island, laps, 0.0, 0.0)[0] for laps in LAPS]
            self._sizes[hex_mm] = min(rim.width for rim in rims), min(rim.height for rim in rims)
        return self._sizes[hex_mm]

    def compose(self, hex_mm: float, spare: int) -> Composition:
        """Return the smallest composition found that has room for title, compass, legend, samples and score track.

        `spare` is the length of the ring reserved for the crossings of seams, in cells.
        """
        if (hex_mm, spare) not in self._made:
            self._made[hex_mm, spare] = _compose(make_island(self.board, hex_mm), spare)
        return self._made[hex_mm, spare]


def _compose(island: Island, spare: int) -> Composition:
    best: Composition | None = None
    for laps in LAPS:
        limit = math.inf if best is None else best.rim.width * best.rim.height
        best = _compose_with_laps(island, laps, spare, limit) or best
    if best is None:
        raise AssertionError("a sea that grows by half a metre holds everything")
    return best


def _compose_with_laps(island: Island, laps: int, spare: int, limit: float) -> Composition | None:
    """Compose the board with the given number of laps of the track.

    Return None if no composition smaller than the area `limit`, in square mm, is found.
    """
    for ways in _growths(_frame(island, laps, 0.0, 0.0)[0], spare):
        frames = [_frame(island, laps, grow_x, grow_y) for grow_x, grow_y in ways]
        small = [(rim, field) for rim, field in frames if rim.width * rim.height < limit]
        if not small:
            return None
        for rim, field in small:
            if missing_for_track(rim, spare) <= 0 and (made := _furnish(rim, field, island)):
                return made
    return None


def _growths(rim: Rim, spare: int) -> Iterator[list[tuple[float, float]]]:
    """Yield the amounts by which the sea can be enlarged, as lists of (width, height) in mm, the smallest total first.

    The pairs of one list have the same total: towards a square, only in height, or only in width.
    """
    first = max(0, int(missing_for_track(rim, spare) / 2 / _GROWTH_STEP_MM))
    for step in range(first, first + _MOST_GROWTH_STEPS):
        total = step * _GROWTH_STEP_MM
        squaring = min(total, max(0.0, (total + rim.height - rim.width) / 2))
        yield list(dict.fromkeys(((squaring, total - squaring), (0.0, total), (total, 0.0))))


def _frame(island: Island, laps: int, grow_x: float, grow_y: float) -> tuple[Rim, Box]:
    """Return the rim and the sea inside it, computed by iteration because the module size depends on the board size."""
    width, height = island.bounds.width + grow_x, island.bounds.height + grow_y
    square_up = max(-MOST_SQUARED_MM, min(MOST_SQUARED_MM, width - height))
    width, height = width + max(0.0, -square_up), height + max(0.0, square_up)
    rim = Rim(width, height, module_for(width, height), laps)
    for _ in range(4):
        sea = max(LEAST_SEA_MM, rim.slot + BESIDE_MARKER_MM - rim.depth)
        across, down = width + 2 * (sea + rim.depth), height + 2 * (sea + rim.depth)
        rim = Rim(_round_up(across), _round_up(down), module_for(across, down), laps)
    return rim, Box(rim.depth, rim.depth, rim.width - rim.depth, rim.height - rim.depth)


def _round_up(length: float) -> float:
    """Round up to a tenth of a millimetre."""
    return math.ceil(length * 10 - 1e-6) / 10


def _furnish(rim: Rim, field: Box, island: Island) -> Composition | None:
    """Centre the island and put title, compass, legend and samples in one corner each, maximizing the total merit.

    Return None if the sea is too small.
    """
    island = island.moved_to((rim.width - island.bounds.width) / 2, (rim.height - island.bounds.height) / 2)
    pad = max(PAD_MM, rim.slot - rim.depth + AIR_MM)
    sea = _Sea(field.grown(-pad), _shore(island), island.side)
    terrains = tuple(sorted({cell.terrain for cell in island.board.cells}))
    offers: list[list[_Offer | None]] = []
    for maker in (_offer_samples, _offer_legend, _offer_compass, _offer_title):
        offers.insert(0, [maker(sea, corner, terrains) for corner in _CORNERS])
        if not any(offers[0]):
            return None
    best: tuple[float, tuple[_Offer, ...]] | None = None
    for order in permutations(range(len(_CORNERS))):
        chosen = [offers[thing][corner] for thing, corner in enumerate(order)]
        things = tuple(offer for offer in chosen if offer is not None)
        if len(things) < len(_CORNERS) or _crowd(things):
            continue
        usual = sum(thing == corner for thing, corner in enumerate(order))
        merit = sum(thing.merit for thing in things) + _MERIT_OF_USUAL * usual
        if best is None or merit > best[0]:
            best = merit, things
    return None if best is None else _settle(rim, field, island, terrains, best[1])


def _crowd(things: Sequence[_Offer]) -> bool:
    """Return whether any two placements are too close to each other."""
    return any(
        one.grown(AIR_MM).meets(other)
        for first, second in combinations(things, 2)
        for one in first.boxes
        for other in second.boxes
    )


def _settle(rim: Rim, field: Box, island: Island, terrains: Sequence[int], things: Sequence[_Offer]) -> Composition:
    """Build the composition from the chosen placements of title, compass, legend and samples."""
    whole, around, entries, spots = (thing.boxes for thing in things)
    foot = whole[0].bottom - _SMALL_PRINT_MM
    return Composition(
        rim,
        field,
        island,
        Box(whole[0].left, whole[0].top, whole[0].right, foot),
        Box(whole[0].left, foot, whole[0].right, whole[0].bottom),
        Disc(around[0].centre, around[0].width / 2),
        tuple(LegendEntry(terrain, box) for terrain, box in zip(terrains, entries, strict=True)),
        tuple(Sample(piece, spot.centre, SAMPLE_RADIUS_MM) for piece, spot in zip(SAMPLE_PIECES, spots, strict=True)),
    )


def _shore(island: Island) -> tuple[Point, ...]:
    """Return the centres of the coastal hexes.

    They suffice for measuring distances to the island, since the hex nearest to any point in the sea is coastal.
    """
    return tuple(
        centre for centre, neighbours in zip(island.centres, island.board.neighbours, strict=True) if len(neighbours) < 6
    )


def _offer_title(sea: _Sea, corner: Corner, _terrains: Sequence[int]) -> _Offer | None:
    """Return the placement of the largest title that fits into a corner, or None if none fits.

    The box includes room for the small print below the title.
    """
    for width, height in _TITLES:
        box = sea.corner_box(corner, width, height + _SMALL_PRINT_MM)
        if sea.is_free(box):
            return _Offer((box,), width * height / (_TITLES[0][0] * _TITLES[0][1]))
    return None


def _offer_compass(sea: _Sea, corner: Corner, _terrains: Sequence[int]) -> _Offer | None:
    for radius in _COMPASS_RADII:
        for inward in _COMPASS_INWARD_MM:
            x, y = sea.corner_box(corner, 2 * radius, 2 * radius).centre
            centre = (x - corner[0] * inward, y - corner[1] * inward)
            if sea.is_disc_free(centre, radius):
                return _Offer((box_round(centre, 2 * radius, 2 * radius),), radius / _COMPASS_RADII[0])
    return None


def _offer_legend(sea: _Sea, corner: Corner, terrains: Sequence[int]) -> _Offer | None:
    for width, height in _LEGEND_ENTRIES:
        for columns in _LEGEND_COLUMNS:
            rows = math.ceil(len(terrains) / columns)
            whole = sea.corner_box(corner, width * math.ceil(len(terrains) / rows), height * rows)
            if sea.is_free(whole):
                entries = tuple(_legend_box(whole, index // rows, index % rows, width, height) for index in range(len(terrains)))
                return _Offer(entries, width / _LEGEND_ENTRIES[0][0])
    return None


def _legend_box(whole: Box, column: int, row: int, width: float, height: float) -> Box:
    left, top = whole.left + column * width, whole.top + row * height
    return Box(left, top, left + width, top + height)


def _offer_samples(sea: _Sea, corner: Corner, _terrains: Sequence[int]) -> _Offer | None:
    free = {place: spot for place in _SAMPLE_PLACES if sea.is_disc_free(spot := _spot(sea, corner, place), SAMPLE_RADIUS_MM)}
    for rank, form in enumerate(_SAMPLE_FORMS):
        if all(place in free for place in form):
            spots = [free[place] for place in form]
            spots.sort(key=lambda spot: (round(spot[1], 3), spot[0]))
            boxes = tuple(box_round(spot, 2 * SAMPLE_RADIUS_MM, 2 * SAMPLE_RADIUS_MM) for spot in spots)
            return _Offer(boxes, 1 - rank / len(_SAMPLE_FORMS) / 2)
    return None


def _spot(sea: _Sea, corner: Corner, place: tuple[int, int]) -> Point:
    x, y = sea.corner_box(corner, SAMPLE_PITCH_MM, SAMPLE_PITCH_MM).centre
    return x - corner[0] * place[0] * SAMPLE_PITCH_MM, y - corner[1] * place[1] * SAMPLE_PITCH_MM
