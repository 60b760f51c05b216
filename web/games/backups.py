"""Dated copies of the games, one at each start, the ten newest kept; and a look at the database before it is trusted.

For SQLite alone: a database server has its own ways.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from referee.words.problems import Problem
from referee.words.texts import text

KEPT_BACKUPS = 10
FOLDER = "backups"
_PATTERN = "terranova-*.sqlite"


def back_up(database: Path, data: Path) -> Path | None:
    """Copies a sound database into a dated file; a damaged one is refused with the newest backup's name."""
    if not database.exists():
        return None
    folder = data / FOLDER
    folder.mkdir(exist_ok=True)
    if find_damage(database):
        newest = newest_backup(data)
        if newest is None:
            raise Problem("damaged-database", text("serve.damaged_no_backup", file=str(database)))
        raise Problem("damaged-database", text("serve.damaged_backup", file=str(database), backup=str(newest)))
    target = folder / f"terranova-{datetime.now(UTC):%Y-%m-%dT%H%M%S.%f}.sqlite"
    unfinished = target.with_suffix(".part")
    try:
        with _opened(database) as source, _opened(unfinished) as copy:
            source.backup(copy)
        os.replace(unfinished, target)
    except (OSError, sqlite3.Error) as error:
        unfinished.unlink(missing_ok=True)
        raise Problem("no-backup", text("serve.no_backup", folder=str(folder))) from error
    for old in sorted(folder.glob(_PATTERN))[:-KEPT_BACKUPS]:
        old.unlink(missing_ok=True)
    return target


def newest_backup(data: Path) -> Path | None:
    """Finds the newest backup that is sound."""
    for backup in sorted((data / FOLDER).glob(_PATTERN), reverse=True):
        if not find_damage(backup):
            return backup
    return None


def find_damage(database: Path) -> str | None:
    """Tells what is wrong with a database file, None for nothing."""
    try:
        with _opened(database) as connection:
            found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(3)")]
            lost = connection.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.Error as error:
        return str(error)
    if found != ["ok"]:
        return found[0]
    return f"foreign key of {lost[0][0]}" if lost else None


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path)
    try:
        yield connection
    finally:
        connection.close()
