"""Keeps what picture libraries write to standard error away from people, and lets the caller look at it.

libjpeg, libpng and OpenCV write past Python, so the process's own file descriptor is turned aside for the moment of decoding.
"""
from __future__ import annotations

import os
import tempfile
from threading import RLock
from types import TracebackType
from typing import Self

STANDARD_ERROR = 2
MOST_HEARD = 65_536
_one_at_a_time = RLock()


class Silence:
    """`with Silence() as heard:` nothing reaches standard error; afterwards `heard.text` holds what was said."""

    def __init__(self) -> None:
        self.text = b""
        self._kept = -1

    def __enter__(self) -> Self:
        _one_at_a_time.acquire()
        try:
            self._kept = os.dup(STANDARD_ERROR)
        except OSError:  # no standard error at all, as under a Windows service: nothing to keep clean
            return self
        try:
            self._file = tempfile.TemporaryFile(buffering=0)
        except OSError:  # nowhere to put what is said: it goes unheard
            self._file = open(os.devnull, "r+b", buffering=0)
        os.dup2(self._file.fileno(), STANDARD_ERROR)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            if self._kept >= 0:
                os.dup2(self._kept, STANDARD_ERROR)
                os.close(self._kept)
                self._kept = -1
                self._file.seek(0)
                self.text = self._file.read(MOST_HEARD) or b""
                self._file.close()
        finally:
            _one_at_a_time.release()
