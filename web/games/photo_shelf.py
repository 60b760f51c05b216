"""The photos of each game: what was uploaded when, what the reader made of it, and the pictures kept within a quota.

An upload id makes sending again harmless. Pictures are found by an id of ours, never by a name that somebody sent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, func, select
from sqlalchemy.exc import IntegrityError

from referee.words.problems import Problem
from referee.words.texts import text
from web.games.schema import photos
from web.games.store import Store, new_id, now

ALL_PHOTOS_BYTES = 2 * 2**30
GAME_PHOTOS_BYTES = 512 * 2**20
_PHOTO_ID = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class Photo:
    """One uploaded photo. `answer` is the worker's: a reading, or a problem with its sentences; `bytes` 0: no picture kept."""

    id: str
    game_id: str
    upload_id: str
    revision: int
    at: str
    state: str
    answer: Mapping[str, Any] | None
    bytes: int

    @property
    def reading(self) -> Mapping[str, Any] | None:
        """The terranova-reading/1, once there is one."""
        return self.answer.get("reading") if self.answer else None


class PhotoShelf:
    """Where photos are kept: rows in the store, pictures in the data folder."""

    def __init__(self, store: Store, data: Path) -> None:
        self._store = store
        self._folder = data / "photos"
        self.incoming = data / "incoming"
        self._folder.mkdir(parents=True, exist_ok=True)
        self.incoming.mkdir(parents=True, exist_ok=True)

    def tidy(self) -> None:
        """At the start: whatever a stopped server left half done is given up, and can be sent again."""
        for left in self.incoming.iterdir():
            left.unlink(missing_ok=True)
        for unfinished in self._folder.glob("*.part"):
            unfinished.unlink(missing_ok=True)
        with self._store.writing() as connection:
            connection.execute(photos.update().where(photos.c.state == "waiting").values(state="failed", answer=None))

    def add(self, game_id: str, upload_id: str, revision: int) -> tuple[Photo, bool]:
        """Notes an upload; tells whether it is to be read: an upload id seen before is not, unless it had come to nothing."""
        for _ in range(2):
            with self._store.writing() as connection:
                known = _find_upload(connection, game_id, upload_id)
                if known is not None:
                    given_up = known.state == "failed" and known.answer is None
                    if given_up:
                        connection.execute(photos.update().where(photos.c.id == known.id).values(state="waiting"))
                    return known, given_up
                photo = Photo(new_id(), game_id, upload_id, revision, now(), "waiting", None, 0)
                try:
                    with connection.begin_nested():
                        connection.execute(photos.insert().values(asdict(photo)))
                except IntegrityError:
                    continue  # the same upload came twice at once: the second time round it is known
                return photo, True
        raise Problem("not-saved", text("serve.store_not_saved"))

    def note_answer(self, photo_id: str, state: str, answer: Mapping[str, Any] | None) -> None:
        """Keeps what the reader said."""
        written = None if answer is None else json.dumps(answer, separators=(",", ":"))
        with self._store.writing() as connection:
            connection.execute(photos.update().where(photos.c.id == photo_id).values(state=state, answer=written))

    def note_kept(self, photo_id: str) -> None:
        """Notes that the picture lies in the folder, and makes room where a quota is passed."""
        size = sum(path.stat().st_size for path in self.paths(photo_id) if path.exists())
        with self._store.writing() as connection:
            connection.execute(photos.update().where(photos.c.id == photo_id).values(bytes=size))
            game_id = connection.execute(select(photos.c.game_id).where(photos.c.id == photo_id)).scalar_one()
            forgotten = [*_beyond(connection, GAME_PHOTOS_BYTES, game_id), *_beyond(connection, ALL_PHOTOS_BYTES, None)]
            connection.execute(photos.update().where(photos.c.id.in_(forgotten)).values(bytes=0))
        for old in forgotten:
            for path in self.paths(old):
                path.unlink(missing_ok=True)

    def paths(self, photo_id: str) -> tuple[Path, Path]:
        """Tells where a photo's picture and its small one lie."""
        return self._folder / f"{photo_id}.jpg", self._folder / f"{photo_id}-small.jpg"

    def photo(self, game_id: str, photo_id: str) -> Photo:
        """Finds a photo of this game; another table's photo is not found."""
        with self._store.reading() as connection:
            query = select(photos).where(photos.c.id == photo_id, photos.c.game_id == game_id)
            row = connection.execute(query).one_or_none() if _PHOTO_ID.fullmatch(photo_id) else None
        if row is None:
            raise Problem("no-such-photo", text("serve.no_such_photo"))
        return _photo(row)

    def find(self, photo_id: str) -> Photo | None:
        """Finds a photo by its id alone, which is how its job is asked for."""
        if not _PHOTO_ID.fullmatch(photo_id):
            return None
        with self._store.reading() as connection:
            row = connection.execute(select(photos).where(photos.c.id == photo_id)).one_or_none()
        return None if row is None else _photo(row)

    def of_game(self, game_id: str) -> tuple[Photo, ...]:
        """Lists a game's photos, oldest first."""
        with self._store.reading() as connection:
            rows = connection.execute(select(photos).where(photos.c.game_id == game_id).order_by(photos.c.at))
            return tuple(_photo(row) for row in rows)


def _find_upload(connection: Connection, game_id: str, upload_id: str) -> Photo | None:
    query = select(photos).where(photos.c.game_id == game_id, photos.c.upload_id == upload_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else _photo(row)


def _beyond(connection: Connection, quota: int, game_id: str | None) -> list[str]:
    kept = photos.c.bytes > 0 if game_id is None else (photos.c.bytes > 0) & (photos.c.game_id == game_id)
    total = connection.execute(select(func.coalesce(func.sum(photos.c.bytes), 0)).where(kept)).scalar_one()
    forgotten = []
    for row in connection.execute(select(photos.c.id, photos.c.bytes).where(kept).order_by(photos.c.at)).all():
        if total <= quota:
            break
        forgotten.append(row.id)
        total -= row.bytes
    return forgotten


def _photo(row: Row[Any]) -> Photo:
    answer = None if row.answer is None else json.loads(row.answer)
    return Photo(row.id, row.game_id, row.upload_id, row.revision, row.at, row.state, answer, row.bytes)
