"""Prepare the games database before the server opens it: restore a backup, refuse an unusable or emptied file, make a backup.

A missing file or a file without games counts as emptied if a backup contains games, unless the owner marked the database as
intentionally empty.
"""

from __future__ import annotations

import logging
import shlex
from pathlib import Path

from referee.boards.library import default_data_folder
from referee.words.problems import Problem
from referee.words.texts import Text, say, text
from web.games.backups import back_up, newest_backup, newest_with_games
from web.games.database_file import Condition, count_games, examine_file, is_marked_empty, schema_step_of
from web.games.restore import restore_backup
from web.games.schema import NEWEST_STEP

log = logging.getLogger(__name__)


def open_games_file(
    database: Path, data: Path, restore: Path | None, start_empty: bool, *, games_follow: bool = False
) -> tuple[Text, ...]:
    """Prepare the database to be served, and return sentences that report a restore or a failed backup.

    `games_follow` means that games will be added after opening. With `games_follow` or `start_empty`, a file that has lost its
    games is accepted. Raise a Problem if the options are contradictory, a database to start empty contains games, the restore
    fails, or the database must not be served.
    """
    if restore is not None and start_empty:
        raise Problem("restore-or-empty", text("serve.restore_or_empty"))
    if start_empty and (games := count_games(database)):
        raise Problem("not-empty", text("serve.not_empty", n=games, file=str(database)))
    notes = [restore_backup(restore, database).sentence] if restore is not None else []
    problem = find_problem(database, data)
    if problem is not None and not ((start_empty or games_follow) and problem.slug == "lost-games"):
        raise problem
    if database.exists():
        notes += _back_up(database, data)
    return tuple(notes)


def _back_up(database: Path, data: Path) -> list[Text]:
    try:
        back_up(database, data)
    except Problem as failed:
        log.warning("%s", say(failed.message, "en"))
        return [failed.message]
    return []


def find_problem(database: Path, data: Path) -> Problem | None:
    """Return the problem that prevents serving the database as it is, or None if there is none."""
    examined = examine_file(database)
    if examined.condition is Condition.LOCKED:
        return Problem("database-locked", text("serve.database_locked", file=str(database)))
    if examined.condition is Condition.UNREADABLE:
        return Problem("database-unreadable", text("serve.database_unreadable", file=str(database), reason=examined.reason))
    if examined.condition is Condition.DAMAGED:
        return _damaged(database, data)
    step = schema_step_of(database)
    if step > NEWEST_STEP:
        return Problem("newer-database", text("serve.store_newer", step=step, known=NEWEST_STEP))
    if count_games(database) or is_marked_empty(database):
        return None
    return _lost(database, data)


def _damaged(database: Path, data: Path) -> Problem:
    newest = newest_with_games(data) or newest_backup(data)
    if newest is None:
        return Problem("damaged-database", text("serve.damaged_no_backup", file=str(database)))
    command = restore_command(newest, data)
    return Problem("damaged-database", text("serve.damaged_backup", file=str(database), backup=str(newest), command=command))


def _lost(database: Path, data: Path) -> Problem | None:
    backup = newest_with_games(data)
    if backup is None:
        return None
    values = {"file": str(database), "backup": str(backup), "n": count_games(backup)}
    anew = _serve_command(data, "--start-empty")
    return Problem("lost-games", text("serve.lost_games", **values, command=restore_command(backup, data), anew=anew))


def restore_command(backup: Path, data: Path) -> str:
    """Return the shell command that restores a backup."""
    return _serve_command(data, "--restore", str(backup))


def _serve_command(data: Path, *options: str) -> str:
    folder = [] if data.resolve() == default_data_folder().resolve() else ["--data", str(data)]
    return shlex.join(["terranova", "serve", *options, *folder])
