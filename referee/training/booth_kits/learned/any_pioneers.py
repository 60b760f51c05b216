"""Pioneers of any shape and stuff: painted, moulded, dyed, see-through, of coloured metal, of felt; whole or in part.

The photobooth loads this file alone, so the package's folder is made known first.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from booth.pieces import Template, glass
from booth.util import surface

sys.path.append(str(Path(__file__).resolve().parents[4]))

from referee.training.booth_kits.any_shape import draw_shape
from referee.training.booth_kits.shades import ManyShades
from referee.training.booth_kits.shapes import height, reach

Rng = np.random.Generator
STUFFS = {"paint": 0.24, "plastic": 0.2, "wood": 0.14, "clear": 0.2, "metal": 0.08, "felt": 0.07, "clay": 0.07}
BARE = (
    (0.72, 0.56, 0.38),
    (0.56, 0.36, 0.2),
    (0.42, 0.27, 0.14),
    (0.82, 0.8, 0.75),
    (0.75, 0.7, 0.6),
    (0.3, 0.3, 0.31),
    (0.05, 0.05, 0.05),
)
WORN = (0.55, 0.42, 0.28)
LEAST_REACH = 4.0  # mm: smaller ones would be lost on a hex
SEEN_PX = 60  # across a piece
LEAST_SHOWN, MOST_HIDDEN = 0.3, 0.75  # share of what is seen from above that colour takes at least, and bare stuff at most


class AnyPioneers(ManyShades):
    """A household's own pioneers."""

    def draw(self, rng: Rng) -> None:
        """Draws shape and stuff, and what shows where no colour is."""
        self.shape = draw_shape(rng, 5.5, 14.5, 0.4)
        self.stuff = str(rng.choice(list(STUFFS), p=list(STUFFS.values())))
        self.rough, self.coat = float(rng.uniform(0.15, 0.8)), float(rng.choice([0, 0, 0.3, 0.6]))
        self.milky, self.bare = float(rng.choice([0, 0.1, 0.3, 0.6])), BARE[int(rng.integers(len(BARE)))]
        self.swapped = bool(rng.random() < 0.4)

    def dye(self, word: str, rng: Rng) -> Any:
        """Makes the coloured material."""
        rgb = self.shades[word]
        match self.stuff:
            case "clear":
                tint = np.clip((rgb / rgb.max()) ** rng.uniform(0.5, 0.9), 0.03, 0.98)
                return glass(word, tint, float(rng.choice([0.01, 0.05, 0.2])), body=rgb, milky=self.milky)
            case "metal":
                return surface(word, np.clip(rgb * 1.1, 0, 0.95), float(rng.uniform(0.15, 0.5)), metal=1.0, vary=0.06, scuff=0.15)
            case "felt":
                return surface(word, rgb, 0.95, vary=0.06, mottle=0.2, mottle_scale=30, bump=0.6, bump_scale=50, spec=0.1)
            case "clay":
                return surface(word, rgb, 0.7, vary=0.08, mottle=0.08, bump=0.4, bump_scale=15)
            case "wood":
                return surface(word, rgb, self.rough, coat=self.coat, vary=0.08, grain=0.25, scuff=0.25, scuff_rgb=WORN)
            case "plastic":
                return surface(word, rgb, 0.1 + 0.4 * self.rough, coat=self.coat, vary=0.03)
        return surface(word, rgb, self.rough, coat=self.coat, vary=0.06, mottle=0.06, scuff=0.3)

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a pioneer."""
        dyed = self.material(word, rng, lambda: self.dye(word, rng))
        bare = self.material("bare", rng, lambda: surface("bare", self.bare, 0.6, vary=0.1, grain=0.15, mottle=0.08))
        piece = self.shape.make(variant, rng)
        shown = accent_shown(piece)
        swapped = shown > MOST_HIDDEN or (self.swapped and shown > LEAST_SHOWN)
        mesh = piece.mesh(word, [bare, dyed] if swapped else [dyed, bare])
        return Template(mesh, max(LEAST_REACH, reach(piece)), height(piece))


def accent_shown(piece: Any) -> float:
    """How much of what is seen from above shows the second material: faces are painted from the lowest to the highest."""
    points = np.array(piece.v)
    reach_mm = np.abs(points[:, :2]).max() + 1e-6
    flat = np.rint((points[:, :2] / reach_mm + 1) * SEEN_PX / 2).astype(np.int32)
    seen = np.zeros((SEEN_PX + 1, SEEN_PX + 1), np.uint8)
    for k in np.argsort([points[face, 2].mean() for face in piece.f]):
        cv2.fillPoly(seen, [flat[piece.f[k]]], 1 + piece.m[k])
    return float((seen == 2).sum() / max(1, (seen > 0).sum()))


def register(reg: Any) -> None:
    """Adds the kit; no two photos show the same, so it comes often."""
    reg.add("pioneers", "any_pioneers", weight=10)(AnyPioneers)
