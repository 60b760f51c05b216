"""Start the reading process and exchange lines of JSON with it; crashes, timeouts and failed starts become exceptions.

This module does not depend on the content of tasks and answers.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee.boards.library import data_folder

HOME = str(Path(__file__).resolve().parents[2])
START_SECONDS = 30.0
STOP_SECONDS = 2.0
# A picture that crashes the process ends it with other signals.
ENDED_FROM_OUTSIDE = (-signal.SIGTERM, -getattr(signal, "SIGKILL", signal.SIGTERM))
# This package's folder is put first only if it is missing from the path, as in a checkout. A folder of installed packages
# ahead of the standard library could shadow parts of the library.
_COMMAND = (
    f"import sys; home = {HOME!r}; home in sys.path or sys.path.insert(0, home); "
    "from web.photos.reading_worker import main; main()"
)
_INTERRUPT_SHIELD = (
    {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)} if os.name == "nt" else {"start_new_session": True}
)


class WorkerDiedError(Exception):
    """Raised if the process ends before it answers, or if its answer is not JSON."""


class WorkerEndedError(WorkerDiedError):
    """Raised if the process is killed from outside, for example by a system that is out of memory."""


class WorkerSlowError(Exception):
    """Raised if the process does not answer in time; the process is killed."""


class Worker:
    """One reading process. The constructor starts the process and waits for its greeting.

    Only `stop` may be called from another thread.
    """

    def __init__(self, command: str = _COMMAND) -> None:
        # A fresh interpreter, never a fork: OpenCV's threads do not survive one. Ctrl-C in the terminal is for the server alone.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", command, str(data_folder())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONUTF8": "1", "MALLOC_ARENA_MAX": "2"},
            **_INTERRUPT_SHIELD,
        )
        self._answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=self._listen, name="worker answers", daemon=True).start()
        self.greeting = self._hear(START_SECONDS)

    @property
    def pid(self) -> int:
        """The process id, for measurements."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process is running; a system short of memory could have killed it."""
        return self._process.poll() is None

    def ask(self, task: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Send the process a task and return its answer.

        Raise WorkerSlowError if there is no answer after `seconds`, and WorkerDiedError if the process ends first or its answer
        is not JSON.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(task).encode() + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            self.stop()
            raise WorkerDiedError from error
        return self._hear(seconds)

    def stop(self) -> None:
        """Kill the process and wait for its end, for at most STOP_SECONDS."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        self._process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(STOP_SECONDS)

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stream:
            for line in stream:
                self._answers.put(line)
        self._answers.put(None)

    def _hear(self, seconds: float) -> dict[str, Any]:
        try:
            line = self._answers.get(timeout=seconds)
        except queue.Empty:
            self.stop()
            raise WorkerSlowError from None
        if line is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(STOP_SECONDS)
            code = self._process.returncode
            self.stop()
            raise WorkerEndedError if code in ENDED_FROM_OUTSIDE else WorkerDiedError
        try:
            answer: dict[str, Any] = json.loads(line)
        except ValueError:
            self.stop()
            raise WorkerDiedError from None
        return answer
