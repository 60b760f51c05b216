"""Ratios of paired runs of two trees: their median and its confidence interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from statistics import median

CONFIDENCE = 0.95
FEWEST_PAIRS = 6  # with fewer pairs, no interval of order statistics reaches this confidence
WORSE_ABOVE = 1.05


@dataclass(frozen=True, slots=True)
class Spread:
    """The median of some ratios, with a confidence interval at CONFIDENCE or better."""

    low: float
    middle: float
    high: float

    @property
    def is_worse(self) -> bool:
        """Whether the new tree is certainly slower by more than the tolerance."""
        return self.low > WORSE_ABOVE


def spread_of(ratios: Sequence[float]) -> Spread:
    """Return the median with a confidence interval from order statistics, which assumes no distribution of the times.

    Raise ValueError if there are fewer than FEWEST_PAIRS ratios.
    """
    if len(ratios) < FEWEST_PAIRS:
        raise ValueError(f"{len(ratios)} pairs say nothing at {CONFIDENCE:.0%}; take at least {FEWEST_PAIRS}")
    ordered, count = sorted(ratios), len(ratios)
    cut = max(rank for rank in range((count + 1) // 2) if coverage_of(count, rank) >= CONFIDENCE)
    return Spread(ordered[cut], median(ordered), ordered[-1 - cut])


def coverage_of(count: int, cut: int) -> float:
    """Return the probability that the median is within the range of `count` values after dropping `cut` values at either end."""
    return 1 - 2 * sum(comb(count, below) for below in range(cut + 1)) / 2**count
