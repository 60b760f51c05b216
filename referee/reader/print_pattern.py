"""Check whether the printed pattern of a hex is visible, as a piece hides it even if the colours match, while a shadow does not.

This evidence is independent of the networks. Visibility depends on landscape, printer and photo, so each hex is compared with
empty hexes of the same landscape in the same photo.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.reader.patches import PATCH_PX
from referee.reader.settings import ReaderSettings

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]
CORE = 11  # half the side of the compared square, in patch pixels
REACH = 1  # tolerance for misregistration, in patch pixels
SIDE, SHIFTS = 2 * CORE, 2 * REACH + 1
FINE_PX, BROAD_PX = 0.7, 9  # finer detail is noise, broader changes are light
FINE_TAPS = 7
WINDOW = 34  # patch pixels: the core with a margin for smoothing
LEAST_OF_KIND = 5  # empty hexes with one pattern needed to measure its visibility
LEAST_SHOWN = 0.35  # patterns less visible than this are not used
LEAST_SPREAD = 0.07  # lower bound on the spread of visibility
FLAT = 1e-3


def pattern_shown(seen: Pixels, expected: Pixels) -> Floats:
    """Return the correlation (n,) in -1..1 between the patterns of photo and print patches, at the best small shift."""
    low, high = WINDOW // 2 - CORE, WINDOW // 2 + CORE
    core = _pattern(seen)[:, low:high, low:high]
    core = core - core.mean((1, 2), keepdims=True)
    core /= np.sqrt(np.einsum("nij,nij->n", core, core))[:, None, None] + FLAT
    printed = np.ascontiguousarray(_pattern(expected)[:, low - REACH : high + REACH, low - REACH : high + REACH])
    # Pad the core to the row length of the print, so that a shift becomes an index offset.
    framed = np.zeros_like(printed)
    framed[:, :SIDE, :SIDE] = core
    row = printed.shape[2]
    long, flat, shown = SIDE * row - 2 * REACH, printed.reshape(len(seen), -1), framed.reshape(len(seen), -1)
    agree = np.empty((len(seen), SHIFTS, SHIFTS), np.float32)
    for down in range(SHIFTS):
        for across in range(SHIFTS):
            step = down * row + across
            agree[:, down, across] = np.einsum("np,np->n", shown[:, :long], flat[:, step : step + long])
    return np.asarray((agree / (_lengths(printed) + FLAT)).max((1, 2)), np.float32)


def _lengths(printed: Floats) -> Floats:
    """Return the norm (n, 3, 3) of the print pattern under each shift."""
    windows = np.array([[shift <= at < shift + SIDE for shift in range(SHIFTS)] for at in range(SIDE + 2 * REACH)], np.float32)
    total, squares = (windows.T @ (values @ windows) for values in (printed, printed * printed))
    return np.asarray(np.sqrt(np.maximum(squares - total**2 / SIDE**2, 0)), np.float32)


@cache
def _fine_kernel() -> Floats:
    return np.asarray(cv2.getGaussianKernel(FINE_TAPS, FINE_PX, cv2.CV_32F), np.float32)


def _pattern(patches: Pixels) -> Floats:
    rim = (PATCH_PX - WINDOW) // 2
    middles = patches[:, rim:-rim, rim:-rim].transpose(1, 0, 2, 3)  # side by side, as filtering long rows is faster
    wide = cv2.cvtColor(np.ascontiguousarray(middles).reshape(WINDOW, -1, 3), cv2.COLOR_RGB2GRAY)
    fine = cv2.sepFilter2D(wide, cv2.CV_32F, _fine_kernel(), _fine_kernel())
    broad = cv2.boxFilter(wide, cv2.CV_32F, (BROAD_PX, BROAD_PX))
    return np.asarray(cv2.subtract(fine, broad), np.float32).reshape(WINDOW, -1, WINDOW).transpose(1, 0, 2)


def pattern_missing(shown: Floats, print_patterns: NDArray[np.int_], empty: NDArray[np.bool_]) -> Floats:
    """Return how many standard deviations each hex (n,) is below the typical visibility of its print pattern.

    The result is NaN where the photo has too few empty hexes with the same pattern, or where that pattern is hardly visible.
    """
    known = empty & (print_patterns == np.arange(print_patterns.max(initial=0) + 1)[:, None])  # one row per pattern
    count = known.sum(1)
    usual = _middles(shown, known, count)
    spread = np.maximum(np.float32(1.48) * _middles(np.abs(shown - usual[:, None]), known, count), np.float32(LEAST_SPREAD))
    tells = (count >= LEAST_OF_KIND) & (usual > LEAST_SHOWN)
    return np.where(tells[print_patterns], (usual[print_patterns] - shown) / spread[print_patterns], np.float32(np.nan))


def _middles(values: Floats, counted: NDArray[np.bool_], count: NDArray[np.int_]) -> Floats:
    """Return the median of the values selected by each row of `counted`; (n,) values are shared by all rows."""
    ordered, rows = np.sort(np.where(counted, values, np.float32(np.inf)), axis=1), np.arange(len(counted))
    last = np.maximum(count - 1, 0)
    low, high = ordered[rows, last // 2], ordered[rows, np.maximum(count, 1) // 2]
    return np.where(count > 0, (low + high) / 2, 0).astype(np.float32)


def shows_bare_print(
    misfit: Floats, shown: Floats, print_patterns: NDArray[np.int_], settings: ReaderSettings
) -> NDArray[np.bool_]:
    """Return a mask of the places that show only print and need no inference; hexes come first, then sample spots.

    A bare hex matches the print, shows its pattern, and shows it as clearly as other matching hexes of its landscape. A sample
    spot counts as bare if its printed symbol is visible.
    """
    hexes = slice(0, len(print_patterns))
    bare = shown >= settings.bare_spot_above
    bare[hexes] = (misfit[hexes] < settings.bare_misfit) & (shown[hexes] > settings.bare_shown)
    bare[hexes] &= pattern_missing(shown[hexes], print_patterns, bare[hexes]) < settings.bare_missing
    return bare
