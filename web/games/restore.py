"""Restore a backup atomically, and preserve the replaced file.

At any moment the database file is either the old one or the complete new one, even after a power failure. Only SQLite databases
are supported.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from referee.files.atomic_write import sync_folder
from referee.words.problems import Problem
from referee.words.texts import Text, text
from web.games.backups import copy_database
from web.games.database_file import (
    Condition,
    condition_of,
    count_games,
    examine_copy,
    is_marked_empty,
    open_file,
    schema_step_of,
)
from web.games.schema import NEWEST_STEP

# SQLite's journal files of an unclosed database: they belong to the old file and must never be applied to the new one.
_COMPANIONS = ("-journal", "-wal", "-shm")


@dataclass(frozen=True, slots=True)
class Restored:
    """A finished restore: the backup, its number of games, and the new path of the replaced file.

    `aside` is None if there was no file to replace.
    """

    backup: Path
    games: int
    aside: Path | None

    @property
    def sentence(self) -> Text:
        """The sentence that reports the restore."""
        if self.aside is None:
            return text("serve.restored", n=self.games, backup=str(self.backup))
        return text("serve.restored_aside", n=self.games, backup=str(self.backup), aside=str(self.aside))


def restore_backup(backup: Path, database: Path) -> Restored:
    """Replace the database with a copy of a backup, and preserve the replaced file under a new name.

    Raise a Problem if the backup is unusable, another program is using the database, or the files cannot be written.
    """
    games = _check(backup)
    unfinished = database.with_name(f".{database.name}.part")
    try:
        unfinished.unlink(missing_ok=True)
        copy_database(backup, unfinished)
        aside = _set_aside(database)
        os.replace(unfinished, database)
        sync_folder(database.parent)
    except (OSError, sqlite3.Error):
        raise Problem("not-restored", text("serve.not_restored", file=str(database))) from None
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return Restored(backup, games, aside)


def _check(backup: Path) -> int:
    if not backup.is_file():
        raise Problem("no-such-file", text("serve.restore_missing", file=str(backup)))
    examined = examine_copy(backup)
    if examined.condition is not Condition.SOUND:
        raise Problem("damaged-backup", text("serve.restore_damaged", file=str(backup), reason=examined.reason))
    step = schema_step_of(backup)
    if step > NEWEST_STEP:
        raise Problem("newer-database", text("serve.store_newer", step=step, known=NEWEST_STEP))
    games = count_games(backup)
    if games == 0 and not is_marked_empty(backup):
        raise Problem("no-games", text("serve.restore_empty", file=str(backup)))
    return games


def _set_aside(database: Path) -> Path | None:
    if not database.exists():
        return None
    _settle(database)
    aside = database.with_name(f"replaced-{datetime.now(UTC):%Y-%m-%dT%H%M%S.%f}.sqlite")
    _link_or_copy(database, aside)
    for ending in _COMPANIONS:
        beside = Path(f"{database}{ending}")
        if beside.exists() and beside.stat().st_size > 0:
            os.replace(beside, f"{aside}{ending}")
    sync_folder(database.parent)
    return aside


def _settle(database: Path) -> None:
    """Let SQLite roll back an interrupted transaction; raise a Problem if another program is using the file.

    Other errors are ignored, since the file could be damaged.
    """
    try:
        with open_file(database) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.rollback()
    except sqlite3.Error as error:
        if condition_of(error) is Condition.LOCKED:
            raise Problem("database-locked", text("serve.database_locked", file=str(database))) from None


def _link_or_copy(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:  # a file system without hard links
        shutil.copyfile(source, target)
        with target.open("r+b") as file:
            os.fsync(file.fileno())
