"""Stones that were made: dice, paper clips, cubes, discs, paper, acrylic, stained and black tiles.

The photobooth loads this file alone, so the package's folder is made known first.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
from booth.pieces import Kit, Template, glass, hexagon
from booth.util import blob, lathe, prism, rounded_box, srgb, surface

sys.path.append(str(Path(__file__).resolve().parents[4]))

from printables.artwork.palette import LANDSCAPE_INKS
from referee.training.booth_kits.metals import make_metal
from referee.training.booth_kits.shapes import (
    add_pips,
    bend_wire,
    fall_over,
    height,
    make_ball,
    make_disc,
    reach,
)

Rng = np.random.Generator


class WhiteDice(Kit):
    """White or ivory dice."""

    variants = 6

    def setup(self, rng: Rng) -> None:
        """Draws size and ivory."""
        self.side, self.rgb = float(rng.uniform(8, 17)), srgb(str(rng.choice(["#f6f5f0", "#eee6d2", "#e3e5e8"])))
        self.ink = srgb(str(rng.choice(["#111111", "#111111", "#23408c", "#8c1c1c"])))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a die."""
        body = self.material("body", rng, lambda: surface("ivory", self.rgb, 0.25, coat=0.4, vary=0.03))
        pips = self.material("pips", rng, lambda: surface("pips", self.ink, 0.5))
        die = add_pips(rounded_box(self.side, self.side * 0.12), self.side, variant + 1)
        return Template(die.mesh("die", [body, pips]), self.side * 0.7, self.side)


class PaperClips(Kit):
    """Paper clips of bare, brassed, white or black wire."""

    path = (
        (0.3, -1),
        (1, -1),
        (1, 0.8),
        (0.8, 1),
        (-0.8, 1),
        (-1, 0.8),
        (-1, -0.7),
        (-0.8, -0.9),
        (-0.1, -0.9),
        (0.4, -0.7),
        (0.4, 0.6),
        (0.2, 0.75),
        (-0.4, 0.75),
        (-0.6, 0.6),
        (-0.6, -0.4),
    )

    def setup(self, rng: Rng) -> None:
        """Draws the clip."""
        self.long, self.wire = float(rng.uniform(20, 28)), float(rng.uniform(0.5, 0.9))
        self.coat = str(rng.choice(["steel", "silver", "brass", "copper", "white", "black"]))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a clip."""
        coats = {"white": (0.8, 0.8, 0.78), "black": (0.02, 0.02, 0.02)}
        wire = self.material(
            "wire",
            rng,
            lambda: surface("wire", coats[self.coat], 0.4) if self.coat in coats else make_metal(self.coat, rng, (0.15, 0.3)),
        )
        xy = np.array(self.path)[:, ::-1] * (self.long / 2, self.long / 7)
        clip = bend_wire(np.c_[xy, np.full(len(xy), self.wire)], self.wire)
        return Template(clip.mesh("clip", [wire]), self.long * 0.4, 2 * self.wire)


class DarkCubes(Kit):
    """Cubes of black or dark wood or plastic."""

    def setup(self, rng: Rng) -> None:
        """Draws the cube."""
        self.side, self.gloss = float(rng.uniform(8, 15)), float(rng.uniform(0, 0.6))
        self.rgb = srgb(str(rng.choice(["#151515", "#2b2b2d", "#3a2a22", "#474747", "#5a4636"])))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a cube."""
        paint = self.material(
            "paint",
            rng,
            lambda: surface("dark", self.rgb, 0.5, coat=self.gloss, vary=0.1, grain=0.2, scuff=0.3, scuff_rgb=(0.4, 0.33, 0.26)),
        )
        return Template(rounded_box(self.side, 0.7).mesh("cube", [paint]), self.side * 0.7, self.side)


class WhiteDiscs(Kit):
    """White discs: draughtsmen, mints, cardboard."""

    def setup(self, rng: Rng) -> None:
        """Draws the disc."""
        self.radius, self.thick = float(rng.uniform(6, 14)), float(rng.uniform(0.6, 6))
        self.rgb, self.rough = srgb(str(rng.choice(["#fafaf7", "#efeade", "#e2e4e6"]))), float(rng.uniform(0.2, 0.9))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a disc."""
        white = self.material("white", rng, lambda: surface("white", self.rgb, self.rough, vary=0.03, mottle=0.03))
        return Template(
            make_disc(self.radius, self.thick, min(0.5, self.thick / 3)).mesh("disc", [white]), self.radius, self.thick
        )


class PaperBalls(Kit):
    """Balls of crumpled paper or foil."""

    variants = 8

    def setup(self, rng: Rng) -> None:
        """Draws paper or foil."""
        self.radius = float(rng.uniform(5, 11))
        self.foil = bool(rng.random() < 0.3)
        self.rgb = srgb(str(rng.choice(["#f3f2ee", "#e9e2d0", "#c9b48c", "#dcdcdc"])))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a ball with sharp creases."""
        paper = self.material(
            "paper", rng, lambda: make_metal("silver", rng) if self.foil else surface("paper", self.rgb, 0.9, vary=0.03)
        )
        ball = blob(rng, *(self.radius * rng.uniform(0.8, 1.1, 3)), 0.12, 3)
        points = np.array(ball.v) * (1 + rng.normal(0, 0.055, len(ball.v)))[:, None]
        points[:, 2] -= points[:, 2].min()
        ball.v = [tuple(point) for point in points]
        return Template(ball.mesh("paper", [paper], 0), self.radius * 1.1, height(ball))


