"""Cases of the memory benchmark with the photos that show them, and the result of explaining each photo."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from time import process_time
from typing import Any

from referee.memory.evidence import Row, words_of
from referee.memory.explanations import Explained, Explanation, Kind
from referee.memory.posterior import explain_photo
from referee.memory.settings import MemorySettings
from tests.bench.hex_pool import PhotoEvidence, draw_photo
from tests.bench.memory_cases import Case, mixed_cases, more_cases

HARD_CASES = 0.3
BATCH = 250  # mixed cases for which `more_cases` adds two illegal turns of each kind, 20 pairs of turns and 20 setups


@dataclass(frozen=True, slots=True)
class ShownCase:
    """A case with the photo that shows it; `is_mixed` cases are drawn with the frequencies that the priors state."""

    case: Case
    is_mixed: bool
    level: str
    fault: str
    rows: Sequence[Row]


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one case: its kind, the most probable kind found, whether that explanation is right, and the questions.

    `of_truth` is the probability stated for what really happened.
    """

    name: str
    kind: Kind
    level: str
    fault: str
    mixed: bool
    read_as: Kind
    right: bool
    asks: bool
    questions: int
    probability: float
    of_truth: float
    seconds: float

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Result:
        """Parse a result stored in a file."""
        return cls(**{**row, "kind": Kind(row["kind"]), "read_as": Kind(row["read_as"])})


def draw_batch(pool: Sequence[PhotoEvidence], seed: int, count: int) -> Iterator[ShownCase]:
    """Yield `count` mixed cases and additional cases of the rare kinds, each with its photo."""
    chance, share = random.Random(seed), count / BATCH
    more = more_cases(math.ceil(2 * share), math.ceil(20 * share), math.ceil(20 * share), seed)
    for case, is_mixed in chain(((one, True) for one in mixed_cases(count, seed)), ((one, False) for one in more)):
        level = "hard" if chance.random() < HARD_CASES else "normal"
        words = words_of(case.shown, len(case.before.board.cells))
        rows, fault = draw_photo(pool, level, words, case.before.board, chance)
        yield ShownCase(case, is_mixed, level, fault, rows)


def measure_case(one: ShownCase, settings: MemorySettings) -> Result:
    """Explain the photo of a case with memory, and return the result and the processor time."""
    case = one.case
    began = process_time()
    found = explain_photo(case.before, one.rows, settings=settings)
    seconds = process_time() - began
    best = found.best
    questions = questions_about(found, settings)
    return Result(
        name=case.name,
        kind=case.kind,
        level=one.level,
        fault=one.fault,
        mixed=one.is_mixed,
        read_as=best.kind,
        right=is_right(case, best),
        asks=questions > 0,
        questions=questions,
        probability=best.probability,
        of_truth=max((each.probability for each in found.explanations if is_right(case, each)), default=0.0),
        seconds=seconds,
    )


def questions_about(found: Explained, settings: MemorySettings) -> int:
    """Return the number of questions that an explained photo leaves.

    There is none if the best explanation is accepted, one about the turn if only two boards are likely, and otherwise one for
    each doubtful hex, at least one.
    """
    best = found.best
    doubtful = sum(sure < settings.doubtful_below for sure in found.confidence)
    if best.probability >= settings.accept_from and not doubtful and not best.by_award:
        return 0
    two = sum(one.probability for one in found.explanations[:2])
    return 1 if two >= settings.accept_from else max(1, doubtful)


def is_right(case: Case, explanation: Explanation) -> bool:
    """Return whether an explanation is what happened: the same kind, the same pieces and, for a turn, the same scores."""
    if case.before.in_setup:
        return explanation.shown == case.shown and explanation.after == case.after
    if explanation.kind is not case.kind:
        return False
    if case.kind in (Kind.TURN, Kind.TURNS):
        after, wanted = explanation.after, case.after
        if after is None or wanted is None or (after.pioneers, after.stones) != (wanted.pioneers, wanted.stones):
            return False
        return bool(explanation.by_award) or after.scores == wanted.scores
    return explanation.shown == case.shown
