"""Pioneers that the reader has never been trained on: poker chips, studded bricks, glass stones, painted corks, pompons.

For judging only. The photobooth loads this file alone, so the package's folder is made known first.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from booth.pieces import Kit, Template, glass, nugget
from booth.util import Geo, capsule, lathe, picture_material, prism, rotx, srgb, surface

sys.path.append(str(Path(__file__).resolve().parents[4]))

from referee.training.booth_kits.shapes import (
    bend_wire,
    circle,
    fall_over,
    height,
    make_ball,
    make_studded_brick,
    reach,
    rest,
)

Rng = np.random.Generator


class PokerChips(Kit):
    """Small poker chips: pale blocks on the edge, a ring of dashes and a pale middle on the face."""

    variants = 4

    def setup(self, rng: Rng) -> None:
        """Draws the chip."""
        self.radius, self.thick = float(rng.uniform(12, 15.3)), float(rng.uniform(2.6, 3.4))
        self.blocks, self.inlay = int(rng.choice([4, 6, 8])), bool(rng.random() < 0.6)
        self.pale = np.array([244, 241, 233]) * rng.uniform(0.9, 1.0)

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a chip, sometimes two in a pile."""
        face = self.material(word, rng, lambda: picture_material("chip_" + word, self.picture(word), 0.45, coat=0.1))
        clay = self.material("clay" + word, rng, lambda: surface("clay_" + word, self.shades[word], 0.5))
        pale = self.material("pale", rng, lambda: surface("pale", srgb("#f1eee6"), 0.5))
        r = self.radius
        chip = prism(circle(r, corners=60), self.thick, 0.3, 1, 0, (-r, -r, r, r))
        half = math.pi / self.blocks * 0.42
        for k in range(self.blocks):
            angles = 2 * math.pi * k / self.blocks + np.linspace(-half, half, 6)
            arc = [(d * math.cos(a), d * math.sin(a)) for d, turn in ((r + 0.08, angles), (r * 0.93, angles[::-1])) for a in turn]
            chip.merge(prism(arc, self.thick - 0.5, 0, z0=0.25), slot_shift=2)
        return Template(chip.mesh("chip", [face, clay, pale]), r, self.thick)

    def picture(self, word: str) -> npt.NDArray[np.uint8]:
        """Draws the face: (h, w, 3) sRGB."""
        y, x = (np.mgrid[0:256, 0:256] - 127.5) / 127.5
        away, turn = np.hypot(x, y), np.arctan2(-y, x)
        picture = np.full((256, 256, 3), np.power(self.shades[word], 1 / 2.2) * 255, np.float64)
        blocks = np.abs((turn * self.blocks / (2 * math.pi) + 0.5) % 1 - 0.5) < 0.21
        dashes = (turn * 24 / (2 * math.pi)) % 1 < 0.5
        picture[blocks & (away > 0.74)] = self.pale
        picture[dashes & (away > 0.6) & (away < 0.66)] = self.pale
        if self.inlay:
            picture[away < 0.45] = self.pale
        return picture.clip(0, 255).astype(np.uint8)


