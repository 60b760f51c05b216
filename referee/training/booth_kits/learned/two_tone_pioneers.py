"""Pioneers of which only a part has the player's colour: peg dolls, dipped dowels, spools of thread, toggles with a band.

The photobooth loads this file alone, so the package's folder is made known first.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
from booth.pieces import Template
from booth.util import Geo, lathe, surface

sys.path.append(str(Path(__file__).resolve().parents[4]))

from referee.training.booth_kits.shades import ManyShades
from referee.training.booth_kits.shapes import fall_over, height, reach

Rng = np.random.Generator
FALLEN = 3  # the variant that has fallen over, in kits whose pieces do
BARE = {
    "birch": (0.72, 0.56, 0.38),
    "beech": (0.56, 0.36, 0.2),
    "walnut": (0.16, 0.09, 0.05),
    "white": (0.82, 0.8, 0.75),
    "grey": (0.35, 0.35, 0.36),
}


class TwoTone(ManyShades):
    """A kit of bare wood or plastic that is painted in part."""

    def setup(self, rng: Rng) -> None:
        """Draws what shows where no paint is."""
        super().setup(rng)
        self.bare = str(rng.choice(list(BARE), p=[0.35, 0.3, 0.1, 0.15, 0.1]))
        self.rough, self.gloss = float(rng.uniform(0.3, 0.8)), float(rng.uniform(0, 0.5))

    def join(self, word: str, rng: Rng, bare: Geo, painted: Geo, fallen: bool) -> Template:
        """Makes a piece of its bare and its painted part."""
        body = self.material(
            "bare", rng, lambda: surface("bare", BARE[self.bare], self.rough, vary=0.12, grain=0.3, mottle=0.1, scuff=0.2)
        )
        paint = self.material(
            word, rng, lambda: surface(word, self.shades[word], self.rough, coat=self.gloss, vary=0.06, mottle=0.05, scuff=0.2)
        )
        whole = bare.merge(painted, slot_shift=1)
        shape = fall_over(whole) if fallen else whole
        return Template(shape.mesh(word, [body, paint]), reach(shape), height(shape))


class PegDolls(TwoTone):
    """Wooden people turned on a lathe: a painted coat, a bare head, or the other way round."""

    def draw(self, rng: Rng) -> None:
        """Draws the doll."""
        self.foot, self.high = float(rng.uniform(5, 9)), float(rng.uniform(15, 27))
        self.head = self.foot * float(rng.uniform(0.6, 0.85))
        self.coat = bool(rng.random() < 0.75)

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a doll."""
        r, h, b = self.foot, self.high, self.head
        neck = h - 1.75 * b
        coat = lathe([(0, 0), (r, 0), (r, 1.0), (r * 0.95, neck * 0.6), (b * 0.7, neck)], 32)
        head = lathe([(max(0.0, b * math.cos(a)), h - b + b * math.sin(a)) for a in np.linspace(-0.85, math.pi / 2, 10)], 32)
        bare, painted = (head, coat) if self.coat else (coat, head)
        return self.join(word, rng, bare, painted, variant == FALLEN)


class DippedDowels(TwoTone):
    """Round or square sticks sawn short, one end dipped in paint; many lie."""

    def draw(self, rng: Rng) -> None:
        """Draws the stick."""
        self.thick, self.long = float(rng.uniform(3.5, 8.5)), float(rng.uniform(13, 27))
        self.dipped, self.sides = float(rng.uniform(0.3, 0.75)), int(rng.choice([4, 6, 32, 32, 32]))
        self.lying = bool(rng.random() < 0.5)

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a stick, its paint a little thicker than the wood."""
        r, h = self.thick, self.long
        edge = h * (1 - self.dipped)
        stick = lathe([(0, 0), (r - 0.4, 0), (r, 0.4), (r, h - 0.5), (r - 0.5, h), (0, h)], self.sides)
        dip = lathe([(r + 0.08, edge), (r + 0.1, h - 0.5), (r - 0.5, h + 0.1), (0, h + 0.1)], self.sides)
        return self.join(word, rng, stick, dip, (variant == FALLEN) != self.lying)


class Spools(TwoTone):
    """Reels of sewing thread, on their side."""

    def draw(self, rng: Rng) -> None:
        """Draws the reel."""
        self.end, self.long = float(rng.uniform(5.5, 9)), float(rng.uniform(13, 24))
        self.full, self.rim = float(rng.uniform(0.7, 1.08)), float(rng.uniform(1, 3))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a reel: two ends of wood, thread wound between them."""
        r, h, d = self.end, self.long, self.rim
        wood = lathe([(0, 0), (r, 0), (r * 0.9, d), (r * 0.5, d), (r * 0.5, h - d), (r * 0.9, h - d), (r, h), (0, h)], 32)
        wound = r * self.full
        thread = lathe([(r * 0.5, d), (wound * 0.97, d), (wound, h * 0.5), (wound * 0.97, h - d), (r * 0.5, h - d)], 32)
        return self.join(word, rng, wood, thread, True)


class Toggles(TwoTone):
    """Bare discs, drums or beads with a band or a cap of paint."""

    def draw(self, rng: Rng) -> None:
        """Draws the piece."""
        self.radius, self.high = float(rng.uniform(6.5, 12)), float(rng.uniform(3, 12))
        self.cap = float(rng.uniform(0.5, 0.92))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a drum with paint on top, short of its edge."""
        r, h = self.radius, self.high
        drum = lathe([(0, 0), (r - 0.5, 0), (r, 0.5), (r, h - 0.5), (r - 0.5, h), (0, h)], 40)
        spot = lathe([(r * self.cap, h + 0.02), (r * self.cap - 0.1, h + 0.15), (0, h + 0.15)], 40)
        return self.join(word, rng, drum, spot, False)


KITS = {"peg_dolls": PegDolls, "dipped_dowels": DippedDowels, "spools": Spools, "toggles": Toggles}


def register(reg: Any) -> None:
    """Adds the kits; they come more often, being the hardest to name."""
    for name, kit in KITS.items():
        reg.add("pioneers", name, weight=2)(kit)
