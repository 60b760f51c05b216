"""Pioneers that lie flat: buttons, rings, see-through winks, bottle tops with their liner up, bars.

The photobooth loads this file alone, so the package's folder is made known first.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
from booth.pieces import Template, glass
from booth.util import Geo, box, lathe, prism, srgb, surface

sys.path.append(str(Path(__file__).resolve().parents[4]))

from referee.training.booth_kits.shades import ManyShades
from referee.training.booth_kits.shapes import (
    circle,
    height,
    make_disc,
    make_holed_plate,
    make_ring,
    make_washer,
    reach,
    turn_over,
)

Rng = np.random.Generator


class Buttons(ManyShades):
    """Buttons with two or four holes through which the board shows, and a raised rim."""

    def draw(self, rng: Rng) -> None:
        """Draws the button."""
        self.radius, self.thick = float(rng.uniform(6.5, 14)), float(rng.uniform(1.6, 3.6))
        self.holes, self.hole = int(rng.choice([2, 4])), float(rng.uniform(0.09, 0.14))
        self.pearl = float(rng.choice([0.0, 0.15]))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a button, sometimes back up."""
        paint = self.material(
            word, rng, lambda: surface("button_" + word, self.shades[word], 0.3, coat=0.4, vary=0.05, mottle=self.pearl)
        )
        r, t = self.radius, self.thick
        angles = [2 * math.pi * k / self.holes for k in range(self.holes)]
        holes = [circle(r * self.hole, (r * 0.25 * math.cos(a), r * 0.25 * math.sin(a)), 14) for a in angles]
        shape = make_holed_plate(circle(r * 0.97, corners=44), holes, t * 0.75)
        shape.merge(make_ring(r, r * 0.78, t))
        if variant == 3:
            shape = turn_over(shape)
        return Template(shape.mesh("button", [paint]), r, t)


class Rings(ManyShades):
    """Rings and washers of coloured plastic; the board shows in the middle."""

    def draw(self, rng: Rng) -> None:
        """Draws the ring."""
        self.outer = float(rng.uniform(7, 15))
        self.inner = self.outer * float(rng.uniform(0.3, 0.72))
        self.thick, self.round = float(rng.uniform(1.5, 5)), bool(rng.random() < 0.5)

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a ring."""
        paint = self.material(
            word, rng, lambda: surface("ring_" + word, self.shades[word], float(rng.uniform(0.2, 0.6)), coat=0.2, vary=0.04)
        )
        shape = (make_ring if self.round else make_washer)(self.outer, self.inner, self.thick)
        return Template(shape.mesh("ring", [paint]), self.outer, self.thick)


class Winks(ManyShades):
    """Coloured transparent discs: the print shines through, tinted."""

    def draw(self, rng: Rng) -> None:
        """Draws the disc and how deep its colour is."""
        self.radius, self.thick = float(rng.uniform(7, 14)), float(rng.uniform(1.2, 3.0))
        self.depth, self.milky = float(rng.uniform(0.2, 0.55)), float(rng.choice([0.0, 0.15, 0.4]))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a disc."""
        rgb = self.shades[word]
        tint = np.clip((rgb / rgb.max()) ** self.depth, 0.1, 0.98)
        clear = self.material(word, rng, lambda: glass("wink_" + word, tint, 0.03, body=rgb, milky=self.milky))
        return Template(make_disc(self.radius, self.thick, 0.35).mesh("wink", [clear]), self.radius, self.thick)


class Tops(ManyShades):
    """Bottle tops lying upside down, a pale liner inside the coloured wall; some lie the right way up."""

    def draw(self, rng: Rng) -> None:
        """Draws top, liner and how many lie the right way up."""
        self.radius, self.high, self.wall = float(rng.uniform(11, 15.5)), float(rng.uniform(6, 14)), float(rng.uniform(1.2, 2.4))
        self.liner = srgb(str(rng.choice(["#f4f3ee", "#e4e6e8", "#d9d4c4", "#b9bcc0"])))
        self.upright = int(rng.choice([0, 1, 2]))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a top."""
        paint = self.material(word, rng, lambda: surface("top_" + word, self.shades[word], 0.4, coat=0.1, vary=0.05, scuff=0.12))
        liner = self.material("liner", rng, lambda: surface("liner", self.liner, 0.5))
        r, h, inner = self.radius, self.high, self.radius - self.wall
        shape = lathe([(0, 0), (r - 0.8, 0), (r, 0.8), (r, h - 0.3), (r - 0.3, h), (inner, h), (inner, 1.2), (0, 1.2)], 60)
        shape.merge(lathe([(inner, 1.3), (inner * 0.96, 2.2), (inner * 0.9, 1.9), (0, 1.9)], 60), slot_shift=1)
        if variant < self.upright:
            shape = turn_over(shape)
        return Template(shape.mesh("top", [paint, liner]), r, h)


class Bars(ManyShades):
    """Bars like half a clothes-peg or a domino: long, narrow, notched."""

    def draw(self, rng: Rng) -> None:
        """Draws the bar."""
        self.long, self.wide, self.thick = float(rng.uniform(20, 30)), float(rng.uniform(5, 10)), float(rng.uniform(3, 9))
        self.notched, self.grain = bool(rng.random() < 0.6), float(rng.choice([0.0, 0.25]))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a bar, sometimes on its narrow side."""
        paint = self.material(
            word, rng, lambda: surface("bar_" + word, self.shades[word], 0.5, vary=0.07, grain=self.grain, scuff=0.2)
        )
        long, wide = self.long / 2, self.wide / 2
        notch = (
            [(0.2 * long, wide), (0.12 * long, wide * 0.3), (-0.1 * long, wide * 0.3), (-0.18 * long, wide)]
            if self.notched
            else []
        )
        outline = [
            (-long, -wide * 0.7),
            (-long * 0.6, -wide),
            (long, -wide),
            (long, wide),
            *notch,
            (-long * 0.6, wide),
            (-long, wide * 0.7),
        ]
        shape = box(self.long, self.thick, self.wide, 0.5) if variant == 3 else prism(outline, self.thick, 0.5)
        return Template(Geo().merge(shape).mesh("bar", [paint]), reach(shape) * 0.75, height(shape))


KITS = {"buttons": Buttons, "rings": Rings, "winks": Winks, "lined_tops": Tops, "bars": Bars}


def register(reg: Any) -> None:
    """Adds the kits."""
    for name, kit in KITS.items():
        reg.add("pioneers", name)(kit)
