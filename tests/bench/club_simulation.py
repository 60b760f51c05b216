"""Simulate a crowd too large for this computer from the cost of each request, measured in a smaller crowd.

Requests arrive at random and share one queue for several processes. Service times are exponential with the measured mean, which
is a wider distribution than the measured one.
"""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass

from tests.web.club.crowd import PHONES, PHOTO_SECONDS, POLL_SECONDS, Crowd
from tests.web.club.trials import percentile

SIMULATED_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Simulated:
    """The 95th percentiles of the simulated response times, and the numbers of processors for web servers and readers."""

    web_cores: int
    reader_cores: int
    poll_ms: float
    photo_seconds: float


def cost_of(found: Crowd) -> tuple[float, float]:
    """Return the processor seconds of a web server for one poll, and of a reader for one photo."""
    polls, photos = found.polls / found.seconds, max(found.photos, 1) / found.seconds
    return found.used["web"] / polls, found.used["reader"] / photos


def simulate(tables: int, poll_seconds: float, photo_seconds: float, web_cores: int, reader_cores: int, seed: int) -> Simulated:
    """Simulate SIMULATED_SECONDS of a crowd and return the response times; the same seed gives the same result."""
    chance = random.Random(seed)
    polls = _times_in_system(tables * PHONES / POLL_SECONDS, poll_seconds, web_cores, chance)
    photos = _times_in_system(tables / PHOTO_SECONDS, photo_seconds, reader_cores, chance)
    return Simulated(web_cores, reader_cores, 1000 * percentile(polls, 0.95), percentile(photos, 0.95))


def _times_in_system(a_second: float, service: float, servers: int, chance: random.Random) -> list[float]:
    free = [0.0] * servers
    now, times = 0.0, []
    while now < SIMULATED_SECONDS:
        now += chance.expovariate(a_second)
        start = max(now, heapq.heappop(free))
        end = start + chance.expovariate(1 / service)
        heapq.heappush(free, end)
        times.append(end - now)
    return times
