"""Inspect a database file: whether it is sound, locked, unreadable or damaged, and how many games it contains.

Only SQLite files are supported, and this module depends on neither rules nor positions. Only `examine_file` and `open_file`
open a file for writing; the other functions only read.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

EMPTIED = "emptied"  # database setting: the owner wants an empty database
BUSY_SECONDS = 5.0
_PRIMARY_CODE = 0xFF
_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_FORBIDDEN = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_CANTOPEN)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Condition(StrEnum):
    """The condition of a database file."""

    SOUND = "sound"
    MISSING = "missing"
    LOCKED = "locked"
    UNREADABLE = "unreadable"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class Examined:
    """The condition of a database file, and the reason for it: an error message or the first fault that SQLite found.

    `reason` is empty for a sound or missing file.
    """

    condition: Condition
    reason: str = ""


def examine_file(path: Path) -> Examined:
    """Return the condition of the file that the server will open.

    SQLite first rolls back any transaction that a power cut interrupted.
    """
    try:
        with path.open("r+b"):
            pass
    except FileNotFoundError:
        return Examined(Condition.MISSING)
    except OSError as error:
        return Examined(Condition.UNREADABLE, error.strerror or str(error))
    try:
        with open_file(path) as connection:
            return _examine(connection)
    except sqlite3.Error as error:
        return Examined(condition_of(error), str(error))


def examine_copy(path: Path) -> Examined:
    """Return the condition of a backup without changing the file; a missing file counts as unreadable."""
    try:
        with open_copy(path) as connection:
            return _examine(connection)
    except sqlite3.Error as error:
        return Examined(condition_of(error), str(error))


def condition_of(error: BaseException | None) -> Condition:
    """Return the condition that an SQLite error indicates: locked, damaged, or unreadable for all other errors and for None."""
    code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE
    if code in _LOCKED:
        return Condition.LOCKED
    return Condition.DAMAGED if code in _DAMAGED else Condition.UNREADABLE


def is_forbidden(error: BaseException | None) -> bool:
    """Return whether an SQLite error means missing permission to write or open the file."""
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE in _FORBIDDEN


def is_full(error: BaseException | None) -> bool:
    """Return whether an SQLite error means that the disk is full."""
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE == sqlite3.SQLITE_FULL


def count_games(path: Path) -> int:
    """Return the number of games in a database file, or 0 if the number cannot be read."""
    return int(_ask(path, "SELECT count(*) FROM games") or 0)


def is_marked_empty(path: Path) -> bool:
    """Return whether the owner marked a database as intentionally empty, or False if the file cannot be read."""
    return bool(_ask(path, "SELECT count(*) FROM settings WHERE name = ?", EMPTIED))


def schema_step_of(path: Path) -> int:
    """Return the number of the newest migration applied to a database file, or 0 if there is none or the file cannot be read."""
    return int(_ask(path, "SELECT max(number) FROM schema_steps") or 0)


def _ask(path: Path, question: str, *values: object) -> Any:
    try:
        with open_copy(path) as connection:
            return connection.execute(question, values).fetchone()[0]
    except sqlite3.Error:
        return None


@contextlib.contextmanager
def open_file(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database file read-write, creating it if it is missing, and close it on exit."""
    with contextlib.closing(sqlite3.connect(path, timeout=BUSY_SECONDS)) as connection:
        yield connection


@contextlib.contextmanager
def open_copy(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database file read-only and close it on exit; raise sqlite3.Error if it is missing."""
    with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", timeout=BUSY_SECONDS, uri=True)) as connection:
        yield connection


def _examine(connection: sqlite3.Connection) -> Examined:
    found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(3)")]
    if found != ["ok"]:
        return Examined(Condition.DAMAGED, found[0])
    lost = connection.execute("PRAGMA foreign_key_check").fetchone()
    return Examined(Condition.DAMAGED, f"foreign key of {lost[0]}") if lost else Examined(Condition.SOUND)
