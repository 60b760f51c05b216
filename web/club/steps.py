"""The two steps of a photo in a club: read the photo and store the answer, then store its image and thumbnail.

Each step first checks that its job still belongs to the photo. A step that cannot reach the database holds its result until the
database is back or the reader is stopped.
"""

from __future__ import annotations

import contextlib
import json
import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import Table, select
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError

from referee.boards.library import BUILT_IN, SAVED, data_folder
from referee.words.problems import Problem
from web.club.boards import materialise_boards
from web.club.photo_ends import end_photo, forget_incoming
from web.club.photo_queue import KEEP, READ
from web.club.schema import incoming, loose_photos
from web.club.table_door import door_of_game
from web.games.photo_shelf import PhotoShelf
from web.games.picture_files import FULL, SMALL, Fingerprint, PictureStore, hash_of
from web.games.schema import photos
from web.games.store import Store

AGAIN_SECONDS = 1.0
LASTING = (DataError, IntegrityError, ProgrammingError)  # errors of the statement itself, for which a retry is pointless
log = logging.getLogger("terranova.reading")
Found = TypeVar("Found")


class AsksReader(Protocol):
    """A reading process, as the steps use it."""

    def ask(self, task: Mapping[str, Any]) -> Mapping[str, Any]:
        """Send a task to the process and return the answer."""


class ReaderMissingError(Exception):
    """Raised if the reading process cannot be started or has been stopped; another reader could still do the step."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A photo claimed by a reader."""

    id: str
    game_id: str | None
    options: Mapping[str, Any]
    data: bytes


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps that a reader performs on photos; `folder` is the reader's private folder for temporary files."""

    store: Store
    shelf: PhotoShelf
    pictures: PictureStore
    folder: Path
    stopped: threading.Event

    def read(self, process: AsksReader, photo_id: str, job: int) -> None:
        """Read a photo and store the answer; do nothing if the job no longer belongs to the photo.

        Raise ReaderMissingError if the reading process is missing or was stopped before it read the photo.
        """
        taken = self._insist(lambda: self._take(photo_id, READ, job))
        if taken is None:
            return
        self._insist(lambda: self._bring_board(str(taken.options.get("board", BUILT_IN[0]))))
        with self._file_of(taken) as path:
            answer = process.ask({"task": "read", "path": str(path), "options": dict(taken.options)})
        if answer.get("problem") == "reader-missing" or (self.stopped.is_set() and "reading" not in answer):
            raise ReaderMissingError
        self._insist(lambda: end_photo(self.store, self.shelf, photo_id, answer))
        log.info("photo %s: %s", photo_id, answer.get("problem", "read"))

    def keep(self, process: AsksReader, photo_id: str, job: int) -> None:
        """Store the full image and the thumbnail of a photo, and remove the photo from the queue.

        Do nothing if the job no longer belongs to the photo. Raise ReaderMissingError if the reading process is missing or was
        stopped, and PictureStoreError if an S3-compatible store does not accept the images.
        """
        taken = self._insist(lambda: self._take(photo_id, KEEP, job))
        if taken is None:
            return
        with self._file_of(taken) as path:
            kept, small = path.with_suffix(".kept"), path.with_suffix(".small")
            answer = process.ask({"task": "keep", "path": str(path), "kept": str(kept), "small": str(small)})
            if answer.get("problem") == "reader-missing" or (self.stopped.is_set() and not answer.get("kept")):
                raise ReaderMissingError
            if answer.get("kept"):
                made = {FULL: kept.read_bytes(), SMALL: small.read_bytes()}
                self._insist(lambda: self._store_pictures(taken, made))
        self._insist(lambda: self._forget(photo_id, job))

    def _store_pictures(self, taken: Taken, made: Mapping[str, bytes]) -> None:
        for name, data in made.items():
            self.pictures.put(taken.id, name, data)
        found = tuple(Fingerprint(name, len(data), hash_of(data)) for name, data in made.items())
        seen = self.store.through(door_of_game(self.store, taken.game_id or ""))  # each table has its own quota
        if not self.shelf.through(seen).note_kept(taken.id, found):
            self.pictures.remove(taken.id)  # its game has been deleted

    def _take(self, photo_id: str, step: str, job: int) -> Taken | None:
        with self.store.writing(photo_id) as connection:
            still_ours = (incoming.c.id == photo_id) & (incoming.c.step == step) & (incoming.c.job == job)
            row = connection.execute(select(incoming).where(still_ours)).one_or_none()
            if row is None:
                return None
            if step == READ:
                table: Table = loose_photos if row.game_id is None else photos
                waits = (table.c.id == photo_id) & (table.c.state == "waiting")
                connection.execute(table.update().where(waits).values(state="reading"))
            return Taken(row.id, row.game_id, json.loads(row.options), bytes(row.data))

    def _bring_board(self, name: str) -> None:
        if name not in BUILT_IN:
            materialise_boards(self.store, data_folder() / SAVED, name)

    def _forget(self, photo_id: str, job: int) -> None:
        with self.store.writing(photo_id) as connection:
            forget_incoming(connection, photo_id, job)

    @contextlib.contextmanager
    def _file_of(self, taken: Taken) -> Iterator[Path]:
        path = self.folder / f"{taken.id}.photo"
        path.write_bytes(taken.data)
        try:
            yield path
        finally:
            for left in self.folder.glob(f"{taken.id}.*"):
                left.unlink(missing_ok=True)

    def _insist(self, step: Callable[[], Found]) -> Found:
        """Run a database step, retrying after each Problem.

        Raise the Problem if the reader is being stopped, or if the statement itself is at fault.
        """
        has_waited = False
        while True:
            try:
                return step()
            except Problem as problem:
                if self.stopped.is_set() or isinstance(problem.__cause__, LASTING):
                    raise
            if not has_waited:
                log.warning("the database does not answer; a photo waits for it")
            has_waited = True
            self.stopped.wait(AGAIN_SECONDS)
