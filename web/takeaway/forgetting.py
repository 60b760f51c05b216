"""Delete a game permanently: from the database, with its image files, and from the backups in the data folder.

Replaced databases count as backups, and unreadable backups are left unchanged. A backup is rewritten to a new file that then
replaces the old one, so that a power cut leaves either the old or the new one.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import func, select

from referee.files.atomic_write import sync_folder
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.backups import copy_database, list_backups
from web.games.database_file import open_copy, open_file
from web.games.photo_shelf import PhotoShelf
from web.games.schema import games, photos, tables
from web.games.store import Store

SET_ASIDE = "replaced-*.sqlite"


def backups_with(data: Path, game_id: str) -> tuple[Path, ...]:
    """Return the paths of the backups that contain a game, oldest first, then of the replaced databases that contain it."""
    return tuple(path for path in _copies(data) if _holds(path, game_id))


def _copies(data: Path) -> Iterator[Path]:
    yield from (backup.path for backup in list_backups(data))
    yield from sorted(data.glob(SET_ASIDE))


def _holds(path: Path, game_id: str) -> bool:
    try:
        with open_copy(path) as connection:
            return connection.execute("SELECT 1 FROM games WHERE id = ?", (game_id,)).fetchone() is not None
    except sqlite3.Error:
        return False  # damaged, or another program's database: it cannot be changed either


def forget_game(store: Store, shelf: PhotoShelf, data: Path, game_id: str) -> tuple[Path, ...]:
    """Delete a game, and return the paths of the backups and replaced databases that contained it.

    These files are rewritten first, without the game. If no games are left, the database is marked as intentionally empty. Raise
    a Problem if there is no such game, or if rewriting fails; the game then remains in the database.
    """
    store.game(game_id)
    held = backups_with(data, game_id)
    try:
        for path in held:
            _rewrite(path, game_id)
    except (OSError, sqlite3.Error):
        raise Problem("not-saved", text("take.backup_not_changed")) from None
    for photo_id in _delete(store, game_id):
        shelf.pictures.remove(photo_id)
    return held


def _delete(store: Store, game_id: str) -> list[str]:
    with store.writing(game_id) as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA secure_delete = ON")
        mine = list(connection.execute(select(photos.c.id).where(photos.c.game_id == game_id)).scalars())
        for table in reversed(tables.sorted_tables):
            if "photo_id" in table.c:
                connection.execute(table.delete().where(table.c.photo_id.in_(mine)))
            if "game_id" in table.c:
                connection.execute(table.delete().where(table.c.game_id == game_id))
        connection.execute(games.delete().where(games.c.id == game_id))
        left = connection.execute(select(func.count()).select_from(games)).scalar_one()
    if not left:
        store.mark_empty()
    return mine


def _rewrite(path: Path, game_id: str) -> None:
    unfinished = path.with_suffix(".part")
    try:
        copy_database(path, unfinished)
        with open_file(unfinished) as connection:
            _delete_from_copy(connection, game_id)
        with unfinished.open("r+b") as file:
            os.fsync(file.fileno())
        os.replace(unfinished, path)
        sync_folder(path.parent)
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _delete_from_copy(connection: sqlite3.Connection, game_id: str) -> None:
    """Delete a game from a database of any schema version, and leave no trace of the game in free pages."""
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    columns = {name: {row[1] for row in connection.execute(f'PRAGMA table_info("{name}")')} for name in names}
    for name, found in columns.items():
        if "photo_id" in found:
            mine = "SELECT id FROM photos WHERE game_id = ?"
            connection.execute(f'DELETE FROM "{name}" WHERE photo_id IN ({mine})', (game_id,))
    for name, found in columns.items():
        if "game_id" in found:
            connection.execute(f'DELETE FROM "{name}" WHERE game_id = ?', (game_id,))
    connection.execute("DELETE FROM games WHERE id = ?", (game_id,))
    connection.commit()
    connection.execute("VACUUM")
