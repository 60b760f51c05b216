"""Stones of any shape and stuff: wood, bone, cork, seeds, card, clear glass, every metal, black, white and grey.

The photobooth loads this file alone, so the package's folder is made known first.
"""

from __future__ import annotations

import colorsys
import sys
from pathlib import Path
from typing import Any

import numpy as np
from booth.pieces import Kit, Template, glass
from booth.util import surface, to_linear

sys.path.append(str(Path(__file__).resolve().parents[4]))

from referee.training.booth_kits.any_shape import draw_shape
from referee.training.booth_kits.metals import METALS, make_metal
from referee.training.booth_kits.shapes import height, reach

Rng = np.random.Generator
STUFFS = {"grown": 0.3, "metal": 0.27, "grey": 0.28, "clear": 0.15}
MOST_SATURATED = 0.5  # of brown and beige: deeper ones might be called a player's colour
LEAST_REACH = 3.0  # mm


class AnyStones(Kit):
    """A household's own stones."""

    variants = 6

    def setup(self, rng: Rng) -> None:
        """Draws shape and stuff."""
        self.shape = draw_shape(rng, 4.0, 13.5, 0.15)
        self.stuff = str(rng.choice(list(STUFFS), p=list(STUFFS.values())))
        self.metal = str(rng.choice(list(METALS)))
        self.rough, self.milky = float(rng.uniform(0.15, 0.9)), float(rng.choice([0, 0.2, 0.5]))
        self.mottle = float(rng.choice([0.03, 0.1, 0.25]))

    def tone(self, rng: Rng) -> Any:
        """Draws a shade between brown and beige, or between black and white with a breath of any hue: linear RGB."""
        if self.stuff == "grown":
            deep = float(rng.uniform(0.1, MOST_SATURATED))
            return to_linear(np.array(colorsys.hsv_to_rgb(rng.uniform(18, 46) / 360, deep, rng.uniform(0.2, 0.95 - 0.3 * deep))))
        return to_linear(np.array(colorsys.hsv_to_rgb(rng.random(), rng.uniform(0, 0.1), rng.uniform(0.04, 0.98))))

    def stuff_of(self, rng: Rng) -> Any:
        """Makes the material."""
        if self.stuff == "metal":
            return make_metal(self.metal, rng, (0.05, 0.5))
        if self.stuff == "clear":
            tint = np.array(colorsys.hsv_to_rgb(rng.random(), rng.uniform(0, 0.1), rng.uniform(0.8, 0.98)))
            return glass("clear", tint, float(rng.choice([0.01, 0.05, 0.25])), body=tint, milky=self.milky)
        grain = 0.25 if self.stuff == "grown" and rng.random() < 0.5 else 0.0
        return surface(
            "stuff",
            self.tone(rng),
            self.rough,
            coat=float(rng.choice([0, 0, 0.4])),
            vary=0.12,
            mottle=self.mottle,
            grain=grain,
            scuff=0.15,
            bump=float(rng.choice([0, 0.3])),
        )

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a stone."""
        stuff = self.material("stuff", rng, lambda: self.stuff_of(rng))
        other = self.material("other", rng, lambda: surface("other", to_linear(np.full(3, rng.uniform(0.1, 0.9))), 0.6))
        piece = self.shape.make(variant, rng)
        return Template(piece.mesh("stone", [stuff, other]), max(LEAST_REACH, reach(piece)), height(piece))


def register(reg: Any) -> None:
    """Adds the kit; no two photos show the same, so it comes often."""
    reg.add("stones", "any_stones", weight=10)(AnyStones)
