"""The drawing of a sailing ship with a few waves, in the widest part of the sea."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import dist

from printables.artwork.palette import Scenery
from printables.drawing.drawing import Path, Pen, Point
from referee.boards.hexes import DIRECTIONS
from referee.layout.layout import Layout
from referee.layout.shapes import Box

PointMapper = Callable[[float, float], Point]
Sail = tuple[float, float, float, float, float]

LARGEST_MM, LEAST_MM = 26.0, 13.0  # radius of the ship with its waves
COARSE_MM, FINE_MM = 8.0, 2.0
AIR_MM = 2.0
COAST_LINES_MM = 6.5
# Sails, back to front, as (x of mast, y of foot and head, half widths at foot and head). The hull is 2 wide around the origin.
SAILS: tuple[Sail, ...] = (
    (0.62, -0.29, -0.72, 0.58, 0.0),
    (0.54, -0.12, -0.48, 0.2, 0.17),
    (0.54, -0.52, -0.74, 0.17, 0.13),
    (0.02, -0.1, -0.54, 0.27, 0.23),
    (0.02, -0.58, -0.92, 0.22, 0.16),
    (-0.52, -0.12, -0.5, 0.2, 0.17),
    (-0.52, -0.54, -0.78, 0.17, 0.13),
)
STAYS = (
    ((0.02, -1.0), (0.92, -0.1)),
    ((0.54, -0.8), (1.26, -0.28)),
    ((-0.52, -0.84), (-0.88, -0.14)),
    ((0.02, -1.0), (-0.5, -0.6)),
)
MASTS = ((-0.52, -0.92), (0.02, -1.1), (0.54, -0.88))


def find_open_sea(layout: Layout) -> tuple[Point, float] | None:
    """Return the centre of a large empty circle in the sea and the radius for a ship in it, or None if there is no room.

    The centre is the best point of a coarse grid, improved on a finer grid around that point.
    """
    sea = _Sea(layout)
    field = layout.field
    best = sea.widest(_grid(field, COARSE_MM), LEAST_MM - COARSE_MM / 2)
    if best is None:
        return None
    x, y = best[0]
    best = sea.widest(_grid(Box(x, y, x, y).grown(COARSE_MM), FINE_MM), LEAST_MM) or best
    return (best[0], min(best[1] - AIR_MM, LARGEST_MM)) if best[1] >= LEAST_MM else None


def _grid(box: Box, step: float) -> list[Point]:
    columns, rows = int(box.width / step) + 1, int(box.height / step) + 1
    return [(box.left + column * step, box.top + row * step) for row in range(rows) for column in range(columns)]


class _Sea:
    """The obstacles in and around the sea, prepared for measuring distances."""

    def __init__(self, layout: Layout) -> None:
        self.field, self.island = layout.field, layout.island
        self.land = {(cell.q, cell.r) for cell in layout.board.cells}
        self.boxes = [layout.title, layout.small_print, *(entry.box for entry in layout.legend)]
        self.discs = [(layout.compass.centre, layout.compass.radius)]
        self.discs += [(sample.centre, sample.radius) for sample in layout.samples]
        self.discs += [(swatch.centre, swatch.radius) for swatch in layout.swatches]
        self.discs += [(marker.white.centre, marker.white.width * 0.75) for marker in layout.markers]
        reach = layout.island.side + COAST_LINES_MM
        for centre, near in zip(layout.island.centres, layout.board.neighbours, strict=True):
            if len(near) < len(DIRECTIONS):
                self.discs.append((centre, reach))

    def widest(self, points: Iterable[Point], least: float) -> tuple[Point, float] | None:
        """Return the point with the largest clearance, and that clearance, or None if no clearance exceeds `least`."""
        best, found = least, None
        for point in points:
            room = self.room_at(point, best)
            if room > best:
                best, found = room, (point, room)
        return found

    def room_at(self, point: Point, enough: float) -> float:
        """Return the distance from a point to the nearest obstacle.

        The result is 0 on land, and can be 0 if the distance does not exceed `enough`.
        """
        x, y = point
        field = self.field
        room = min(x - field.left, field.right - x, y - field.top, field.bottom - y) - AIR_MM
        if room <= enough or self._is_land(point):
            return 0.0
        for box in self.boxes:
            room = min(room, box.distance_to(point))
        for centre, radius in self.discs:
            if room <= enough:
                return 0.0
            room = min(room, dist(point, centre) - radius)
        return room

    def _is_land(self, point: Point) -> bool:
        down = (point[1] - self.island.origin[1]) / self.island.row_step
        across = (point[0] - self.island.origin[0]) / self.island.hex_mm - down / 2
        q, r, s = round(across), round(down), round(-across - down)
        if abs(q - across) > max(abs(r - down), abs(s + across + down)):
            q = -r - s
        elif abs(r - down) > abs(s + across + down):
            r = -q - s
        return (q, r) in self.land


def draw_ship(centre: Point, radius: float, colours: Scenery) -> tuple[Path, ...]:
    """Draw a three-masted ship that sails to the right on waves."""
    size = radius / 1.34  # the bowsprit extends farthest
    x0, y0 = centre[0], centre[1] + size * 0.4

    def at(x: float, y: float) -> Point:
        return x0 + x * size, y0 + y * size

    thin, line = max(0.11, size * 0.008), max(0.14, size * 0.014)
    return (
        _draw_waves(at).path(stroke=colours.sea_line, width_mm=line),
        _draw_rigging(at).path(stroke=colours.line, width_mm=thin),
        _draw_masts(at).path(stroke=colours.line, width_mm=line * 1.4),
        _draw_hull(at).path(fill=colours.shade, stroke=colours.line, width_mm=line),
        _draw_planks(at).path(stroke=colours.line, width_mm=thin),
        *(path for sail in SAILS for path in _draw_sail(at, sail, colours, line, thin)),
        _draw_flags(at).path(fill=colours.accent, stroke=colours.line, width_mm=thin),
    )


def _draw_hull(at: PointMapper) -> Pen:
    """Draw the hull down to the wavy waterline."""
    hull = Pen().move(*at(-0.9, -0.16)).line(*at(-0.62, -0.12)).line(*at(-0.6, 0.0)).bend(*at(0.1, 0.09), *at(0.66, 0.0))
    hull.line(*at(0.7, -0.08)).line(*at(0.98, -0.1)).bend(*at(0.88, 0.2), *at(0.72, 0.3))
    for wave in range(7):
        x = 0.72 - wave * 0.21
        hull.bend(*at(x - 0.105, 0.38), *at(x - 0.21, 0.3))
    return hull.bend(*at(-0.86, 0.12), *at(-0.9, -0.16)).close()


def _draw_planks(at: PointMapper) -> Pen:
    planks = Pen()
    for drop in (0.07, 0.21):
        planks.move(*at(-0.86 + drop * 0.3, drop - 0.03)).bend(*at(0.05, drop + 0.08), *at(0.9 - drop * 0.4, drop - 0.05))
    for port in range(6):
        x, y = -0.56 + port * 0.22, 0.13 + 0.03 * (1 - abs(port - 2.5) / 2.5)
        planks.along((at(x, y), at(x + 0.07, y), at(x + 0.07, y + 0.055), at(x, y + 0.055))).close()
    return planks


def _draw_masts(at: PointMapper) -> Pen:
    masts = Pen().stroke(*at(0.92, -0.08), *at(1.3, -0.3))
    for mast, top in MASTS:
        masts.stroke(*at(mast, 0.04), *at(mast, top))
    return masts


def _draw_rigging(at: PointMapper) -> Pen:
    rigging = Pen()
    for near, far in STAYS:
        rigging.stroke(*at(*near), *at(*far))
    return rigging


def _draw_flags(at: PointMapper) -> Pen:
    flags = Pen()
    for mast, top in MASTS:
        flags.move(*at(mast, top)).bend(*at(mast + 0.1, top - 0.07), *at(mast + 0.24, top + 0.01))
        flags.bend(*at(mast + 0.1, top + 0.01), *at(mast, top + 0.07)).close()
    return flags


def _draw_sail(at: PointMapper, sail: Sail, colours: Scenery, line: float, thin: float) -> tuple[Path, Path]:
    """Draw a square sail filled by wind from the left, with two seams, or a jib if its head has no width."""
    mast, foot, head, low, high = sail
    cloth, seams, belly = Pen(), Pen(), 0.13
    if not high:
        cloth.move(*at(mast, head)).bend(*at(mast + 0.2, -0.42), *at(mast + low, foot))
        cloth.bend(*at(mast + 0.24, -0.2), *at(mast + 0.1, -0.14))
        cloth.bend(*at(mast + 0.12, -0.4), *at(mast, head)).close()
        seams.move(*at(mast + 0.07, head + 0.2)).bend(*at(mast + 0.28, -0.28), *at(mast + low * 0.72, foot + 0.02))
    else:
        cloth.move(*at(mast - high, head)).line(*at(mast + high, head + 0.02))
        cloth.bend(*at(mast + high + belly * 1.6, (head + foot) / 2), *at(mast + low + 0.04, foot))
        cloth.bend(*at(mast + belly * 0.6, foot - 0.1), *at(mast - low + 0.04, foot))
        cloth.bend(*at(mast - high + belly * 1.4, (head + foot) / 2), *at(mast - high, head)).close()
        for share in (0.4, 0.75):
            x0, x1 = mast - high + 2 * high * share, mast - low + 2 * low * share
            middle = at((x0 + x1) / 2 + belly * 1.4, (head + foot) / 2)
            seams.move(*at(x0, head + 0.02)).bend(*middle, *at(x1 + 0.04, foot - 0.05))
    return cloth.path(fill=colours.paper, stroke=colours.line, width_mm=line), seams.path(stroke=colours.line, width_mm=thin)


def _draw_waves(at: PointMapper) -> Pen:
    waves, length = Pen(), 0.21
    for row in range(4):
        y, reach = 0.3 + row * 0.1, 1.2 - abs(row - 0.5) * 0.14
        x = -reach + (row % 2) * 0.13
        while x < reach - length:
            if row or abs(x + length / 2) > 0.85:
                waves.move(*at(x, y)).bend(*at(x + length / 2, y + 0.08), *at(x + length, y - 0.01))
            x += length * (1.05 if row % 2 else 1.4)
    return waves
