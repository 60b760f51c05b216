"""The colours of a household's pioneers, drawn much wider than shops sell them: pastel, dark, neon, stained, faded.

A colour stays what a person would call it, so that no photo teaches the reader a wrong name.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from booth.pieces import Kit
from booth.util import srgb, to_linear

Rng = np.random.Generator
Rgb = npt.NDArray[np.float64]
Span = tuple[float, float]

HUES: dict[str, Span] = {"red": (-12, 6), "yellow": (43, 57), "blue": (203, 231), "green": (92, 158)}  # degrees
NEON_HUES: dict[str, Span] = {"red": (-14, 2), "yellow": (54, 62), "blue": (198, 215), "green": (100, 140)}
OAK = srgb("#c39a66")
OWN_STYLE = 0.15  # the share of colours that come from another set than the kit's other three


@dataclass(frozen=True, slots=True)
class Style:
    """What a maker did to the paint: the ranges of HSV saturation and value, and how much wood shines through."""

    saturation: Span
    value: Span
    yellow_value: Span
    wood: float = 0.0


STYLES: dict[str, Style] = {
    "plain": Style((0.75, 0.95), (0.55, 0.92), (0.85, 1.0)),
    "pastel": Style((0.42, 0.62), (0.85, 0.97), (0.92, 1.0)),
    "dark": Style((0.85, 0.97), (0.34, 0.52), (0.66, 0.8)),
    "neon": Style((0.88, 1.0), (0.93, 1.0), (0.97, 1.0)),
    "stained": Style((0.8, 1.0), (0.45, 0.8), (0.85, 1.0), wood=0.2),
    "faded": Style((0.45, 0.65), (0.5, 0.8), (0.78, 0.92)),
}


def draw_shades(rng: Rng) -> dict[str, Rgb]:
    """Draws the four colours of a kit as linear RGB, mostly in one style."""
    common = str(rng.choice(list(STYLES)))
    return {
        colour: _draw_shade(colour, common if rng.random() >= OWN_STYLE else str(rng.choice(list(STYLES))), rng)
        for colour in HUES
    }


def _draw_shade(colour: str, name: str, rng: Rng) -> Rgb:
    style = STYLES[name]
    hue = rng.uniform(*(NEON_HUES if name == "neon" else HUES)[colour]) / 360 % 1.0
    value = rng.uniform(*(style.yellow_value if colour == "yellow" else style.value))
    paint = to_linear(np.array(colorsys.hsv_to_rgb(hue, rng.uniform(*style.saturation), value)))
    rgb: Rgb = np.clip(paint * (1 - style.wood) + paint.max() * OAK * style.wood, 0.004, 0.95)
    return rgb


class ManyShades(Kit):
    """A kit whose colours are drawn wide; kits draw their own sizes in `draw`."""

    variants = 4

    def setup(self, rng: Rng) -> None:
        """Draws the shades, then what the kit adds."""
        self.shades = draw_shades(rng)
        self.draw(rng)

    def draw(self, rng: Rng) -> None:
        """Draws the kit's sizes."""
