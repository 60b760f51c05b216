"""Evidence from real readings of hexes with known truth, from which photos of other boards are composed.

The photos are those of tests/photos and composites of unseen households. A board takes all its hexes from one
photo, so that pieces, light and their faults stay together.
"""

from __future__ import annotations

import json
import math
import random
import statistics
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from time import perf_counter

from referee.boards.board import Board
from referee.rules.pieces import Piece

Row = tuple[float, ...]
PHOTOS = Path(__file__).parent.parent / "photos"
FAMILY, COMPOSITES = 9301, 120
HARD_SHARE = 0.3  # of the composites: those of which the reader is least sure
FAULT_SHARE = {"normal": 0.06, "hard": 0.3}
REPEATS = 4
WORDS = tuple(piece.value for piece in Piece)


@dataclass(frozen=True, slots=True)
class PhotoEvidence:
    """One photo: the probabilities of its hexes by true word; `doubt` is the share of doubtful hexes."""

    level: str
    rows: dict[str, tuple[Row, ...]]
    doubt: float

    def has(self, words: set[int]) -> bool:
        """Return whether the photo shows all these words."""
        return all(WORDS[word] in self.rows for word in words)


def build_pool(workers: int = 2, family: int = FAMILY, composites: int = COMPOSITES) -> list[PhotoEvidence]:
    """Read all photos, and the composites of a family."""
    jobs: list[Path | tuple[int, int]] = [*sorted(PHOTOS.glob("*.jpg")), *((family, number) for number in range(composites))]
    with ProcessPoolExecutor(workers) as pool:
        found = [one for one in pool.map(_read, jobs, chunksize=4) if one is not None]
    drawn = sorted((one for one in found if not one.level), key=lambda one: one.doubt)
    first_hard = math.ceil(len(drawn) * (1 - HARD_SHARE))
    levelled = [PhotoEvidence("hard" if k >= first_hard else "normal", one.rows, one.doubt) for k, one in enumerate(drawn)]
    return [*(one for one in found if one.level), *levelled]


def kept_pool(folder: Path | None, family: int, workers: int) -> list[PhotoEvidence]:
    """Return the pool of a family, from a file in the folder if it is there; otherwise read the photos and keep it."""
    kept = folder and folder / f"pool_{family}.json"
    if kept and kept.exists():
        return [PhotoEvidence(**one) for one in json.loads(kept.read_text(encoding="utf-8"))]
    pool = build_pool(workers, family)
    if kept:
        kept.write_text(json.dumps([asdict(one) for one in pool]), encoding="utf-8")
    return pool


def _read(job: Path | tuple[int, int]) -> PhotoEvidence | None:
    from referee.reader.read_photo import ReadOptions, read_photo_bytes
    from referee.words.problems import Problem
    from tests.reader.households import random_photo

    level = ""
    if isinstance(job, tuple):
        data, pieces = random_photo(*job)
        words = {cell: piece.value for cell, piece in pieces.items()}
    else:
        data, truth = job.read_bytes(), json.loads(job.with_suffix(".json").read_text(encoding="utf-8"))
        level = "hard" if truth["level"] == "hard" else "normal"
        words = {cell: fact["piece"] for cell, fact in truth["cells"].items()}
    try:
        reading = read_photo_bytes(data, "a photo", ReadOptions()).reading
    except Problem:
        return None
    rows = defaultdict(list)
    for cell, one in reading.cells.items():
        if cell not in reading.unseen:
            rows[words.get(cell, "empty")].append(one.probabilities)
    doubt = sum(1 - one.confidence for one in reading.cells.values()) / len(reading.cells)
    return PhotoEvidence(level, {word: tuple(some) for word, some in rows.items()}, doubt)


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
    """Compose a photo of a board from the hexes of one photo; return it and the name of its flaw, if any."""
    photo = chance.choice([one for one in pool if one.level == level and one.has(set(words))])
    rows = [chance.choice(photo.rows[WORDS[word]]) for word in words]
    fault = chance.choice(("hand", "lamp", "colour")) if chance.random() < FAULT_SHARE[level] else ""
    if fault == "hand":
        for cell in _neighbourhood(board, chance, 8):
            rows[cell] = (1 / len(WORDS),) * len(WORDS)
    elif fault == "lamp":
        for cell in _neighbourhood(board, chance, 20):
            rows[cell] = _flattened(rows[cell], 0.4)
    elif fault == "colour":
        one, other = chance.sample(sorted(set(words) | {len(WORDS) - 2}), 2)
        for cell, word in enumerate(words):
            if word == one and chance.random() < 0.5:
                rows[cell] = _leaning(rows[cell], other, chance.uniform(0.2, 0.7))
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
