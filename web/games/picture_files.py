"""The files of stored photos, addressed by generated ids and checked against their recorded lengths and hashes.

This module handles only files; the database rows belong to `photo_shelf.py`.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from referee.files.atomic_write import sync_folder, write_file_whole
from web.games.stamps import ID

FULL, SMALL = "full", "small"
PICTURE_NAMES = (FULL, SMALL)
UNCLAIMED = "unclaimed"
_ENDINGS = {FULL: ".jpg", SMALL: "-small.jpg"}
_PICTURE_FILE = re.compile(rf"({ID})(-small)?\.jpg")
_JPEG_START, _JPEG_END = b"\xff\xd8", b"\xff\xd9"


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The length in bytes and the SHA-256 of a photo's full image or thumbnail; `name` is FULL or SMALL."""

    name: str
    bytes: int
    sha256: str


class PictureStore(Protocol):
    """Storage for the full image and the thumbnail of each photo, by the photo's id."""

    def put(self, photo_id: str, name: str, data: bytes) -> None:
        """Store a full image (FULL) or thumbnail (SMALL) durably, replacing any that is stored already."""

    def get(self, photo_id: str, name: str) -> bytes | None:
        """Return a full image or thumbnail, or None if it is not stored."""

    def remove(self, photo_id: str) -> None:
        """Delete a photo's full image and thumbnail, if they are stored."""

    def photo_ids(self) -> frozenset[str]:
        """Return the ids of the photos with at least one stored image."""


class PictureFolder:
    """A folder with two files per stored photo, the full image and a thumbnail."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, photo_id: str, name: str) -> Path:
        """Return the path of a photo's full image (FULL) or thumbnail (SMALL)."""
        return self._folder / f"{photo_id}{_ENDINGS[name]}"

    def fingerprints(self, photo_id: str) -> tuple[Fingerprint, ...]:
        """Return the lengths and hashes of a photo's two files, or an empty tuple if either cannot be read."""
        try:
            data = [(name, self.path(photo_id, name).read_bytes()) for name in PICTURE_NAMES]
        except OSError:
            return ()
        return tuple(Fingerprint(name, len(read), hash_of(read)) for name, read in data)

    def read(self, photo_id: str, noted: Fingerprint) -> bytes | None:
        """Return a file's content, or None if it is missing or does not match the recorded fingerprint."""
        data = self.get(photo_id, noted.name)
        return data if data is not None and matches(data, noted) else None

    def put(self, photo_id: str, name: str, data: bytes) -> None:
        """Write a full image or thumbnail, replacing any existing file."""
        write_file_whole(self.path(photo_id, name), data)

    def get(self, photo_id: str, name: str) -> bytes | None:
        """Return a file's content, or None if it cannot be read."""
        try:
            return self.path(photo_id, name).read_bytes()
        except OSError:
            return None

    def has_length(self, photo_id: str, noted: Fingerprint) -> bool:
        """Return whether a file with the recorded length exists; the file is not read."""
        try:
            return self.path(photo_id, noted.name).stat().st_size == noted.bytes
        except OSError:
            return False

    def is_whole(self, photo_id: str) -> bool:
        """Return whether both files of a photo begin and end like a JPEG.

        This check is for photos stored by versions that recorded no hashes.
        """
        try:
            read = [self.path(photo_id, name).read_bytes() for name in PICTURE_NAMES]
        except OSError:
            return False
        return all(data.startswith(_JPEG_START) and data.endswith(_JPEG_END) for data in read)

    def photo_ids(self) -> frozenset[str]:
        """Return the ids of the photos with at least one file."""
        return frozenset(match[1] for match in self._matches())

    def _matches(self) -> Iterator[re.Match[str]]:
        found = (_PICTURE_FILE.fullmatch(path.name) for path in self._folder.iterdir())
        return (match for match in found if match is not None)

    def remove(self, photo_id: str) -> None:
        """Delete a photo's full image and thumbnail, if they exist."""
        for name in PICTURE_NAMES:
            self.path(photo_id, name).unlink(missing_ok=True)

    def remove_unfinished(self) -> None:
        """Delete files that an interrupted reader left incomplete."""
        for unfinished in self._folder.glob("*.part"):
            unfinished.unlink(missing_ok=True)

    def set_aside(self, photo_id: str) -> None:
        """Move the files of a photo to a subfolder for photos that the database does not list but another database could."""
        aside = self._folder / UNCLAIMED
        aside.mkdir(exist_ok=True)
        for name in PICTURE_NAMES:
            path = self.path(photo_id, name)
            if path.exists():
                os.replace(path, aside / path.name)
        sync_folder(aside)

    def reclaim(self, photo_id: str) -> None:
        """Move back the files of a photo that were set aside for another database; existing files are not replaced."""
        for name in PICTURE_NAMES:
            path = self.path(photo_id, name)
            aside = self._folder / UNCLAIMED / path.name
            if aside.exists() and not path.exists():
                os.replace(aside, path)


def matches(data: bytes, noted: Fingerprint) -> bool:
    """Return whether data has the recorded length and hash."""
    return (len(data), hash_of(data)) == (noted.bytes, noted.sha256)


def hash_of(data: bytes) -> str:
    """Return the SHA-256 of data, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
