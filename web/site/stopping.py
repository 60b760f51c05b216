"""Shut down a club's server gracefully: report not ready, accept requests a little longer, then finish those in progress."""

from __future__ import annotations

import time

from web.site.readiness import Readiness


class GentleStop:
    """The time at which a server stops. The load balancer has `drain_seconds` to notice that it is not ready."""

    def __init__(self, readiness: Readiness, drain_seconds: float) -> None:
        self._readiness = readiness
        self._drain_seconds = drain_seconds
        self._at: float | None = None

    def begin(self) -> None:
        """Report not ready from now on. Further signals have no effect: service managers send several."""
        if not self._readiness.draining:
            self._readiness.draining = True
            self._at = time.monotonic() + self._drain_seconds

    def is_due(self) -> bool:
        """Return whether the server stops accepting requests now."""
        return self._at is not None and time.monotonic() >= self._at
