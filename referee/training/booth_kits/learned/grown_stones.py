"""Stones that grew or were kneaded: wooden cylinders, sticks, peas and lentils, salt dough, shells.

The photobooth loads this file alone, so the package's folder is made known first.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
from booth.pieces import Kit, Template
from booth.util import Geo, blob, capsule, lathe, rotz, srgb, surface

sys.path.append(str(Path(__file__).resolve().parents[4]))

from referee.training.booth_kits.shapes import fall_over, height, make_ball, reach

Rng = np.random.Generator
WOODS = ("#d9b98c", "#c39a66", "#a87b4b", "#e6d2ad", "#8a6642")


class Cylinders(Kit):
    """Wooden cylinders, standing or lying."""

    variants = 4

    def setup(self, rng: Rng) -> None:
        """Draws the cylinder."""
        self.radius, self.high = float(rng.uniform(4.5, 11)), float(rng.uniform(5, 20))
        self.rgb = srgb(str(rng.choice(WOODS)))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a cylinder."""
        wood = self.material("wood", rng, lambda: surface("wood", self.rgb, 0.65, vary=0.12, grain=0.25, mottle=0.05))
        r, h = self.radius, self.high
        shape = lathe([(0, 0), (r - 0.5, 0), (r, 0.5), (r, h - 0.5), (r - 0.5, h), (0, h)], 40)
        if variant == 3 and h > r:
            shape = fall_over(shape)
        return Template(shape.mesh("cylinder", [wood]), reach(shape), height(shape))


class Sticks(Kit):
    """One to three sticks or twigs."""

    variants = 6

    def setup(self, rng: Rng) -> None:
        """Draws the stick: turned wood, or a twig with its bark."""
        self.long, self.thick = float(rng.uniform(18, 27)), float(rng.uniform(1.1, 2.6))
        self.count = int(rng.choice([1, 1, 2, 3]))
        self.rgb = srgb(str(rng.choice([*WOODS, "#5d4a3a", "#453629"])))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes the sticks, the upper ones across the lower."""
        wood = self.material("wood", rng, lambda: surface("stick", self.rgb, 0.8, vary=0.15, grain=0.2, mottle=0.15, bump=0.3))
        sticks = Geo()
        for k in range(self.count):
            half, z = self.long / 2 * rng.uniform(0.85, 1.03) - self.thick, self.thick * (1 + 1.9 * k)
            stick = capsule((-half, 0, z), (half, rng.normal(0, 0.8), z), self.thick, self.thick * rng.uniform(0.8, 1.0))
            sticks.merge(stick, (*rng.normal(0, 1.0, 2) * min(k, 1), 0), rotz(rng.uniform(0, math.pi)))
        return Template(sticks.mesh("sticks", [wood]), self.long / 2, height(sticks))


class Peas(Kit):
    """A few dried peas or lentils, brown, ochre or dull green, in each cell."""

    variants = 6

    def setup(self, rng: Rng) -> None:
        """Draws the pulse."""
        self.radius, self.squeeze = float(rng.uniform(2.4, 4.3)), float(rng.choice([0.35, 0.95]))
        self.rgb = srgb(str(rng.choice(["#7a5a36", "#a3814e", "#5b4630", "#8f8a5a", "#b98f5a", "#6b3f2a"])))
        self.count = int(rng.integers(4, 8))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a heap without overlaps: one in the middle, the others round it."""
        skin = self.material(
            "skin", rng, lambda: surface("pulse", self.rgb, 0.55, vary=0.15, mottle=0.2, mottle_scale=30, bump=0.2)
        )
        peas, turn = Geo(), rng.uniform(0, 6.28)
        for k in range(self.count):
            away = 0.0 if k == 0 else self.radius * rng.uniform(2.02, 2.3)
            angle = turn + 2 * math.pi * k / max(self.count - 1, 6)
            peas.merge(
                make_ball(self.radius * rng.uniform(0.85, 1.0), self.squeeze), (away * math.cos(angle), away * math.sin(angle), 0)
            )
        return Template(peas.mesh("peas", [skin]), reach(peas), height(peas))


class Dough(Kit):
    """Lumps of salt dough or clay."""

    variants = 8

    def setup(self, rng: Rng) -> None:
        """Draws the lump."""
        self.radius, self.flat = float(rng.uniform(5, 9.5)), float(rng.uniform(0.35, 0.8))
        self.rgb = srgb(str(rng.choice(["#e8dcc2", "#d9c7a3", "#f0e9da", "#b9a184", "#a9a39a", "#9c6b52"])))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a lump."""
        dough = self.material(
            "dough", rng, lambda: surface("dough", self.rgb, 0.95, vary=0.06, mottle=0.08, bump=0.4, bump_scale=30)
        )
        lump = blob(
            rng, self.radius * rng.uniform(0.85, 1.1), self.radius * rng.uniform(0.75, 1.0), self.radius * self.flat, 0.22
        )
        return Template(lump.mesh("dough", [dough], 180), self.radius * 1.1, height(lump))


class Shells(Kit):
    """Ribbed cockle shells, hollow side down."""

    variants = 6

    def setup(self, rng: Rng) -> None:
        """Draws the shell."""
        self.radius, self.ribs = float(rng.uniform(7, 13)), int(rng.integers(9, 20))
        self.rgb = srgb(str(rng.choice(["#efe4d2", "#d8b99a", "#c9a7a0", "#e9d9c9", "#a89a90"])))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a shell: a vault over a fan, ribs running from the hinge."""
        chalk = self.material(
            "chalk", rng, lambda: surface("shell", self.rgb, 0.5, coat=0.15, vary=0.12, mottle=0.15, mottle_scale=9)
        )
        rings, spokes = 14, 96
        out, turn = np.meshgrid(np.linspace(0, 1, rings), np.linspace(-1.9, 1.9, spokes), indexing="ij")
        rib = 1 + 0.035 * np.cos(turn / 3.8 * 2 * math.pi * self.ribs)
        fan = out * (0.75 + 0.25 * np.cos(turn)) * rib * 1.25
        x, y = (fan * np.cos(turn) - 0.45) * self.radius, fan * np.sin(turn) * self.radius
        z = (
            np.sqrt(np.clip(1 - (2 * out - 1) ** 2 * (out > 0.5) - (1 - 2 * out) ** 2 * (out <= 0.5), 0, 1))
            * self.radius
            * 0.45
            * rib
        )
        faces = [
            [i * spokes + j, (i + 1) * spokes + j, (i + 1) * spokes + j + 1, i * spokes + j + 1]
            for i in range(rings - 1)
            for j in range(spokes - 1)
        ]
        shape = Geo().add(np.stack([x, y, z], -1).reshape(-1, 3), faces)
        return Template(shape.mesh("shell", [chalk]), self.radius, height(shape))


KITS = {"cylinders": Cylinders, "sticks": Sticks, "pulses": Peas, "dough": Dough, "shells": Shells}


def register(reg: Any) -> None:
    """Adds the kits."""
    for name, kit in KITS.items():
        reg.add("stones", name)(kit)
