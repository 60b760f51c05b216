"""Diagnostics of a reading: the measured geometry, and the evidence at every hex on one contact sheet."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.reader.patches import PATCH_PX
from referee.reader.read_hexes import HexesRead
from referee.reader.words import WORDS

ABREAST = 16
CAPTION = 26
FACE = cv2.FONT_HERSHEY_SIMPLEX
GREY, REVIEW_COLOUR = (60, 60, 60), (200, 0, 200)


@dataclass(frozen=True, slots=True, eq=False)
class Diagnostics:
    """Measured facts, the labels of the hexes, and the hexes as read."""

    facts: dict[str, object]
    labels: tuple[str, ...]
    hexes: HexesRead


def write_diagnostics(diagnostics: Diagnostics, folder: Path, stem: str) -> None:
    """Write the facts as a JSON file and the hexes as a PNG file to an existing folder; file names begin with `stem`."""
    from referee.files.atomic_write import write_file_whole

    write_file_whole(folder / f"{stem}-facts.json", json.dumps(diagnostics.facts, indent=1, allow_nan=False).encode())
    sheet = contact_sheet(diagnostics)
    write_file_whole(folder / f"{stem}-hexes.png", bytes(cv2.imencode(".png", sheet[..., ::-1])[1]))


def contact_sheet(diagnostics: Diagnostics) -> NDArray[np.uint8]:
    """Return an image (RGB) that shows each hex: photo, expected print, mask of the piece, and the two likeliest classes."""
    tiles = [_tile(diagnostics, number) for number in range(len(diagnostics.labels))]
    blank = np.full_like(tiles[0], 255)
    tiles += [blank] * (-len(tiles) % ABREAST)
    rows = [np.hstack(tiles[start : start + ABREAST]) for start in range(0, len(tiles), ABREAST)]
    return np.vstack(rows)


def _tile(diagnostics: Diagnostics, number: int) -> NDArray[np.uint8]:
    """Draw one hex of the contact sheet."""
    evidence, verdict = diagnostics.hexes.evidence, diagnostics.hexes.verdict
    mask = np.round(evidence.answers.masks[number] * 255).astype(np.uint8)
    grown = cv2.resize(mask, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_NEAREST)
    column = np.vstack([evidence.seen[number], evidence.expected[number], np.repeat(grown[..., None], 3, 2)])
    caption = np.full((CAPTION, PATCH_PX, 3), 255, np.uint8)
    first, second = np.argsort(-verdict.shares[number])[:2].tolist()
    ink = REVIEW_COLOUR if verdict.doubtful[number] else GREY
    lines = (f"{diagnostics.labels[number]} {verdict.confidence[number]:.3f}", f"{WORDS[first][:4]}/{WORDS[second][:4]}")
    for row, words in enumerate(lines):
        cv2.putText(caption, words, (1, 10 + 12 * row), FACE, 0.3, ink, 1, cv2.LINE_AA)
    framed = np.vstack([column, caption])
    framed[:, -1] = 200
    return framed
