"""Random photos of boards with unfamiliar pieces, drawn in code: hundreds of thousands of hexes per hour."""

from __future__ import annotations

import numpy as np

from printables.artwork.palette import Ink
from referee.rules.pieces import Colour, Piece
from referee.training.shades import plain_shade, player_shade
from referee.training.solids import random_solid
from tests.reader.table import Shot, Thing, random_words, set_table


def random_photo(family: int, seed: int) -> tuple[bytes, dict[str, Piece]]:
    """Return a photo of a board with random pieces from a random view in random light."""
    rng = np.random.default_rng([family, seed])
    table = set_table("terranova", None, Ink.COLOUR if rng.random() < 0.7 else Ink.LIGHT)
    words = random_words(table.layout, seed, full=float(rng.uniform(0.2, 0.6)))
    pioneers, stones = ([random_solid(rng) for _ in range(2)] for _ in range(2))
    shades = {Piece(colour): player_shade(colour, rng) for colour in Colour} | {Piece.STONE: plain_shade(rng)}
    for cell, word in words.items():
        x, y = np.array(table.centre(cell)) + rng.normal(0, 2, 2).clip(-6, 6)
        kinds = stones if word is Piece.STONE else pioneers
        shade = np.clip(shades[word] * np.exp(rng.normal(0, 0.05)), 0, 1)
        table.things.append(Thing((float(x), float(y)), kinds[int(rng.integers(2))], shade))
    shot = Shot(
        elevation_deg=float(rng.uniform(45, 85)),
        azimuth_deg=float(rng.uniform(0, 360)),
        fill=float(rng.uniform(0.75, 0.95)),
        blur_px=float(rng.uniform(0.4, 1.3)),
        noise=float(rng.uniform(1, 7)),
        seed=seed,
    )
    return table.photograph(shot), words
