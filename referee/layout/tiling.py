r"""Cut a composed board into sheets of paper along hex edges.

A vertical seam follows the zigzag between two columns of hexes, a horizontal seam the zigzag between two rows; outside the
coast, both are straight up to the edge of the board. Two seams that cross share one slanted hex edge:

         | upper left | upper right
      ../\..         p1 is the common corner of the two upper sheets, p2 of the two lower ones;
        p1 \__        the edge p1-p2 belongs to both seams.
            p2 /\..
     lower left | lower right
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.layout.composition import Composition
from referee.layout.island import Island
from referee.layout.markers import Side
from referee.layout.papers import STRIP_MM, Sheet
from referee.layout.score_track import Ring, build_ring
from referee.layout.shapes import Box, Point, Polygon, box_holding, line_meets_box

Affine = tuple[tuple[float, float, float], tuple[float, float, float]]
# The number of a possible seam, and the two positions between which it zigzags.
Span = tuple[int, float, float]
_HAIR_MM = 1e-3
# The number of seam placements tried before giving up on a grid of sheets.
_MOST_TRIES = 24


@dataclass(frozen=True, slots=True)
class SheetGrid:
    """A rectangular arrangement of sheets.

    `strip_below` is true if each sheet has the strip for the check bars at the bottom, and false if on the left.
    """

    columns: int
    rows: int
    sheet: Sheet
    strip_below: bool

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def has_inner_sheets(self) -> bool:
        """Whether some sheet has neighbours on all four sides, so that it has no rim and no marker."""
        return min(self.columns, self.rows) > 2

    @property
    def room(self) -> tuple[float, float]:
        """The size in board mm of the largest part of the board that one sheet can show, including the overlap."""
        width, height = self.sheet.printable
        if self.strip_below:
            height -= STRIP_MM
        else:
            width -= STRIP_MM
        return width * self.sheet.scale[0], height * self.sheet.scale[1]


@dataclass(frozen=True, slots=True)
class Page:
    """One sheet of the tiled board. Lengths are in board millimetres, except in `sheet` and `strip`, which use page mm.

    `outline` is the part of the board between the sheet's seams; `ink` extends beyond the seams, under the sheets to the right
    and below. `strip` is for the check bars.
    """

    number: int
    column: int
    row: int
    sheet: Sheet
    page_to_board: Affine
    outline: Polygon
    ink: Polygon
    strip: Box

    @property
    def label(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class Tiling:
    """A board cut into sheets, with the ring that fits the seams."""

    composition: Composition
    grid: SheetGrid
    pages: tuple[Page, ...]
    ring: Ring


@dataclass(frozen=True)
class _Across:
    """The possible seams in one direction: vertical if `down` is set, otherwise horizontal."""

    island: Island
    down: bool

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """The number of each possible seam, with the two positions in mm between which it zigzags, the smaller first."""
        island, cells = self.island, self.island.board.cells
        if self.down:
            halves = [2 * cell.q + cell.r for cell in cells]
            step = island.hex_mm / 2
            return tuple(
                (half, island.origin[0] + step * half, island.origin[0] + step * (half + 1))
                for half in range(min(halves), max(halves))
            )
        rows = [cell.r for cell in cells]
        return tuple(
            (row, island.centre_at(0, row)[1] + island.side / 2, island.centre_at(0, row)[1] + island.side)
            for row in range(min(rows), max(rows))
        )


def tile(composition: Composition, grid: SheetGrid, overlap: float) -> Tiling | None:
    """Cut the board into a grid of sheets; return None if no way to cut the board is found."""
    downs, acrosses = _ways_to_cut(composition, grid, overlap)
    tries = sorted((i + j, i, j) for i in range(len(downs)) for j in range(len(acrosses)))[:_MOST_TRIES]
    for _, i, j in tries:
        seams = _Seams(composition, downs[i], acrosses[j])
        if _cut_furniture((*seams.downs, *seams.acrosses), composition):
            continue
        if ring := build_ring(composition.rim, seams.crossings):
            return Tiling(composition, grid, tuple(_make_pages(seams, grid, overlap)), ring)
    return None


def _ways_to_cut(composition: Composition, grid: SheetGrid, overlap: float) -> list[list[tuple[int, ...]]]:
    """Return the choices of vertical and horizontal seams, best first.

    For grids with inner sheets, seams that cut a box of `Composition.furniture` are left out; for other grids, `tile` discards
    the choices with such seams. The order of the choices must not change, because it determines the layout of boards
    that are already printed.
    """
    spans = [_Across(composition.island, down).spans for down in (True, False)]
    parts, lengths = (grid.columns, grid.rows), (composition.rim.width, composition.rim.height)

    def choose() -> list[list[tuple[int, ...]]]:
        each = zip(spans, parts, lengths, grid.room, strict=True)
        return [list(_choose_seams(own, part, length, room, overlap)) for own, part, length, room in each]

    ways = choose()
    if grid.has_inner_sheets and all(ways):
        spans = [_uncut_spans(composition, own, down) for own, down in zip(spans, (True, False), strict=True)]
        ways = choose()
    return ways


def _uncut_spans(composition: Composition, spans: Sequence[Span], down: bool) -> tuple[Span, ...]:
    return tuple(span for span in spans if not _cut_furniture(_lines_of(composition, span[0], down), composition))


def _lines_of(composition: Composition, number: int, down: bool) -> tuple[Polygon, ...]:
    seams = _Seams(composition, (number,) if down else (), () if down else (number,))
    return seams.downs + seams.acrosses


def _cut_furniture(lines: Sequence[Polygon], composition: Composition) -> bool:
    """Return whether a seam cuts the title, the small print, the compass, a legend entry or a sample spot."""
    for line in lines:
        around = box_holding(line).grown(_HAIR_MM)
        if any(around.meets(box) and line_meets_box(line, box) for box in composition.furniture):
            return True
    return False


def _choose_seams(spans: Sequence[Span], parts: int, length: float, room: float, overlap: float) -> Iterator[tuple[int, ...]]:
    """Yield choices of `parts - 1` seam numbers with which every part fits its sheet, the most even first, up to a limit."""
    found: list[tuple[float, tuple[int, ...]]] = []
    cost = overlap + (spans[0][2] - spans[0][1] if spans else 0.0)
    hopeless: set[tuple[int, ...]] = set()  # dead ends: the number of chosen seams and the last of them

    def extend(chosen: tuple[int, ...], begin: float, unevenness: float) -> None:
        part = len(chosen) + 1
        left = parts - part
        if left == 0:
            found.append((unevenness, chosen))
            return
        if (part, *chosen[-1:]) in hopeless:
            return
        before = len(found)
        middle = length * part / parts
        for number, low, high in sorted(spans, key=lambda span: abs(span[1] + span[2] - 2 * middle)):
            fits = high + overlap - begin <= room and (not chosen or number > chosen[-1] + 1)
            # The rest must still fit on the remaining sheets.
            if fits and length - low <= left * room - (left - 1) * cost and len(found) < _MOST_TRIES:
                extend((*chosen, number), low, unevenness + abs((low + high) / 2 - middle))
        if len(found) == before:
            hopeless.add((part, *chosen[-1:]))

    if length <= parts * room - (parts - 1) * cost:
        extend((), 0.0, 0.0)
    found.sort()
    yield from (chosen for _, chosen in found)


class _Seams:
    """The lines of the chosen seams, their crossings, and their ends at the edge of the board."""

    def __init__(self, composition: Composition, downs: Sequence[int], acrosses: Sequence[int]) -> None:
        self.width, self.height = composition.rim.width, composition.rim.height
        self._island = composition.island
        self._down_numbers, self._across_numbers = tuple(downs), tuple(acrosses)
        self.downs = tuple(self._line_down(number) for number in downs)
        self.acrosses = tuple(self._line_across(row) for row in acrosses)

    @property
    def crossings(self) -> dict[Side, tuple[float, ...]]:
        """The positions where seams reach the four sides of the board."""
        return {
            Side.TOP: tuple(line[0][0] for line in self.downs),
            Side.BOTTOM: tuple(line[-1][0] for line in self.downs),
            Side.LEFT: tuple(line[0][1] for line in self.acrosses),
            Side.RIGHT: tuple(line[-1][1] for line in self.acrosses),
        }

    def _edge_in_row(self, number: int, row: int) -> float:
        """Return the x position of a vertical seam in a row, half a hex width from the centres of the adjacent hexes."""
        half = number if (number - row) % 2 else number + 1
        return self._island.origin[0] + self._island.hex_mm / 2 * half

    def _line_down(self, number: int) -> Polygon:
        island = self._island
        rows = [
            row
            for half in range(number - 1, number + 3)
            for row in island.board.rows_by_half.get(half, ())
            if self._touches_down(number, half, row)
        ]
        crossed = [row + lower for row in self._across_numbers for lower in (0, 1)]
        line: list[Point] = []
        for row in range(min([*rows, *crossed]), max([*rows, *crossed]) + 1):
            x, middle = self._edge_in_row(number, row), island.centre_at(0, row)[1]
            line += [(x, middle - island.side / 2), (x, middle + island.side / 2)]
        return ((line[0][0], 0.0), *line, (line[-1][0], self.height))

    @staticmethod
    def _touches_down(number: int, half: int, row: int) -> bool:
        """Return whether the hex at `half` half widths from the origin borders on the vertical seam in its row."""
        edge = number if (number - row) % 2 else number + 1
        return abs(half - edge) == 1

    def _line_across(self, row: int) -> Polygon:
        island = self._island
        halves = [2 * cell.q + cell.r for cell in island.board.cells if cell.r in (row, row + 1)]
        crossed = [number + more for number in self._down_numbers for more in (0, 1)]
        first, last = min([*(half - 1 for half in halves), *crossed]), max([*(half + 1 for half in halves), *crossed])
        middle = island.centre_at(0, row)[1]
        line = [
            (
                island.origin[0] + island.hex_mm / 2 * half,
                middle + (island.side if (half - row) % 2 == 0 else island.side / 2),
            )
            for half in range(first, last + 1)
        ]
        return ((0.0, line[0][1]), *line, (self.width, line[-1][1]))

    def meet_above(self, column: int, row: int) -> Point:
        """Return the point p1 (see the module) of the crossing of the seam left of `column` and the seam above `row`.

        If there is only one of these seams, return its end at the edge of the board; if there is none, return the corner.
        """
        return self._meet(column, row, lower=False)

    def meet_below(self, column: int, row: int) -> Point:
        """Return the point p2 (see the module) of the crossing of the seam left of `column` and the seam above `row`.

        If there is only one of these seams, return its end at the edge of the board; if there is none, return the corner.
        """
        return self._meet(column, row, lower=True)

    def _meet(self, column: int, row: int, lower: bool) -> Point:
        inner_column, inner_row = 0 < column <= len(self.downs), 0 < row <= len(self.acrosses)
        if inner_column and inner_row:
            number, seam_row = self._down_numbers[column - 1], self._across_numbers[row - 1]
            middle = self._island.centre_at(0, seam_row)[1]
            if lower:
                return self._edge_in_row(number, seam_row + 1), middle + self._island.side
            return self._edge_in_row(number, seam_row), middle + self._island.side / 2
        if inner_column:
            line = self.downs[column - 1]
            return line[0] if row == 0 else line[-1]
        if inner_row:
            line = self.acrosses[row - 1]
            return line[0] if column == 0 else line[-1]
        return (0.0 if column == 0 else self.width), (0.0 if row == 0 else self.height)

    def along_down(self, column: int, start: Point, end: Point) -> list[Point]:
        """Return the points between `start` and `end` along the seam left of a column, or along the board's edge."""
        if 0 < column <= len(self.downs):
            return _stretch(self.downs[column - 1], start, end)
        return [start, end]

    def along_across(self, row: int, start: Point, end: Point) -> list[Point]:
        """Return the points between `start` and `end` along the seam above a row, or along the board's edge."""
        if 0 < row <= len(self.acrosses):
            return _stretch(self.acrosses[row - 1], start, end)
        return [start, end]


