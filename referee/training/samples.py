"""Create training samples from scenes, cut and normalised by the same code that reads photos.

A sample has a patch of the photo, the expected patch of print, the content, a flag for hexes that cannot be classified reliably
(hidden, or with two pieces), and a coarse mask of the piece on the hex.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from referee.reader.patches import (
    PATCH_PX,
    block_means,
    cut_patches,
    expected_in_paper_white,
    fill_in,
    fit_light,
    in_paper_white,
    patch_nodes,
    reduce_for_patches,
    sixths_away,
)
from referee.reader.settings import DEFAULT
from referee.rules.pieces import Piece
from referee.training.artworks import HEX_MM, random_artwork
from referee.training.scenes import Scene, random_scene, random_table, scene_at

MASK_PX = 14
MASK_BLOCK = PATCH_PX // MASK_PX
WORDS: tuple[Piece, ...] = tuple(Piece)  # order of the contents: red, yellow, blue, green, stone, empty
HIDDEN_BELOW = 0.35  # a piece or an empty hex with a smaller visible share counts as hidden
SCENES_EACH = 7  # per household
# Random registration errors: of a whole scene and of single hexes in mm, of the scale, and of the gain of a colour.
SCENE_ERRORS_MM, HEX_ERROR_MM, SCALE_ERROR, GAIN_ERROR = (0.12, 0.3, 0.6), 0.12, 0.006, 0.015


@dataclass(frozen=True, slots=True)
class Samples:
    """Arrays of equal length: photo and print patches (n, 56, 56, 3), contents, odd flags, masks (n, 14, 14) in 0..255.

    `words` are indices into WORDS. Samples with the same `household` number show pieces of one household under one light.
    """

    seen: NDArray[np.uint8]
    expected: NDArray[np.uint8]
    words: NDArray[np.uint8]
    odd: NDArray[np.uint8]
    masks: NDArray[np.uint8]
    household: NDArray[np.uint32]


def cut_scene(scene: Scene, rng: np.random.Generator) -> Samples:
    """Return samples of the inner hexes of a scene, cut as the reader would, with small random registration errors."""
    centres = scene.artwork.centres
    count = len(centres)
    sixths = sixths_away(scene.view.away[None]).repeat(count)
    misfit = rng.normal(0, rng.choice(SCENE_ERRORS_MM), 2) + rng.normal(0, HEX_ERROR_MM, (count, 2))
    stretch = 1 + rng.normal(0, SCALE_ERROR)
    nodes_mm = centres[:, None, None] + stretch * patch_nodes(np.zeros((count, 2)), HEX_MM, sixths)
    nodes_px, art_px = (
        places @ to_px[:, :2].T + to_px[:, 2]
        for places, to_px in (
            (nodes_mm + misfit[:, None, None], scene.view.ground()),
            (nodes_mm, scene.artwork.to_px),
        )
    )
    # Sample from an image reduced to about the patch's resolution, as the reader does, in blue, green, red.
    photo, bare = (np.ascontiguousarray(picture[..., ::-1]) for picture in (scene.photo, scene.artwork.picture))
    seen, expected = (cut_patches(reduce_for_patches(picture, at), at) for picture, at in ((photo, nodes_px), (bare, art_px)))
    reach = DEFAULT.light_reach_hexes * HEX_MM
    near = np.exp(-((centres[:, None] - centres[None]) ** 2).sum(2) / (2 * reach**2)).astype(np.float32)
    gain, offset = fit_light(block_means(seen), block_means(expected), near)
    gain *= np.exp(rng.normal(0, GAIN_ERROR, (1, 3))).astype(np.float32)
    masks = _masks(scene, fill_in(nodes_px))
    two = scene.things > 1
    odd = (scene.visible < HIDDEN_BELOW) | two
    words = np.array([WORDS.index(w) for w in scene.words], np.uint8)
    keep = slice(0, scene.artwork.inner)
    return Samples(
        in_paper_white(seen, gain, offset)[keep],
        expected_in_paper_white(expected, gain, offset)[keep],
        words[keep],
        odd[keep].astype(np.uint8),
        masks[keep],
        np.zeros(scene.artwork.inner, np.uint32),
    )


def _masks(scene: Scene, at_px: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return the share of each block of 4 x 4 pixels that shows the hex's own piece, (n, 14, 14) in 0..255."""
    x = np.clip(np.floor(at_px[..., 0]).astype(int), 0, scene.objects.shape[1] - 1)
    y = np.clip(np.floor(at_px[..., 1]).astype(int), 0, scene.objects.shape[0] - 1)
    own = scene.objects[y, x] == (np.arange(len(at_px)) + 1)[:, None, None]
    n = len(at_px)
    return np.asarray(own.reshape(n, MASK_PX, MASK_BLOCK, MASK_PX, MASK_BLOCK).mean((2, 4)) * 255, np.uint8)


def composite_samples(count: int, seed: int) -> Samples:
    """Create `count` samples from random scenes; the same seed gives the same samples."""
    parts: list[Samples] = []
    made, number = 0, 0
    while made < count:
        rng = np.random.default_rng([seed, number])
        parts.append(cut_scene(random_scene(random_artwork(rng), rng), rng))
        made += len(parts[-1].words)
        number += 1
    return join(parts, count)


def household_samples(count: int, seed: int) -> Samples:
    """Create at least `count` samples, with SCENES_EACH scenes per household, all with the same pieces, view and light."""
    parts: list[Samples] = []
    made = 0
    while made < count:
        rng = np.random.default_rng([seed, len(parts)])
        table = random_table(random_artwork(rng), rng)
        scenes = [cut_scene(scene_at(table, random_artwork(rng), rng), rng) for _ in range(SCENES_EACH)]
        together = join(scenes)
        parts.append(replace(together, household=np.zeros_like(together.household)))
        made += len(together.words)
    return join(parts)


def join(parts: list[Samples], count: int | None = None) -> Samples:
    """Concatenate samples and return the first `count`, or all; household numbers of different parts stay distinct."""
    before = np.cumsum([0, *(int(part.household.max(initial=0)) + 1 for part in parts[:-1])])
    apart = [replace(part, household=part.household + np.uint32(first)) for part, first in zip(parts, before, strict=True)]
    return Samples(*(np.concatenate([getattr(part, field.name) for part in apart])[:count] for field in fields(Samples)))
