"""Random solids: the shapes of anything that may serve as a pioneer or a stone on a hex.

A solid is a stack of flat slices, each an outline at a height. Drawn from the table up, with each slice shifted according to
the camera's angle, the stack looks like a cap, pawn, cube, pebble, cross, matchstick or nut. A solid has tones but no colours.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

Outline = np.ndarray  # (n, 2) in mm around the centre of the foot


@dataclass(frozen=True, slots=True)
class Slice:
    """An outline at the height `z` in mm, perhaps with a hole.

    `tone` scales the brightness of the slice's colour; `ink` is 0 for the colour of the body and 1 for a second colour.
    """

    outline: Outline
    z: float
    tone: float = 1.0
    hole: Outline | None = None
    ink: int = 0


@dataclass(frozen=True, slots=True)
class Solid:
    """Slices from foot to top, with `radius` and `height` in mm and the `name` of its kind."""

    slices: tuple[Slice, ...]
    radius: float
    height: float
    name: str


def circle(radius: float, points: int = 28) -> Outline:
    """Return a circle as a polygon with the given number of points."""
    angle = np.linspace(0, 2 * math.pi, points, endpoint=False)
    return np.stack([np.cos(angle), np.sin(angle)], 1) * radius


def regular(corners: int, radius: float, turn: float) -> Outline:
    """Return a regular polygon with the given circumradius, rotated by `turn` in radians."""
    angle = np.arange(corners) * 2 * math.pi / corners + turn
    return np.stack([np.cos(angle), np.sin(angle)], 1) * radius


def rectangle(length: float, width: float, turn: float) -> Outline:
    """Return a rectangle around the origin, rotated by `turn` in radians."""
    box = np.array([[-length, -width], [length, -width], [length, width], [-length, width]]) / 2
    return turned(box, turn)


def turned(outline: Outline, angle: float) -> Outline:
    """Return an outline rotated about the origin by an angle in radians."""
    c, s = math.cos(angle), math.sin(angle)
    return np.asarray(outline @ np.array([[c, s], [-s, c]]))


def lumpy(rng: np.random.Generator, rx: float, ry: float, rough: float) -> Outline:
    """Return a random irregular oval with the radii `rx` and `ry`, like the outline of a pebble, a nut or a bean."""
    angle = np.linspace(0, 2 * math.pi, 32, endpoint=False)
    r = np.ones(32)
    for k in range(2, 6):
        r += rough / k * rng.normal() * np.cos(k * angle + rng.uniform(0, 6.3))
    return turned(np.stack([np.cos(angle) * rx * r, np.sin(angle) * ry * r], 1), rng.uniform(0, 6.3))


def stack(outline: Outline, height: float, profile: Callable[[float], float], count: int, side: float) -> list[Slice]:
    """Return `count` slices of an outline and a top slice, each scaled by the `profile` of its relative height in 0..1.

    `side` is the tone of the slices below the top slice, whose tone is 1.
    """
    out = [Slice(outline * profile(k / count), height * k / count, side) for k in range(count)]
    return [*out, Slice(outline * profile(1.0), height, 1.0)]


def slices_for(height: float) -> int:
    """Return a suitable number of slices for a solid of this height in mm."""
    return int(np.clip(round(height / 1.1), 1, 20))


def straight(_: float) -> float:
    """Return the scale of a prism's outline, which is 1 at every height."""
    return 1.0


def dome(t: float) -> float:
    """Return the scale of a dome's outline at the relative height `t` in 0..1."""
    return max(0.12, math.sqrt(max(0.0, 1 - (0.94 * t) ** 2)))


