"""Evidence from real readings of hexes with known truth, used to compose photos of other boards.

The photos are those of tests/photos and composites of unseen households, or rendered games. A composed board takes all its
hexes from one photo, so that pieces, light and their faults stay together. Rendered games are read a second time with a hand, a
card or a lamp's reflection pasted in. The affected hexes of one such photo provide the evidence for the same number of adjacent
hexes of a composed board.
"""

from __future__ import annotations

import json
import math
import random
import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import Any

from referee.boards.board import Board
from referee.boards.library import load_board
from referee.rules.pieces import Piece
from tests.bench.obstructions import DRAWN, with_obstruction

Row = tuple[float, ...]
PHOTOS = Path(__file__).parent.parent / "photos"
FAMILY, COMPOSITES = 9301, 120
HARD_SHARE = 0.3  # share of the composites counted as hard: those with the most doubt
FAULT_SHARE = {"normal": 0.06, "hard": 0.3}
REPEATS = 4
WORDS = tuple(piece.value for piece in Piece)


@dataclass(frozen=True, slots=True)
class Patch:
    """The hexes that an obstruction in a photo affects: their number, and their probabilities by actual content."""

    fault: str
    size: int
    rows: dict[str, tuple[Row, ...]]


@dataclass(frozen=True, slots=True)
class PhotoEvidence:
    """One photo: the probabilities of its hexes by actual content; `doubt` is the mean doubt of the hexes.

    `patches` are the obstructions pasted into photos of the same game.
    """

    level: str
    rows: dict[str, tuple[Row, ...]]
    doubt: float
    patches: tuple[Patch, ...] = ()

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> PhotoEvidence:
        """Parse the evidence of a photo stored in a file."""
        return cls(**{**stored, "patches": tuple(Patch(**patch) for patch in stored.get("patches", ()))})

    def has(self, words: set[int]) -> bool:
        """Return whether the photo shows all these contents, given by their numbers."""
        return all(WORDS[word] in self.rows for word in words)


def build_pool(workers: int = 2, family: int = FAMILY, composites: int = COMPOSITES) -> list[PhotoEvidence]:
    """Read all photos, and the composites of a family, and return the evidence of those on which a board was found."""
    jobs: list[Path | tuple[int, int]] = [*sorted(PHOTOS.glob("*.jpg")), *((family, number) for number in range(composites))]
    with ProcessPoolExecutor(workers) as pool:
        found = [one for one in pool.map(_read, jobs, chunksize=4) if one is not None]
    drawn = sorted((one for one in found if not one.level), key=lambda one: one.doubt)
    first_hard = math.ceil(len(drawn) * (1 - HARD_SHARE))
    levelled = [PhotoEvidence("hard" if k >= first_hard else "normal", one.rows, one.doubt) for k, one in enumerate(drawn)]
    return [*(one for one in found if one.level), *levelled]


def kept_pool(folder: Path | None, family: int, workers: int, rendered: Path | None = None) -> list[PhotoEvidence]:
    """Return the pool of a family or of rendered games, from a file in the folder if there is one.

    Otherwise read the photos and, if a folder is given, store the pool in it.
    """
    kept = folder and folder / f"pool_{rendered.name if rendered else family}.json"
    if kept and kept.exists():
        return [PhotoEvidence.from_json(one) for one in json.loads(kept.read_text(encoding="utf-8"))]
    pool = build_rendered_pool(rendered, workers) if rendered else build_pool(workers, family)
    if kept:
        kept.write_text(json.dumps([asdict(one) for one in pool]), encoding="utf-8")
    return pool


def build_rendered_pool(folder: Path, workers: int = 2) -> list[PhotoEvidence]:
    """Read all rendered photos in a folder, each without and with one obstruction, and return their evidence."""
    photos = sorted(folder.glob("*.jpg"))
    with ProcessPoolExecutor(workers) as pool:
        found = list(pool.map(_read_rendered, photos, range(len(photos)), chunksize=4))
    patches = defaultdict(list)
    for photo, (_, patch) in zip(photos, found, strict=True):
        if patch:
            patches[game_of(photo)].append(patch)
    return [replace(one, patches=tuple(patches[game_of(photo)])) for photo, (one, _) in zip(photos, found, strict=True) if one]


def game_of(photo: Path) -> str:
    """Return the name of the game that a rendered photo shows, from the name of the file."""
    return photo.stem.rpartition("_")[0]


