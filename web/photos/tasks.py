"""The interface of the photo queue, and the storage in which a queue records the photos of games.

A home's queue is in `jobs.py`, a club's in `web/club/photo_queue.py`; pages use either as a PhotoQueue.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from web.games.games import remember_print
from web.games.photo_shelf import GameUpload, PhotoShelf
from web.games.store import Store


class JobState(StrEnum):
    """The state of a job; the value is its name in the API."""

    WAITING = "waiting"
    READING = "reading"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Job:
    """The progress of one photo.

    `answer` is the worker's answer, with a `reading` or with a `problem` and its `messages`. `answer` is None while there is no
    answer, and if the photo was lost before it could be read.
    """

    id: str
    state: JobState = JobState.WAITING
    answer: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class PhotoTask:
    """The task of reading a photo: the reader's options, and the client that sent the photo, since clients take turns.

    `upload` is the upload to a game, or None for a photo that belongs to no game. The image of a photo without a game is
    deleted after the photo has been read.
    """

    options: Mapping[str, Any]
    client: str = ""
    upload: GameUpload | None = None


class PhotoQueue(Protocol):
    """The interface of a queue of photos to read."""

    @property
    def missing(self) -> Mapping[str, Any] | None:
        """The problem that prevents photos from being read, or None if there is none."""

    def start(self) -> None:
        """Start reading photos, unless already started."""

    def stop(self) -> None:
        """Stop reading photos.

        At home, photos that have not been read are deleted; in a club, they stay in the queue for other readers.
        """

    def submit(self, task: PhotoTask, path: Path) -> str:
        """Queue a photo and return its id; raise a Problem if too many photos are waiting. The queue deletes the file.

        A repeated upload returns the same id, and is queued again only if the reading failed without a stored answer.
        """

    def job(self, job_id: str) -> Job | None:
        """Return the progress of a photo, or None if the id is unknown.

        A club's queue knows only photos that belong to no game; `PhotoShelf` holds the progress of the others.
        """

    def warm(self, board: Mapping[str, Any]) -> None:
        """Prepare a board in the readers of this process, so that the board's first photo is read as fast as later ones."""


class PhotoEnds(Protocol):
    """The interface of the storage for the photos of games, which a queue uses before and after reading."""

    def add(self, upload: GameUpload) -> tuple[str, bool]:
        """Record an upload; return the id of its photo and whether the photo must be read."""

    def finish(self, photo_id: str, answer: Mapping[str, Any] | None) -> None:
        """Store the answer to a photo; without an answer, mark the photo as failed."""

    def places(self, photo_id: str) -> tuple[Path, Path]:
        """Return the paths of a photo's full image and thumbnail, for the reader to write."""

    def note_kept(self, photo_id: str) -> None:
        """Record that a photo's full image and thumbnail have been written."""


@dataclass(frozen=True, slots=True)
class HomePhotos:
    """The storage for the photos of a home's games."""

    store: Store
    shelf: PhotoShelf

    def add(self, upload: GameUpload) -> tuple[str, bool]:
        """Record an upload; return the id of its photo and whether the photo must be read."""
        photo, is_new = self.shelf.add(upload.game_id, upload.upload_id, upload.revision)
        return photo.id, is_new

    def finish(self, photo_id: str, answer: Mapping[str, Any] | None) -> None:
        """Store the answer to a photo, and update the game's paper, hex size and ink from the answer.

        Without an answer, mark the photo as failed. A second answer has no effect.
        """
        game_id = self.shelf.finish(photo_id, answer)
        if game_id is not None:
            remember_print(self.store, game_id, answer or {})

    def places(self, photo_id: str) -> tuple[Path, Path]:
        """Return the paths of a photo's full image and thumbnail, for the reader to write."""
        return self.shelf.paths(photo_id)

    def note_kept(self, photo_id: str) -> None:
        """Record that a photo's full image and thumbnail have been written."""
        self.shelf.note_kept(photo_id)
