r"""The geometry of the hexes of a board in millimetres: centres, corners, coasts and borders between landscapes.

   5
4 / \ 0      Corners run clockwise from the upper right one; edge k joins corners k and k + 1
 |   |       and faces the neighbour in direction k of `hexes.DIRECTIONS`.
3 \ / 1
   2
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from referee.boards.board import Board
from referee.boards.hexes import DIRECTIONS
from referee.layout.shapes import Box, Point, Polygon

SQRT3 = math.sqrt(3.0)
VIEW_RIM_SIDES = 0.2  # in hex sides; narrow, since on a phone the sea takes space from the hexes


@dataclass(frozen=True)
class Island:
    """The hexes of a board at one size. `origin` is the centre of the hex at q = 0, r = 0."""

    board: Board
    hex_mm: float
    origin: Point

    @cached_property
    def side(self) -> float:
        """The length of a hex's edge."""
        return self.hex_mm / SQRT3

    @cached_property
    def row_step(self) -> float:
        """The vertical distance between the centres of adjacent rows."""
        return 1.5 * self.side

    def centre_at(self, q: int, r: int) -> Point:
        """Return the centre of the hex at the axial coordinates (q, r)."""
        return self.origin[0] + self.hex_mm * (q + r / 2), self.origin[1] + self.row_step * r

    @cached_property
    def centres(self) -> Polygon:
        """The centre of each cell, in board order."""
        return tuple(self.centre_at(cell.q, cell.r) for cell in self.board.cells)

    @cached_property
    def corners(self) -> tuple[Polygon, ...]:
        """The six corners of each cell, in board order."""
        half, side = self.hex_mm / 2, self.side
        offsets = ((half, -side / 2), (half, side / 2), (0.0, side), (-half, side / 2), (-half, -side / 2), (0.0, -side))
        return tuple(tuple((x + dx, y + dy) for dx, dy in offsets) for x, y in self.centres)

    @cached_property
    def bounds(self) -> Box:
        """The bounding box of all hexes."""
        halves, (x, y), half, side = self.board.rows_by_half, self.origin, self.hex_mm / 2, self.side
        top, bottom = (y + self.row_step * cell.r for cell in (self.board.cells[0], self.board.cells[-1]))
        left, right = (x + self.hex_mm * (number / 2) for number in (min(halves), max(halves)))
        return Box(left - half, top - side, right + half, bottom + side)

    @property
    def view(self) -> tuple[float, float, float, float]:
        """The part of the board that screens show, as left, top, width and height: the hexes with a narrow rim of sea."""
        shown = self.bounds.grown(VIEW_RIM_SIDES * self.side)
        return shown.left, shown.top, shown.width, shown.height

    def moved_to(self, left: float, top: float) -> Island:
        """Return the island moved so that its bounds start at (left, top)."""
        return Island(self.board, self.hex_mm, (self.origin[0] + left - self.bounds.left, self.origin[1] + top - self.bounds.top))

    @cached_property
    def coasts(self) -> tuple[Polygon, ...]:
        """Closed lines around the land and around each hole in the land, directed so that the land is on the right."""
        return _join_edges(self, [_edge(self, number, way) for number, way, neighbour in _faces(self.board) if neighbour is None])

    @cached_property
    def borders(self) -> tuple[tuple[Point, Point], ...]:
        """The hex edges between different landscapes, each once."""
        cells = self.board.cells
        return tuple(
            _edge(self, number, direction)
            for number, direction, neighbour in _faces(self.board)
            if neighbour is not None and number < neighbour and cells[number].terrain != cells[neighbour].terrain
        )

    @cached_property
    def inner_edges(self) -> tuple[tuple[Point, Point], ...]:
        """The hex edges within one landscape, each once."""
        cells = self.board.cells
        return tuple(
            _edge(self, number, direction)
            for number, direction, neighbour in _faces(self.board)
            if neighbour is not None and number < neighbour and cells[number].terrain == cells[neighbour].terrain
        )


def make_island(board: Board, hex_mm: float) -> Island:
    """Return the hexes of a board, with the top left corner of the bounds at (0, 0)."""
    return Island(board, hex_mm, (0.0, 0.0)).moved_to(0.0, 0.0)


def _faces(board: Board) -> list[tuple[int, int, int | None]]:
    at = {(cell.q, cell.r): number for number, cell in enumerate(board.cells)}
    return [
        (number, direction, at.get((cell.q + dq, cell.r + dr)))
        for number, cell in enumerate(board.cells)
        for direction, (dq, dr) in enumerate(DIRECTIONS)
    ]


def _edge(island: Island, number: int, direction: int) -> tuple[Point, Point]:
    corners = island.corners[number]
    return corners[direction], corners[(direction + 1) % 6]


def _join_edges(island: Island, edges: list[tuple[Point, Point]]) -> tuple[Polygon, ...]:
    """Join edges into closed lines; at each vertex of a coast exactly one edge ends and one begins."""
    following = {_vertex(island, start): (start, end) for start, end in edges}
    lines = []
    while following:
        start, end = following.pop(next(iter(following)))
        line = [start]
        while _vertex(island, end) in following:
            start, end = following.pop(_vertex(island, end))
            line.append(start)
        lines.append(tuple(line))
    return tuple(lines)


def _vertex(island: Island, point: Point) -> tuple[int, int]:
    """Return integer coordinates of a vertex, in half hex widths and half sides, that do not depend on the hex size."""
    return round((point[0] - island.origin[0]) / island.hex_mm * 2), round((point[1] - island.origin[1]) / island.side * 2)
