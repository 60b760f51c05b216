"""Measure reading accuracy and speed: `python -m tests.bench read FOLDER [options]`.

Options: --time PHOTO, --card FILE, --counts FILE, --fit yes. FOLDER contains NAME.jpg with its truth (photobooth-truth/1) in
NAME.json. The report gives errors by stage (board found, registration, presence, colour), the calibration of confidence, and
the time relative to one full decode: for PHOTO alone, and for the large photos in FOLDER in one command.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.bench.exact import upper_bound
from tests.bench.named_options import named_options
from tests.bench.read_time import measure_time

SEEN = 0.35  # smallest visible share of a hex that counts
ASK_MOST = 15  # hexes that a person is willing to review
BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0000001)
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"
COLOURS = {"red", "yellow", "blue", "green"}


@dataclass(frozen=True, slots=True)
class PhotoResult:
    """Errors in one photo; `confidences` pairs each confidence with whether its hex was read correctly.

    `raw_confidence` contains the same pairs for the confidence before calibration.
    """

    name: str
    level: str
    found: bool
    wrong: int
    silent: int
    reviews: int
    presence: int
    kind: int
    colour: int
    off_mm: float
    confidences: tuple[tuple[float, bool], ...]
    raw_confidence: tuple[tuple[float, bool], ...]

    @property
    def whole(self) -> bool:
        """Whether the board was found and every visible hex is right."""
        return self.found and not self.wrong

    @property
    def after(self) -> bool:
        """Whether the board is right after a review of at most ASK_MOST hexes."""
        return self.found and not self.silent and self.reviews <= ASK_MOST


def main(arguments: list[str]) -> int:
    """Measure a folder, print the tables and write the requested files.

    Return 1 if a photo has a silent error or a time limit is exceeded.
    """
    options = named_options(arguments[1:], ("--time", "--card", "--counts", "--fit"))
    kept = True
    photos = photos_in(Path(arguments[0]))
    if "--time" in options:  # first: a child's peak memory starts at its parent's
        kept = measure_time(Path(options["--time"]), photos)
    results = [measure_photo(path) for path in photos]
    table = summary_table(results)
    print(table)
    if "--counts" in options:
        Path(options["--counts"]).write_text(counts_table(results), encoding="utf-8")
    if "--fit" in options:
        print(fit_table(results))
    if "--card" in options:
        put_into_card(Path(options["--card"]), table)
    return int(not kept or any(result.silent for result in results))


def photos_in(folder: Path) -> list[Path]:
    """Return the photos in a folder that have their truth beside them, sorted by path."""
    return sorted(path for path in folder.glob("*.jpg") if path.with_suffix(".json").exists())


def measure_photo(path: Path) -> PhotoResult:
    """Read one photo and return its errors compared with its truth."""
    from referee.reader.read_photo import ReadOptions, read_photo
    from referee.words.problems import Problem

    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    try:
        snapshot = read_photo(path, ReadOptions())
    except Problem:
        return PhotoResult(path.name, truth["level"], False, 0, 0, 0, 0, 0, 0, math.nan, (), ())
    reading = snapshot.reading
    scale = snapshot.view.photo.reduced / statistics.median(_px_per_mm(snapshot))
    wrong = [
        (fact["piece"], reading.cells[cell].piece.value, fact["visible"] >= SEEN, cell in reading.doubtful)
        for cell, fact in truth["cells"].items()
        if reading.cells[cell].piece.value != fact["piece"]
    ]
    seen = [(true, read) for true, read, visible, _ in wrong if visible]
    right = [one.piece.value == truth["cells"][cell]["piece"] for cell, one in reading.cells.items()]
    off = sorted(scale * math.dist(fact["centre_px"], reading.centres_px[cell]) for cell, fact in truth["cells"].items())
    return PhotoResult(
        path.name,
        truth["level"],
        True,
        len(seen),
        sum(not doubt for *_, doubt in wrong),
        sum(truth["cells"][cell]["visible"] >= SEEN for cell in reading.doubtful),
        sum("empty" in pair for pair in seen),
        sum("stone" in pair and "empty" not in pair for pair in seen),
        sum(set(pair) <= COLOURS for pair in seen),
        off[int(0.95 * len(off))],
        tuple(zip((one.confidence for one in reading.cells.values()), right, strict=True)),
        tuple(zip(snapshot.hexes.verdict.raw_confidence.tolist(), right, strict=True)),
    )


def _px_per_mm(snapshot: Any) -> Iterable[float]:
    """Return the working pixels per millimetre along both axes at the board's centre."""
    import numpy as np

    middle = np.array(snapshot.view.board.plan.size_mm) / 2
    along = snapshot.view.place(np.stack([middle, middle + (1, 0), middle + (0, 1)]))
    return [float(np.hypot(*(along[k] - along[0]))) for k in (1, 2)]


