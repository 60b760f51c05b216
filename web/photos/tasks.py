"""Photos to read, as data: tasks for a queue, their progress, and how the photo of a game is completed.

A home's queue is `jobs.py`, a club's `web/club/photo_queue.py`; pages use both as PhotoQueue.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from web.games.games import remember_print
from web.games.photo_shelf import GameUpload, PhotoShelf
from web.games.store import Store


class JobState(StrEnum):
    """The states of a job, by their names in the API."""

    WAITING = "waiting"
    READING = "reading"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Job:
    """The progress of one photo.

    `answer` holds the worker's `reading`, or its `problem` with `messages`; it is None until there is one.
    """

    id: str
    state: JobState = JobState.WAITING
    answer: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class PhotoTask:
    """A photo to read: options for the reader, and the client that sent it; clients take turns.

    `upload` is the game's upload, or None for a photo without a game, which is not stored.
    """

    options: Mapping[str, Any]
    client: str = ""
    upload: GameUpload | None = None


class PhotoQueue(Protocol):
    """A queue of photos."""

    @property
    def missing(self) -> Mapping[str, Any] | None:
        """The problem that keeps photos from being read, or None."""

    def start(self) -> None:
        """Start reading photos, unless already started."""

    def stop(self) -> None:
        """Stop reading photos."""

    def submit(self, task: PhotoTask, path: Path) -> str:
        """Move a photo from its file into the queue and return its id; raise Problem if too many photos are waiting.

        Repeated uploads have no effect.
        """

    def job(self, job_id: str) -> Job | None:
        """Return the progress of a photo, or None if this queue does not know it; photos of games are on the photo shelf."""

    def warm(self, board: Mapping[str, Any]) -> None:
        """Prepare a board in the reader, so that its first photo is read as fast as later ones."""


class PhotoEnds(Protocol):
    """The storage of the photos of games, which a queue uses before and after reading."""

    def add(self, upload: GameUpload) -> tuple[str, bool]:
        """Record an upload; return the id of its photo and whether it must be read."""

    def finish(self, photo_id: str, answer: Mapping[str, Any] | None) -> None:
        """Complete a photo, without an answer if it was not read."""

    def places(self, photo_id: str) -> tuple[Path, Path]:
        """Return the paths at which the picture and its thumbnail are to be written."""

    def note_kept(self, photo_id: str) -> None:
        """Record the picture and the thumbnail that have been written."""


@dataclass(frozen=True, slots=True)
class HomePhotos:
    """The photos of a home's games."""

    store: Store
    shelf: PhotoShelf

    def add(self, upload: GameUpload) -> tuple[str, bool]:
        """Record an upload; return the id of its photo and whether it must be read."""
        photo, is_new = self.shelf.add(upload.game_id, upload.upload_id, upload.revision)
        return photo.id, is_new

    def finish(self, photo_id: str, answer: Mapping[str, Any] | None) -> None:
        """Complete a photo, without an answer if it was not read."""
        finish_photo(self.store, self.shelf, photo_id, answer)

    def places(self, photo_id: str) -> tuple[Path, Path]:
        """Return the paths at which the picture and its thumbnail are to be written."""
        return self.shelf.paths(photo_id)

    def note_kept(self, photo_id: str) -> None:
        """Record the picture and the thumbnail that have been written."""
        self.shelf.note_kept(photo_id)


def finish_photo(store: Store, shelf: PhotoShelf, photo_id: str, answer: Mapping[str, Any] | None) -> bool:
    """Complete a photo of a game: store the answer and its findings about the print. A second answer has no effect.

    Return whether this was the first answer.
    """
    game_id = shelf.finish(photo_id, answer)
    if game_id is not None:
        remember_print(store, game_id, answer or {})
    return game_id is not None


def new_job_id() -> str:
    """Return a new unguessable id of 16 hexadecimal digits."""
    return secrets.token_hex(8)
