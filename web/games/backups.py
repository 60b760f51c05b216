"""Dated backups of the games database, made at startup if the database has changed since the newest backup.

Pruning keeps the newest backups, the newest one of each recent day and week, and the newest sound one that contains games.
Backups are ordered by the sequence number in their name, so setting the computer's clock back cannot make the newest look old.
Only SQLite databases are backed up, since database servers have backup tools of their own.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from referee.files.atomic_write import sync_folder
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.database_file import Condition, count_games, examine_copy, open_copy, open_file

KEPT_NEWEST, KEPT_DAYS, KEPT_WEEKS = 10, 7, 8
FOLDER = "backups"
_NAME = re.compile(r"terranova-(\d{4}-\d{2}-\d{2})T[\d.]+?(?:-(\d+))?\.sqlite")


@dataclass(frozen=True, slots=True, order=True)
class Backup:
    """A backup file with its sequence number and its date in UTC (YYYY-MM-DD).

    Backups from older versions of the program have no sequence number; they get the number 0 and sort first.
    """

    number: int
    path: Path
    day: str


def back_up(database: Path, data: Path) -> Path | None:
    """Copy a sound database to a dated backup file, prune old backups, and return the path of the new file.

    Return None if the newest backup is identical. Raise a Problem if copying or pruning fails.
    """
    folder = data / FOLDER
    try:
        folder.mkdir(exist_ok=True)
        made = _copy_if_changed(database, folder)
        _rotate(data)
    except (OSError, sqlite3.Error) as error:
        raise Problem("no-backup", text("serve.no_backup", folder=str(folder))) from error
    return made


def list_backups(data: Path) -> tuple[Backup, ...]:
    """Return the backups in the data folder, oldest first."""
    folder = data / FOLDER
    if not folder.is_dir():
        return ()
    named = ((_NAME.fullmatch(path.name), path) for path in folder.iterdir())
    return tuple(sorted(Backup(int(match[2] or 0), path, match[1]) for match, path in named if match))


def newest_backup(data: Path) -> Path | None:
    """Return the path of the newest sound backup, or None if there is none."""
    return _newest(data, lambda path: True)


def newest_with_games(data: Path) -> Path | None:
    """Return the path of the newest sound backup that contains games, or None if there is none."""
    return _newest(data, lambda path: count_games(path) > 0)


def _newest(data: Path, fits: Callable[[Path], bool]) -> Path | None:
    for backup in reversed(list_backups(data)):
        if fits(backup.path) and examine_copy(backup.path).condition is Condition.SOUND:
            return backup.path
    return None


def _copy_if_changed(database: Path, folder: Path) -> Path | None:
    copies = list_backups(folder.parent)
    number = copies[-1].number + 1 if copies else 1
    target = folder / f"terranova-{datetime.now(UTC):%Y-%m-%dT%H%M%S.%f}-{number:06d}.sqlite"
    unfinished = target.with_suffix(".part")
    for left in folder.glob("*.part*"):
        left.unlink(missing_ok=True)
    try:
        copy_database(database, unfinished)
        if copies and copies[-1].path.read_bytes() == unfinished.read_bytes():
            unfinished.unlink()
            return None
        os.replace(unfinished, target)
        sync_folder(folder)
    except (OSError, sqlite3.Error):
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
    return target


def copy_database(source: Path, target: Path) -> None:
    """Copy a consistent snapshot of a database and sync the copy to disk."""
    with open_copy(source) as read, open_file(target) as written:
        read.backup(written)
    with target.open("r+b") as file:
        os.fsync(file.fileno())


def _rotate(data: Path) -> None:
    copies = list_backups(data)
    kept = {*choose_kept(copies), newest_with_games(data)}
    for copy in copies:
        if copy.path not in kept:
            copy.path.unlink(missing_ok=True)


def choose_kept(copies: Iterable[Backup]) -> set[Path]:
    """Return the paths of the backups to keep: the newest ones, and the newest of each recent day and week with backups."""
    newest_first = sorted(copies, reverse=True)
    days: dict[object, Path] = {}
    weeks: dict[object, Path] = {}
    for copy in newest_first:
        days.setdefault(copy.day, copy.path)
        weeks.setdefault(_week(copy.day), copy.path)
    newest = [copy.path for copy in newest_first[:KEPT_NEWEST]]
    return {*newest, *list(days.values())[:KEPT_DAYS], *list(weeks.values())[:KEPT_WEEKS]}


def _week(day: str) -> object:
    try:
        return date.fromisoformat(day).isocalendar()[:2]
    except ValueError:
        return day
