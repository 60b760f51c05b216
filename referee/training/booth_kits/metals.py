"""Metals of which kits are made, more or less worn: from copper, whose tint comes near to red, to steel, which has none."""

from __future__ import annotations

from typing import Any

import numpy as np
from booth.util import surface

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
