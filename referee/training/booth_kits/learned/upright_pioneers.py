"""Pioneers that stand up: cones, halma pawns, meeples, dice, bricks, domes, marbles, cardboard figures, studs, push pins.

The photobooth loads this file alone, so the package's folder is made known first.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from booth.pieces import Template
from booth.util import Geo, box, lathe, picture_material, prism, rotx, rotz, rounded_box, srgb, surface

sys.path.append(str(Path(__file__).resolve().parents[4]))

from referee.training.booth_kits.shades import ManyShades
from referee.training.booth_kits.shapes import (
    add_pips,
    fall_over,
    height,
    make_ball,
    make_ring,
    reach,
    turn_over,
)

Rng = np.random.Generator
FALLEN = 3  # the variant that has fallen over, in kits whose pieces do


class Stander(ManyShades):
    """A kit of one material, plastic or wood, that stands and sometimes falls."""

    rough = (0.25, 0.6)

    def setup(self, rng: Rng) -> None:
        """Draws the finish besides."""
        super().setup(rng)
        self.wooden = rng.random() < 0.4
        self.gloss = float(rng.uniform(0, 0.7))

    def finish(self, word: str, rng: Rng) -> Any:
        """Paints plastic or wood."""
        rough = float(rng.uniform(*self.rough))
        if self.wooden:
            return surface(
                word, self.shades[word], rough, coat=self.gloss * 0.5, vary=0.08, grain=0.2, scuff=0.3, scuff_rgb=(0.6, 0.46, 0.3)
            )
        return surface(word, self.shades[word], rough, coat=self.gloss, vary=0.04, scuff=0.1)

    def stand(self, word: str, rng: Rng, shape: Geo) -> Template:
        """Makes a piece of a shape as it lies."""
        paint = self.material(word, rng, lambda: self.finish(word, rng))
        return Template(shape.mesh(word, [paint]), reach(shape), height(shape))


class Cones(Stander):
    """Cones, pointed or cut off."""

    def draw(self, rng: Rng) -> None:
        """Draws the cone."""
        self.foot, self.high = float(rng.uniform(5, 11)), float(rng.uniform(11, 26))
        self.tip = float(rng.choice([0.4, 0.4, 2.0, 3.5]))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a cone."""
        r, h, t = self.foot, self.high, self.tip
        cone = lathe([(0, 0), (r - 0.4, 0), (r, 0.4), (r, 1.0), (t, h - 0.3), (t * 0.6, h), (0, h)], 40)
        return self.stand(word, rng, fall_over(cone) if variant == FALLEN else cone)


class Halma(Stander):
    """Slender halma pawns: a foot, a waist, a ball."""

    def draw(self, rng: Rng) -> None:
        """Draws the pawn."""
        self.foot, self.high = float(rng.uniform(5, 9)), float(rng.uniform(17, 29))
        self.ball = self.foot * float(rng.uniform(0.55, 0.8))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a pawn."""
        r, h, b = self.foot, self.high, self.ball
        body = [(0, 0), (r, 0), (r, 1.5), (r * 0.9, h * 0.12), (r * 0.55, h * 0.3), (b * 0.5, h - 2 * b)]
        head = [(b * math.cos(a), h - b + b * math.sin(a)) for a in np.linspace(-1.0, math.pi / 2 - 0.1, 10)]
        pawn = lathe([*body, *head, (0, h)], 32)
        return self.stand(word, rng, fall_over(pawn) if variant == FALLEN else pawn)


class Meeples(Stander):
    """Broad little people sawn of a board, standing or on their back."""

    half = (
        (0, 0),
        (1.6, 0),
        (2.2, 3),
        (3.4, 0),
        (8, 0),
        (5.4, 5.5),
        (8, 8),
        (7.6, 10),
        (3.4, 10.6),
        (3.6, 13.4),
        (2.2, 15.4),
        (0, 16),
    )

    def draw(self, rng: Rng) -> None:
        """Draws the size."""
        self.scale, self.thick = float(rng.uniform(0.75, 1.5)), float(rng.uniform(5, 11))
        self.standing = bool(rng.random() < 0.7)

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a meeple."""
        right = [(0.0, 3.5), *self.half[2:]]
        outline = np.array(right + [(-x, y) for x, y in right[-2:0:-1]]) * self.scale
        flat = prism(outline - (0, 8 * self.scale), self.thick, 0.7)
        if (variant == FALLEN) == self.standing:
            return self.stand(word, rng, flat)
        return self.stand(word, rng, Geo().merge(flat, (0, self.thick / 2, 8 * self.scale), rotx(math.pi / 2)))


