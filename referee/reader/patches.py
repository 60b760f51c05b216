"""Cut patches, which are small square sections of the photo around one hex each, and the matching sections of the print.

All patches have the same size and show the same area in hex widths. Each is rotated by the multiple of 60 degrees that brings the
direction away from the camera closest to up, so that all tall pieces lean about the same way. The values of normalised patches
are relative to white paper under the local light, and hardly depend on light, white balance and printer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

PATCH_PX = 56
PATCH_HEXES = 1.75  # side of a patch in hex widths: a hex and a large part of its neighbours
BLOCK_PX = 8  # light is fitted on block means
WHITE_LEVEL = 160  # 8 bit value of white paper in a stored patch; leaves room for brighter pieces
DARK, BURNT = 0.004, 0.99  # range outside which blocks are ignored when fitting the light
LEAST_WEIGHT = np.float32(1e-4)
HAZE_ROUNDS, MIN_HAZE = 2, 0.05  # iterations; share of the brightest value below which haze is ignored
BRIGHTEST_BLACK = np.float32(0.15)  # relative to white paper, for faded ink on glossy paper under a lamp
NOTHING = np.empty(0, np.float32)
LEAST_STEP = 0.7  # image pixels per patch pixel
LEAST_STEP_HALVED = 1.6  # image pixels per patch pixel at which an image is halved before cutting patches
NODES = 8  # patch positions are projected at 8 x 8 nodes and interpolated in between
INPUT_MIDDLE, INPUT_SPREAD = 110, 80  # normalisation of stored values to about -1..1

Floats = NDArray[np.float32]


def patch_grid(hex_mm: float, sixths: int) -> Floats:
    """Return the offsets of patch pixels from the hex centre, (56, 56, 2) in board mm, rotated by `sixths` x 60 degrees."""
    step = hex_mm * PATCH_HEXES / PATCH_PX
    line = (np.arange(PATCH_PX) - (PATCH_PX - 1) / 2) * step
    x, y = np.meshgrid(line, line)
    c, s = math.cos(sixths * math.pi / 3), math.sin(sixths * math.pi / 3)
    return np.stack([c * x - s * y, s * x + c * y], -1).astype(np.float32)


def sixths_away(away: NDArray[np.float64]) -> NDArray[np.int_]:
    """Return the rotations (n,) in sixths of a turn that bring the directions `away` (n, 2), in board mm, closest to up."""
    # Up in a patch is (0, -1); turned by k sixths that is (sin, -cos) of k * 60 degrees.
    angle = np.arctan2(away[:, 0], -away[:, 1])
    return np.round(angle / (math.pi / 3)).astype(np.int_) % 6


def finest_needed(hex_mm: float) -> float:
    """Return the resolution in pixels per mm above which reading does not improve."""
    return LEAST_STEP * PATCH_PX / (PATCH_HEXES * hex_mm)


def patch_nodes(centres: NDArray[np.float64], hex_mm: float, sixths: NDArray[np.int_]) -> NDArray[np.float64]:
    """Return the grid nodes of each patch, (n, 8, 8, 2) in board mm, between which pixels are interpolated."""
    return np.asarray(centres[:, None, None] + _node_grids(hex_mm)[sixths], np.float64)


@lru_cache(4)
def _node_grids(hex_mm: float) -> Floats:
    """Return the offsets of the nodes from the hex centre for each of the six rotations, (6, 8, 8, 2)."""
    grids = np.stack([patch_grid(hex_mm, k) for k in range(6)])
    ends = np.linspace(0, PATCH_PX - 1, NODES)
    first = grids[:, :1, :1]
    right, down = (grids[:, :1, -1:] - first) / (PATCH_PX - 1), (grids[:, -1:, :1] - first) / (PATCH_PX - 1)
    return np.asarray(first + right * ends[None, None, :, None] + down * ends[None, :, None, None])


@cache
def _blend() -> Floats:
    """Return the interpolation weights of the nodes along a line, (56, 8)."""
    at = np.arange(PATCH_PX) * (NODES - 1) / (PATCH_PX - 1)
    low = np.minimum(at.astype(int), NODES - 2)
    blend = np.zeros((PATCH_PX, NODES), np.float32)
    blend[np.arange(PATCH_PX), low] = 1 - (at - low)
    blend[np.arange(PATCH_PX), low + 1] = at - low
    return blend


def fill_in(nodes: NDArray[np.float64]) -> Floats:
    """Interpolate from 8 x 8 nodes to all 56 x 56 pixels of each patch, bilinearly."""
    blend = _blend()
    planes = np.moveaxis(nodes.astype(np.float32), 3, 0)  # (2, n, 8, 8)
    across, down = (blend @ planes @ blend.T).reshape(2, -1, PATCH_PX)
    return np.asarray(cv2.merge((across, down)), np.float32).reshape(-1, PATCH_PX, PATCH_PX, 2)


@dataclass(frozen=True, slots=True)
class Source:
    """An image to cut patches from, with four channels (RGB and padding), and its scale relative to the original image."""

    picture: NDArray[np.uint8]
    scale: float


def reduce_for_patches(picture: NDArray[np.uint8], nodes_px: NDArray[np.float64]) -> Source:
    """Return an image (blue, green, red) as a source, halved repeatedly while much finer than the patches, to avoid aliasing."""
    steps = np.hypot(*np.moveaxis(nodes_px[:, 1:, 1:] - nodes_px[:, :-1, :-1], -1, 0))
    step, scale = float(np.median(steps)) * (NODES - 1) / (PATCH_PX - 1) / math.sqrt(2), 1.0
    while step * scale >= LEAST_STEP_HALVED:
        picture = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        scale /= 2
    four = cv2.cvtColor(picture, cv2.COLOR_BGR2RGBA)  # sampling four-byte pixels takes two thirds of the time
    return Source(np.asarray(four, np.uint8), scale)


def cut_patches(source: Source, nodes_px: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Cut patches (n, 56, 56, 3) in RGB; `nodes_px` (n, 8, 8, 2) are continuous pixel coordinates in the original image.

    Pixels outside the image are black.
    """
    at_px = fill_in(nodes_px * source.scale - 0.5).reshape(-1, PATCH_PX, 2)
    # The first map contains both x and y. The type stubs do not know that the second may then be None.
    cut = cv2.remap(source.picture, at_px, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)  # type: ignore[call-overload]
    return np.asarray(cv2.cvtColor(cut, cv2.COLOR_RGBA2RGB), np.uint8).reshape(-1, PATCH_PX, PATCH_PX, 3)


