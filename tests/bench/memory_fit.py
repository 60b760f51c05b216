"""Fit the settings of memory by coordinate search: `python -m tests.bench memory --fit yes --seeds even`.

The loss is the mean negative log probability stated for what really happened, which penalises both errors and doubt, plus the
calibration error of the first explanation. Of the cases after setup, only those drawn with the frequencies of the priors count;
setups are not among these and count with the same weight as other cases.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from referee.memory.settings import DEFAULT, MemorySettings
from tests.bench.memory_results import Result, ShownCase, measure_case
from tests.bench.memory_tables import calibration_error

LEAST = 1e-4  # stated probability assumed for the truth if it is not among the explanations
ROUNDS = 2


def _with_shares(settings: MemorySettings, exponent: float) -> MemorySettings:
    return replace(settings, word_shares=tuple(share**exponent for share in DEFAULT.word_shares))


GRID: Mapping[str, tuple[tuple[float, ...], Callable[[MemorySettings, float], MemorySettings]]] = {
    "tempering": ((0.7, 0.8, 0.9, 1.0), lambda settings, value: replace(settings, tempering=value)),
    "misread_share": ((1e-6, 1e-5, 1e-4), lambda settings, value: replace(settings, misread_share=value)),
    "exponent on word_shares": ((0.5, 1.0), _with_shares),
    "setup_tempering": ((0.8, 1.0), lambda settings, value: replace(settings, setup_tempering=value)),
    "stray_share": ((0.04, 0.1), lambda settings, value: replace(settings, stray_share=value)),
}


def fit(cases: Sequence[ShownCase]) -> MemorySettings:
    """Return the settings with the lowest loss found by changing one setting at a time, and print each step."""
    counted = [one for one in cases if one.is_mixed or one.case.before.in_setup]
    settings, least = DEFAULT, loss_of(counted, DEFAULT)
    print(f"{len(counted)} cases, loss at the defaults {least:.5f}", flush=True)
    for _ in range(ROUNDS):
        before = least
        for name, (values, change) in GRID.items():
            for value in values:
                tried = change(settings, value)
                if tried == settings:
                    continue
                loss = loss_of(counted, tried)
                print(f"{name} {value:g}: {loss:.5f}", file=sys.stderr, flush=True)
                if loss < least:
                    settings, least = tried, loss
                    print(f"{name} {value:g}: loss {loss:.5f}", flush=True)
        if least == before:
            break
    return settings


def loss_of(cases: Sequence[ShownCase], settings: MemorySettings) -> float:
    """Return the mean negative log probability of the truth plus the calibration error."""
    results: list[Result] = [measure_case(one, settings) for one in cases]
    log_score = math.fsum(-math.log(max(LEAST, one.of_truth)) for one in results) / len(results)
    return log_score + calibration_error(results)