class PlayerDice(ManyShades):
    """Dice in the players' colours."""

    variants = 6

    def draw(self, rng: Rng) -> None:
        """Draws the size."""
        self.side, self.bend = float(rng.uniform(9, 17)), float(rng.uniform(0.6, 2.0))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a die."""
        dark = self.shades[word].max() < 0.6 or word in ("red", "blue")
        body = self.material(word, rng, lambda: surface("die_" + word, self.shades[word], 0.25, coat=0.4, vary=0.03))
        pips = self.material("pips" + word, rng, lambda: surface("pips", (0.85, 0.85, 0.8) if dark else (0.02, 0.02, 0.02), 0.5))
        die = add_pips(rounded_box(self.side, self.bend), self.side, variant + 1)
        return Template(die.mesh("die", [body, pips]), self.side * 0.7, self.side)


class Bricks(Stander):
    """Toy bricks without studs, on any of their sides."""

    def draw(self, rng: Rng) -> None:
        """Draws the three edges."""
        self.edges = [float(rng.uniform(7, 12)), float(rng.uniform(10, 16)), float(rng.uniform(12, 24))]

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a brick, mostly on its broad side."""
        low, middle, long = self.edges
        sides = {2: (long, low, middle), 3: (low, middle, long)}.get(variant, (long, middle, low))
        return self.stand(word, rng, box(*sides, 0.6))


class Domes(Stander):
    """Half balls, as of wooden beads sawn through or furniture bumpers."""

    rough = (0.08, 0.5)

    def draw(self, rng: Rng) -> None:
        """Draws the dome."""
        self.radius, self.squeeze = float(rng.uniform(6, 14)), float(rng.uniform(0.5, 1.0))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a dome."""
        angles = np.linspace(0, math.pi / 2, 12)
        profile = [(self.radius * math.cos(a), 0.6 + self.radius * self.squeeze * math.sin(a)) for a in angles[:-1]]
        dome = lathe([(0, 0), (self.radius, 0), *profile, (0, 0.6 + self.radius * self.squeeze)], 40)
        return self.stand(word, rng, turn_over(dome) if variant == FALLEN else dome)


class Marbles(ManyShades):
    """Coloured marbles that lie on rings so as not to roll away."""

    def draw(self, rng: Rng) -> None:
        """Draws marble and ring."""
        self.radius, self.same = float(rng.uniform(5.5, 8.5)), bool(rng.random() < 0.5)
        self.rim = srgb(str(rng.choice(["#202020", "#d8d8d4", "#b08d57", "#8a8a8a"])))
        self.rough = float(rng.uniform(0.03, 0.25))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a marble on its ring."""
        marble = self.material(
            word, rng, lambda: surface("marble_" + word, self.shades[word], self.rough, coat=0.6, vary=0.05, mottle=0.1)
        )
        rim = self.material("rim" + word, rng, lambda: surface("rim", self.shades[word] if self.same else self.rim, 0.4))
        shape = Geo().merge(make_ball(self.radius), (0, 0, 1.0))
        shape.merge(make_ring(self.radius * 0.95, self.radius * 0.55, 2.4), slot_shift=1)
        return Template(shape.mesh("marble", [marble, rim]), self.radius, 2 * self.radius + 1)