# ---------------------------------------------------------------- tables
def summary_table(results: Sequence[PhotoResult]) -> str:
    """Return the figures by level and the calibration of confidence as tables."""
    lines = [
        "| | photos | found | every hex right | right after asking | photos with a silent error (95 % below) | asked, mean / p95 "
        "| presence, kind, colour wrong | centres off, p95 mm |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    groups = {level: [r for r in results if r.level == level] for level in ("easy", "normal", "hard")} | {"all": list(results)}
    lines += [_row(name, group) for name, group in groups.items() if group]
    lines += ["", "| confidence said | hexes | wrong | wrong as predicted |", "|---|---|---|---|"]
    pairs = [pair for result in results for pair in result.confidences]
    for low, high in pairwise(BINS):
        part = [(sure, right) for sure, right in pairs if low <= sure < high]
        if part:
            predicted = sum(1 - sure for sure, _ in part)
            wrong = sum(not right for _, right in part)
            lines.append(f"| {low:g} to {min(high, 1):g} | {len(part)} | {wrong} | {predicted:.1f} |")
    return "\n".join(lines)


def fit_table(results: Sequence[PhotoResult]) -> str:
    """Return the observed accuracy by raw confidence, pooled to be monotonic, for `ReaderSettings.calibration_curve`."""
    pools: list[tuple[int, int, float]] = []  # hexes, right ones, sum of raw_confidence
    for sure, right in sorted(pair for result in results for pair in result.raw_confidence):
        pools.append((1, int(right), sure))
        while len(pools) > 1 and pools[-2][1] * pools[-1][0] >= pools[-1][1] * pools[-2][0]:
            last, before = pools.pop(), pools.pop()
            pools.append((before[0] + last[0], before[1] + last[1], before[2] + last[2]))
    return "\n".join(f"raw_confidence {total / count:.4f}: right {right / count:.4f} of {count}" for count, right, total in pools)


def _row(name: str, group: Sequence[PhotoResult]) -> str:
    count, silent = len(group), sum(r.silent > 0 for r in group)
    reviews = sorted(r.reviews for r in group if r.found) or [0]
    off = statistics.median([r.off_mm for r in group if r.found] or [math.nan])
    most = reviews[math.ceil(0.95 * len(reviews)) - 1]
    return (
        f"| {name} | {count} | {sum(r.found for r in group)} | {sum(r.whole for r in group)} | {sum(r.after for r in group)} "
        f"| {silent} ({upper_bound(silent, count):.1%}) | {statistics.mean(reviews):.2f} / {most} "
        f"| {sum(r.presence for r in group)}, {sum(r.kind for r in group)}, {sum(r.colour for r in group)} | {off:.2f} |"
    )


def counts_table(results: Sequence[PhotoResult]) -> str:
    """Return one line per photo: its name and the numbers of wrong hexes, silent errors and reviews."""
    return "".join(f"{result.name} {result.wrong} {result.silent} {result.reviews}\n" for result in results)


def put_into_card(card: Path, table: str) -> None:
    """Replace the figures in the file of the model card by a table."""
    words = card.read_text(encoding="utf-8")
    before, rest = words.split(BEGIN)
    card.write_text(f"{before}{BEGIN}\n{table}\n{END}{rest.split(END)[1]}", encoding="utf-8")
