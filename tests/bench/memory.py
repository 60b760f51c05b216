"""Accuracy of memory: `python -m tests.bench memory [--cases N] [--seeds odd|even] [--family N] [--workers N]`.

Turns of played games are shown by the evidence of real readings, hex by hex (`hex_pool`). Settings are to be chosen on even
seeds of the usual family of composites and reported on odd ones of another. `--rendered FOLDER` reads rendered games instead.
"Asks" means: the best explanation is less probable than `accept_from`, it can be paid in two ways, or a hex is still doubtful.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import chain
from time import perf_counter

from referee.memory.evidence import words_of
from referee.memory.explanations import Explained, Kind
from referee.memory.posterior import explain_photo
from referee.memory.settings import DEFAULT, MemorySettings
from tests.bench.exact import interval
from tests.bench.hex_pool import FAMILY, PhotoEvidence, build_pool, draw_photo, plain_seconds
from tests.bench.memory_cases import WRONG, Case, mixed_cases, more_cases
from tests.bench.memory_rendered import run_rendered

BATCHES = 20
BINS = 10
HARD_CASES = 0.3


@dataclass(frozen=True, slots=True)
class Result:
    """One case: what happened, the best explanation, whether that was right, and whether a question was asked."""

    name: str
    kind: Kind
    level: str
    fault: str
    mixed: bool
    read_as: Kind
    right: bool
    asks: bool
    probability: float
    doubtful: int
    seconds: float


def main(arguments: list[str]) -> int:
    """Measure and print the table."""
    options = dict(zip(arguments[::2], arguments[1::2], strict=False))
    if "--rendered" in options or "--games" in options:
        return run_rendered(options)
    count, workers = int(options.get("--cases", 5000)), int(options.get("--workers", 2))
    first = 0 if options.get("--seeds") == "even" else 1
    pool = build_pool(workers, int(options.get("--family", FAMILY)))
    results = measure(pool, count, range(first, 2 * BATCHES, 2), workers)
    print(report(results, plain_seconds()))
    return 0


def measure(
    pool: Sequence[PhotoEvidence], count: int, seeds: Sequence[int], workers: int, settings: MemorySettings = DEFAULT
) -> list[Result]:
    """Explain a number of cases, and further ones of the rare kinds, in batches of one seed each."""
    each = [count * (k + 1) // len(seeds) - count * k // len(seeds) for k in range(len(seeds))]
    with ProcessPoolExecutor(workers, initializer=_keep, initargs=(pool, settings)) as workers_pool:
        return list(chain.from_iterable(workers_pool.map(_measure_batch, seeds, each)))


_kept: list[tuple[Sequence[PhotoEvidence], MemorySettings]] = []


def _keep(pool: Sequence[PhotoEvidence], settings: MemorySettings) -> None:
    _kept.append((pool, settings))


def _measure_batch(seed: int, count: int) -> list[Result]:
    chance = random.Random(seed)
    mixed = [(case, True) for case in mixed_cases(count, seed)]
    share = count / 250
    more = more_cases(math.ceil(2 * share), math.ceil(20 * share), math.ceil(20 * share), seed)
    return [measure_case(case, of_mix, chance) for case, of_mix in chain(mixed, ((case, False) for case in more))]


def measure_case(case: Case, mixed: bool, chance: random.Random) -> Result:
    """Make a photo of a case and let memory explain it."""
    pool, settings = _kept[-1]
    level = "hard" if chance.random() < HARD_CASES else "normal"
    words = words_of(case.shown, len(case.before.board.cells))
    rows, fault = draw_photo(pool, level, words, case.before.board, chance)
    began = perf_counter()
    found = explain_photo(case.before, rows, settings=settings)
    seconds = perf_counter() - began
    doubtful = sum(sure < settings.doubtful_below for sure in found.confidence)
    best = found.best
    asks = best.probability < settings.accept_from or bool(doubtful) or bool(best.by_award)
    return Result(
        case.name, case.kind, level, fault, mixed, best.kind, is_right(case, found), asks, best.probability, doubtful, seconds
    )


def is_right(case: Case, found: Explained) -> bool:
    """Return whether the best explanation has the true kind, pieces and scores."""
    best = found.best
    if case.before.in_setup:
        return best.shown == case.shown and best.after == case.after
    if best.kind is not case.kind:
        return False
    if case.kind in (Kind.TURN, Kind.TURNS):
        same = best.after is not None and case.after is not None
        return same and best.after.pioneers == case.after.pioneers and _same_points(case, found)  # type: ignore[union-attr]
    return best.shown == case.shown


def _same_points(case: Case, found: Explained) -> bool:
    best, after = found.best, case.after
    assert best.after is not None
    assert after is not None
    return best.after.stones == after.stones and (bool(best.by_award) or best.after.scores == after.scores)


# ---------------------------------------------------------------- tables
def report(results: Sequence[Result], plain: float) -> str:
    """Return the table of figures."""
    rows = ["| | normal | hard |", "|---|---|---|"]
    for name, of, counts in (
        ("right turn first", lambda one: one.kind is Kind.TURN, lambda one: one.right),
        ("turn accepted without a question", lambda one: one.kind is Kind.TURN, lambda one: one.right and not one.asks),
        ("wrong with no question asked", lambda one: one.mixed, lambda one: not one.right and not one.asks),
        ("illegal called illegal", lambda one: one.kind is Kind.ILLEGAL, lambda one: one.read_as is Kind.ILLEGAL),
        ("illegal taken for a legal turn unasked", lambda one: one.kind is Kind.ILLEGAL, _taken_for_legal),
        ("legal called illegal", lambda one: one.kind is Kind.TURN, lambda one: one.read_as is Kind.ILLEGAL),
        ("unchanged called unchanged", lambda one: one.kind is Kind.UNCHANGED, lambda one: one.read_as is Kind.UNCHANGED),
        ("part of a turn called that", lambda one: one.kind is Kind.PART, lambda one: one.read_as is Kind.PART),
        ("two turns: both found, in order", lambda one: one.name == "two turns", lambda one: one.right),
        ("setup right with nobody asked", lambda one: one.name == "setup", lambda one: one.right and not one.asks),
    ):
        cells = []
        for level in ("normal", "hard"):
            some = [one for one in results if one.level == level and of(one)]
            cells.append(_share(sum(counts(one) for one in some), len(some)))
        rows.append(f"| {name} | {cells[0]} | {cells[1]} |")
    return "\n".join(
        [*rows, "", *_faults(results), "", *_wrongs(results), "", *_calibration(results), "", _times(results, plain)]
    )


def _taken_for_legal(one: Result) -> bool:
    return one.read_as is not Kind.ILLEGAL and not one.asks


def _share(count: int, total: int) -> str:
    if not total:
        return "-"
    low, high = interval(count, total)
    return f"{count} of {total}, {count / total:.1%} ({low:.1%} to {high:.1%})"


def _faults(results: Sequence[Result]) -> list[str]:
    lines = ["| fault of the photo | right first, turns | wrong with no question asked |", "|---|---|---|"]
    for fault in ("", "hand", "lamp", "colour"):
        some = [one for one in results if one.fault == fault and one.mixed]
        turns = [one for one in some if one.kind is Kind.TURN]
        silent = sum(not one.right and not one.asks for one in some)
        lines.append(
            f"| {fault or 'none'} | {_share(sum(one.right for one in turns), len(turns))} | {_share(silent, len(some))} |"
        )
    return lines


def _wrongs(results: Sequence[Result]) -> list[str]:
    lines = ["| what was wrong | called illegal | called instead |", "|---|---|---|"]
    for name in WRONG:
        some = [one for one in results if one.name == name]
        others = [f"{kind.value} {sum(one.read_as is kind for one in some)}" for kind in Kind if kind is not Kind.ILLEGAL]
        illegal = sum(one.read_as is Kind.ILLEGAL for one in some)
        lines.append(
            f"| {name} | {_share(illegal, len(some))} | {', '.join(other for other in others if not other.endswith(' 0'))} |"
        )
    return lines


def _calibration(results: Sequence[Result]) -> list[str]:
    """Return the calibration in ten bins of equal count, over cases with the frequencies of the settings."""
    graded = sorted((one.probability, one.right) for one in results if one.mixed)
    lines, error = ["| probability said, mean | right | cases |", "|---|---|---|"], 0.0
    for k in range(BINS):
        part = graded[len(graded) * k // BINS : len(graded) * (k + 1) // BINS]
        stated, right = statistics.mean(sure for sure, _ in part), sum(right for _, right in part)
        error += abs(stated - right / len(part)) / BINS
        lines.append(f"| {stated:.4f} | {right / len(part):.4f} | {len(part)} |")
    return [*lines, "", f"calibration error {error:.2%}"]


def _times(results: Sequence[Result], plain: float) -> str:
    seconds = sorted(one.seconds for one in results if one.mixed)
    median, late = statistics.median(seconds), seconds[math.ceil(0.95 * len(seconds)) - 1]
    questions = {
        level: statistics.mean(one.asks for one in results if one.mixed and one.level == level) for level in ("normal", "hard")
    }
    return (
        f"extra time {median / plain:.2f} / {late / plain:.2f} of a plain read ({1000 * plain:.0f} ms), median / 95 %; "
        f"asked on {questions['normal']:.1%} of normal and {questions['hard']:.1%} of hard photos"
    )
