"""The photos of each game: uploads, readings, and stored image files within a quota.

Upload ids make retries idempotent. Image files are addressed by generated ids, never by client file names.
"""

from __future__ import annotations

import copy
import errno
import json
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, func, select, true
from sqlalchemy.exc import IntegrityError

from referee.files.atomic_write import sync_folder
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.detailed_problems import problem_answer
from web.games.doors import door_of
from web.games.picture_files import FULL, PICTURE_NAMES, SMALL, Fingerprint, PictureFolder, PictureStore, matches
from web.games.schema import photos, pictures
from web.games.stamps import ID, new_id, now
from web.games.store import Store, StoredGame, read_game

FULL_DISK = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
log = logging.getLogger(__name__)

ALL_PHOTOS_BYTES = 2 * 2**30  # quota at home, or for one table of a club
GAME_PHOTOS_BYTES = 512 * 2**20
QUOTA_LOCK = "quota"
UNANSWERED = ("waiting", "reading")  # at home, the state `reading` is only in memory
_PHOTO_ID = re.compile(ID)


@dataclass(frozen=True, slots=True)
class Photo:
    """An uploaded photo.

    `revision` is the number of the revision that the photo follows. `answer` is the worker's reading or problem, or None if
    there is no answer. `bytes` is the size of the stored files, or 0 if no image is stored.
    """

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
        """The terranova-reading/1 in the answer, or None if there is none."""
        return self.answer.get("reading") if self.answer else None


@dataclass(frozen=True, slots=True)
class GameUpload:
    """An upload to a game: the id that the phone gave it, and the number of the revision that the photo follows."""

    game_id: str
    upload_id: str
    revision: int


