"""Measure the colour and size of pieces, because the pieces of one player look alike within one photo.

Colours are relative to white paper, and averaged over the mask that a network predicts for a piece. Colour and size are compared
with those of the other pieces in the photo and of the pieces on the sample spots.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.reader.patches import PATCH_PX, WHITE_LEVEL

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]
LIGHTNESS_WEIGHT = 0.35  # weight of lightness, which light and shade change more than hue
SIZE_WEIGHT, LEAST_SIZE = 10.0, 4.0  # CIE Lab units for a factor of e in size; mask blocks added to each size
COLOUR_PATCH_PX = 28  # side of the patch at which colours are measured
MIDDLE = np.s_[:, 5:-5, 5:-5]  # the part that pieces on neighbouring hexes do not reach
UNLIKE_PRINT = 30  # 8 bit difference from the print above which a pixel belongs to a piece
LEAST_HALF, LEAST_CHROMA = 0.2, 25.0  # area share and chroma that a second colour needs
# A pixel belongs to a piece if its mask value is at least this share of the mask's maximum, or at least one of the two values.
MASK_SHARE, SURE_MASK, SURE_MASK_OF_TWO = 0.7, 0.6, 0.5
NO_WEIGHT = 1e-6  # avoids division by zero where all weights are 0
BRIGHTEST = 1.4  # relative to white paper; brighter highlights are clipped
# IEC 61966-2-1: sRGB to linear light, then to CIE XYZ relative to the white of D65.
SRGB_LINEAR_UNTIL, SRGB_SLOPE, SRGB_OFFSET, SRGB_GAMMA = 0.04045, 12.92, 0.055, 2.4
SRGB_TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], np.float32)
D65_WHITE = np.array([0.95047, 1, 1.08883], np.float32)
LAB_KNEE = 6 / 29  # CIE Lab is linear below the cube of this value


def thing_colours(seen: Pixels, masks: Floats) -> Floats:
    """Return the mean colour of each patch's piece, (n, 3) CIE Lab relative to white paper."""
    n = len(seen)
    if not n:
        return np.zeros((0, 3), np.float32)
    flat = _small(seen).reshape(n, -1, 3).astype(np.float32)
    fine = _fine(masks).reshape(n, -1)
    level = np.minimum(SURE_MASK, fine.max(1, keepdims=True) * MASK_SHARE)
    weight = np.where(fine >= level, fine, 0)
    mean = _mean(weight, flat)
    # Highlights and shadows are outliers: average again over the nearer half.
    gap = np.abs(flat - mean[:, None]) @ np.ones(3, np.float32)
    typical = (weight * gap).sum(1) / (weight.sum(1) + NO_WEIGHT) + 1e-3
    return to_lab(_mean(weight * (gap < typical[:, None]), flat) / np.float32(WHITE_LEVEL))


def colour_gaps(seen: Pixels, expected: Pixels, masks: Floats) -> Floats:
    """Return the distance (n,) between the two dominant hues of each piece, in CIE Lab; a large distance suggests two pieces.

    The result is 0 if one of the two colours covers little or is nearly grey, because a logo or rim on a cap is not a second
    piece.
    """
    n = len(seen)
    if not n:
        return np.zeros(0, np.float32)
    photo, bare = (np.ascontiguousarray(_small(patches)[MIDDLE]).reshape(n, -1, 3) for patches in (seen, expected))
    red, green, blue = cv2.split(cv2.absdiff(photo, bare))
    marked = _fine(masks)[MIDDLE].reshape(n, -1) >= np.minimum(SURE_MASK_OF_TWO, masks.max((1, 2)) * MASK_SHARE)[:, None]
    weight = (marked & (cv2.max(cv2.max(red, green), blue) > UNLIKE_PRINT)).astype(np.float32)
    hues = to_lab(photo.reshape(-1, 3).astype(np.float32) / np.float32(WHITE_LEVEL)).reshape(n, -1, 3)[..., 1:]
    off = hues - _mean(weight, hues)[:, None]
    xx, yy, xy = ((weight * off[..., i] * off[..., j]).sum(1) for i, j in ((0, 0), (1, 1), (0, 1)))
    angle = np.arctan2(2 * xy, xx - yy) / 2  # principal direction of the colour variation
    along = off[..., 0] * np.cos(angle)[:, None] + off[..., 1] * np.sin(angle)[:, None]
    one, other = weight * (along > 0), weight * (along <= 0)
    first, second = _mean(one, hues), _mean(other, hues)
    smaller = np.minimum(one.sum(1), other.sum(1)) / (weight.sum(1) + NO_WEIGHT)
    colourful = np.minimum(np.hypot(*first.T), np.hypot(*second.T))
    there = (smaller > LEAST_HALF) & (colourful > LEAST_CHROMA)
    return np.where(there, np.hypot(*(first - second).T), 0).astype(np.float32)


def _small(patches: Pixels) -> Pixels:
    """Return patches at the size used for measuring colours, (n, 28, 28, 3)."""
    n = len(patches)
    tall = cv2.resize(
        patches.reshape(n * PATCH_PX, PATCH_PX, 3), (COLOUR_PATCH_PX, n * COLOUR_PATCH_PX), interpolation=cv2.INTER_AREA
    )
    return np.asarray(tall, np.uint8).reshape(n, COLOUR_PATCH_PX, COLOUR_PATCH_PX, 3)


def _fine(masks: Floats) -> Floats:
    """Return masks at the size used for measuring colours, (n, 28, 28)."""
    times = COLOUR_PATCH_PX // masks.shape[1]
    return np.repeat(np.repeat(masks, times, 1), times, 2)


def _mean(weight: Floats, flat: Floats) -> Floats:
    return np.asarray((weight[:, None] @ flat)[:, 0] / (weight.sum(1, keepdims=True) + NO_WEIGHT), np.float32)


def to_lab(rgb: Floats) -> Floats:
    """Convert sRGB, with white paper at 1, to CIE Lab (D65)."""
    x = np.clip(rgb, 0, BRIGHTEST)
    linear = np.where(x <= SRGB_LINEAR_UNTIL, x / SRGB_SLOPE, ((x + SRGB_OFFSET) / (1 + SRGB_OFFSET)) ** SRGB_GAMMA)
    xyz = linear @ SRGB_TO_XYZ.T / D65_WHITE
    f = np.where(xyz > LAB_KNEE**3, np.cbrt(xyz), xyz / (3 * LAB_KNEE**2) + 4 / 29)
    return np.stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], 1).astype(np.float32)


def appearance_features(lab: Floats, masks: Floats) -> Floats:
    """Return the features for comparing pieces, (n, 4) in CIE Lab units: colour, with less weight on lightness, and size."""
    compared = [lab * np.array([LIGHTNESS_WEIGHT, 1, 1], np.float32), SIZE_WEIGHT * log_sizes(masks)[:, None]]
    return np.concatenate(compared, 1).astype(np.float32)


def log_sizes(masks: Floats) -> Floats:
    """Return the natural logarithms (n,) of the sizes of masks in blocks, after adding `LEAST_SIZE` to each size."""
    return np.asarray(np.log(masks.sum((1, 2)) + LEAST_SIZE), np.float32)
