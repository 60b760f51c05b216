"""Stones that were made: dice, coins, screws, washers, clips, cubes, discs, paper, acrylic, dark tiles, metal blanks, studs.

The photobooth loads this file alone, so the package's folder is made known first.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
from booth.pieces import Kit, Template, glass, hexagon
from booth.util import Geo, blob, box, lathe, prism, rotz, rounded_box, srgb, surface

sys.path.append(str(Path(__file__).resolve().parents[4]))

from printables.palette import LANDSCAPE_INKS
from referee.training.booth_kits.shapes import (
    add_pips,
    bend_wire,
    fall_over,
    height,
    make_ball,
    make_disc,
    make_washer,
    reach,
)

Rng = np.random.Generator
METALS = {
    "copper": (0.62, 0.30, 0.18),
    "brass": (0.72, 0.53, 0.24),
    "gold": (0.83, 0.62, 0.22),
    "silver": (0.66, 0.65, 0.63),
    "steel": (0.5, 0.5, 0.51),
}


def make_metal(name: str, rng: Rng, rough: tuple[float, float] = (0.15, 0.4)) -> Any:
    """Makes a metal, more or less worn."""
    worn = float(rng.uniform(0.1, 0.5))
    return surface(
        name,
        METALS[name],
        float(rng.uniform(*rough)),
        metal=1.0,
        vary=0.12,
        scuff=worn,
        scuff_rgb=(0.16, 0.12, 0.09),
        bump=0.2,
        bump_scale=25,
    )


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
    "white_dice": WhiteDice,
    "coins": Coins,
    "screws": Screws,
    "washers": Washers,
    "paper_clips": PaperClips,
    "dark_cubes": DarkCubes,
    "white_discs": WhiteDiscs,
    "paper_balls": PaperBalls,
    "acrylic_hexes": AcrylicHexes,
    "black_pieces": BlackPieces,
    "mirrors": Mirrors,
    "metal_blanks": MetalBlanks,
    "upholstery_studs": UpholsteryStuds,
}


def register(reg: Any) -> None:
    """Adds the kits; the stained hexes come more often, being the hardest."""
    for name, kit in KITS.items():
        reg.add("stones", name)(kit)
    reg.add("stones", "stained_hexes", weight=2)(StainedHexes)
