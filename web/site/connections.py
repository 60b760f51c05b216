"""The waitress server with connection limits, timeouts, and checks before a body is stored.

waitress by itself stores a whole body before it calls the app. This server runs the app's checks (Host, join code, Origin,
size) on the headers alone, and discards the body of a refused request as it arrives. This module handles sockets and headers
and does not depend on games.
"""

from __future__ import annotations

import contextlib
import copy
import io
import select
import socket
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from web.site.uploads import NO_ROOM

# Eight phones behind one address, each with the six connections of a browser.
CONNECTIONS_AN_ADDRESS = 48
CONNECTIONS = 400
OPEN_FILES = 1024  # enough for these connections, each with a socket and a temporary file
# From the first byte, or from the opening of a connection, to the end of the headers.
HEADER_SECONDS = 10.0
# Keep-alive after a response, for the phone's next request.
KEEP_ALIVE_SECONDS = 30.0
# A phone that falls asleep during an upload must not occupy a connection for long.
SILENT_BODY_SECONDS = 30.0
# A refused body is discarded, since browsers show a response only after sending everything, but with a time limit.
DISCARD_SECONDS = 60.0
DISCARD_BYTES = 256 * 2**20
CHECK_SECONDS = 1
FINISH_SECONDS = 20.0  # for requests in progress when the server is stopped

Environment = dict[str, Any]
BodyLimit = Callable[[Environment], int]


class CompanionServer(TcpWSGIServer):
    """A waitress server with a connection limit per address, except for proxies.

    `body_limit` returns how many bytes of a request's body to store, given the request's WSGI environment. `is_proxy` returns
    whether an address is that of a proxy, which connects for many phones.
    """

    def __init__(
        self,
        app: Any,
        listener: socket.socket,
        sockets: dict[int, Any],
        body_limit: BodyLimit,
        is_proxy: Callable[[str], bool] = lambda _address: False,
        **settings: Any,
    ) -> None:
        _allow_open_files()
        adjustments = Adjustments(
            ident=None,
            clear_untrusted_proxy_headers=False,  # the app does this, since some proxies are trusted
            connection_limit=CONNECTIONS,
            cleanup_interval=CHECK_SECONDS,
            asyncore_use_poll=hasattr(select, "poll"),
            **settings,
        )
        workers = ThreadedTaskDispatcher()
        workers.set_thread_count(adjustments.threads)
        self.body_limit = body_limit
        self.is_proxy = is_proxy
        where = (listener.family, listener.type, listener.proto, listener.getsockname())
        super().__init__(app, sockets, True, listener, workers, adjustments, where, bind_socket=False)

    def channel_class(self, _server: object, conn: socket.socket, addr: Any, adj: Any, map: Any) -> None:
        """Accept a connection.

        If its address has too many connections already, close the one that has been idle longest. If none is idle, close the new
        connection instead. Proxies have no limit.
        """
        held = [channel for channel in self.active_channels.values() if channel.addr[0] == addr[0]]
        if not self.is_proxy(addr[0]) and len(held) >= CONNECTIONS_AN_ADDRESS:
            idle = [channel for channel in held if channel.is_idle]
            if not idle:
                conn.close()
                return
            min(idle, key=lambda channel: channel.last_activity).handle_close()
        Connection(self, conn, addr, adj, map)

    def run_until(self, is_due: Callable[[], bool]) -> None:
        """Serve until `is_due` returns true, then stop listening and finish the requests in progress within FINISH_SECONDS."""
        while not is_due():
            self._poll()
        self.del_channel()
        self.socket.close()
        until = time.monotonic() + FINISH_SECONDS
        while time.monotonic() < until and not all(channel.is_idle for channel in self.active_channels.values()):
            self._poll()
        self.task_dispatcher.shutdown()

    def _poll(self) -> None:
        self.asyncore.loop(timeout=CHECK_SECONDS, map=self._map, use_poll=self.adj.asyncore_use_poll, count=1)

    def maintenance(self, now: float) -> None:
        """Mark connections that have exceeded a timeout for closing."""
        for channel in self.active_channels.values():
            if channel.is_overdue(now):
                channel.will_close = True


