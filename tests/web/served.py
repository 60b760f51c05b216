"""Run the real `terranova serve` in a separate process, and send requests to it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

STOP_SECONDS = 20


class Server:
    """A server at an address."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port

    def ask(self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None) -> tuple[int, Any]:
        """Send one request; return the status and the JSON, or the text, of the answer."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=20)
        try:
            sent = None if body is None else json.dumps(body).encode()
            kind = {"Content-Type": "application/json", "Origin": f"http://{self.host}:{self.port}"} if body is not None else {}
            connection.request(method, path, sent, {**kind, **(headers or {})})
            answer = connection.getresponse()
            data = answer.read()
            return answer.status, json.loads(data) if "json" in (answer.headers["Content-Type"] or "") else data.decode(
                "utf-8", "replace"
            )
        finally:
            connection.close()


class Served(Server):
    """A running server."""

    def __init__(self, data: Path, *options: str) -> None:
        self.process = subprocess.Popen(
            command(data, *options),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environment(),
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            _, errors = self.process.communicate(timeout=STOP_SECONDS)
            raise AssertionError(f"the server did not start: {errors}")
        self.announced: dict[str, str] = json.loads(line)
        parts = urlsplit(self.announced["url"])
        super().__init__(str(parts.hostname), int(parts.port or 80))

    def kill(self) -> None:
        """End it as a power cut would, as far as the process is concerned."""
        self.process.kill()
        self.process.communicate(timeout=STOP_SECONDS)

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Stop the server with a signal; return the exit code and its last output."""
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=STOP_SECONDS)
        return self.process.returncode, errors


def command(data: Path, *options: str) -> list[str]:
    """Return the command line of a server on a free port of this computer alone."""
    return [
        sys.executable,
        "-m",
        "referee.cli.main",
        "serve",
        "--json",
        "--no-browser",
        "--host",
        "127.0.0.1",
        *([] if "--port" in options else ["--port", "0"]),
        "--data",
        str(data),
        *options,
    ]


def environment() -> dict[str, str]:
    """Return the environment of a server: warnings are errors there too."""
    return {**os.environ, "PYTHONWARNINGS": "error"}


@contextmanager
def serving(data: Path, *options: str) -> Iterator[Served]:
    """Run a server for a while."""
    served = Served(data, *options)
    try:
        yield served
    finally:
        if served.process.poll() is None:
            served.stop()
