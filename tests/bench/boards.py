"""Measure error rates on boards drawn in code: `python -m tests.bench boards HEXES [--family N] [--workers N]`.

Each board has random pieces, light and view. Drawn boards are cheaper and simpler than rendered photos; large numbers reveal
rare errors.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

from tests.bench.exact import upper_bound
from tests.bench.named_options import named_options
from tests.bench.read import BINS

BATCH = 40  # boards
LOG_EVERY = 50_000  # hexes between intermediate reports


@dataclass(frozen=True, slots=True)
class BoardResult:
    """One board: for each confidence bin the number of hexes, the sum of their confidences, and the number of errors.

    `silent` is the number of errors not marked for review, and `reviews` the number of hexes marked for review.
    """

    found: bool
    counts: tuple[tuple[int, float, int], ...]
    silent: int
    reviews: int

    @property
    def hexes(self) -> int:
        """The number of hexes read."""
        return sum(count for count, _, _ in self.counts)


def main(arguments: list[str]) -> int:
    """Read boards until enough hexes have been read, and print a report; give up if no board of the first batch is found.

    Return 1 if a wrong hex was not marked for review.
    """
    options = named_options(arguments[1:], ("--family", "--workers"))
    wanted, family, workers = int(arguments[0]), int(options.get("--family", 9002)), int(options.get("--workers", 2))
    results: list[BoardResult] = []
    hexes = 0
    begun = time.monotonic()
    with ProcessPoolExecutor(workers) as pool:
        while not results or (hexes < wanted and any(result.found for result in results)):
            numbers = range(len(results), len(results) + BATCH * workers)
            results += pool.map(measure_board, [family] * len(numbers), numbers)
            before, hexes = hexes, sum(result.hexes for result in results)
            if before // LOG_EVERY != hexes // LOG_EVERY:
                print(f"{report(results)}\n{time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    print(report(results))
    return int(any(result.silent for result in results))


def measure_board(family: int, number: int) -> BoardResult:
    """Draw a board, read it, and compare the reading with the truth."""
    from referee.reader.read_photo import ReadOptions, read_photo_bytes
    from referee.rules.pieces import Piece
    from referee.words.problems import Problem
    from tests.reader.households import random_photo

    data, words = random_photo(family, number)
    try:
        reading = read_photo_bytes(data, "a photo", ReadOptions()).reading
    except Problem:
        return BoardResult(False, (), 0, 0)
    rows, silent = [(0, 0.0, 0)] * (len(BINS) - 1), 0
    for cell, one in reading.cells.items():
        place = next(k for k, (low, high) in enumerate(pairwise(BINS)) if low <= one.confidence < high)
        is_wrong = one.piece is not words.get(cell, Piece.EMPTY)
        count, claimed, wrong = rows[place]
        rows[place] = count + 1, claimed + one.confidence, wrong + is_wrong
        silent += is_wrong and cell not in reading.doubtful
    return BoardResult(True, tuple(rows), silent, len(reading.doubtful))


def report(results: list[BoardResult]) -> str:
    """Return the summary and the table of the confidence bins."""
    return f"{summary(results)}\n\n{bins_table(results)}"


def summary(results: list[BoardResult]) -> str:
    """Return the result in one line."""
    hexes, silent = sum(result.hexes for result in results), sum(result.silent for result in results)
    crowds, found = sum(result.silent > 0 for result in results), [result for result in results if result.found]
    return (
        f"{hexes} hexes on {len(results)} boards, {len(found)} found; not asked about and wrong {silent} "
        f"(below {upper_bound(silent, hexes):.1e}) on {crowds} boards (below {upper_bound(crowds, len(results)):.2%}); "
        f"asked {sum(result.reviews for result in found) / max(1, len(found)):.2f} a board"
    )


def bins_table(results: list[BoardResult]) -> str:
    """Return the calibration of confidence as a table."""
    lines = ["| confidence said | hexes | mean said | right | at least |", "|---|---|---|---|---|"]
    for k, (low, high) in enumerate(pairwise(BINS)):
        rows = [result.counts[k] for result in results if result.found]
        count, claimed, wrong = sum(row[0] for row in rows), sum(row[1] for row in rows), sum(row[2] for row in rows)
        if count:
            lines.append(
                f"| {low:g} to {min(high, 1):g} | {count} | {claimed / count:.4f} | {1 - wrong / count:.5f} "
                f"| {1 - upper_bound(wrong, count):.5f} |"
            )
    return "\n".join(lines)
