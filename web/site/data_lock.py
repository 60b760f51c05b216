"""A lock that limits a data folder to one server, since two servers would change the same games."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from pathlib import Path
from typing import IO

from referee.words.problems import Problem
from referee.words.texts import text

LOCK_FILE = "serve.lock"
# On Windows a locked byte cannot be read by others, so its position is beyond anything we write.
_LOCKED_BYTE = 2**20


class DataLock:
    """A lock on a data folder, held until it is released or the process ends.

    The constructor raises a Problem if another server holds the lock or the lock file cannot be opened.
    """

    def __init__(self, data: Path) -> None:
        try:
            self._file: IO[str] = open(data / LOCK_FILE, "a+", encoding="utf-8")  # noqa: SIM115  held as long as the lock
        except OSError:
            raise Problem("lock-unusable", text("serve.lock_unusable", file=str(data / LOCK_FILE))) from None
        try:
            _lock(self._file)
        except OSError:
            held_by = _read_holder(self._file)
            self._file.close()
            raise Problem("already-served", text("serve.already_served", folder=str(data), url=held_by)) from None

    def name(self, url: str) -> None:
        """Record the URL of the server that holds the lock. Write errors, as on a full disk, are ignored."""
        with contextlib.suppress(OSError):
            self._file.seek(0)
            self._file.truncate()
            self._file.write(json.dumps({"pid": os.getpid(), "url": url}))
            self._file.flush()

    def release(self) -> None:
        """Release the lock."""
        with contextlib.suppress(OSError):
            self._file.close()


def _read_holder(file: IO[str]) -> str:
    try:
        file.seek(0)
        return str(json.loads(file.read())["url"])
    except (OSError, ValueError, KeyError):
        return "?"


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        file.seek(_LOCKED_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