class Standees(ManyShades):
    """Cardboard figures printed in the player's colour, upright in a plastic foot or fallen on their face."""

    def draw(self, rng: Rng) -> None:
        """Draws card, foot and border."""
        self.wide, self.high = float(rng.uniform(13, 21)), float(rng.uniform(18, 28))
        self.foot = str(rng.choice(["own", "own", "own", "black", "white"]))
        self.border, self.thick = bool(rng.random() < 0.4), float(rng.uniform(0.6, 2.2))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a figure."""
        front = self.material(word, rng, lambda: picture_material("standee_" + word, self.picture(word), 0.6, coat=0.2))
        edge = self.material("edge", rng, lambda: surface("edge", srgb("#cfc4ae"), 0.9))
        foot_rgb = {"black": (0.02, 0.02, 0.02), "white": (0.8, 0.8, 0.78)}.get(self.foot, self.shades[word])
        foot = self.material("foot" + word, rng, lambda: surface("foot", foot_rgb, 0.4, coat=0.3))
        shape = self.upright()
        if variant == FALLEN:
            shape = fall_over(Geo().merge(shape, (0, 0, 0), rotz(math.pi / 2)))
        return Template(shape.mesh("standee", [edge, front, foot]), reach(shape), height(shape))

    def upright(self) -> Any:
        """Stands the card in its foot; both faces are printed."""
        w, h = self.wide / 2, self.high
        arch = [(w * math.cos(a), h - w + w * math.sin(a)) for a in np.linspace(0, math.pi, 14)]
        card = prism([(-w, 1), (w, 1), *arch], self.thick / 2, 0, 0, 1, (-w, 0, w, h))
        shape = Geo().merge(card, (0, 0, 0), rotx(math.pi / 2))
        shape.merge(card, (0, 0, 0), rotz(math.pi) @ rotx(math.pi / 2))
        return shape.merge(box(self.wide * 0.8, 9, 4, 0.8), slot_shift=2)

    def picture(self, word: str) -> npt.NDArray[np.uint8]:
        """Draws a plain figure: (h, w, 3) sRGB."""
        rgb = np.power(self.shades[word], 1 / 2.2) * 255
        picture = np.full((128, 96, 3), rgb, np.float32)
        y, x = np.mgrid[0:128, 0:96]
        head, body = np.hypot(x - 48, y - 44) < 15, (np.abs(x - 48) < 24) & (y > 62) & (y < 104)
        picture[head | body] = rgb * 0.55
        if self.border:
            picture[np.hypot(x - 48, np.minimum(y - 48, 0) * 1.0) > 41] = 242
        return picture.clip(0, 255).astype(np.uint8)


class Studs(Stander):
    """Round little plastic columns with a stud on top."""

    def draw(self, rng: Rng) -> None:
        """Draws the column."""
        self.radius, self.high = float(rng.uniform(5, 9)), float(rng.uniform(0.5, 1.2))

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a column, sometimes lying."""
        r, h, s = self.radius, self.radius * 2 * self.high, self.radius * 0.6
        column = lathe(
            [
                (0, 0),
                (r * 0.85, 0),
                (r * 0.85, 1.2),
                (r, 1.3),
                (r, h - 0.3),
                (r - 0.3, h),
                (s, h),
                (s, h + 1.9),
                (s - 0.3, h + 2.1),
                (0, h + 2.1),
            ],
            40,
        )
        return self.stand(word, rng, fall_over(column) if variant == FALLEN else column)


class PushPins(ManyShades):
    """Push pins with coloured heads, lying or with the needle up."""

    def draw(self, rng: Rng) -> None:
        """Draws the pin: a waisted head, or a ball."""
        self.scale, self.ball = float(rng.uniform(0.95, 1.35)), bool(rng.random() < 0.35)

    def build(self, word: str, rng: Rng, variant: int) -> Any:
        """Makes a pin."""
        head = self.material(word, rng, lambda: surface("pin_" + word, self.shades[word], 0.3, coat=0.5, vary=0.03))
        steel = self.material("steel", rng, lambda: surface("steel", (0.6, 0.6, 0.6), 0.25, metal=1.0))
        waist = lathe(
            [(0, 0), (4.8, 0), (5.2, 0.6), (4.6, 1.6), (2.8, 3), (2.6, 7), (4.0, 8.5), (4.4, 9.4), (4.0, 10), (0, 10)], 32
        )
        shape = Geo().merge(make_ball(4.5) if self.ball else waist)
        shape.merge(lathe([(0.55, -1), (0.5, 7), (0, 10)], 10), (0, 0, 9.5), slot_shift=1)
        shape = Geo().merge(shape, (0, 0, 0), np.eye(3) * self.scale)
        if self.ball or variant % 2:
            shape = fall_over(shape)
        return Template(shape.mesh("pin", [head, steel]), min(reach(shape), 15.0), height(shape))


KITS = {
    "cones": Cones,
    "halma": Halma,
    "meeples": Meeples,
    "player_dice": PlayerDice,
    "plain_bricks": Bricks,
    "domes": Domes,
    "marbles": Marbles,
    "standees": Standees,
    "round_studs": Studs,
    "push_pins": PushPins,
}


def register(reg: Any) -> None:
    """Adds the kits."""
    for name, kit in KITS.items():
        reg.add("pioneers", name)(kit)