def _stretch(line: Polygon, start: Point, end: Point) -> list[Point]:
    begin, stop = _index_of(line, start), _index_of(line, end)
    return list(line[begin : stop + 1]) if begin <= stop else list(line[stop : begin + 1][::-1])


def _index_of(line: Polygon, point: Point) -> int:
    return min(range(len(line)), key=lambda i: abs(line[i][0] - point[0]) + abs(line[i][1] - point[1]))


def _make_pages(seams: _Seams, grid: SheetGrid, overlap: float) -> Iterator[Page]:
    for row in range(grid.rows):
        for column in range(grid.columns):
            yield _make_page(seams, grid, overlap, column, row)


def _make_page(seams: _Seams, grid: SheetGrid, overlap: float, column: int, row: int) -> Page:
    top_left, top_right = seams.meet_below(column, row), seams.meet_below(column + 1, row)
    bottom_right, bottom_left = seams.meet_above(column + 1, row + 1), seams.meet_above(column, row + 1)
    top = seams.along_across(row, top_left, top_right)
    right = seams.along_down(column + 1, top_right, bottom_right)
    bottom = seams.along_across(row + 1, bottom_right, bottom_left)
    left = seams.along_down(column, bottom_left, top_left)
    outline = _drop_repeats([*top, *right, *bottom, *left])
    last_column, last_row = column == grid.columns - 1, row == grid.rows - 1
    bounds = box_holding(outline)
    reach = Box(
        bounds.left,
        bounds.top,
        bounds.right + (0.0 if last_column else overlap),
        bounds.bottom + (0.0 if last_row else overlap),
    )
    ink = _drop_repeats([*left, *top, (reach.right, top[-1][1]), (reach.right, reach.bottom), (left[0][0], reach.bottom)])
    page_to_board, strip = _put_on_sheet(reach, grid)
    return Page(
        row * grid.columns + column + 1,
        column,
        row,
        grid.sheet,
        page_to_board,
        outline,
        ink,
        strip,
    )


def _drop_repeats(points: Sequence[Point]) -> Polygon:
    """Return the points without consecutive duplicates."""
    kept = [point for i, point in enumerate(points) if point != points[i - 1]]
    return tuple(kept)


def _put_on_sheet(reach: Box, grid: SheetGrid) -> tuple[Affine, Box]:
    """Return the transform from page to board, and the strip for check bars, of the sheet that shows the board within `reach`.

    The shown part is placed at the margin opposite the strip and centred in the other direction.
    """
    sheet = grid.sheet
    (scale_x, scale_y), margin = sheet.scale, sheet.margin
    width, height = reach.width / scale_x, reach.height / scale_y
    free_width, free_height = sheet.printable
    if grid.strip_below:
        left, top = margin + (free_width - width) / 2, margin
        strip = Box(margin, margin + height, sheet.width - margin, sheet.height - margin)
    else:
        left, top = sheet.width - margin - width, margin + (free_height - height) / 2
        strip = Box(margin, margin, left, sheet.height - margin)
    return ((scale_x, 0.0, reach.left - scale_x * left), (0.0, scale_y, reach.top - scale_y * top)), strip
