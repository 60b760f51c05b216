"""A full backup, which can be written while the companion is running: a zip with the database, the photos and the saved boards.

The zip contains a consistent snapshot of the database. The image files of a photo are included only if all of them match the
lengths and hashes recorded in this snapshot. Restoring adds the games and their photos to those already stored.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from referee.boards.library import SAVED
from referee.files.atomic_write import refuse_overwriting, write_stream_whole
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.backups import copy_database
from web.games.database_file import Condition, count_games, examine_copy, open_copy
from web.games.picture_files import Fingerprint, PictureFolder
from web.takeaway.bundle import FULL_BACKUP as MANIFEST

BACKUP = "terranova-backup/1"
DATABASE = "terranova.sqlite"
PHOTOS = "photos"


@dataclass(frozen=True, slots=True)
class Written:
    """A finished backup: the number of games, of photos with their image files, and of photos whose image files were left out."""

    games: int
    photos: int
    left_out: int


def write_full_backup(data: Path, database: Path, target: str) -> Written:
    """Write a full backup of a data folder to a file; the companion may be running.

    Raise a Problem if there is no database, if it is damaged or cannot be copied, or if the file cannot be written.
    """
    if not database.is_file():
        raise Problem("no-games", text("take.nothing_to_back_up", folder=str(data)))
    refuse_overwriting([target], [database])
    with tempfile.TemporaryDirectory(prefix="terranova-") as folder:
        copy = Path(folder) / DATABASE
        try:
            copy_database(database, copy)
        except sqlite3.Error as error:
            raise Problem("no-backup", text("take.not_copied", file=str(database), reason=str(error))) from None
        examined = examine_copy(copy)
        if examined.condition is not Condition.SOUND:
            raise Problem("damaged-database", text("take.not_copied", file=str(database), reason=examined.reason))
        found: list[Written] = []
        write_stream_whole(target, lambda file: found.append(_write(file, data, copy)), mode=0o600)
        return found[0]


def _write(file: BinaryIO, data: Path, copy: Path) -> Written:
    photos = left_out = 0
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        games = count_games(copy)
        packed.writestr(MANIFEST, json.dumps({"format": BACKUP, "games": games}) + "\n")
        packed.write(copy, DATABASE)
        for path in sorted((data / SAVED).glob("*")):
            if path.suffix in (".json", ".toml"):
                packed.write(path, f"{SAVED}/{path.name}")
        folder = PictureFolder(data / PHOTOS)
        for photo_id, noted in _pictures_in(copy):
            pictures = [(one, folder.read(photo_id, one)) for one in noted]
            if not pictures or any(picture is None for _, picture in pictures):
                left_out += 1
                continue
            photos += 1
            for one, picture in pictures:
                name = f"{PHOTOS}/{folder.path(photo_id, one.name).name}"
                packed.writestr(name, picture or b"", compress_type=zipfile.ZIP_STORED)
    return Written(games, photos, left_out)


def _pictures_in(copy: Path) -> Iterator[tuple[str, list[Fingerprint]]]:
    found: dict[str, list[Fingerprint]] = {}
    try:
        with open_copy(copy) as connection:
            for photo_id, name, size, digest in connection.execute("SELECT photo_id, name, bytes, sha256 FROM pictures"):
                found.setdefault(photo_id, []).append(Fingerprint(name, size, digest))
    except sqlite3.Error:
        return  # a database of a version that recorded no hashes
    yield from sorted(found.items())


def is_zip(path: Path) -> bool:
    """Return whether a file to restore is a zip rather than a database."""
    try:
        with path.open("rb") as file:
            return file.read(2) == b"PK"
    except OSError:
        return False


def is_full_backup(path: Path) -> bool:
    """Return whether a file is a full backup rather than the zip that a phone exports; return False for a damaged zip."""
    try:
        with zipfile.ZipFile(path) as packed:
            return MANIFEST in packed.namelist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return False


class BackupZip:
    """A full backup that is open for reading.

    The constructor raises a Problem if the file is damaged or of another format.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._packed = zipfile.ZipFile(path)
            manifest = json.loads(self._packed.read(MANIFEST))
            names = self._packed.namelist()
        except (zipfile.BadZipFile, zlib.error, KeyError, ValueError, OSError, NotImplementedError):
            raise Problem("damaged-zip", text("take.damaged_backup", file=str(path))) from None
        if not isinstance(manifest, dict) or manifest.get("format") != BACKUP or DATABASE not in names:
            raise Problem("other-format", text("take.other_backup", file=str(path)))
        self.path = path

    def close(self) -> None:
        """Close the file."""
        self._packed.close()

    def take_database(self, target: Path) -> None:
        """Extract the database to a file; raise a Problem if the zip is damaged."""
        try:
            with self._packed.open(DATABASE) as source, target.open("wb") as written:
                shutil.copyfileobj(source, written)
        except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, RuntimeError):
            raise Problem("damaged-zip", text("take.damaged_backup", file=str(self.path))) from None

    def read_boards(self) -> Iterator[tuple[str, bytes]]:
        """Yield the name and the file content of each saved board in the backup; raise a Problem if the zip is damaged."""
        for name in self._packed.namelist():
            folder, _, file = name.partition("/")
            if folder == SAVED and file and "/" not in file:
                yield file.rpartition(".")[0], self._read(name)

    def read_picture(self, photo_id: str, name: str) -> bytes:
        """Return a photo's full image or thumbnail; `name` is FULL or SMALL. Raise a Problem if it is missing or damaged."""
        path = PictureFolder(Path(PHOTOS)).path(photo_id, name)
        return self._read(f"{PHOTOS}/{path.name}")

    def _read(self, name: str) -> bytes:
        try:
            return self._packed.read(name)
        except (KeyError, zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, RuntimeError):
            raise Problem("damaged-zip", text("take.damaged_backup", file=str(self.path))) from None
