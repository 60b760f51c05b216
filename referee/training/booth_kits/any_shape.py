"""Shapes that nobody made: turned, sawn, moulded, put together at random, each household's its own.

What a reader learns from a few dozen known things it may know by heart; of these no two photos show the same.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from booth.pieces import nugget
from booth.util import Geo, blob, box, capsule, lathe, prism, rotx, rotz, rounded_box

from referee.training.booth_kits.shapes import (
    circle,
    fall_over,
    make_ball,
    make_disc,
    make_holed_plate,
    make_ring,
    make_studded_brick,
    rest,
    turn_over,
)

Rng = np.random.Generator
Array = npt.NDArray[np.float64]
FORMS = ("turned", "turned", "sawn", "sawn", "holed", "ball", "lump", "nugget", "pile", "ring", "rod", "cup", "brick", "cube")
LYING = {"upright": 0.55, "some fallen": 0.2, "all fallen": 0.15, "some turned": 0.1}
LEAST_THICK = 0.8  # mm


@dataclass(frozen=True, slots=True)
class AnyShape:
    """One household's shape: its form, its size in mm, how its pieces lie and where a second colour shows."""

    form: str
    radius: float
    high: float
    lying: str
    accent: str
    numbers: Array = field(repr=False)

    def make(self, variant: int, rng: Rng) -> Any:
        """Makes a piece: its body in the first material, its accent in the second."""
        times = float(rng.uniform(0.93, 1.07))
        piece = Geo().merge(self._body(rng), (0, 0, 0), np.eye(3) * times)
        some = variant % 2 == 1
        if self.lying == "all fallen" or (self.lying == "some fallen" and some):
            return fall_over(piece)
        if self.lying == "some turned" and some:
            return turn_over(piece)
        return rest(piece, rotz(float(rng.uniform(0, 2 * math.pi))))

    def _body(self, rng: Rng) -> Any:
        r, h, some = self.radius, self.high, self.numbers
        match self.form:
            case "turned":
                return _two_tone(_profile(r, h, some), self.accent, int(some[0] * 3))
            case "sawn":
                return self._topped(prism(_outline(r, some), h, 0.2 + some[1] * 1.2), r * 0.45, h)
            case "holed":
                hole = circle(r * (0.18 + 0.3 * some[2]), corners=(4, 6, 24)[int(some[3] * 3)])
                return make_holed_plate(_outline(r, some, 0.6), [hole], max(LEAST_THICK, h * 0.5))
            case "ball":
                return make_ball(r * 0.8, 0.35 + 0.65 * some[1])
            case "lump":
                return blob(rng, r, r * (0.55 + 0.45 * some[1]), h * 0.5, 0.05 + 0.25 * some[2])
            case "nugget":
                return nugget(rng, r, h)
            case "pile":
                return _put_together(r, h, some)
            case "ring":
                return make_ring(r, r * (0.3 + 0.45 * some[1]), max(LEAST_THICK, h * 0.4))
            case "rod":
                thick = 1.2 + 4.0 * some[1]
                return capsule((-r, 0, thick), (r, 0, thick), thick, thick * (0.6 + 0.4 * some[2]))
            case "cup":
                wall = 1 + 1.5 * some[1]
                return lathe([(0, 0), (r * 0.9, 0), (r, h), (r - wall, h), (r * 0.9 - wall, wall), (0, wall)], 40)
            case "brick":
                brick = make_studded_brick(1 + int(some[0] * 3), 1 + int(some[1] * 2.5), (3.2, 9.6, 9.6)[int(some[2] * 3)])
                return rest(brick, rotx(math.pi / 2)) if some[3] > 0.85 else brick
            case _:
                return self._topped(rounded_box(r * 1.4, r * (0.05 + 0.3 * some[1])), r * 0.45, r * 1.4)

    def _topped(self, body: Any, radius: float, at: float) -> Any:
        """Puts a spot of the second material on top, where the shape has one."""
        if self.accent in ("top", "ends"):
            body.merge(make_disc(radius, 0.25, 0.05), (0, 0, at - 0.1), slot_shift=1)
        return body


