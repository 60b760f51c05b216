"""Trusts landmarks less whose light does not suit the rest: light changes smoothly over a board, what lies on it does not.

A dark tile on the print gives sharp edges that pass for the print's own, only a little off, and all its neighbours do the
same; its brightness gives it away.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.artwork import Offsets

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TrustSettings:
    """How much a landmark may differ from its surroundings, in natural logarithms, before it counts half."""

    contrast: float = 0.15  # of photo against print
    level: float = 0.03  # of brightness against what the print leads to expect
    most: float = 5.0  # times that the noise may grow: a shadow is no piece


SETTINGS = TrustSettings()
ROUNDS = 3  # of fitting the light, odd landmarks counting less each time
# Added to the print's brightness, 0..255: black ink on paper still reflects some light.
BLACK_OF_PRINT = 20.0
DARKEST = 4.0


def light_shapes(points_mm: Floats, size_mm: tuple[float, float]) -> Floats:
    """(n, 6) smooth courses of light over the board: constant, linear, quadratic."""
    x, y = (2 * points_mm / np.array(size_mm) - 1).T
    return np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])


def trust_by_light(offsets: Offsets, shapes: Floats, print_level: NDArray[np.float32]) -> Offsets:
    """Raise the noise of landmarks whose contrast or brightness sticks out; `print_level` (n,) is that of the artwork."""
    seen = np.isfinite(offsets.noise_mm)
    if seen.sum() <= 2 * shapes.shape[1]:
        return offsets
    contrast = np.log(offsets.contrast[seen])
    level = np.log(np.maximum(offsets.level[seen], DARKEST)) - np.log(print_level[seen] + BLACK_OF_PRINT)
    odd_contrast = _residual_of_smooth_fit(contrast, shapes[seen]) / SETTINGS.contrast
    odd_level = _residual_of_smooth_fit(level, shapes[seen]) / SETTINGS.level
    noise = offsets.noise_mm.copy()
    noise[seen] *= np.minimum(np.sqrt(1 + odd_contrast**2 + odd_level**2), SETTINGS.most)
    return replace(offsets, noise_mm=noise)


def _residual_of_smooth_fit(values: Floats, shapes: Floats) -> Floats:
    """Return how far values are from the smooth course that most of them follow."""
    weights = np.ones(len(values))
    missed = values
    for _ in range(ROUNDS):
        weighted = shapes * weights[:, None]
        missed = values - shapes @ np.linalg.solve(weighted.T @ shapes, weighted.T @ values)
        spread = max(float(np.median(np.abs(missed))) * 1.48, 1e-6)
        weights = 1 / (1 + (missed / spread) ** 2)
    return missed
