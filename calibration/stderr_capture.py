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
MOST_HEARD = 65_536
_one_at_a_time = Lock()


class Silence:
    """`with Silence() as heard:` nothing reaches standard error; `heard.text` holds what was said so far.

    Whoever goes on in a thread beside calls `keep` first and in the end `leave`: the last one out ends the silence.
    """

    def __init__(self) -> None:
        self._heard = b""
        self._kept = -1
        self._inside, self._counting = 0, Lock()

    @property
    def text(self) -> bytes:
        """What was said so far."""
        with self._counting:
            return self._listen() if self._kept >= 0 else self._heard

    def __enter__(self) -> Self:
        _one_at_a_time.acquire()
        self._inside = 1
        try:
            self._kept = os.dup(STANDARD_ERROR)
        except OSError:  # no standard error at all, as under a Windows service: nothing to keep clean
            return self
        try:
            self._file = tempfile.TemporaryFile(mode="a+b", buffering=0)  # who reads does not move where others write
        except OSError:  # nowhere to put what is said: it goes unheard
            self._file = open(os.devnull, "a+b", buffering=0)
        os.dup2(self._file.fileno(), STANDARD_ERROR)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.leave()

    def keep(self) -> None:
        """Go on until one more has left."""
        with self._counting:
            self._inside += 1

    def leave(self) -> None:
        """Standard error is heard again when nobody stays."""
        with self._counting:
            self._inside -= 1
            if self._inside == 0:
                self._end()

    def _end(self) -> None:
        try:
            if self._kept >= 0:
                os.dup2(self._kept, STANDARD_ERROR)
                os.close(self._kept)
                self._heard, self._kept = self._listen(), -1
                self._file.close()
        finally:
            _one_at_a_time.release()

    def _listen(self) -> bytes:
        self._file.seek(0)
        return self._file.read(MOST_HEARD) or b""
