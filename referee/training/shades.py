"""Random colours of pieces: the four players' colours in many shades, and neutral colours.

Colours are drawn in CIE LCh, where hue and chroma correspond to perception, and returned as sRGB in 0..1.
"""

from __future__ import annotations

import math

import numpy as np

from referee.rules.pieces import Colour

# Ranges of (lightness, chroma, hue in degrees) that people call by the name of the colour, from pale toys to dark caps.
PLAYER_RANGES: dict[Colour, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    Colour.RED: ((22, 58), (42, 85), (2, 42)),
    Colour.YELLOW: ((62, 94), (50, 95), (68, 106)),
    Colour.BLUE: ((13, 66), (22, 70), (232, 304)),
    Colour.GREEN: ((20, 78), (26, 80), (118, 186)),
}
D65_WHITE = np.array([0.95047, 1.0, 1.08883])
XYZ_TO_SRGB = np.array([[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]])
# How often a neutral shade is metal, grey, wood or clay (cumulative; the rest are pale tints), and how often a metal is steel.
METAL_BELOW, NEUTRAL_BELOW, WOOD_BELOW, CLAY_BELOW = 0.08, 0.45, 0.75, 0.86
STEEL_SHARE = 0.4


def lch_to_rgb(lightness: float, chroma: float, hue: float) -> np.ndarray:
    """Convert CIE LCh (D65) to sRGB, (3,) in 0..1, clipped to the gamut."""
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    fy = (lightness + 16) / 116
    fx, fz = fy + a / 500, fy - b / 200
    xyz = D65_WHITE * [_from_f(fx), _from_f(fy), _from_f(fz)]
    linear = XYZ_TO_SRGB @ xyz
    linear = np.clip(linear, 0, 1)
    return np.asarray(np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055))


def _from_f(f: float) -> float:
    return f**3 if f > 6 / 29 else 3 * (6 / 29) ** 2 * (f - 4 / 29)


def player_shade(colour: Colour, rng: np.random.Generator, fade: float = 1.0) -> np.ndarray:
    """Return a random shade that people would call by a player's colour; `fade` below 1 makes the shade paler or duller."""
    lightness, chroma, hue = PLAYER_RANGES[colour]
    return lch_to_rgb(rng.uniform(*lightness), rng.uniform(*chroma) * fade, rng.uniform(*hue))


def plain_shade(rng: np.random.Generator) -> np.ndarray:
    """Return a random neutral shade, such as grey, black, white, wood, metal, clay, bone or a pale tint."""
    kind = rng.random()
    if kind < METAL_BELOW:
        return metal_shade(rng)
    if kind < NEUTRAL_BELOW:
        return lch_to_rgb(rng.uniform(8, 97), rng.uniform(0, 8), rng.uniform(0, 360))
    if kind < WOOD_BELOW:  # wood, cork, nutshell, cardboard
        return lch_to_rgb(rng.uniform(25, 86), rng.uniform(12, 40), rng.uniform(55, 82))
    if kind < CLAY_BELOW:  # clay, brick, dark bean
        return lch_to_rgb(rng.uniform(15, 58), rng.uniform(8, 26), rng.uniform(25, 65))
    return lch_to_rgb(rng.uniform(78, 97), rng.uniform(2, 18), rng.uniform(0, 360))


def metal_shade(rng: np.random.Generator) -> np.ndarray:
    """Return a random metal shade: steel or silver, or brass, bronze or copper, whose tints are close to players' colours."""
    if rng.random() < STEEL_SHARE:
        return lch_to_rgb(rng.uniform(35, 85), rng.uniform(0, 6), rng.uniform(0, 360))
    return lch_to_rgb(rng.uniform(35, 84), rng.uniform(18, 48), rng.uniform(52, 90))


def any_shade(rng: np.random.Generator) -> np.ndarray:
    """Return a random colour, such as that of a table, a sleeve or a cup."""
    return lch_to_rgb(rng.uniform(5, 96), rng.uniform(0, 60), rng.uniform(0, 360))