def draw_shape(rng: Rng, least: float = 4.5, most: float = 14.0, two_tone: float = 0.35) -> AnyShape:
    """Draws a household's shape; `two_tone` of them have a second colour."""
    radius = float(rng.uniform(least, most))
    flat = rng.random() < 0.45
    high = float(rng.uniform(1.0, 6.0) if flat else rng.uniform(6.0, 26.0))
    accent = str(rng.choice(["top", "ends", "band"])) if rng.random() < two_tone else "none"
    lying = str(rng.choice(list(LYING), p=list(LYING.values())))
    return AnyShape(str(rng.choice(FORMS)), radius, high, lying, accent, rng.random(24))


def _profile(r: float, h: float, some: Array) -> Array:
    """A turned piece's outline, (n, 2) radius and height, closed above and below; angular or rounded."""
    count = 2 + int(some[4] * 5)
    at = np.cumsum(0.4 + some[5 : 5 + count])
    heights = h * (at - at[0]) / (at[-1] - at[0])
    radii = r * (0.3 + 0.7 * some[12 : 12 + count])
    radii *= r / radii.max()
    if some[20] > 0.5 and count > 2:
        fine = np.linspace(0, h, 18)
        radii, heights = np.interp(fine, heights, radii), fine
        radii = np.convolve(np.pad(radii, 2, "edge"), np.ones(5) / 5, "valid")
    edge = min(0.6, h * 0.15)
    foot, top = (radii[0] - edge, 0.0), (max(0.3, radii[-1] - edge), h)
    middle = np.c_[radii, np.clip(heights, edge, h - edge)]
    return np.array([(0.0, 0.0), foot, *middle, top, (0.0, h)])


def _two_tone(profile: Array, accent: str, kind: int) -> Any:
    """Turns an outline; the accent takes the upper part, both ends or a band round the middle."""
    sides = (40, 40, 7)[kind]
    h = profile[-1, 1]
    body = lathe([tuple(p) for p in profile], sides)
    low, high = {"top": (0.62, 1.1), "ends": (0.85, 1.1), "band": (0.35, 0.65)}.get(accent, (2.0, 2.0))
    middles = np.array([np.mean([body.v[k][2] for k in face]) for face in body.f])
    within = (middles > low * h) & (middles < high * h)
    if accent == "ends":
        within |= middles < 0.15 * h
    body.m = [int(w) for w in within]
    return body


def _outline(r: float, some: Array, roundness: float = 0.35) -> Array:
    """A sawn piece's outline, (n, 2): with corners, long, starry or wavy."""
    kind = some[6]
    if kind < 0.35:
        return circle(r, corners=3 + int(some[7] * 7))
    if kind < 0.55:
        a, b = r, r * (0.2 + 0.75 * some[8])
        return np.array([(-a, -b), (a, -b), (a, b), (-a, b)]) * 0.85
    angles = np.linspace(0, 2 * math.pi, 60, endpoint=False)
    times = 2 + int(some[7] * 5)
    depth = (roundness if kind < 0.85 else 0.15) * some[9]
    away = r * (1 - depth + depth * np.cos(times * angles + 6 * some[10])) * (1 + 0.08 * np.cos(2 * angles))
    return np.stack([away * np.cos(angles), away * np.sin(angles)], 1)


def _put_together(r: float, h: float, some: Array) -> Any:
    """Two to four simple bodies on top of or beside each other; the second colour is every other one's."""
    whole, at = Geo(), 0.0
    for k in range(2 + int(some[0] * 3)):
        size, pick = r * (0.45 + 0.5 * some[5 + k]), int(some[10 + k] * 4)
        low = max(1.0, h * (0.2 + 0.3 * some[14 + k]))
        slab, knob = box(size * 1.5, size, low, 0.3), make_disc(size * 0.6, low * 1.5)
        part = (make_disc(size, low), make_ball(size * 0.7), slab, knob)[pick]
        beside = some[21] > 0.6
        place = (r * 0.6 * math.cos(2.4 * k), r * 0.6 * math.sin(2.4 * k), 0.0) if beside else (0.0, 0.0, at)
        whole.merge(part, place, slot_shift=k % 2 if some[22] < 0.3 else 0)
        at += (low, 1.2 * size, low, low * 1.5)[pick]
    return whole