# ---------------------------------------------------------------- kinds of solids
def cap(rng: np.random.Generator) -> Solid:
    """Return a bottle cap, perhaps with a rim or a printed mark."""
    radius, height = rng.uniform(10, 16), rng.uniform(1, 15)
    side = rng.uniform(0.45, 0.9)
    out = stack(circle(radius), height, lambda t: 1 - 0.06 * max(0.0, t - 0.8) * 5, slices_for(height), side)
    kind = rng.random()
    if kind < 0.35:  # a rim, or turned over: a ring around a deeper floor of another shade
        out.append(Slice(circle(radius * rng.uniform(0.6, 0.93)), height, rng.uniform(0.35, 1.15), ink=int(rng.random() < 0.25)))
    elif kind < 0.7:  # a printed mark
        mark = regular(int(rng.integers(3, 8)), radius * rng.uniform(0.25, 0.6), rng.uniform(0, 6))
        if rng.random() < 0.5:
            mark = mark * np.where(np.arange(len(mark)) % 2, 0.5, 1.0)[:, None]
        out.append(Slice(mark, height, 1.0, ink=1))
    elif kind < 0.8:
        out.append(Slice(circle(radius * 0.75), height, 1.0, circle(radius * 0.6), 1))
    return Solid(tuple(out), radius, height, "cap")


def crown(rng: np.random.Generator) -> Solid:
    """Return a crown cap, upright or turned over."""
    radius, height = rng.uniform(14, 16), rng.uniform(5, 6.5)
    angle = np.linspace(0, 2 * math.pi, 84, endpoint=False)
    teeth = np.stack([np.cos(angle), np.sin(angle)], 1) * (radius + 0.8 * np.cos(21 * angle))[:, None]
    up = rng.random() < 0.7
    side = rng.uniform(0.5, 0.9)
    if up:
        out = [Slice(teeth * (1 - 0.2 * t), height * t, side * (0.8 + 0.3 * t)) for t in (0, 0.25, 0.5, 0.75)]
        out.append(Slice(circle(radius * 0.8), height))
        if rng.random() < 0.6:
            out.append(Slice(regular(int(rng.integers(3, 7)), radius * rng.uniform(0.3, 0.6), rng.uniform(0, 6)), height, ink=1))
    else:
        out = [Slice(circle(radius * (0.8 + 0.2 * t)), height * t, side) for t in (0, 0.5)] + [Slice(teeth, height, 0.9)]
        out.append(Slice(circle(radius * 0.8), height * 0.4, 0.75, ink=1))
    return Solid(tuple(out), radius, height, "crown")


def block(rng: np.random.Generator) -> Solid:
    """Return a prism, perhaps with a printed shape on top."""
    corners = int(rng.choice([3, 4, 4, 4, 5, 6, 6, 8]))
    radius, height = rng.uniform(6, 16), rng.choice([rng.uniform(0.3, 2), rng.uniform(3, 11), rng.uniform(8, 20)])
    outline = regular(corners, radius, rng.uniform(0, 6.3)) * (rng.uniform(0.55, 1), 1)
    out = stack(outline, height, straight, slices_for(height), rng.uniform(0.4, 0.85))
    if rng.random() < 0.3:  # a printed smaller shape in the same or a second ink
        out.append(Slice(outline * rng.uniform(0.3, 0.85), height, rng.uniform(0.5, 1.2), ink=int(rng.random() < 0.6)))
    return Solid(tuple(out), radius, height, "block")


def tile(rng: np.random.Generator) -> Solid:
    """Return a hexagonal tile that nearly fills a printed hex and is aligned with the hex, like the stones of the boxed game."""
    radius, height = rng.uniform(13, 17.8), rng.choice([rng.uniform(0.3, 2), rng.uniform(3, 10)])
    outline = regular(6, radius, math.pi / 6)
    return Solid(tuple(stack(outline, height, straight, slices_for(height), rng.uniform(0.4, 0.85))), radius, height, "tile")


def wall_card(rng: np.random.Generator) -> Solid:
    """Return a flat hexagonal card with a drawing of stones or bars."""
    radius, height = rng.uniform(10, 17), rng.uniform(0.2, 2)
    outline = regular(6, radius, rng.uniform(0, 6.3))
    out = stack(outline, height, straight, 1, 0.8)
    for _ in range(int(rng.integers(6, 18))):
        at = rng.normal(0, radius * 0.38, 2)
        tile = rectangle(rng.uniform(2, 9), rng.uniform(1.5, 4), 0) + at
        if (np.hypot(tile[:, 0], tile[:, 1]) < radius * 0.86).all():
            out.append(Slice(tile, height, rng.uniform(0.5, 1.4)))
    return Solid(tuple(out), radius, height, "card")