def _read_rendered(photo: Path, number: int) -> tuple[PhotoEvidence | None, Patch | None]:
    data, truth = photo.read_bytes(), json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))
    words = {cell: fact["piece"] for cell, fact in truth["cells"].items()}
    level = "hard" if truth["level"] == "hard" else "normal"
    fault = tuple(DRAWN)[number % len(DRAWN)]
    obstructed, affected = with_obstruction(photo, fault, (FAMILY, number))
    patch = read_evidence(obstructed, {cell: words[cell] for cell in affected}, level)
    return read_evidence(data, words, level), Patch(fault, len(affected), patch.rows) if patch else None


def read_evidence(data: bytes, words: Mapping[str, str], level: str) -> PhotoEvidence | None:
    """Read a photo and sort the probabilities of the hexes in `words` by their actual content.

    Return None if no board is found.
    """
    from referee.reader.read_photo import ReadOptions, read_photo_bytes
    from referee.words.problems import Problem

    try:
        reading = read_photo_bytes(data, "a photo", ReadOptions()).reading
    except Problem:
        return None
    rows = defaultdict(list)
    for cell, word in words.items():
        if cell not in reading.unseen:
            rows[word].append(reading.cells[cell].probabilities)
    doubt = sum(1 - one.confidence for one in reading.cells.values()) / len(reading.cells)
    return PhotoEvidence(level, {word: tuple(some) for word, some in rows.items()}, doubt)


def _read(job: Path | tuple[int, int]) -> PhotoEvidence | None:
    from tests.reader.households import random_photo

    if isinstance(job, tuple):
        data, pieces = random_photo(*job)
        board = load_board("terranova")
        words = {cell.id: pieces[cell.id].value if cell.id in pieces else "empty" for cell in board.cells}
        return read_evidence(data, words, "")
    truth = json.loads(job.with_suffix(".json").read_text(encoding="utf-8"))
    words = {cell: fact["piece"] for cell, fact in truth["cells"].items()}
    return read_evidence(job.read_bytes(), words, "hard" if truth["level"] == "hard" else "normal")


def plain_seconds() -> float:
    """Return the median over photos of the fastest of several readings without memory."""
    from referee.reader.read_photo import ReadOptions, read_photo

    fastest = []
    for photo in sorted(PHOTOS.glob("*.jpg")):
        taken = []
        for _ in range(REPEATS):
            began = perf_counter()
            read_photo(photo, ReadOptions())
            taken.append(perf_counter() - began)
        fastest.append(min(taken))
    return statistics.median(fastest)


def draw_photo(
    pool: Sequence[PhotoEvidence], level: str, words: Sequence[int], board: Board, chance: random.Random
) -> tuple[list[Row], str]:
    """Compose a photo of a board from the hexes of one photo; return its probabilities and the name of its fault, or ""."""
    photo = chance.choice([one for one in pool if one.level == level and one.has(set(words))])
    rows = [chance.choice(photo.rows[WORDS[word]]) for word in words]
    faults = (*dict.fromkeys(patch.fault for patch in photo.patches), "colour") if photo.patches else ("hand", "lamp", "colour")
    fault = chance.choice(faults) if chance.random() < FAULT_SHARE[level] else ""
    if fault == "colour":
        one, other = chance.sample(sorted(set(words) | {len(WORDS) - 2}), 2)
        for cell, word in enumerate(words):
            if word == one and chance.random() < 0.5:
                rows[cell] = _leaning(rows[cell], other, chance.uniform(0.2, 0.7))
    elif fault and photo.patches:
        patch = chance.choice([patch for patch in photo.patches if patch.fault == fault])
        for cell in _neighbourhood(board, chance, patch.size):
            rows[cell] = chance.choice(patch.rows.get(WORDS[words[cell]]) or [rows[cell]])
    elif fault == "hand":
        for cell in _neighbourhood(board, chance, 8):
            rows[cell] = (1 / len(WORDS),) * len(WORDS)
    elif fault == "lamp":
        for cell in _neighbourhood(board, chance, 20):
            rows[cell] = _flattened(rows[cell], 0.4)
    return rows, fault


def _neighbourhood(board: Board, chance: random.Random, count: int) -> list[int]:
    cells = [chance.randrange(len(board.cells))]
    for cell in cells:
        cells += [near for near in board.neighbours[cell] if near not in cells]
        if len(cells) >= count:
            break
    return list(dict.fromkeys(chain(cells)))[:count]


def _flattened(row: Row, exponent: float) -> Row:
    weights = [max(share, 1e-6) ** exponent for share in row]
    return tuple(weight / sum(weights) for weight in weights)


def _leaning(row: Row, word: int, share: float) -> Row:
    return tuple((1 - share) * old + (share if place == word else 0.0) for place, old in enumerate(row))