class AcrylicHexes(Kit):
    """Hexes of clear, frosted or smoky acrylic glass."""

    def setup(self, rng: Rng) -> None:
        """Draws the hex and its glass."""
        self.wide, self.thick = float(rng.uniform(16, 28)), float(rng.uniform(2, 6))
        self.tint = [(0.96, 0.98, 0.97), (0.72, 0.73, 0.74), (0.88, 0.95, 0.97), (0.35, 0.35, 0.37)][int(rng.integers(4))]
        self.frost = float(rng.choice([0.02, 0.02, 0.3]))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a hex."""
        clear = self.material("clear", rng, lambda: glass("acrylic", np.array(self.tint), self.frost))
        return Template(
            prism(hexagon(self.wide / math.sqrt(3)), self.thick, 0.5).mesh("acrylic", [clear]), self.wide / 2, self.thick, True
        )


class StainedHexes(Kit):
    """Wooden hexes stained in the very tints of the printed landscapes, lighter or darker: hard to see on their own landscape."""

    variants = 8

    def setup(self, rng: Rng) -> None:
        """Draws one tint for all, or as many as there are landscapes."""
        tints = [getattr(inks, shade) for inks in LANDSCAPE_INKS.values() for shade in ("tint", "shade", "light", "accent")]
        count = 1 if rng.random() < 0.6 else self.variants
        self.tints = [srgb(str(tint)) * rng.uniform(0.6, 1.15) for tint in rng.choice(tints, count)]
        self.wide, self.thick = float(rng.uniform(17, 29)), float(rng.uniform(2, 11))
        self.grain, self.round = float(rng.uniform(0.05, 0.3)), bool(rng.random() < 0.2)

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a hex, in some kits a disc."""
        k = variant % len(self.tints)
        stain = self.material(
            f"stain{k}",
            rng,
            lambda: surface("stain", np.clip(self.tints[k], 0, 0.95), 0.6, vary=0.1, grain=self.grain, mottle=0.05),
        )
        shape = make_disc(self.wide / 2, self.thick) if self.round else prism(hexagon(self.wide / math.sqrt(3)), self.thick, 0.6)
        return Template(shape.mesh("stained", [stain]), self.wide / 2, self.thick, not self.round)


class BlackPieces(Kit):
    """Black pawns, discs, hexes or balls of another game."""

    def setup(self, rng: Rng) -> None:
        """Draws which."""
        self.kind = str(rng.choice(["pawn", "disc", "hex", "dome"]))
        self.radius, self.high = float(rng.uniform(6, 12)), float(rng.uniform(4, 10))
        self.grey, self.rough = float(rng.uniform(0.005, 0.05)), float(rng.uniform(0.1, 0.8))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a piece."""
        black = self.material("black", rng, lambda: surface("black", (self.grey,) * 3, self.rough, coat=0.2, vary=0.1))
        r, h = self.radius, self.high
        if self.kind == "pawn":
            shape = lathe(
                [
                    (0, 0),
                    (r * 0.8, 0),
                    (r * 0.8, 2),
                    (r * 0.3, 9),
                    (r * 0.3, 12),
                    (r * 0.5, 14),
                    (r * 0.5, 17),
                    (r * 0.3, 19),
                    (0, 19.5),
                ],
                32,
            )
            shape = fall_over(shape) if variant == 2 else shape
        elif self.kind == "dome":
            shape = make_ball(r * 0.8, 0.7)
        else:
            shape = make_disc(r, h, 0.7) if self.kind == "disc" else prism(hexagon(r * 1.15), h, 0.5)
        return Template(shape.mesh("black", [black]), reach(shape), height(shape))


KITS = {
    "white_dice": WhiteDice,
    "paper_clips": PaperClips,
    "dark_cubes": DarkCubes,
    "white_discs": WhiteDiscs,
    "paper_balls": PaperBalls,
    "acrylic_hexes": AcrylicHexes,
    "black_pieces": BlackPieces,
}


def register(reg: Any) -> None:
    """Adds the kits; the stained hexes come more often, being the hardest."""
    for name, kit in KITS.items():
        reg.add("stones", name)(kit)
    reg.add("stones", "stained_hexes", weight=2)(StainedHexes)