def pawn(rng: np.random.Generator) -> Solid:
    """Return a pawn with foot, waist and head."""
    radius, height = rng.uniform(5, 9), rng.uniform(14, 30)
    head, waist, neck = rng.uniform(0.4, 0.75), rng.uniform(0.3, 0.6), rng.uniform(0.55, 0.7)

    def profile(t: float) -> float:
        if t < 0.12:
            return 1.0
        if t < neck:
            return 0.85 + (waist - 0.85) * (t - 0.12) / (neck - 0.12)
        u = (t - neck) / (1 - neck) * 2 - 1
        return max(waist * 0.8, head * math.sqrt(max(0.02, 1 - u * u)))

    side = rng.uniform(0.6, 0.95)
    n = slices_for(height)
    out = [Slice(circle(radius * profile(k / n), 20), height * k / n, side + (1 - side) * (k / n) ** 2) for k in range(n + 1)]
    return Solid(tuple(out), radius, height, "pawn")


def figure(rng: np.random.Generator) -> Solid:
    """Return a flat figure cut from a board, standing or lying on its back."""
    w, t, h = rng.uniform(12, 18), rng.uniform(4, 10), rng.uniform(14, 26)
    turn = rng.uniform(0, 6.3)
    half = np.array(
        [
            [0.42, 0],
            [0.42, 0.2],
            [0.33, 0.4],
            [0.5, 0.55],
            [0.47, 0.66],
            [0.23, 0.7],
            [0.25, 0.82],
            [0.18, 0.94],
            [0, 1.0],
        ]
    )
    if rng.random() < 0.4:
        shape = np.concatenate([half, half[::-1] * (-1, 1)]) * (w, h) - (0, h / 2)
        return Solid(tuple(stack(turned(shape, turn), t, straight, slices_for(t), 0.6)), h / 2, t, "figure")
    n = slices_for(h)
    side = rng.uniform(0.55, 0.95)
    out = []
    for k in range(n + 1):
        width = 2 * w * float(np.interp(k / n, half[:, 1], half[:, 0]))
        out.append(Slice(rectangle(max(1.0, width), t, turn), h * k / n, side if k < n else 1.0))
    return Solid(tuple(out), w / 2, h, "figure")


def lying(rng: np.random.Generator) -> Solid:
    """Return something round on its side, such as a stick, a pawn or a cork."""
    length, width = rng.uniform(14, 27), rng.uniform(5, 15)
    taper = rng.uniform(0.4, 1.0)
    shape = np.array([[-length, -width], [length, -width * taper], [length, width * taper], [-length, width]]) / 2
    round_side = ((0, 0.7), (0.25, 0.95), (0.5, 1.0), (0.75, 0.85), (0.95, 0.4))
    out = [Slice(shape * (1, s), z * width, 0.6 + 0.4 * z) for z, s in round_side]
    turn = rng.uniform(0, 6.3)
    return Solid(tuple(Slice(turned(s.outline, turn), s.z, s.tone) for s in out), length / 2, width, "lying")


def dipped(rng: np.random.Generator) -> Solid:
    """Return a stick, cork or reel that is coloured only at one end or in the middle, upright or on its side."""
    width, length = rng.uniform(6, 17), rng.uniform(12, 27)
    start = rng.uniform(0.1, 0.7)
    end = 1.0 if rng.random() < 0.75 else rng.uniform(start + 0.2, 0.95)
    if rng.random() < 0.4:
        n, side = slices_for(length), rng.uniform(0.5, 0.9)
        flank = [Slice(circle(width / 2), length * k / n, side, ink=int(not start <= k / n <= end)) for k in range(n)]
        return Solid((*flank, Slice(circle(width / 2), length, 1.0, ink=int(end < 1))), width / 2, length, "dipped")
    turn = rng.uniform(0, 6.3)
    out = []
    for z, share in ((0, 0.7), (0.25, 0.95), (0.5, 1.0), (0.75, 0.85), (0.95, 0.4)):
        for low, high, ink in ((0.0, start, 1), (start, end, 0), (end, 1.0, 1)):
            if high > low:
                part = rectangle(length * (high - low), width * share, 0) + (length * ((low + high) / 2 - 0.5), 0)
                out.append(Slice(turned(part, turn), z * width, 0.6 + 0.4 * z, ink=ink))
    return Solid(tuple(out), length / 2, width, "dipped")


