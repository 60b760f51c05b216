"""Does the photo show the print's own pattern on a hex? A witness apart from the network: what lies on a hex hides its pattern,
even where it has the print's colour, and a shadow does not.

How clearly a pattern shows depends on the landscape, the printer and the photo, so each hex is compared with the photo's own
empty hexes of the same ground.
"""
from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.patches import PATCH_PX

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]
CORE = 11                   # patch pixels from the hex's middle to the sides of the square that is compared
REACH = 1                   # patch pixels by which places may be off
SIDE, SHIFTS = 2 * CORE, 2 * REACH + 1
FINE_PX, BROAD_PX = 0.7, 9  # what is finer is noise, what is broader is light
FINE_TAPS = 7
WINDOW = 34                 # patch pixels, the core and what its smoothing reaches
LEAST_OF_KIND = 5           # so many empty hexes of a ground tell how clearly it shows
LEAST_SHOWN = 0.35          # a ground that shows less clearly than this tells nothing
LEAST_SPREAD = 0.07         # of how clearly the hexes of one ground show
FLAT = 1e-3


def pattern_shown(seen: Pixels, expected: Pixels) -> Floats:
    """How well the pattern of n patches of a photo agrees with that of the print, (n,) correlations of -1..1."""
    low, high = WINDOW // 2 - CORE, WINDOW // 2 + CORE
    core = _pattern(seen)[:, low:high, low:high]
    core = core - core.mean((1, 2), keepdims=True)
    core /= np.sqrt(np.einsum("nij,nij->n", core, core))[:, None, None] + FLAT
    printed = np.ascontiguousarray(_pattern(expected)[:, low - REACH:high + REACH, low - REACH:high + REACH])
    agree = np.empty((len(seen), SHIFTS, SHIFTS), np.float32)
    for down in range(SHIFTS):
        for across in range(SHIFTS):
            part = printed[:, down:down + SIDE, across:across + SIDE]
            agree[:, down, across] = np.einsum("nij,nij->n", core, part)
    return np.asarray((agree / (_lengths(printed) + FLAT)).max((1, 2)), np.float32)


def _lengths(printed: Floats) -> Floats:
    """How strong the pattern is, (n, 3, 3), in the square under each shift."""
    windows = np.array([[shift <= at < shift + SIDE for shift in range(SHIFTS)] for at in range(SIDE + 2 * REACH)], np.float32)
    total, squares = (windows.T @ (values @ windows) for values in (printed, printed * printed))
    return np.asarray(np.sqrt(np.maximum(squares - total**2 / SIDE**2, 0)), np.float32)


@cache
def _fine_kernel() -> Floats:
    return np.asarray(cv2.getGaussianKernel(FINE_TAPS, FINE_PX, cv2.CV_32F), np.float32)


def _pattern(patches: Pixels) -> Floats:
    rim = (PATCH_PX - WINDOW) // 2
    middles = np.ascontiguousarray(patches[:, rim:-rim, rim:-rim]).reshape(-1, WINDOW, 3)
    tall = cv2.cvtColor(middles, cv2.COLOR_RGB2GRAY)
    fine = cv2.sepFilter2D(tall, cv2.CV_32F, _fine_kernel(), _fine_kernel())
    broad = cv2.boxFilter(tall, cv2.CV_32F, (BROAD_PX, BROAD_PX))
    return np.asarray(cv2.subtract(fine, broad), np.float32).reshape(-1, WINDOW, WINDOW)


def pattern_missing(shown: Floats, grounds: NDArray[np.int_], empty: NDArray[np.bool_]) -> Floats:
    """By how many spreads each hex shows its pattern less clearly than empty ones of its ground, (n,); NaN: it cannot be told."""
    missing = np.full(len(shown), np.nan, np.float32)
    for ground in np.unique(grounds):
        mine = np.flatnonzero(grounds == ground)
        known = shown[mine[empty[mine]]]
        if len(known) < LEAST_OF_KIND:
            continue
        usual = float(np.median(known))
        spread = max(1.48 * float(np.median(np.abs(known - usual))), LEAST_SPREAD)
        if usual > LEAST_SHOWN:
            missing[mine] = (usual - shown[mine]) / spread
    return missing