class PhotoShelf:
    """Storage of photos: rows in the database, image files in the data folder or another store."""

    def __init__(self, store: Store, data: Path, pictures: PictureStore | None = None, total_quota: int | None = None) -> None:
        self._store = store
        self._folder = PictureFolder(data / "photos")
        self.pictures: PictureStore = pictures or self._folder
        self._total_quota = total_quota
        self._unsaved: dict[str, Mapping[str, Any]] = {}  # by photo id, the problem that prevented storing an answer
        self.incoming = data / "incoming"
        for folder in (data / "photos", self.incoming):
            _make_folder(folder)

    def through(self, store: Store) -> PhotoShelf:
        """Return a copy of the shelf that accesses games and photos through `store`, which can be restricted to another door."""
        seen = copy.copy(self)
        seen._store = store
        return seen

    def tidy(self) -> None:
        """Clean up at startup what an interrupted server left behind; log a step that fails, and run the others."""
        for step in (self.drop_incoming, self._folder.remove_unfinished, self._give_up_waiting, self._match_pictures):
            _try(step)

    def drop_incoming(self) -> None:
        """Delete uploads that an interrupted server left in its data folder."""
        for left in self.incoming.iterdir():
            left.unlink(missing_ok=True)

    def _give_up_waiting(self) -> None:
        """Mark photos left in the queue by a stopped server as failed, so that they can be uploaded again."""
        with self._store.writing() as connection:
            connection.execute(photos.update().where(photos.c.state == "waiting").values(state="failed", answer=None))

    def _match_pictures(self) -> None:
        """Reconcile the image files in the data folder with the rows in the database.

        Files of unknown photos are set aside, and moved back if the database lists their images again. Damaged files, and files
        of photos without a recorded image, are deleted.
        """
        with self._store.reading() as connection:
            kept = {row.id: row.bytes for row in connection.execute(select(photos.c.id, photos.c.bytes))}
            noted = _noted(connection.execute(select(pictures)).all())
        for photo_id, size in kept.items():
            if size > 0:
                self._folder.reclaim(photo_id)
                self._check_kept(photo_id, noted.get(photo_id, []))
        for photo_id in self._folder.photo_ids():
            if photo_id not in kept:
                self._folder.set_aside(photo_id)
            elif kept[photo_id] == 0:
                self._folder.remove(photo_id)

    def _check_kept(self, photo_id: str, noted: list[Fingerprint]) -> None:
        if noted and all(self._folder.has_length(photo_id, one) for one in noted):
            return
        if not noted and self._folder.is_whole(photo_id):
            self.note_kept(photo_id)  # stored by a version that recorded no hashes
            return
        log.warning("the picture of photo %s is damaged or gone and is not shown any more", photo_id)
        with self._store.writing() as connection:
            _forget(connection, [photo_id])
        self._folder.remove(photo_id)

    def add(self, game_id: str, upload_id: str, revision: int) -> tuple[Photo, bool]:
        """Record an upload; return its photo and whether the photo must be read.

        A photo with a known upload id is read again only if its reading failed without a stored answer. Raise a Problem if the
        upload cannot be recorded.
        """
        for _ in range(2):
            with self._store.writing(game_id) as connection:
                added = self.add_to(connection, GameUpload(game_id, upload_id, revision))
                if added is not None:
                    return added
        raise Problem("not-saved", text("serve.store_not_saved"))

    def add_to(self, connection: Connection, upload: GameUpload) -> tuple[Photo, bool] | None:
        """Record an upload within the caller's transaction; return its photo and whether the photo must be read.

        Return None if another request is adding the same upload.
        """
        known = self._find_upload(connection, upload.game_id, upload.upload_id)
        if known is not None:
            given_up = known.state == "failed" and (known.answer is None or known.id in self._unsaved)
            if given_up:
                connection.execute(photos.update().where(photos.c.id == known.id).values(state="waiting"))
                self._unsaved.pop(known.id, None)
            return known, given_up
        photo = Photo(new_id(), upload.game_id, upload.upload_id, upload.revision, now(), "waiting", None, 0)
        try:
            with connection.begin_nested():
                connection.execute(photos.insert().values(asdict(photo)))
        except IntegrityError:
            return None
        return photo, True

    def finish(
        self, photo_id: str, answer: Mapping[str, Any] | None, and_then: Callable[[Connection], None] | None = None
    ) -> str | None:
        """Store the reader's answer to a photo that waits for one, and return the id of its game.

        Return None if the photo is unknown or has been answered before; otherwise call `and_then` in the same transaction.
        Without an answer, mark the photo as failed. Raise a Problem if the answer cannot be stored, for example on a full disk;
        at home the photo then counts as failed and can be uploaded again.
        """
        state = "done" if "reading" in (answer or {}) else "failed"
        written = None if answer is None else json.dumps(answer, separators=(",", ":"))
        open_one = (photos.c.id == photo_id) & photos.c.state.in_(UNANSWERED)
        try:
            with self._store.writing(photo_id) as connection:
                change = photos.update().where(open_one).values(state=state, answer=written).returning(photos.c.game_id)
                game_id = connection.execute(change).scalar()
                if game_id is not None and and_then is not None:
                    and_then(connection)
                return None if game_id is None else str(game_id)
        except Problem as problem:
            self._unsaved[photo_id] = problem_answer(problem)
            raise

    def note_kept(self, photo_id: str, found: Sequence[Fingerprint] = ()) -> bool:
        """Record the lengths and hashes of a photo's stored files, and delete the oldest photos' files if a quota is exceeded.

        Without `found`, the files in the data folder are measured. Return False if the photo or its files are gone.
        """
        found = found or self._folder.fingerprints(photo_id)
        if not found:
            return False
        with self._store.writing(QUOTA_LOCK) as connection:
            size = sum(one.bytes for one in found)
            change = photos.update().where(photos.c.id == photo_id).values(bytes=size).returning(photos.c.game_id)
            game_id = connection.execute(change).scalar()
            if game_id is None:
                return False
            connection.execute(pictures.delete().where(pictures.c.photo_id == photo_id))
            connection.execute(pictures.insert(), [{"photo_id": photo_id, **asdict(one)} for one in found])
            forgotten = _beyond(connection, GAME_PHOTOS_BYTES, photos.c.game_id == game_id)
            _forget(connection, forgotten)
            if not self._store.door.is_house:
                forgotten += _beyond(connection, ALL_PHOTOS_BYTES, self._store.door.sees(photos.c.game_id))
                _forget(connection, forgotten)
            forgotten += _beyond(connection, self._total_quota or ALL_PHOTOS_BYTES, true())
            _forget(connection, forgotten)
        for old in forgotten:
            self.pictures.remove(old)
        return True

    def paths(self, photo_id: str) -> tuple[Path, Path]:
        """Return the paths of a photo's full image and thumbnail in the data folder; the files need not exist."""
        return self._folder.path(photo_id, FULL), self._folder.path(photo_id, SMALL)

    def read_picture(self, photo_id: str, small: bool) -> bytes:
        """Return a photo's full image or thumbnail; raise a Problem unless its bytes match the recorded length and hash."""
        name = PICTURE_NAMES[small]
        with self._store.reading() as connection:
            statement = select(pictures).where(pictures.c.photo_id == photo_id, pictures.c.name == name)
            noted = _noted(connection.execute(statement).all()).get(photo_id, [])
        data = self.pictures.get(photo_id, name) if noted else None
        if data is not None and not matches(data, noted[0]):
            data = None
        if noted and data is None:
            log.warning("the %s picture of photo %s is not what was written and is not shown", name, photo_id)
        if data is None:
            raise Problem("no-such-photo", text("serve.no_such_photo"))
        return data

    def photo(self, game_id: str, photo_id: str) -> Photo:
        """Return a photo of a game by id; raise a Problem if the game has no such photo."""
        with self._store.reading() as connection:
            query = select(photos).where(photos.c.id == photo_id, photos.c.game_id == game_id)
            row = connection.execute(query).one_or_none() if _PHOTO_ID.fullmatch(photo_id) else None
        if row is None:
            raise Problem("no-such-photo", text("serve.no_such_photo"))
        return self._photo(row)

    def read_game(self, game_id: str, photo_ids: Sequence[str]) -> tuple[StoredGame, Mapping[str, Photo]]:
        """Return a game and, by id, those given photos that belong to the game, all read in one snapshot.

        Raise a Problem if there is no such game.
        """
        wanted = [photo_id for photo_id in photo_ids if _PHOTO_ID.fullmatch(photo_id)]
        with self._store.reading() as connection:
            stored = read_game(connection, game_id)
            query = select(photos).where(photos.c.id.in_(wanted), photos.c.game_id == game_id)
            rows = connection.execute(query).all() if wanted else []
        return stored, {row.id: self._photo(row) for row in rows}

    def find(self, photo_id: str) -> Photo | None:
        """Return a photo by id from any game behind the store's door, or None if there is none."""
        if not _PHOTO_ID.fullmatch(photo_id):
            return None
        with self._store.reading() as connection:
            seen = door_of(connection).sees(photos.c.game_id)
            row = connection.execute(select(photos).where(photos.c.id == photo_id, seen)).one_or_none()
        return None if row is None else self._photo(row)

    def of_game(self, game_id: str) -> tuple[Photo, ...]:
        """Return the photos of a game, oldest first."""
        with self._store.reading() as connection:
            rows = connection.execute(select(photos).where(photos.c.game_id == game_id).order_by(photos.c.at))
            return tuple(self._photo(row) for row in rows)

    def _find_upload(self, connection: Connection, game_id: str, upload_id: str) -> Photo | None:
        query = select(photos).where(photos.c.game_id == game_id, photos.c.upload_id == upload_id)
        row = connection.execute(query).one_or_none()
        return None if row is None else self._photo(row)

    def _photo(self, row: Row[Any]) -> Photo:
        answer = None if row.answer is None else json.loads(row.answer)
        unsaved = self._unsaved.get(row.id) if row.state == "waiting" else None
        state = "failed" if unsaved else row.state
        return Photo(row.id, row.game_id, row.upload_id, row.revision, row.at, state, unsaved or answer, row.bytes)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise Problem("file-in-the-way", text("serve.file_in_the_way", file=str(folder))) from None
    except OSError as error:
        if error.errno not in FULL_DISK:
            raise
        log.warning("no room for the folder %s", folder.name)
    sync_folder(folder.parent)


