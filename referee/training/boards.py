"""Whole boards for the network that looks at all hexes of one photo together: composited, or cut from known photos.

A board's rows share one household, one print and one light. Rows of the sample spots tell what ought to lie there.
"""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from referee.pieces import Piece
from referee.training.artworks import printed_artwork, random_print
from referee.training.samples import WORDS, Samples, cut_scene, join
from referee.training.scenes import random_scene, random_table

NO_SPOT = -1                # of a hex
SCENES = (12, 26)           # of one composited board: 7 hexes each
DOUBT_MM = 0.35             # spread of places in composites, as a reader would know it


@dataclass(frozen=True, slots=True)
class Boards:
    """Samples in rows; for each its board's number, the word that ought to lie on a spot, and what is known of its place."""

    samples: Samples
    board: NDArray[np.int32]
    spot: NDArray[np.int8]
    inside: NDArray[np.float32]
    doubt_mm: NDArray[np.float32]


def hexes_alone(samples: Samples, board: int) -> Boards:
    """A board without sample spots, all of it in the frame."""
    n = len(samples.words)
    return Boards(samples, np.full(n, board, np.int32), np.full(n, NO_SPOT, np.int8), np.ones(n, np.float32),
                  np.full(n, DOUBT_MM, np.float32))


def composite_board(seed: int, number: int) -> Samples:
    """Many scenes of one table: the same household, print, light and sensor."""
    rng = np.random.default_rng([seed, number])
    printed = random_print(rng)
    table = random_table(printed_artwork(rng, printed), rng)
    scenes = int(rng.integers(*SCENES))
    return join([cut_scene(random_scene(printed_artwork(rng, printed), rng, table), rng) for _ in range(scenes)])


def join_boards(parts: list[Boards]) -> Boards:
    """Joins boards and numbers them anew."""
    starts = np.cumsum([0, *(int(part.board.max()) + 1 for part in parts)])
    return Boards(
        join([part.samples for part in parts]),
        np.concatenate([part.board + start for part, start in zip(parts, starts, strict=False)]).astype(np.int32),
        *(np.concatenate([getattr(part, field) for part in parts]) for field in ("spot", "inside", "doubt_mm")),
    )


def save_boards(path: Path, boards: Boards) -> None:
    """Writes boards whole or not at all; their samples can be loaded alone."""
    from referee.training.store import FIELDS
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part.npz")
    arrays = {field: getattr(boards.samples, field) for field in FIELDS}
    arrays |= {field: getattr(boards, field) for field in ("board", "spot", "inside", "doubt_mm")}
    np.savez_compressed(unfinished, **arrays)
    unfinished.replace(path)


def spot_numbers(parked: tuple[Piece, ...]) -> NDArray[np.int8]:
    """The numbers of the words that ought to lie on the sample spots."""
    return np.array([WORDS.index(piece) for piece in parked], np.int8)
