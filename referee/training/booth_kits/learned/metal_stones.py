"""Stones of metal, whose tint comes near to a player's colour: coins, screws, washers, mirrors, blanks, domed studs.

The photobooth loads this file alone, so the package's folder is made known first.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
from booth.pieces import Kit, Template
from booth.util import Geo, box, lathe, rotz, surface

sys.path.append(str(Path(__file__).resolve().parents[4]))

from referee.training.booth_kits.metals import METALS, make_metal
from referee.training.booth_kits.shapes import fall_over, height, make_ball, make_disc, make_washer, reach

Rng = np.random.Generator


class Coins(Kit):
    """Coins of one country: one metal, or all three mixed; single or in a small pile."""

    variants = 6

    def setup(self, rng: Rng) -> None:
        """Draws size and metals."""
        self.radius = float(rng.uniform(7.5, 13.5))
        mixed = rng.random() < 0.35
        self.metals = ["copper", "gold", "silver"] if mixed else [str(rng.choice(["copper", "brass", "gold", "silver"]))]
        self.pile = int(rng.choice([1, 1, 2, 3]))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a coin or a pile."""
        name = self.metals[variant % len(self.metals)]
        metal = self.material(name, rng, lambda: make_metal(name, rng))
        r = self.radius * rng.uniform(0.92, 1.06)
        coin = lathe(
            [
                (0, 0),
                (r - 0.2, 0),
                (r, 0.3),
                (r, 1.5),
                (r - 0.3, 1.8),
                (r - 1.2, 1.8),
                (r - 1.4, 1.5),
                (r * 0.7, 1.5),
                (r * 0.55, 1.85),
                (r * 0.4, 1.5),
                (r * 0.2, 1.75),
                (0, 1.75),
            ],
            48,
        )
        pile = Geo()
        for k in range(int(rng.integers(1, self.pile + 1))):
            pile.merge(coin, (*rng.normal(0, 1.0, 2) * k, 1.85 * k))
        return Template(pile.mesh("coin", [metal]), r, height(pile))


class Screws(Kit):
    """Screws lying on their side, threads and all."""

    def setup(self, rng: Rng) -> None:
        """Draws the screw."""
        self.long, self.head = float(rng.uniform(16, 28)), float(rng.uniform(3.5, 6))
        self.metal = str(rng.choice(["steel", "brass", "gold", "silver"]))
        self.round = bool(rng.random() < 0.5)

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a screw; one stands on its head."""
        metal = self.material("metal", rng, lambda: make_metal(self.metal, rng))
        r, b = self.head, self.head * 0.48
        turns = np.arange(r * 0.7, self.long - 3, 0.7)
        thread = [(b if k % 2 else b * 0.72, float(z)) for k, z in enumerate(turns)]
        head = [(0, 0), (r * 0.7, 0), (r, r * 0.3), (r, r * 0.45)] if self.round else [(0, 0), (r, 0), (r * 0.95, 0.4)]
        screw = lathe([*head, (b, r * 0.6), *thread, (0, self.long)], 20)
        shape = screw if variant == 2 and self.long < 20 else fall_over(screw)
        return Template(shape.mesh("screw", [metal]), reach(shape), height(shape))


class Washers(Kit):
    """Steel or brass washers."""

    def setup(self, rng: Rng) -> None:
        """Draws the washer."""
        self.outer, self.thick = float(rng.uniform(6, 14)), float(rng.uniform(1, 3))
        self.inner = self.outer * float(rng.uniform(0.3, 0.6))
        self.metal = str(rng.choice(["steel", "steel", "silver", "brass"]))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a washer."""
        metal = self.material("metal", rng, lambda: make_metal(self.metal, rng))
        return Template(make_washer(self.outer, self.inner, self.thick).mesh("washer", [metal]), self.outer, self.thick)


class Mirrors(Kit):
    """Pieces of polished metal that mirror the room: discs, squares, buttons."""

    def setup(self, rng: Rng) -> None:
        """Draws which."""
        self.kind, self.rough = str(rng.choice(["disc", "square", "dome"])), float(rng.uniform(0.01, 0.12))
        self.radius, self.thick = float(rng.uniform(6, 13)), float(rng.uniform(1, 5))
        self.rgb = METALS[str(rng.choice(["silver", "steel", "gold"]))]

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a piece."""
        mirror = self.material(
            "mirror", rng, lambda: surface("mirror", np.array(self.rgb) * 1.15, self.rough, metal=1.0, vary=0.03)
        )
        if self.kind == "square":
            shape = Geo().merge(box(self.radius * 1.6, self.radius * 1.6, self.thick, 0.4), (0, 0, 0), rotz(rng.uniform(0, 1.5)))
        else:
            shape = make_disc(self.radius, self.thick) if self.kind == "disc" else make_ball(self.radius * 0.8, 0.45)
        return Template(shape.mesh("mirror", [mirror]), reach(shape), height(shape))


class MetalBlanks(Kit):
    """Thick blanks of one metal: round or with corners, turned, stamped or filed."""

    def setup(self, rng: Rng) -> None:
        """Draws the blank."""
        self.corners, self.radius = int(rng.choice([4, 5, 8, 10, 48, 48])), float(rng.uniform(6, 13))
        self.thick, self.metal = float(rng.uniform(1.5, 9)), str(rng.choice(list(METALS)))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a blank, its face sunk in one of three."""
        metal = self.material("metal", rng, lambda: make_metal(self.metal, rng, (0.1, 0.5)))
        r, h = self.radius, self.thick
        sunk = h * 0.3 if variant == 1 else 0.0
        face = [(r * 0.75, h), (r * 0.7, h - sunk), (0, h - sunk)]
        shape = lathe([(0, 0), (r - 0.4, 0), (r, 0.4), (r, h - 0.4), (r - 0.4, h), *face], self.corners)
        return Template(shape.mesh("blank", [metal]), r, h)


class UpholsteryStuds(Kit):
    """Domed nails' heads and bells of brass, copper or steel, smooth or hammered."""

    def setup(self, rng: Rng) -> None:
        """Draws the stud."""
        self.radius, self.squeeze = float(rng.uniform(5, 12)), float(rng.choice([0.3, 0.5, 1.0]))
        self.metal = str(rng.choice(["brass", "brass", "gold", "copper", "steel", "silver"]))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a stud."""
        metal = self.material("metal", rng, lambda: make_metal(self.metal, rng, (0.08, 0.4)))
        r = self.radius * (1.0 if self.squeeze < 1 else 0.7)
        if self.squeeze == 1.0:
            shape = make_ball(r)
        else:
            angles = np.linspace(0, math.pi / 2, 10)
            shape = lathe([(0, 0), *((max(0.0, r * math.cos(a)), r * self.squeeze * math.sin(a)) for a in angles)], 40)
        return Template(shape.mesh("stud", [metal]), r, height(shape))


KITS = {
    "coins": Coins,
    "screws": Screws,
    "washers": Washers,
    "mirrors": Mirrors,
    "metal_blanks": MetalBlanks,
    "upholstery_studs": UpholsteryStuds,
}


def register(reg: Any) -> None:
    """Adds the kits."""
    for name, kit in KITS.items():
        reg.add("stones", name)(kit)
