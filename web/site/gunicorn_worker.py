"""A threaded gunicorn worker with additional time limits for slow clients and a drain period before it stops.

On SIGTERM the server first reports that it is not ready and accepts requests for a few more seconds, so that load balancers send
new requests elsewhere; then it finishes the requests in progress.
"""

from __future__ import annotations

import contextlib
import os
import socket
import struct
import threading
import time
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

from web.site.wsgi import drain_seconds

# From the opening of a connection, or the first byte of the next request on it, to the end of the headers.
HEADER_SECONDS = 10.0
# The longest time without any data while a body is received or a response is sent.
SILENT_SECONDS = 30
# For a whole request: enough for the slowest upload of 32 MB that is worth waiting for, and for the slowest print-out.
REQUEST_SECONDS = 300.0
DISCARD_SECONDS, DISCARD_BYTES = 20.0, 256 * 2**20


class PatientWorker(ThreadWorker):
    """A threaded worker with additional time limits and a drain period before it stops."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._until: dict[Any, float] = {}
        self._lock = threading.Lock()

    def enqueue_req(self, conn: Any) -> None:
        """Queue a connection after setting timeouts for sending and receiving."""
        pause = struct.pack("ll", SILENT_SECONDS, 0)
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            with contextlib.suppress(OSError):
                conn.sock.setsockopt(socket.SOL_SOCKET, option, pause)
        super().enqueue_req(conn)

    def handle(self, conn: Any) -> Any:
        """Handle one request of a connection, with a time limit for receiving the headers."""
        self._limit(conn, HEADER_SECONDS)
        try:
            return super().handle(conn)
        finally:
            with self._lock:
                self._until.pop(conn, None)

    def handle_request(self, req: Any, conn: Any) -> Any:
        """Handle a request whose headers have been received, with a time limit for the rest of the request.

        If the connection is then closed, read the rest of the body first, since the client might otherwise miss the response.
        """
        self._limit(conn, REQUEST_SECONDS)
        keeps_open = super().handle_request(req, conn)
        if not keeps_open:
            conn.parser.finish_body(time.monotonic() + DISCARD_SECONDS, DISCARD_BYTES)
        return keeps_open

    def _limit(self, conn: Any, seconds: float) -> None:
        with self._lock:
            self._until[conn] = time.monotonic() + seconds

    def murder_pending(self) -> None:
        """Close new connections that have sent nothing in time, as gunicorn does, and all connections beyond their time limit."""
        super().murder_pending()
        now = time.monotonic()
        with self._lock:
            overdue = [conn for conn, until in self._until.items() if until < now]
        for conn in overdue:
            with contextlib.suppress(OSError):
                conn.sock.shutdown(socket.SHUT_RDWR)  # wakes the thread, which then closes it

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Report at once that the server is not ready, and stop after the drain period; stop at once if the app is not loaded."""
        app = getattr(self, "wsgi", None)  # None while the process starts
        companion = app.extensions["terranova"] if app is not None else None
        if companion is None:
            super().handle_exit(sig, frame)
            return
        if companion.readiness.draining:
            return  # service managers send the signal to every process, and gunicorn does so again
        companion.readiness.draining = True
        timer = threading.Timer(drain_seconds(os.environ), self._stop)
        timer.daemon = True
        timer.start()

    def _stop(self) -> None:
        super().handle_exit(0, None)
        self.method_queue.defer(self._refuse_connections)

    def _refuse_connections(self) -> None:
        """Close the listening sockets, since new connections would otherwise wait until the last request has ended."""
        self.set_accept_enabled(False)
        for listener in self.sockets:
            listener.close()
        self.sockets: list[Any] = []
