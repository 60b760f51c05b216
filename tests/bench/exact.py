"""Exact confidence bounds for observed shares."""

from __future__ import annotations

import math

SURE = 0.95
STEPS = 60


def upper_bound(count: int, total: int) -> float:
    """Return the one-sided 95 % upper bound of the actual share (Clopper and Pearson)."""
    if count >= total:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        share = (low + high) / 2
        low, high = (share, high) if _at_most(count, total, share) > 1 - SURE else (low, share)
    return high


def interval(count: int, total: int) -> tuple[float, float]:
    """Return the two-sided 95 % interval of the actual share (Clopper and Pearson)."""
    return 1 - _end(total - count, total), _end(count, total)


def _end(count: int, total: int) -> float:
    if count >= total:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        share = (low + high) / 2
        low, high = (share, high) if _at_most(count, total, share) > (1 - SURE) / 2 else (low, share)
    return high


def _at_most(count: int, total: int, share: float) -> float:
    """Return the probability of at most `count` successes in `total` trials."""
    ways = (math.lgamma(total + 1) - math.lgamma(k + 1) - math.lgamma(total - k + 1) for k in range(count + 1))
    logs = (way + k * math.log(share) + (total - k) * math.log1p(-share) for k, way in enumerate(ways))
    return min(1.0, sum(map(math.exp, logs)))