class StuddedBricks(Kit):
    """Toy bricks with studs, 2x2 or 2x3, one or two high; some on their side."""

    variants = 4

    def setup(self, rng: Rng) -> None:
        """Draws the brick."""
        self.long, self.high = int(rng.choice([2, 2, 3])), float(rng.choice([9.6, 9.6, 19.2]))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a brick."""
        plastic = self.material(word, rng, lambda: surface("brick_" + word, self.shades[word], 0.18, coat=0.5, vary=0.02))
        shape = make_studded_brick(self.long, 2, self.high)
        if variant == 3:
            shape = rest(shape, rotx(math.pi / 2))
        return Template(shape.mesh("brick", [plastic]), reach(shape), height(shape))


class GlassStones(Kit):
    """Flat glass stones, see-through or cloudy, in the players' colours."""

    variants = 5

    def setup(self, rng: Rng) -> None:
        """Draws the glass."""
        self.radius, self.cloud = float(rng.uniform(8, 10.5)), float(rng.choice([0.0, 0.25, 0.6]))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a stone."""
        rgb = self.shades[word]
        tint = np.clip((rgb / rgb.max()) ** 0.6, 0.04, 0.98)
        clear = self.material(word, rng, lambda: glass("stone_" + word, tint, 0.02, body=rgb, milky=self.cloud))
        r = self.radius * rng.uniform(0.92, 1.08)
        return Template(nugget(rng, r, r * 0.58).mesh("stone", [clear], 180), r, r * 0.6)


class PaintedCorks(Kit):
    """Bottle corks cut off, the top painted by hand; some have fallen over."""

    variants = 4

    def setup(self, rng: Rng) -> None:
        """Draws the cork."""
        self.radius, self.high = float(rng.uniform(9, 11)), float(rng.uniform(12, 24))
        self.run = self.high * float(rng.uniform(0.3, 0.5))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a cork; it was dipped, so that the paint shows when it has fallen over."""
        paint = self.material(
            word, rng, lambda: surface("paint_" + word, self.shades[word], 0.5, vary=0.06, mottle=0.08, scuff=0.2)
        )
        cork = self.material("cork", rng, lambda: make_cork())
        r, h = self.radius, self.high
        shape = lathe([(0, 0), (r - 0.6, 0), (r, 0.6), (r * 1.02, h / 2), (r, h - 0.6), (r - 0.6, h), (0, h)], 40)
        top = lathe(
            [(r + 0.1, h - self.run), (r + 0.12, h - 0.5), (r - 0.5, h + 0.12), (0, h + 0.12)], 40, wobble=self.smear(rng)
        )
        shape.merge(top, slot_shift=1)
        if variant == 3:
            shape = fall_over(shape)
        return Template(shape.mesh("cork", [cork, paint]), reach(shape), height(shape))

    def smear(self, rng: Rng) -> Any:
        """Gives an uneven edge of the paint: it leaves the cork's side here and there."""
        turn = rng.uniform(0, 6.28)
        return lambda angle, radius, z: radius + 0.06 * math.sin(5 * angle + turn)


def make_cork() -> Any:
    """Makes cork: light brown with dark pores."""
    return surface(
        "cork", srgb("#c59a6b"), 0.9, vary=0.1, mottle=0.3, mottle_scale=25, scuff=0.7, scuff_rgb=(0.12, 0.06, 0.03), bump=0.5
    )


class Pompons(Kit):
    """Wool pompons: soft balls of yarn ends; or knots of the same yarn."""

    variants = 4

    def setup(self, rng: Rng) -> None:
        """Draws the ball and its yarn."""
        self.radius, self.yarn = float(rng.uniform(7, 12)), float(rng.uniform(0.35, 0.7))
        self.knots = bool(rng.random() < 0.4)

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a pompon or a knot."""
        wool = self.material(
            word, rng, lambda: surface("wool_" + word, self.shades[word], 1.0, vary=0.05, mottle=0.2, bump=0.5, spec=0.05)
        )
        shape = self.knot(rng) if self.knots else self.pompon(rng)
        low = np.array(shape.v)[:, 2].min()
        shape = Geo().merge(shape, (0, 0, -low))
        return Template(shape.mesh("wool", [wool]), self.radius, height(shape))

    def pompon(self, rng: Rng) -> Any:
        """Makes a ball of yarn ends."""
        r = self.radius
        shape = make_ball(r * 0.72)
        for direction in rng.normal(0, 1, (420, 3)):
            out = direction / np.linalg.norm(direction)
            tip = out * r * rng.uniform(0.88, 1.0) * (1, 1, 0.85)
            shape.merge(capsule(out * r * 0.6, tip, self.yarn, self.yarn * 1.2, 5), (0, 0, r * 0.72))
        return shape

    def knot(self, rng: Rng) -> Any:
        """Makes a knot: thick yarn that goes thrice round and twice through, with two ends."""
        turns = np.linspace(0, 2 * math.pi, 73)
        r, thick = self.radius * 0.36, self.radius * 0.24
        path = np.stack(
            [(2 + np.cos(3 * turns)) * np.cos(2 * turns), (2 + np.cos(3 * turns)) * np.sin(2 * turns), np.sin(3 * turns) * 0.9], 1
        )
        path = path * r * 0.72
        return bend_wire(path, thick).merge(capsule(path[0], path[0] * 1.35 + (0, 0, -1), thick, thick * 0.7, 10))


KITS = {
    "poker_chips": PokerChips,
    "studded_bricks": StuddedBricks,
    "glass_stones": GlassStones,
    "painted_corks": PaintedCorks,
    "pompons": Pompons,
}


def register(reg: Any) -> None:
    """Adds the kits."""
    for name, kit in KITS.items():
        reg.add("pioneers", name)(kit)
