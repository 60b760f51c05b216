"""Keeps what picture libraries write to standard error away from people, and lets the caller look at it.

libjpeg, libpng and OpenCV write past Python, so the process's own file descriptor is turned aside for the moment of decoding.
"""

from __future__ import annotations

import os
import tempfile
from threading import Lock
from types import TracebackType
from typing import Self

STANDARD_ERROR = 2
MAX_CAPTURED_BYTES = 65_536
_capture_lock = Lock()


class StderrCapture:
    """`with StderrCapture() as captured:` nothing reaches standard error; `captured.text` holds what was said so far.

    Whoever goes on in a thread beside calls `keep` first and in the end `leave`: the last one out ends the silence.
    """

    def __init__(self) -> None:
        self._captured = b""
        self._saved_fd = -1
        self._holders, self._count_lock = 0, Lock()

    @property
    def text(self) -> bytes:
        """What was said so far."""
        with self._count_lock:
            return self._read_file() if self._saved_fd >= 0 else self._captured

    def __enter__(self) -> Self:
        _capture_lock.acquire()
        self._holders = 1
        try:
            self._saved_fd = os.dup(STANDARD_ERROR)
        except OSError:  # no standard error at all, as under a Windows service: nothing to keep clean
            return self
        try:
            self._file = tempfile.TemporaryFile(mode="a+b", buffering=0)  # who reads does not move where others write
        except OSError:  # nowhere to put what is said: it goes unheard
            self._file = open(os.devnull, "a+b", buffering=0)
        os.dup2(self._file.fileno(), STANDARD_ERROR)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()

    def hold(self) -> None:
        """Go on until one more has left."""
        with self._count_lock:
            self._holders += 1

    def release(self) -> None:
        """Standard error is heard again when nobody stays."""
        with self._count_lock:
            self._holders -= 1
            if self._holders == 0:
                self._end()

    def _end(self) -> None:
        try:
            if self._saved_fd >= 0:
                os.dup2(self._saved_fd, STANDARD_ERROR)
                os.close(self._saved_fd)
                self._captured, self._saved_fd = self._read_file(), -1
                self._file.close()
        finally:
            _capture_lock.release()

    def _read_file(self) -> bytes:
        self._file.seek(0)
        return self._file.read(MAX_CAPTURED_BYTES) or b""
