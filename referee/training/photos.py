"""Cut training samples from photos with known truth.

The reader itself locates the board, so that its own registration errors are learned. The truth of NAME.jpg (in the format
photobooth-truth/1) is in NAME.json, and its mask in NAME.png: an upright 16-bit image with the object number of the piece at
each pixel. Only cutting samples requires the mask.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.reader.evidence import Evidence, gather_evidence
from referee.reader.located_photo import LocatedPhoto
from referee.reader.patches import fill_in, patch_nodes, sixths_away
from referee.reader.prints import Print
from referee.reader.read_photo import ReadOptions, Snapshot, read_photo
from referee.reader.settings import DEFAULT
from referee.rules.pieces import Piece
from referee.training.samples import HIDDEN_BELOW, MASK_BLOCK, MASK_PX, WORDS, Samples, join

MISFIT_MM = 0.6  # standard deviation of the additional shift in repeated cuts
PARKED_OBJECT = 50  # object number of pieces beside the board or on a sample spot


@dataclass(frozen=True, slots=True, eq=False)
class KnownPhoto:
    """A photo as read, its truth, and the object number of each pixel; `objects` is None if there is no mask."""

    snapshot: Snapshot
    truth: dict[str, Any]
    objects: NDArray[np.uint16] | None


def open_known_photo(path: Path) -> KnownPhoto:
    """Read a photo, its truth and, if there is one, its mask; raise a Problem if the photo cannot be read."""
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    mask = path.with_suffix(".png")
    objects = cv2.imread(str(mask), cv2.IMREAD_UNCHANGED) if mask.exists() else None
    return KnownPhoto(read_photo(path, ReadOptions()), truth, None if objects is None else np.asarray(objects, np.uint16))


def photo_samples(path: Path, looks: int, rng: np.random.Generator) -> Samples:
    """Return samples of all hexes and sample spots in a photo, cut `looks` times: first as located, then slightly shifted.

    Each cut counts as a separate household, since the similarity of a piece to itself teaches nothing. Raise a Problem if the
    photo cannot be read, and ValueError if it has no mask.
    """
    known = open_known_photo(path)
    return join([cut_photo(known, rng.normal(0, MISFIT_MM, 2) if look else np.zeros(2)) for look in range(looks)])


def cut_photo(known: KnownPhoto, shift_mm: NDArray[np.float64]) -> Samples:
    """Return samples of every hex and sample spot, with the photo shifted by `shift_mm` against the expected print."""
    located, printed = known.snapshot.located_photo, known.snapshot.known.printed
    moved = replace(located, to_photo=lambda points: located.to_photo(points + shift_mm))
    evidence: Evidence = gather_evidence(moved, printed, DEFAULT)
    cells = [known.truth["cells"][cell.id] for cell in known.snapshot.known.layout.board.cells]
    lying = [Piece(cell["piece"]) for cell in cells]
    lying += [piece if piece.value in known.truth["parked_samples"] else Piece.EMPTY for piece in printed.parked]
    odd = np.array([cell["visible"] < HIDDEN_BELOW for cell in cells] + [False] * len(printed.parked), np.uint8)
    parked = [0 if piece is Piece.EMPTY else PARKED_OBJECT for piece in lying[len(cells) :]]
    own = np.array([cell.get("object", 0) for cell in cells] + parked)
    words = np.array([WORDS.index(piece) for piece in lying], np.uint8)
    household = np.zeros(len(words), np.uint32)
    return Samples(evidence.seen, evidence.expected, words, odd, _masks(known, moved, printed, own), household)


def _masks(known: KnownPhoto, located: LocatedPhoto, printed: Print, own: NDArray[np.int_]) -> NDArray[np.uint8]:
    if known.objects is None:
        raise ValueError("a photo without its mask would teach that nothing lies anywhere")
    at_px = fill_in(located.to_photo(patch_nodes(printed.centres, printed.hex_mm, sixths_away(located.away))))
    turn = known.snapshot.view.photo.to_upright
    upright = at_px @ turn[:2, :2].T + turn[:2, 2]
    height, width = known.objects.shape
    x = np.clip(np.floor(upright[..., 0]).astype(int), 0, width - 1)
    y = np.clip(np.floor(upright[..., 1]).astype(int), 0, height - 1)
    mine = (known.objects[y, x] == own[:, None, None]) & (own > 0)[:, None, None]
    blocks = mine.reshape(len(own), MASK_PX, MASK_BLOCK, MASK_PX, MASK_BLOCK)
    return np.asarray(blocks.mean((2, 4)) * 255, np.uint8)
