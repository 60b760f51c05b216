"""Reduce the weight of landmarks whose brightness or contrast is unusual for their surroundings, because light varies smoothly.

A dark piece on the print has sharp edges that could be mistaken for displaced edges of the print. Several neighbouring landmarks
could be misled in the same way, but their brightness gives the piece away.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.artwork import Offsets

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LightSettings:
    """Differences from the surroundings, in natural logarithms, that double a landmark's variance, and a limit on the effect."""

    contrast: float = 0.15  # of the photo relative to the print
    level: float = 0.03  # of brightness relative to the print
    most: float = 5.0  # maximum factor on the noise, as shadows are harmless


SETTINGS = LightSettings()
ROUNDS = 3  # rounds of reweighting when fitting the light
# Added to the brightness of the print, 0..255: black ink still reflects some light.
BLACK_OF_PRINT = 20.0
DARKEST = 4.0


def light_shapes(points_mm: Floats, size_mm: tuple[float, float]) -> Floats:
    """Return six smooth basis functions of light over the board, (n, 6): constant, linear, quadratic."""
    x, y = (2 * points_mm / np.array(size_mm) - 1).T
    return np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])


def reweight_by_light(offsets: Offsets, shapes: Floats, print_level: NDArray[np.float32]) -> Offsets:
    """Return the offsets with more noise where contrast or brightness is unusual.

    `print_level` (n,) is the brightness of the artwork. The offsets are returned unchanged if too few landmarks were measured.
    """
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
    """Return the residuals (n,) of values from a robust smooth fit over the board."""
    weights = np.ones(len(values))
    missed = values
    for _ in range(ROUNDS):
        weighted = shapes * weights[:, None]
        missed = values - shapes @ np.linalg.solve(weighted.T @ shapes, weighted.T @ values)
        spread = max(float(np.median(np.abs(missed))) * 1.48, 1e-6)
        weights = 1 / (1 + (missed / spread) ** 2)
    return missed