class Task(WSGITask):
    """A request passed to the app; the request's WSGI environment contains NO_ROOM if the body could not be stored."""

    def get_environment(self) -> Environment:
        """Return the WSGI environment, with NO_ROOM set if the body could not be stored."""
        environ: Environment = super().get_environment()
        if getattr(self.request, "storage_failed", False):
            environ[NO_ROOM] = True
        return environ


class Connection(HTTPChannel):
    """An open connection with separate timeouts for idling, receiving headers and receiving a body."""

    task_class = Task

    def __init__(self, server: CompanionServer, sock: socket.socket, addr: Any, adj: Any, map: Any) -> None:
        self.parser_class = partial(RequestParser, body_limit=self._body_limit)
        self._waiting_since: float | None = None
        self._has_requested = False
        super().__init__(server, sock, addr, adj, map)

    def received(self, data: bytes) -> bool:
        """Pass received data to the parser and return whether any was accepted."""
        if self.request is None:
            self._waiting_since = time.time() if self._has_requested else self.creation_time
        taken = bool(super().received(data))
        self._has_requested = self._has_requested or bool(self.requests)
        return taken

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being received, processed or sent."""
        return not self.requests and self.request is None and not self.total_outbufs_len

    def is_overdue(self, now: float) -> bool:
        """Return whether the connection has exceeded the timeout of its current state."""
        if self.requests:
            return False
        silent = now - self.last_activity
        if self.request is None:
            return bool(silent > (KEEP_ALIVE_SECONDS if self._has_requested else HEADER_SECONDS))
        waiting = now - (self._waiting_since or self.creation_time)
        if not self.request.headers_finished:
            return bool(waiting > HEADER_SECONDS)
        return bool(silent > SILENT_BODY_SECONDS or (self.request.is_discarding and waiting > DISCARD_SECONDS))

    def _body_limit(self, parser: RequestParser) -> int:
        return int(self.server.body_limit(Task(self, parser).get_environment()))


class RequestParser(HTTPRequestParser):
    """The parser of an incoming request; once the headers are complete, it decides how much of the body to store."""

    adj: Any
    body_rcv: Any

    def __init__(self, adj: Any, body_limit: Callable[[RequestParser], int]) -> None:
        super().__init__(adj)
        self._body_limit = body_limit
        self._most = 0
        self.is_discarding = False
        self.storage_failed = False

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the headers, and prepare to discard the body if it is refused or announced as too large."""
        super().parse_header(header_plus)
        if self.body_rcv is not None:
            self._most = self._body_limit(self)
            if self._most == 0 or self.content_length > self._most:
                self._discard()

    def received(self, data: bytes) -> int:
        """Consume the next bytes and return how many were used; stop storing a body that grows too large or cannot be stored."""
        try:
            taken = int(super().received(data))
        except OSError:  # the temporary folder is full
            self.storage_failed = True
            self._discard()
            if not self.chunked:
                return int(super().received(data))
            self._end_early()  # it is unknown how much of these chunks was consumed
            return len(data)
        if not self.completed and not self.is_discarding and self.body_rcv is not None and len(self.body_rcv) > self._most:
            self._discard()
        return taken

    def _discard(self) -> None:
        stored = self.body_rcv.buf
        self.body_rcv.buf = Discarded(len(stored))
        with contextlib.suppress(OSError):
            stored.close()
        self.is_discarding = True
        self.content_length = 0  # otherwise waitress would respond with its own message
        self.adj = copy.copy(self.adj)
        self.adj.max_request_body_size = DISCARD_BYTES
        if self.expect_continue:
            self._end_early()

    def _end_early(self) -> None:
        """Respond at once and ignore further data on this connection."""
        self.body_rcv = None
        self.expect_continue = False
        self.connection_close = True
        self.completed = True


class Discarded:
    """A buffer that discards its input and counts the bytes."""

    def __init__(self, length: int) -> None:
        self._length = length

    def __len__(self) -> int:
        return self._length

    def append(self, data: bytes) -> None:
        """Count the bytes of `data` and discard them."""
        self._length += len(data)

    def getfile(self) -> io.BytesIO:
        """Return an empty file for the app."""
        return io.BytesIO()

    def close(self) -> None:
        """Do nothing, since there is no file to close."""


def _allow_open_files() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows has no such limit
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < OPEN_FILES:
            resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES if hard < 0 else min(OPEN_FILES, hard), hard))