def doll(rng: np.random.Generator) -> Solid:
    """Return a pawn whose head or body is unpainted."""
    whole, head_bare = pawn(rng), rng.random() < 0.75
    neck = rng.uniform(0.5, 0.7) * whole.height
    slices = tuple(replace(s, ink=int((s.z > neck) == head_bare)) for s in whole.slices)
    return Solid(slices, whole.radius, whole.height, "doll")


def pebble(rng: np.random.Generator) -> Solid:
    """Return a pebble."""
    rx = rng.uniform(6, 14)
    ry, height = rx * rng.uniform(0.55, 1), rx * rng.uniform(0.3, 1.1)
    outline = lumpy(rng, rx, ry, rng.uniform(0, 0.3))
    n = slices_for(height) + 3
    low = rng.uniform(0.45, 0.85)
    out = [Slice(outline * dome(k / n), height * k / n, low + (1 - low) * (k / n)) for k in range(n + 1)]
    return Solid(tuple(out), rx, height, "pebble")


def cross(rng: np.random.Generator) -> Solid:
    """Return a cross."""
    arms, size, width, height = int(rng.choice([3, 4, 4, 5])), rng.uniform(9, 15), rng.uniform(1.2, 3.2), rng.uniform(1, 7)
    inner = width / math.sin(math.pi / arms)
    corners = []
    for k in range(arms):
        a = 2 * math.pi * k / arms
        d, n = np.array([math.cos(a), math.sin(a)]), np.array([-math.sin(a), math.cos(a)])
        b = a + math.pi / arms
        corners += [d * size - n * width, d * size + n * width, inner * np.array([math.cos(b), math.sin(b)])]
    outline = turned(np.array(corners), rng.uniform(0, 6.3))
    return Solid(tuple(stack(outline, height, straight, slices_for(height), rng.uniform(0.5, 0.9))), size, height, "cross")


def sticks(rng: np.random.Generator) -> Solid:
    """Return one or more matchsticks."""
    out: list[Slice] = []
    turn = rng.uniform(0, 6.3)
    length = rng.uniform(15, 34)
    width = rng.uniform(1.4, 4)
    for k in range(int(rng.choice([1, 1, 2, 2, 3]))):
        stick = turned(rectangle(length * rng.uniform(0.8, 1), width, 0) + (0, rng.normal(0, 1.5)), turn)
        turn += rng.uniform(0.3, 1.6)
        z = k * width * 0.9
        out += [Slice(stick, z, 0.55), Slice(stick, z + width * 0.5, 0.75), Slice(stick, z + width)]
        if rng.random() < 0.5:
            out.append(Slice(circle(width * 0.75, 10) * (1.3, 1) + stick[:2].mean(0) * 0.96, z + width, 1.0, ink=1))
    return Solid(tuple(out), length / 2, width * 2, "sticks")


def ring(rng: np.random.Generator) -> Solid:
    """Return a ring."""
    radius, height = rng.uniform(6, 15), rng.uniform(1, 9)
    outline = regular(6, radius, rng.uniform(0, 6)) if rng.random() < 0.5 else circle(radius)
    hole = circle(radius * rng.uniform(0.3, 0.72), 20)
    whole = stack(outline, height, straight, slices_for(height), rng.uniform(0.4, 0.85))
    out = [Slice(s.outline, s.z, s.tone, hole) for s in whole]
    return Solid(tuple(out), radius, height, "ring")


