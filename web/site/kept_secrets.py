"""Secrets stored as files in the data folder, so that they survive a restart; an unusable secret is replaced by a new one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from referee.files.atomic_write import write_file_whole
from referee.words.problems import Problem
from referee.words.texts import text

PRIVATE_MODE = 0o600
LONGEST_SECRET = 200
log = logging.getLogger(__name__)


def keep_secret(path: Path, make: Callable[[], str], shortest: int) -> str:
    """Return the secret stored in a file.

    If the secret is missing or unusable, generate a new one and try to store it. Raise a Problem if the file cannot be read.
    """
    found = _read_secret(path)
    if found is not None and is_usable(found, shortest):
        return found
    made = make()
    if found is not None:
        log.warning("%s held nothing usable and was made anew; phones have to join again", path.name)
    try:
        write_file_whole(path, f"{made}\n".encode(), PRIVATE_MODE)
    except Problem:
        log.warning("%s could not be written; phones have to join again after the next start", path.name)
    return made


def kept_secret(path: Path, shortest: int) -> str | None:
    """Return the secret stored in a file, or None if it is missing or unusable; raise a Problem if the file cannot be read."""
    found = _read_secret(path)
    return found if found is not None and is_usable(found, shortest) else None


def is_usable(secret: str, shortest: int) -> bool:
    """Return whether a secret is printable, contains no blanks and has an acceptable length."""
    return shortest <= len(secret) <= LONGEST_SECRET and secret.isprintable() and " " not in secret


def _read_secret(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return file.read(LONGEST_SECRET + 3).decode().strip()
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        return ""
    except OSError:
        raise Problem("unreadable-secret", text("serve.secret_unreadable", file=str(path))) from None
