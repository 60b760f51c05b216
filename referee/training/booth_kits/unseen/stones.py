"""Stones that the reader has never been trained on: hex nuts, white beans, cork slices, bottle-cage caps, grey toy plates.

For judging only. The photobooth loads this file alone, so the package's folder is made known first.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
from booth.pieces import Kit, Template, hexagon
from booth.util import Geo, lathe, rotz, srgb, surface

sys.path.append(str(Path(__file__).resolve().parents[4]))

from referee.training.booth_kits.shapes import (
    circle,
    fall_over,
    height,
    make_disc,
    make_holed_plate,
    make_studded_brick,
    reach,
    turn_over,
)

Rng = np.random.Generator


class HexNuts(Kit):
    """Nuts M8 to M14, zinc or brass; some stand on an edge."""

    variants = 4

    def setup(self, rng: Rng) -> None:
        """Draws the nut."""
        self.wide = float(rng.uniform(13, 22))
        self.rgb = srgb(str(rng.choice(["#a9abad", "#8f9194", "#c7a45c", "#6e7073"])))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a nut."""
        metal = self.material(
            "metal", rng, lambda: surface("zinc", self.rgb, 0.32, metal=1.0, vary=0.1, scuff=0.4, scuff_rgb=(0.2, 0.18, 0.15))
        )
        outline = np.array(hexagon(self.wide / math.sqrt(3)))
        shape = make_holed_plate(outline, [circle(self.wide * 0.31)], self.wide * 0.48)
        if variant == 3:
            shape = fall_over(shape)
        return Template(shape.mesh("nut", [metal]), reach(shape), height(shape))


class WhiteBeans(Kit):
    """Dried white beans, one or two in a cell."""

    variants = 6

    def setup(self, rng: Rng) -> None:
        """Draws the bean."""
        self.long, self.count = float(rng.uniform(12, 18)), int(rng.choice([1, 1, 2]))
        self.rgb = srgb(str(rng.choice(["#f1eadb", "#e9dcc3", "#f6f2e8"])))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes beans side by side."""
        skin = self.material("skin", rng, lambda: surface("bean", self.rgb, 0.35, coat=0.2, vary=0.05, mottle=0.05))
        beans = Geo()
        for k in range(self.count):
            side = (k - (self.count - 1) / 2) * self.long * 0.68
            beans.merge(self.bean(rng), (0, side, 0), rotz(rng.normal(0, 0.25)))
        return Template(beans.mesh("beans", [skin], 180), reach(beans), height(beans))

    def bean(self, rng: Rng) -> Any:
        """Makes a bean: an egg bent round its belly button."""
        half = self.long / 2 * rng.uniform(0.9, 1.05)
        angles = np.linspace(0, math.pi, 21)
        egg = lathe([(half * 0.55 * math.sin(a) ** 0.7, -half * math.cos(a)) for a in angles[1:-1]], 28)
        points = np.array(egg.v)
        across, up, along = points[:, 0], points[:, 1] * 0.8, points[:, 2]
        bent = np.stack([along, across + 0.38 * half * (along / half) ** 2, up - up.min()], 1)
        egg.v = [tuple(point) for point in bent]
        return egg


class CorkSlices(Kit):
    """Slices of bottle corks: thick discs with pores."""

    variants = 5

    def setup(self, rng: Rng) -> None:
        """Draws the slice."""
        self.radius, self.thick = float(rng.uniform(9, 12.5)), float(rng.uniform(3, 9))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a slice; the knife left it thicker on one side."""
        cork = self.material(
            "cork",
            rng,
            lambda: surface(
                "cork",
                srgb("#c59a6b"),
                0.9,
                vary=0.1,
                mottle=0.3,
                mottle_scale=25,
                scuff=0.7,
                scuff_rgb=(0.12, 0.06, 0.03),
                bump=0.5,
            ),
        )
        shape = make_disc(self.radius * rng.uniform(0.96, 1.02), self.thick, 0.3)
        slope = rng.uniform(0, 0.08)
        shape.v = [(x, y, z * (1 + slope * x / self.radius)) for x, y, z in shape.v]
        return Template(shape.mesh("slice", [cork]), self.radius, height(shape))


class CageCaps(Kit):
    """Sheet-metal caps from under the wire of sparkling wine, lacquered with a ring; some lie on their back."""

    variants = 4

    def setup(self, rng: Rng) -> None:
        """Draws the cap."""
        self.radius = float(rng.uniform(12.5, 14.4))
        self.lacquer = srgb(str(rng.choice(["#1c1c1e", "#e9e4d6", "#8c8f93", "#b89a5a", "#4a2c33"])))
        self.line = srgb(str(rng.choice(["#c9a44c", "#d9d9d9", "#202020"])))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a cap: a shallow dish with a dented rim, a ring of another lacquer round the middle."""
        face = self.material(
            "face", rng, lambda: surface("lacquer", self.lacquer, 0.25, metal=0.3, coat=0.5, vary=0.03, scuff=0.2)
        )
        ring = self.material("ring", rng, lambda: surface("ring", self.line, 0.25, metal=0.5, coat=0.4))
        bare = self.material("bare", rng, lambda: surface("bare", srgb("#b9bbbd"), 0.3, metal=1.0, vary=0.05))
        r = self.radius
        outer = lathe([(r, 0), (r * 0.97, 2.2), (r * 0.85, 3.6), (r * 0.74, 4.0)], 64, wobble=self.dent)
        outer.merge(lathe([(r * 0.6, 4.2), (0, 4.6)], 64))
        outer.merge(lathe([(r * 0.74, 4.0), (r * 0.6, 4.2)], 64), slot_shift=1)
        outer.merge(
            lathe([(0, 4.1), (r * 0.72, 3.5), (r * 0.83, 3.1), (r * 0.94, 1.8), (r, 0)], 64, wobble=self.dent), slot_shift=2
        )
        shape = turn_over(outer) if variant == 3 else outer
        return Template(shape.mesh("cage_cap", [face, ring, bare]), r, height(shape))

    def dent(self, angle: float, radius: float, z: float) -> float:
        """Dents the rim where the four wires ran."""
        return radius - (0.9 * max(0.0, math.cos(4 * angle)) ** 6 if z < 3 else 0.0)


class GreyPlates(Kit):
    """Flat grey toy plates of one by two studs, one or two high, some upside down."""

    variants = 5

    def setup(self, rng: Rng) -> None:
        """Draws the greys."""
        self.rgb = srgb(str(rng.choice(["#9ca3a8", "#6c6e70", "#a7a398"])))
        self.high = float(rng.choice([3.2, 3.2, 6.4]))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a plate."""
        plastic = self.material("plastic", rng, lambda: surface("plate", self.rgb, 0.2, coat=0.4, vary=0.02))
        shape = make_studded_brick(2, 1, self.high)
        if variant == 4:
            shape = turn_over(shape)
        return Template(shape.mesh("plate", [plastic]), reach(shape), height(shape))


KITS = {
    "hex_nuts": HexNuts,
    "white_beans": WhiteBeans,
    "cork_slices": CorkSlices,
    "cage_caps": CageCaps,
    "grey_plates": GreyPlates,
}


def register(reg: Any) -> None:
    """Adds the kits."""
    for name, kit in KITS.items():
        reg.add("stones", name)(kit)
