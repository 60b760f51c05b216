"""Shapes that several kits are made of, and how things come to lie: fallen over, upside down, always on the table.

Lengths are mm; a shape is the photobooth's growing mesh (`Geo`), standing on z = 0 round the origin.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from booth.util import Geo, area2, box, capsule, lathe, rotx, roty
from mathutils import Vector
from mathutils.geometry import tessellate_polygon

Array = npt.NDArray[np.float64]
Point = tuple[float, float]

ROLL = 0.01  # rad, by which a fallen thing rolls on until it rests
STUD_PITCH, STUD_RADIUS, STUD_HIGH = 8.0, 2.4, 1.7  # of the well-known toy
PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def rest(shape: Any, turn: Array) -> Any:
    """Turns a shape and sets it down on the table, in the middle."""
    points = np.array(shape.v) @ turn.T
    low, high = points.min(0), points.max(0)
    return Geo().merge(shape, (-(low[0] + high[0]) / 2, -(low[1] + high[1]) / 2, -low[2]), turn)


def turn_over(shape: Any) -> Any:
    """Lays a shape upside down."""
    return rest(shape, rotx(math.pi))


def fall_over(shape: Any) -> Any:
    """Lays a shape on its side and lets it roll on until its middle can sink no further."""
    points = np.array(shape.v)
    points = points - points.mean(0)

    def middle_height(angle: float) -> float:
        return -float((points @ roty(angle).T)[:, 2].min())

    angle = math.pi / 2
    while (lower := min(angle, angle - ROLL, angle + ROLL, key=middle_height)) != angle:
        angle = lower
    return rest(shape, roty(angle))


def reach(shape: Any) -> float:
    """Gives how far a shape reaches from the middle over the table."""
    return float(np.hypot(*np.array(shape.v)[:, :2].T).max())


def height(shape: Any) -> float:
    """Gives how high a shape stands."""
    return float(np.array(shape.v)[:, 2].max())


def make_disc(radius: float, thick: float, edge: float = 0.4, segments: int = 48) -> Any:
    """Makes a disc with broken edges."""
    profile = [(0, 0), (radius - edge, 0), (radius, edge), (radius, thick - edge), (radius - edge, thick), (0, thick)]
    return lathe(profile, segments)


def make_ring(outer: float, inner: float, thick: float, segments: int = 48) -> Any:
    """Makes a ring of round material, flattened to `thick`."""
    middle, half = (outer + inner) / 2, (outer - inner) / 2
    angles = np.linspace(0, 2 * math.pi, 15)
    return lathe([(middle + half * math.cos(a), thick / 2 * (1 + math.sin(a))) for a in angles], segments)


def make_washer(outer: float, inner: float, thick: float) -> Any:
    """Makes a ring that is cut of sheet."""
    profile = [(inner, 0), (outer - 0.2, 0), (outer, 0.2), (outer, thick - 0.2), (outer - 0.2, thick), (inner, thick), (inner, 0)]
    return lathe(profile, 48)


def make_ball(radius: float, squeeze: float = 1.0) -> Any:
    """Makes a ball, lower by the factor `squeeze`."""
    angles = np.linspace(-math.pi / 2, math.pi / 2, 17)
    profile = [(max(0.0, radius * math.cos(a)), radius * squeeze * (1 + math.sin(a))) for a in angles]
    profile[0], profile[-1] = (0.0, 0.0), (0.0, 2 * radius * squeeze)
    return lathe(profile, 32)


def circle(radius: float, at: Point = (0.0, 0.0), corners: int = 24) -> Array:
    """Gives a circle's corners, counter-clockwise: (n, 2)."""
    angles = np.linspace(0, 2 * math.pi, corners, endpoint=False)
    return np.stack([at[0] + radius * np.cos(angles), at[1] + radius * np.sin(angles)], 1)


def make_holed_plate(outline: Array, holes: Sequence[Array], thick: float) -> Any:
    """Makes a plate with holes through it; outline and holes are polygons (n, 2)."""
    rings = [outline if area2(outline) > 0 else outline[::-1], *(hole[::-1] if area2(hole) > 0 else hole for hole in holes)]
    flat = np.concatenate(rings)
    count = len(flat)
    triangles = tessellate_polygon([[Vector((x, y, 0)) for x, y in ring] for ring in rings])
    faces = [[int(k) + count for k in face] for face in triangles] + [[int(k) for k in face] for face in triangles]
    start = 0
    for ring in rings:
        for k in range(len(ring)):
            here, there = start + k, start + (k + 1) % len(ring)
            faces.append([here, there, there + count, here + count])
        start += len(ring)
    return Geo().add([(x, y, z) for z in (0.0, thick) for x, y in flat], faces)


def add_pips(cube: Any, side: float, top: int) -> Any:
    """Adds a die's pips as a second material; `top` is the number that lies up."""
    pip = lathe([(0, 0.1), (side * 0.08, 0.1), (side * 0.095, -0.2)], 12)
    numbers = [top, *(n for n in range(1, 7) if n not in (top, 7 - top))]
    turns = [np.eye(3), rotx(math.pi / 2), roty(math.pi / 2), rotx(-math.pi / 2), roty(-math.pi / 2)]
    for number, turn in zip(numbers, turns, strict=True):
        for x, y in PIPS[number]:
            face = Geo().merge(pip, (x * side * 0.26, y * side * 0.26, side / 2))
            cube.merge(face, (0, 0, side / 2), turn, slot_shift=1)
    return cube


def bend_wire(path: Array, radius: float) -> Any:
    """Makes a round wire along a path (n, 3), lying on the table."""
    wire = Geo()
    for start, end in pairwise(path):
        wire.merge(capsule(start, end, radius, radius, 8))
    return wire


def make_studded_brick(long: int, wide: int, high: float) -> Any:
    """Makes a brick or plate with its studs, counted in studs."""
    brick = box(STUD_PITCH * long - 0.2, STUD_PITCH * wide - 0.2, high, 0.15)
    stud = lathe([(STUD_RADIUS, 0), (STUD_RADIUS, STUD_HIGH - 0.15), (STUD_RADIUS - 0.15, STUD_HIGH), (0, STUD_HIGH)], 24)
    for i in range(long):
        for k in range(wide):
            brick.merge(stud, ((i - (long - 1) / 2) * STUD_PITCH, (k - (wide - 1) / 2) * STUD_PITCH, high))
    return brick
