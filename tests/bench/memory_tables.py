"""The tables of the memory benchmark: accuracy by level, fault and kind of illegal turn, calibration, questions and time."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from referee.memory.explanations import Kind
from tests.bench.exact import interval
from tests.bench.memory_cases import WRONG
from tests.bench.memory_results import Result

BINS = 10
LEVELS = ("normal", "hard")


def report(results: Sequence[Result], plain: float) -> str:
    """Return all tables; `plain` is the time in seconds of a reading without memory."""
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
        (
            "the same, nothing hidden",
            lambda one: one.name == "setup" and one.fault not in ("hand", "card"),
            lambda one: one.right and not one.asks,
        ),
        (
            "the same, no fault composed in",
            lambda one: one.name == "setup" and not one.fault,
            lambda one: one.right and not one.asks,
        ),
        ("setup wrong with no question asked", lambda one: one.name == "setup", lambda one: not one.right and not one.asks),
    ):
        cells = []
        for level in LEVELS:
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
    for fault in ("", "hand", "card", "lamp", "colour"):
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


def _bins(results: Sequence[Result]) -> list[list[tuple[float, bool]]]:
    """Return the stated probability and the outcome of each first explanation, in ten bins of equal count."""
    graded = sorted((one.probability, one.right) for one in results)
    return [graded[len(graded) * k // BINS : len(graded) * (k + 1) // BINS] for k in range(BINS)]


def calibration_error(results: Sequence[Result]) -> float:
    """Return the mean difference between stated probability and share of right explanations, over ten bins of equal count."""
    errors = (
        abs(statistics.mean(sure for sure, _ in one) - statistics.mean(right for _, right in one)) for one in _bins(results)
    )
    return statistics.mean(errors)


def _calibration(results: Sequence[Result]) -> list[str]:
    """Return the calibration bins over the cases whose frequencies match the settings."""
    mixed = [one for one in results if one.mixed]
    lines = ["| probability stated, mean | right | cases |", "|---|---|---|"]
    for part in _bins(mixed):
        stated, right = statistics.mean(sure for sure, _ in part), statistics.mean(right for _, right in part)
        lines.append(f"| {stated:.4f} | {right:.4f} | {len(part)} |")
    return [*lines, "", f"calibration error {calibration_error(mixed):.2%}"]


def _times(results: Sequence[Result], plain: float) -> str:
    seconds = sorted(one.seconds for one in results if one.mixed)
    median, late = statistics.median(seconds), seconds[math.ceil(0.95 * len(seconds)) - 1]
    by_level = {level: [one for one in results if one.mixed and one.level == level] for level in LEVELS}
    asked = {level: statistics.mean(one.asks for one in some) for level, some in by_level.items()}
    questions = {level: statistics.mean(one.questions for one in some) for level, some in by_level.items()}
    return (
        f"extra time {median / plain:.2f} / {late / plain:.2f} of a plain read ({1000 * plain:.0f} ms), median / 95 %; "
        f"asked on {asked['normal']:.1%} of normal and {asked['hard']:.1%} of hard photos; "
        f"questions per photo {questions['normal']:.2f} / {questions['hard']:.2f}"
    )