def block_means(patches: NDArray[np.uint8]) -> Floats:
    """Return the means of patches over blocks of 8 x 8 pixels, (n, 7, 7, 3) in 0..1."""
    n, side = patches.shape[0], PATCH_PX // BLOCK_PX
    tall = patches.reshape(n * PATCH_PX, PATCH_PX, 3)
    small = cv2.resize(tall, (side, n * side), interpolation=cv2.INTER_AREA)
    return small.reshape(n, side, side, 3).astype(np.float32) / np.float32(255)


def fit_light(
    seen: Floats,
    expected: Floats,
    near: Floats,
    trust: Floats | None = None,
    rounds: int = 4,
    scale: float = 0.03,
) -> tuple[Floats, Floats]:
    """Fit photo = gain * print + offset per hex and channel, from the block means of nearby hexes.

    `near` (n, n) weights the neighbours of each hex, `trust` (n,) weights hexes overall. Pieces are outliers, which lose weight
    in each round; `scale` is the misfit in 0..1 at which a block finally counts a quarter. The result is gain and offset, each
    (n, 3).
    """
    n = seen.shape[0]
    s, e = seen.reshape(n, -1, 3), expected.reshape(n, -1, 3)
    usable = np.asarray(((s > DARK) & (s < BURNT)).all(2), np.float32)
    if trust is not None:
        usable *= trust[:, None]
    weight = usable + LEAST_WEIGHT
    terms = np.concatenate([np.ones_like(e), e, s, e * e, e * s], 2)
    # A prior towards a zero offset keeps the fit stable where all nearby hexes have the same tint.
    prior = np.float32(0.02 * s.shape[1])
    gain = offset = np.zeros((n, 3), np.float32)
    for turn in range(rounds):
        sums = np.asarray(cv2.gemm(near, (weight[:, None] @ terms)[:, 0], 1, NOTHING, 0), np.float32).reshape(n, 5, 3)
        w0, we, ws, wee, wes = np.moveaxis(sums, 1, 0)
        det = (w0 + prior) * wee - we * we + 1e-9
        slope = (wes * (w0 + prior) - we * ws) / det
        gain, offset = np.maximum(slope, 0.02), (ws - slope * we) / (w0 + prior)
        if turn + 1 < rounds:
            gap = np.abs(s - (gain[:, None] * e + offset[:, None]))
            misfit = np.maximum(np.maximum(gap[..., 0], gap[..., 1]), gap[..., 2]) / np.maximum(gain.mean(1), 0.1)[:, None]
            level = scale * (4 if turn == 0 else 2 if turn == 1 else 1)
            weight = usable / (1 + (misfit / level) ** 2) ** 2 + LEAST_WEIGHT
    return gain.astype(np.float32), offset.astype(np.float32)


