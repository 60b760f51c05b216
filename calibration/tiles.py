"""Match large tiles of the print against the photo, to correct a rough lens and to verify a board that was found.

Landmarks are more precise, but small, so that blur hides them and their reach is only a few millimetres. A tile contains a dozen
hex edges with the tints around them, which survive blur, so that a tile is recognised up to two centimetres from its expected
position. Tiles are slower to match, so they are used only if landmarks leave part of the board unconfirmed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens, fit_lens
from calibration.plan import BoardPlan

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Grey = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class TileSettings:
    """Parameters for matching tiles of the print."""

    side_mm: int = 72  # covers five hexes, so that pieces on some of them leave enough print visible
    step_mm: int = 36
    reach_mm: int = 24  # less than a hex, beyond which the lattice would match itself
    softness_mm: float = 1.2  # blur of the print, about that of the photos that need tiles
    detail_mm: float = 9.0  # broader changes are treated as light and shadow
    strongest: float = 40.0  # grey levels at which differences are clipped, so that a piece cannot outweigh the print
    least_pattern: float = 2.0  # standard deviation that a tile needs, in grey levels
    peak_mm: float = 6.0  # distance from the best match within which no second best is looked for
    margin: float = 0.10  # by which the best match must exceed the second best; false matches reach 0.09 on good photos
    noise_mm: float = 1.0  # error of a tile's position, including shifted sheets
    rounds: int = 3  # maximum number of corrections of the lens
    settled_mm: float = 1.0  # 90th percentile of the tile offsets below which the lens is final
    fewest: int = 8  # tiles needed to correct a lens


SETTINGS = TileSettings()
MAX_PX_PER_MM = 1.6  # highest resolution of the image that is sampled at one pixel per millimetre


@dataclass(frozen=True, slots=True, eq=False)
class Tiles:
    """The recognised tiles: their centres (n, 2) in board mm, and the pixel coordinates (n, 2) of these centres."""

    middles_mm: Floats
    pixels: Floats

    def off_mm(self, lens: Lens) -> Floats:
        """Return the offset (n, 2), in board mm, of each tile from its expected position under a lens."""
        return lens.unproject(self.pixels) - self.middles_mm


def follow_tiles(greys: Sequence[Grey], lens: Lens, plan: BoardPlan) -> tuple[Lens, Tiles]:
    """Return the lens corrected with tiles recognised in the photo, and the tiles recognised with the returned lens.

    Corrections are repeated, at most `SETTINGS.rounds` times, until the lens agrees with the tiles. The lens is returned
    unchanged if it agrees from the start or if too few tiles are recognised.
    """
    tiles = recognise_tiles(greys, lens, plan)
    for _ in range(SETTINGS.rounds):
        off = np.hypot(*tiles.off_mm(lens).T)
        if len(off) < SETTINGS.fewest or np.percentile(off, 90) < SETTINGS.settled_mm:
            break
        px_per_mm = np.linalg.norm(lens.project(tiles.middles_mm + (1.0, 0.0)) - lens.project(tiles.middles_mm), axis=1)
        lens = fit_lens(lens, tiles.middles_mm, tiles.pixels, SETTINGS.noise_mm * px_per_mm)
        tiles = recognise_tiles(greys, lens, plan)
    return lens, tiles


def recognise_tiles(greys: Sequence[Grey], lens: Lens, plan: BoardPlan) -> Tiles:
    """Return the tiles of the print recognised near their expected positions.

    `greys` are the grey images of a photo, from working size downwards by factors of 2.
    """
    art = _printed_detail(plan)
    photo, inside = _photographed_detail(greys, lens, art.shape)
    side, reach = SETTINGS.side_mm, SETTINGS.reach_mm
    middles, shifts = [], []
    for top in range(0, art.shape[0] - side + 1, SETTINGS.step_mm):
        for left in range(0, art.shape[1] - side + 1, SETTINGS.step_mm):
            tile = art[top : top + side, left : left + side]
            around = np.s_[top : top + side + 2 * reach, left : left + side + 2 * reach]
            shown = inside[top + reach : top + reach + side, left + reach : left + reach + side]
            shift = _best_match(photo[around], tile) if shown.all() and tile.std() > SETTINGS.least_pattern else None
            if shift is not None:
                middles.append((left + side / 2, top + side / 2))
                shifts.append(shift)
    places = np.array(middles, dtype=np.float64).reshape(-1, 2)
    return Tiles(places, lens.project(places + np.array(shifts, dtype=np.float64).reshape(-1, 2)))


def _best_match(photo: Singles, tile: Singles) -> tuple[int, int] | None:
    """Return the offset (x, y) in mm at which the tile matches best, or None if the match is ambiguous or at the search limit."""
    scores = np.asarray(cv2.matchTemplate(photo, tile, cv2.TM_CCOEFF_NORMED))
    _, best, _, (x, y) = cv2.minMaxLoc(scores)
    if x in (0, scores.shape[1] - 1) or y in (0, scores.shape[0] - 1):
        return None  # the score still rises at the edge of the search, where a neighbouring hex may look alike
    near = round(SETTINGS.peak_mm)
    scores[max(0, y - near) : y + near + 1, max(0, x - near) : x + near + 1] = -1
    if best - float(scores.max()) < SETTINGS.margin:
        return None
    return x - SETTINGS.reach_mm, y - SETTINGS.reach_mm


def _printed_detail(plan: BoardPlan) -> Singles:
    """Return the print without broad brightness changes, one pixel per millimetre."""
    grey = cv2.cvtColor(plan.picture, cv2.COLOR_BGR2GRAY)
    width, height = (int(length) for length in plan.size_mm)
    small = cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA)
    return _detail(cv2.GaussianBlur(small.astype(np.float32), (0, 0), SETTINGS.softness_mm))


def _photographed_detail(greys: Sequence[Grey], lens: Lens, shape: tuple[int, ...]) -> tuple[Singles, NDArray[np.bool_]]:
    """Return the rectified photo without broad brightness changes, at one pixel per mm, and a mask of the pixels in the frame."""
    reach = SETTINGS.reach_mm
    x, y = np.meshgrid(np.arange(-reach, shape[1] + reach) + 0.5, np.arange(-reach, shape[0] + reach) + 0.5)
    places = lens.project(np.column_stack([x.ravel(), y.ravel()])).reshape(*x.shape, 2)
    px_per_mm = float(np.median(np.linalg.norm(np.diff(places, axis=1), axis=2)))
    level = next((k for k in range(len(greys)) if px_per_mm / 2**k <= MAX_PX_PER_MM), len(greys) - 1)
    at = (places / 2.0**level - 0.5).astype(np.float32)
    flat = cv2.remap(greys[level], at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    inside = np.asarray(((places > 0) & (places < np.array(greys[0].shape[::-1]))).all(axis=2))
    detail = _detail(flat.astype(np.float32))
    detail[~inside] = 0
    return detail, inside


def _detail(picture: NDArray[Any]) -> Singles:
    """Return an image without broad changes of brightness, with large differences clipped."""
    single = np.asarray(picture, dtype=np.float32)
    fine = single - cv2.GaussianBlur(single, (0, 0), SETTINGS.detail_mm)
    return np.asarray(np.clip(fine, -SETTINGS.strongest, SETTINGS.strongest), dtype=np.float32)
