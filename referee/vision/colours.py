"""The colours of one photo form groups: all red caps of a household look alike under one lamp.

Each thing's own colour is taken where the network's mask says it lies, in units of white paper, and compared with the other
things of this photo. Knows no geometry.
"""
from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from referee.vision.patches import PATCH_PX, WHITE_LEVEL
from referee.vision.settings import ReaderSettings

Floats = NDArray[np.float32]
LIGHTNESS_SAY = 0.5     # light and shade change lightness more than hue


def thing_colours(seen: NDArray[np.uint8], masks: Floats) -> Floats:
    """The middle colour of each patch's thing, (n, 3) CIE Lab with white paper as white."""
    n = len(seen)
    fine = np.repeat(np.repeat(masks, PATCH_PX // masks.shape[1], 1), PATCH_PX // masks.shape[2], 2).reshape(n, -1)
    level = np.minimum(0.6, fine.max(1, keepdims=True) * 0.7)
    weight = np.where(fine >= level, fine, 0)
    weight /= weight.sum(1, keepdims=True) + 1e-6
    flat = seen.reshape(n, -1, 3).astype(np.float32)
    mean = (weight[..., None] * flat).sum(1)
    # Shine and shadow are outliers: a second mean over the nearer half.
    gap = np.abs(flat - mean[:, None]).sum(2)
    typical = (weight * gap).sum(1, keepdims=True) + 1e-3
    weight = weight * (gap < typical)
    weight /= weight.sum(1, keepdims=True) + 1e-6
    return to_lab((weight[..., None] * flat).sum(1) / WHITE_LEVEL)


def to_lab(rgb: Floats) -> Floats:
    """sRGB, 1 = white paper, to CIE Lab (D65)."""
    x = np.clip(rgb, 0, 1.4)
    linear = np.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], np.float32)
    xyz = linear @ to_xyz.T / np.array([0.95047, 1, 1.08883], np.float32)
    f = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], 1).astype(np.float32)


def group_likelihoods(lab: Floats, shares: Floats, settings: ReaderSettings) -> Floats:
    """How well each thing's colour suits each of the photo's groups, (n, k), from `shares` (n, k): how likely it belongs to each.

    A group of fewer than `least_group` things says nothing: its column is the mean of what others get there.
    """
    n, k = shares.shape
    scaled = lab * np.array([LIGHTNESS_SAY, 1, 1], np.float32)
    out = np.full((n, k), np.nan, np.float32)
    for group in range(k):
        own = shares[:, group]
        for_others = own.sum() - own
        if own.sum() < settings.least_group:
            continue
        # leave-one-out, so that no thing vouches for itself
        total = (own[:, None] * scaled).sum(0)
        centre = (total - own[:, None] * scaled) / np.maximum(for_others, 1e-3)[:, None]
        spread = np.sqrt((own * ((scaled - total / own.sum()) ** 2).sum(1)).sum() / own.sum())
        width = max(settings.colour_spread, float(spread))
        gap = ((scaled - centre) ** 2).sum(1) / width ** 2
        out[:, group] = (1 + gap / 4) ** -2.5 / (width / settings.colour_spread) ** 2
    silent = np.isnan(out)
    floor = np.where(silent.all(1), 1.0, np.nanmax(np.where(silent.all(1, keepdims=True), 1.0, out), 1) * 0.3 + 0.02)
    return np.where(silent, floor[:, None], out).astype(np.float32)
