"""Shut down a club's server gracefully: report not ready, accept requests a little longer, then finish those in progress."""

from __future__ import annotations

import time

from web.site.readiness import Readiness


class GentleStop:
    """The stop of a server, which is delayed by `drain_seconds` so that the load balancer sends new requests elsewhere."""

    def __init__(self, readiness: Readiness, drain_seconds: float) -> None:
        self._readiness = readiness
        self._drain_seconds = drain_seconds
        self._at: float | None = None

    def begin(self) -> None:
        """Report the server as not ready and schedule its stop; further calls, for repeated signals, have no effect."""
        if not self._readiness.draining:
            self._readiness.draining = True
            self._at = time.monotonic() + self._drain_seconds

    def is_due(self) -> bool:
        """Return whether the time to stop accepting requests has come."""
        return self._at is not None and time.monotonic() >= self._at
