"""Households with the same pieces in every photo, drawn in code, to learn and evaluate profiles."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.artwork.palette import Ink
from referee.rules.pieces import Colour, Piece
from referee.training.shades import plain_shade, player_shade
from referee.training.solids import Solid, random_solid
from tests.reader.spoiling import lit
from tests.reader.table import Picture, Shot, Table, Thing, as_file, random_words, set_table

NEAR_HUE = 0.06  # spread of a stone's shade round that of the player whose hue it has


@dataclass(frozen=True, eq=False)
class Kit:
    """The pieces of one household: two solids each for pioneers and stones, a shade for each kind, and its print."""

    pioneers: tuple[Solid, ...]
    stones: tuple[Solid, ...]
    shades: dict[Piece, NDArray[np.float64]]
    ink: Ink


def random_kit(family: int, number: int, stones_like_a_player: bool = False) -> Kit:
    """Return a household's pieces; its stones may have the hue of one player."""
    rng = np.random.default_rng([family, number])
    pioneers, stones = (tuple(random_solid(rng) for _ in range(2)) for _ in range(2))
    shades = {Piece(colour): player_shade(colour, rng) for colour in Colour}
    if stones_like_a_player:
        model = shades[Piece(list(Colour)[int(rng.integers(4))])]
        shades[Piece.STONE] = np.clip(model * rng.uniform(0.6, 1.0) + rng.normal(0, NEAR_HUE, 3), 0.02, 1)
    else:
        shades[Piece.STONE] = plain_shade(rng)
    return Kit(pioneers, stones, shades, Ink.COLOUR if rng.random() < 0.7 else Ink.LIGHT)


def lay_kit(kit: Kit, seed: int, rng: np.random.Generator) -> tuple[Table, dict[str, Piece]]:
    """Return a board with a household's pieces, and the true words."""
    table = set_table("terranova", None, kit.ink)
    words = random_words(table.layout, seed, full=float(rng.uniform(0.2, 0.6)))
    for cell, word in words.items():
        x, y = np.array(table.centre(cell)) + rng.normal(0, 2, 2).clip(-6, 6)
        solids = kit.stones if word is Piece.STONE else kit.pioneers
        shade = np.clip(kit.shades[word] * np.exp(rng.normal(0, 0.05)), 0, 1)
        table.things.append(Thing((float(x), float(y)), solids[int(rng.integers(2))], shade))
    return table, words


def photograph_kit(kit: Kit, seed: int, is_shadowed: bool = False) -> tuple[bytes, dict[str, Piece]]:
    """Return a photo of a board with pieces of a household, from anywhere, in any light, with the words that were laid.

    A person's shadow may fall on part of the board.
    """
    rng = np.random.default_rng([77, seed])
    table, words = lay_kit(kit, seed, rng)
    lamp = rng.uniform((0.8, 0.85, 0.7), (1.0, 1.0, 1.0))
    shot = Shot(
        elevation_deg=float(rng.uniform(45, 85)),
        azimuth_deg=float(rng.uniform(0, 360)),
        fill=float(rng.uniform(0.75, 0.95)),
        blur_px=float(rng.uniform(0.4, 1.3)),
        noise=float(rng.uniform(1, 7)),
        light=(float(lamp[0]), float(lamp[1]), float(lamp[2])),
        seed=seed,
    )
    picture = table.draw(shot)
    return as_file(cast_shadow(picture, rng) if is_shadowed else picture, shot), words


def cast_shadow(picture: Picture, rng: np.random.Generator) -> Picture:
    """Darken a part of a picture as a person between lamp and table does: with a soft edge, and bluer than the lamp's light."""
    height, width = picture.shape[:2]
    middle = rng.uniform((0.2, 0.2), (0.8, 0.8)) * (width, height)
    size = rng.uniform(0.25, 0.45, 2) * min(width, height)
    mask = np.zeros((height, width), np.float32)
    turn = float(rng.uniform(0, 180))
    cv2.ellipse(mask, (middle.astype(int).tolist(), size.astype(int).tolist(), turn), 1.0, -1)  # type: ignore[call-overload]
    soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(6, 30)))[..., None]
    dark = rng.uniform(0.25, 0.55) * np.array([0.94, 1.0, 1.08])
    return lit(picture, 1 - soft * (1 - dark))