def _try(step: Callable[[], None]) -> None:
    try:
        step()
    except (OSError, Problem):
        log.warning("photos could not be tidied", exc_info=True)


def _noted(rows: Sequence[Row[Any]]) -> dict[str, list[Fingerprint]]:
    found: dict[str, list[Fingerprint]] = {}
    for row in rows:
        found.setdefault(row.photo_id, []).append(Fingerprint(row.name, row.bytes, row.sha256))
    return found


def _forget(connection: Connection, photo_ids: list[str]) -> None:
    connection.execute(pictures.delete().where(pictures.c.photo_id.in_(photo_ids)))
    connection.execute(photos.update().where(photos.c.id.in_(photo_ids)).values(bytes=0))


def _beyond(connection: Connection, quota: int, counted: ColumnElement[bool]) -> list[str]:
    """Return the ids, oldest first, of the photos whose image files must be deleted to meet a quota.

    `counted` selects the photos that share the quota. The total size is checked first, since the quota is rarely exceeded.
    """
    kept = (photos.c.bytes > 0) & counted
    if connection.execute(select(func.coalesce(func.sum(photos.c.bytes), 0)).where(kept)).scalar_one() <= quota:
        return []
    up_to_here = func.sum(photos.c.bytes).over(order_by=[photos.c.at.desc(), photos.c.id.desc()])
    newest_first = select(photos.c.id, photos.c.at, up_to_here.label("bytes")).where(kept).subquery()
    beyond = select(newest_first.c.id).where(newest_first.c.bytes > quota).order_by(newest_first.c.at)
    return list(connection.execute(beyond).scalars())
