"""What speaks for each word on each hex: the network's answers and, apart from it, what the print leaves unexplained."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.network import Answers, ask_network
from referee.vision.patches import (
    PATCH_PX,
    WHITE_LEVEL,
    block_means,
    cut_patches,
    expected_in_paper_white,
    fit_light,
    in_paper_white,
    paper_factor,
    patch_grid,
    reduce_for_patches,
    sixths_away,
)
from referee.vision.settings import ReaderSettings

NODES = 8           # a patch's place in the photo is computed at 8 x 8 points and filled in between
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Sight:
    """A located photo, (h, w, 3) blue, green, red, perhaps turned: `to_photo` takes board mm (..., 2) to its continuous pixels.

    `away` (n, 2) points, at each hex, from the camera; `doubt_mm` (n,) is how far the hex's place may be off.
    """

    photo: NDArray[np.uint8]
    to_photo: Callable[[NDArray[np.float64]], NDArray[np.float64]]
    away: NDArray[np.float64]
    doubt_mm: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Print:
    """The empty board as one picture (blue, green, red) with the centres of its hexes, (n, 2) in board mm."""

    picture: NDArray[np.uint8]
    px_per_mm: float
    centres: NDArray[np.float64]
    hex_mm: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """For n hexes: patches of photo and print in units of white paper (RGB), the network's answers, misfit of the bare print.

    `inside`: share of the patch within the frame; `light` (n, 3): factor that takes photo values to units of white paper.
    """

    seen: NDArray[np.uint8]
    expected: NDArray[np.uint8]
    answers: Answers
    misfit: Floats
    inside: Floats
    light: Floats


def gather_evidence(sight: Sight, printed: Print, settings: ReaderSettings) -> Evidence:
    """Cuts all patches, fits the light, asks the network, and measures what the print does not explain."""
    sixths = sixths_away(sight.away)
    at_mm = patch_nodes(printed, sixths)
    at_px = fill_in(sight.to_photo(at_mm))
    raw_seen = as_rgb(cut_patches(*reduce_for_patches(sight.photo, at_px)))
    art_px = fill_in(at_mm * printed.px_per_mm)
    raw_expected = as_rgb(cut_patches(*reduce_for_patches(printed.picture, art_px)))
    gain, offset = fit_light(block_means(raw_seen), block_means(raw_expected), nearness(printed, settings))
    seen = in_paper_white(raw_seen, gain, offset)
    expected = expected_in_paper_white(raw_expected, gain, offset)
    height, width = sight.photo.shape[:2]
    inside = ((at_px > 1) & (at_px < (width - 1, height - 1))).all(-1).mean((1, 2)).astype(np.float32)
    return Evidence(seen, expected, ask_network(seen, expected), unexplained(seen, expected), inside, paper_factor(gain, offset))


def as_rgb(patches: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """OpenCV's order of colours turned round: the network was trained on red, green, blue."""
    return np.ascontiguousarray(patches[..., ::-1])


def patch_nodes(printed: Print, sixths: NDArray[np.int_]) -> NDArray[np.float64]:
    """The 8 x 8 points of each patch from which the rest is filled in, (n, 8, 8, 2) in board mm."""
    grids = np.stack([patch_grid(printed.hex_mm, k) for k in range(6)])
    ends = np.linspace(0, PATCH_PX - 1, NODES)
    first = grids[:, :1, :1]
    right, down = (grids[:, :1, -1:] - first) / (PATCH_PX - 1), (grids[:, -1:, :1] - first) / (PATCH_PX - 1)
    nodes = first + right * ends[None, None, :, None] + down * ends[None, :, None, None]
    return np.asarray(printed.centres[:, None, None] + nodes[sixths], np.float64)


def fill_in(nodes: NDArray[np.float64]) -> Floats:
    """From 8 x 8 points a patch to all 56 x 56, bilinearly."""
    at = np.arange(PATCH_PX) * (NODES - 1) / (PATCH_PX - 1)
    low = np.minimum(at.astype(int), NODES - 2)
    blend = np.zeros((PATCH_PX, NODES), np.float32)
    blend[np.arange(PATCH_PX), low] = 1 - (at - low)
    blend[np.arange(PATCH_PX), low + 1] = at - low
    planes = np.moveaxis(nodes.astype(np.float32), 3, 1)            # (n, 2, 8, 8)
    return np.ascontiguousarray(np.moveaxis(blend @ planes @ blend.T, 1, 3))


def nearness(printed: Print, settings: ReaderSettings) -> Floats:
    """How much the blocks of one hex count for another's light, (n, n)."""
    gap = ((printed.centres[:, None] - printed.centres[None]) ** 2).sum(2)
    return np.asarray(np.exp(-gap / (2 * (settings.light_reach_hexes * printed.hex_mm) ** 2)), np.float32)


def unexplained(seen: NDArray[np.uint8], expected: NDArray[np.uint8]) -> Floats:
    """How far the photo is from the print inside each hex, whatever small shift suits it best, in units of white paper.

    The mean over the worst tenth of the hex's pixels: a matchstick covers no more.
    """
    n = seen.shape[0]
    tall_seen = seen.reshape(n * PATCH_PX, PATCH_PX, 3)
    blurred = cv2.GaussianBlur(tall_seen, (3, 3), 0).reshape(n, PATCH_PX, PATCH_PX, 3).astype(np.int16)
    tall_expected = expected.reshape(n * PATCH_PX, PATCH_PX, 3)
    tall = cv2.GaussianBlur(tall_expected, (3, 3), 0).reshape(n, PATCH_PX, PATCH_PX, 3).astype(np.int16)
    core = slice(10, PATCH_PX - 10)
    best = np.full((n, PATCH_PX - 20, PATCH_PX - 20), 999, np.int16)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            moved = tall[:, 10 + dy:PATCH_PX - 10 + dy, 10 + dx:PATCH_PX - 10 + dx]
            best = np.minimum(best, np.abs(blurred[:, core, core] - moved).max(3))
    flat = best.reshape(n, -1)
    worst = flat.shape[1] // 10
    top = np.partition(flat, flat.shape[1] - worst, axis=1)[:, -worst:]
    return np.asarray(top.mean(1) / WHITE_LEVEL, np.float32)
