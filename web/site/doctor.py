"""Check the reader, the fonts, the database, the backups and every stored game of a companion.

The checks change nothing, except that a database of an older version is migrated.
"""

from __future__ import annotations

import platform
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from printables.drawing.drawing import Face
from printables.drawing.faces import FILES, font_file
from referee.words.problems import Problem
from referee.words.texts import Text, text
from web.games.backups import FOLDER, list_backups, newest_with_games
from web.games.opening import find_problem
from web.games.replay import Disagreement, replay_games
from web.games.store import Store
from web.photos.worker import Worker, WorkerDiedError, WorkerSlowError
from web.site.companion import DATABASE_FILE, open_store

PACKAGES = (
    "terranova-referee",
    "opencv-python",
    "numpy",
    "pillow",
    "reportlab",
    "flask",
    "waitress",
    "sqlalchemy",
)
# Names in the loader's errors if a desktop library that OpenCV's standard build needs is missing.
_DESKTOP_LIBRARIES = ("libGL", "libgthread", "libglib", "libxcb", "libSM", "libXext")


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check, as a sentence with optional advice; `what` identifies the check for programs."""

    what: str
    fine: bool
    sentence: Text
    advice: tuple[Text, ...] = ()


def examine(data: Path, database: str | None) -> Iterator[Finding]:
    """Run the checks and yield each finding as it becomes available.

    `database` is a URL, or None for the SQLite file in the data folder.
    """
    yield Finding("versions", True, text("serve.doctor_versions", versions=list(_versions())))
    yield _check_reader()
    yield _check_fonts()
    yield from _check_games(data, database)


def _versions() -> Iterator[str]:
    yield f"Python {platform.python_version()}"
    yield f"SQLite {sqlite3.sqlite_version}"
    for package in PACKAGES:
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            continue


def _check_reader() -> Finding:
    try:
        worker = Worker()
    except (WorkerDiedError, WorkerSlowError, OSError):
        return Finding("reader", False, text("serve.reader_dies"))
    worker.stop()
    if worker.greeting.get("ready"):
        return Finding("reader", True, text("serve.doctor_reader_fine"))
    reason = str(worker.greeting.get("reason", ""))
    advice = (text("serve.doctor_libgl"),) if any(name in reason for name in _DESKTOP_LIBRARIES) else ()
    return Finding("reader", False, text("serve.doctor_reader_ill", reason=reason), advice)


def _check_fonts() -> Finding:
    missing = [FILES[face][1] for face in Face if not _is_there(face)]
    if missing:
        return Finding("fonts", False, text("serve.doctor_fonts_ill", names=missing))
    return Finding("fonts", True, text("serve.doctor_fonts_fine"))


def _is_there(face: Face) -> bool:
    try:
        return font_file(face).is_file()
    except ModuleNotFoundError:
        return False


def _check_games(data: Path, database: str | None) -> Iterator[Finding]:
    file = data / DATABASE_FILE
    if database is None and data.exists() and not data.is_dir():
        yield Finding("database", False, text("serve.no_data_folder", folder=str(data)))
        return
    problem = find_problem(file, data) if database is None else None
    if problem is not None:
        yield Finding("database", False, problem.message)
        return
    if database is None and not file.exists():
        yield Finding("database", True, text("serve.doctor_no_games", folder=str(data)))
        return
    if database is None:
        yield _check_backups(data, file)
    try:
        store = open_store(database or f"sqlite:///{file}")
    except Problem as failed:
        yield Finding("database", False, failed.message)
        return
    yield Finding("database", True, text("serve.doctor_database_fine", url=store.engine.url.render_as_string(hide_password=True)))
    try:
        yield from _replay(store)
    finally:
        store.close()


def _check_backups(data: Path, file: Path) -> Finding:
    folder = data / FOLDER if (data / FOLDER).is_dir() else data
    if not _has_room(folder, file.stat().st_size):
        return Finding("backups", False, text("serve.doctor_no_room", folder=str(folder)))
    newest = newest_with_games(data)
    if newest is None:
        return Finding("backups", True, text("serve.doctor_no_backups"))
    return Finding("backups", True, text("serve.doctor_backups", n=len(list_backups(data)), backup=str(newest)))


def _has_room(folder: Path, size: int) -> bool:
    try:
        with tempfile.NamedTemporaryFile(prefix=".doctor-", suffix=".part", dir=folder):
            return shutil.disk_usage(folder).free > size
    except OSError:
        return False


def _replay(store: Store) -> Iterator[Finding]:
    sound = 0
    try:
        for _, wrong in replay_games(store):
            sound += not wrong
            for one in wrong:
                yield Finding("game", False, _describe(one))
    except Problem as problem:
        yield Finding("games", False, problem.message)
        return
    yield Finding("games", True, text("serve.doctor_games_fine", n=sound))


def _describe(wrong: Disagreement) -> Text:
    if wrong.revision is None:
        return text("serve.doctor_game_unreadable", game=wrong.game, reason=wrong.reason)
    return text("serve.doctor_game_ill", game=wrong.game, revision=wrong.revision, reason=wrong.reason)