def paper_factor(gain: Floats, offset: Floats) -> Floats:
    """Return the factors (n, 3) by which photo values are multiplied to bring local paper white to WHITE_LEVEL."""
    return np.asarray(WHITE_LEVEL / 255 / np.maximum(gain + offset, 0.04), np.float32)


def fit_light_through_haze(seen: Floats, expected: Floats, near: Floats, trust: Floats | None = None) -> tuple[Floats, Floats]:
    """Fit the light as `fit_light` does, after removing global haze, which the prior of that fit does not allow for.

    The offset that is returned includes the haze.
    """
    gain, offset = fit_light(seen, expected, near, trust)
    for _ in range(HAZE_ROUNDS):
        haze = np.median(estimate_haze(gain, offset), axis=0)
        if haze.max() < MIN_HAZE:
            break
        clear = 1 - haze
        gain, offset = fit_light(np.maximum(0, (seen - haze) / clear), expected, near, trust)
        gain, offset = gain * clear, offset * clear + haze
    return gain, offset


def estimate_haze(gain: Floats, offset: Floats) -> Floats:
    """Return the light added to print and pieces alike, (n, 3) in 0..1: haze, a dirty lens, reflections.

    Black print still reflects up to `BRIGHTEST_BLACK` of white; only what exceeds that counts as haze.
    """
    return np.maximum(0, (offset - BRIGHTEST_BLACK * (gain + offset)) / (1 - BRIGHTEST_BLACK)).astype(np.float32)


def in_paper_white(patches: NDArray[np.uint8], gain: Floats, offset: Floats, haze: Floats | None = None) -> NDArray[np.uint8]:
    """Return photo patches normalised to white paper and without `haze`, which `offset` must already exclude."""
    factor = paper_factor(gain, offset)
    return _scaled(patches, factor, np.zeros_like(offset) if haze is None else -255 * haze * factor)


def expected_in_paper_white(patches: NDArray[np.uint8], gain: Floats, offset: Floats) -> NDArray[np.uint8]:
    """Return artwork patches as the photo would show them without pieces, normalised to white paper."""
    factor = paper_factor(gain, offset)
    return _scaled(patches, factor * gain, factor * offset * 255)


def _scaled(patches: NDArray[np.uint8], factor: Floats, more: Floats) -> NDArray[np.uint8]:
    """Return patches with a factor (n, 3) and an offset (n, 3) applied to each channel."""
    steps = np.zeros((len(patches), 3, 4), np.float32)
    steps[:, range(3), range(3)], steps[:, :, 3] = factor, more
    out = np.empty_like(patches)
    for patch, step, scaled in zip(patches, steps, out, strict=True):
        cv2.transform(patch, step, scaled)
    return out


def stack_for_network(seen: NDArray[np.uint8], expected: NDArray[np.uint8]) -> Floats:
    """Return the training input (n, 6, 56, 56): photo and print relative to white paper, scaled to about -1..1."""
    out = np.empty((len(seen), 6, PATCH_PX, PATCH_PX), np.float32)
    out[:, :3], out[:, 3:] = np.moveaxis(seen, 3, 1), np.moveaxis(expected, 3, 1)
    out -= np.float32(INPUT_MIDDLE)
    out *= np.float32(1 / INPUT_SPREAD)
    return out


def table_for_network(seen: NDArray[np.uint8], expected: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the inference input (n, 56 * 56 + 1, 6) as stored values: one row per pixel and one for padding."""
    both = np.empty((len(seen) * PATCH_PX * PATCH_PX, 1, 6), np.uint8)
    cv2.mixChannels([seen.reshape(-1, 1, 3), expected.reshape(-1, 1, 3)], [both], [k for c in range(6) for k in (c, c)])
    out = np.empty((len(seen), PATCH_PX * PATCH_PX + 1, 6), np.uint8)
    out[:, :-1], out[:, -1] = both.reshape(len(seen), -1, 6), INPUT_MIDDLE
    return out