def brick(rng: np.random.Generator) -> Solid:
    """Return a studded brick."""
    cells = (int(rng.integers(1, 4)), int(rng.integers(1, 3)))
    pitch, height, turn = rng.uniform(6, 8.5), rng.uniform(3, 11), rng.uniform(0, 6.3)
    out = stack(rectangle(cells[0] * pitch, cells[1] * pitch, turn), height, straight, slices_for(height), rng.uniform(0.5, 0.8))
    for i in range(cells[0]):
        for j in range(cells[1]):
            at = turned(np.array([[(i - (cells[0] - 1) / 2) * pitch, (j - (cells[1] - 1) / 2) * pitch]]), turn)
            out += [Slice(circle(pitch * 0.3, 14) + at, height + z, tone) for z, tone in ((0.4, 0.7), (1.1, 0.75), (1.7, 1.05))]
    return Solid(tuple(out), max(cells) * pitch / 2, height + 1.7, "brick")


def cone(rng: np.random.Generator) -> Solid:
    """Return a cone or a pyramid."""
    radius, height, tip = rng.uniform(6, 13), rng.uniform(8, 24), rng.uniform(0.08, 0.7)
    n = slices_for(height)
    low = rng.uniform(0.6, 0.95)
    outline = circle(radius) if rng.random() < 0.6 else regular(4, radius, rng.uniform(0, 6))
    out = [Slice(outline * (1 + (tip - 1) * k / n), height * k / n, low + (1 - low) * k / n) for k in range(n + 1)]
    return Solid(tuple(out), radius, height, "cone")


def bead(rng: np.random.Generator) -> Solid:
    """Return a small ball, such as a marble or a pea, perhaps on a stalk."""
    radius = rng.uniform(2.8, 8.5)
    stalk = rng.uniform(0, 6) if rng.random() < 0.3 else 0.0
    n = slices_for(2 * radius) + 2
    low = rng.uniform(0.45, 0.8)
    out = [Slice(circle(max(0.5, radius * 0.12), 8), 0.0, 0.8)] if stalk else []
    for k in range(n + 1):
        height = radius * (1 - math.cos(math.pi * k / n))
        wide = max(0.3, radius * math.sin(math.pi * k / n))
        out.append(Slice(circle(wide, 20), stalk + height, low + (1 - low) * (k / n)))
    return Solid(tuple(out), radius, stalk + 2 * radius, "bead")


def standee(rng: np.random.Generator) -> Solid:
    """Return an upright card on a foot; little more than the card's edge is visible from above."""
    wide, thick, height, turn = rng.uniform(12, 22), rng.uniform(0.6, 2.5), rng.uniform(14, 28), rng.uniform(0, 6.3)
    foot = circle(wide * rng.uniform(0.3, 0.55)) if rng.random() < 0.5 else rectangle(wide, wide * rng.uniform(0.3, 0.7), turn)
    second = int(rng.random() < 0.4)
    out = [Slice(foot, 0.0, 0.7, ink=second), Slice(foot, rng.uniform(0.5, 3), 0.9, ink=second)]
    n = slices_for(height)
    side = rng.uniform(0.6, 1.0)
    out += [Slice(rectangle(wide, thick, turn), 1 + height * k / n, side if k < n else 1.0) for k in range(n + 1)]
    return Solid(tuple(out), wide / 2, height, "standee")


KINDS: tuple[Callable[[np.random.Generator], Solid], ...] = (
    cap,
    cap,
    crown,
    block,
    block,
    tile,
    tile,
    wall_card,
    pawn,
    pawn,
    doll,
    figure,
    lying,
    dipped,
    pebble,
    pebble,
    cross,
    sticks,
    sticks,
    ring,
    brick,
    cone,
    bead,
    bead,
    standee,
)


def random_solid(rng: np.random.Generator) -> Solid:
    """Return a solid of a random kind."""
    return KINDS[int(rng.integers(len(KINDS)))](rng)
