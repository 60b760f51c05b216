"""Run a club's server under gunicorn, configured as in docs/club, and send requests to it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.web.served import STOP_SECONDS, Server

COMMAND = [sys.executable, "-m", "gunicorn", "-c", "python:web.site.gunicorn_settings"]
START_SECONDS = 30.0


class Gunicorn(Server):
    """A running gunicorn with one process, unless the environment says otherwise."""

    def __init__(self, database: str, data: Path, log: Path, **environment: str) -> None:
        super().__init__("127.0.0.1", free_port())
        self.log = log
        given = {"DATABASE": database, "DATA": str(data), "BIND": f"127.0.0.1:{self.port}", "PROCESSES": "1", **environment}
        own = {name: value for name, value in os.environ.items() if not name.startswith(("TERRANOVA_", "PROMETHEUS_"))}
        with open(log, "w") as output:
            self.process = subprocess.Popen(
                COMMAND,
                env={**own, "PYTHONWARNINGS": "error", **{f"TERRANOVA_{name}": value for name, value in given.items()}},
                stdout=output,
                stderr=output,
            )

    def wait_until_ready(self) -> None:
        """Wait until the server reports that it is ready."""
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            assert self.process.poll() is None, self.log.read_text()
            try:
                if self.ask("GET", "/health/ready")[0] == 200:
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError(self.log.read_text())

    def stop(self) -> int:
        """Ask the server to stop and return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(STOP_SECONDS)


@contextmanager
def gunicorn(database: str, data: Path, **environment: str) -> Iterator[Gunicorn]:
    """Run gunicorn within a context."""
    running = Gunicorn(database, data, data / "gunicorn.log", **{"DRAIN_SECONDS": "0", **environment})
    try:
        running.wait_until_ready()
        yield running
    finally:
        if running.process.poll() is None:
            running.process.terminate()
            try:
                running.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                running.process.kill()
                running.process.wait(STOP_SECONDS)


def free_port() -> int:
    """Return a port that nothing listens on at the moment."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])
