"""Capture what image libraries write to standard error, so that users do not see the output but the caller can inspect it.

Libjpeg, libpng and OpenCV bypass Python, so the process's file descriptor itself is redirected while decoding.
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
    """A context manager that redirects standard error.

    Within `with StderrCapture() as captured:`, `captured.text` holds what was written so far. Only one capture is active in a
    process; a second one waits until the first has ended. For a thread that continues after the `with` block, call `hold` before
    the block ends and `release` when the thread is done. The last release ends the capture.
    """

    def __init__(self) -> None:
        self._captured = b""
        self._saved_fd = -1
        self._holders, self._count_lock = 0, Lock()

    @property
    def text(self) -> bytes:
        """The bytes written until now or until the end of the capture, at most the first `MAX_CAPTURED_BYTES`."""
        with self._count_lock:
            return self._read_file() if self._saved_fd >= 0 else self._captured

    def __enter__(self) -> Self:
        _capture_lock.acquire()
        self._holders = 1
        try:
            self._saved_fd = os.dup(STANDARD_ERROR)
        except OSError:  # no standard error at all, as under a Windows service
            return self
        try:
            self._file = tempfile.TemporaryFile(mode="a+b", buffering=0)  # append mode: reading does not move the write position
        except OSError:  # no temporary folder: discard the output
            self._file = open(os.devnull, "a+b", buffering=0)
        os.dup2(self._file.fileno(), STANDARD_ERROR)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()

    def hold(self) -> None:
        """Require one more release before the capture ends."""
        with self._count_lock:
            self._holders += 1

    def release(self) -> None:
        """Release one hold; the last release restores standard error."""
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
