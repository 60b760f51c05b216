"""Restore a full backup or the zip that a phone exported; a game that differs from its stored version is added beside it.

All rows are written in one transaction. Photos are restored with their games, but without image files if any of them does not
match its recorded hash.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from referee.boards.board import Board
from referee.boards.library import parse_board
from referee.files.atomic_write import write_file_whole
from referee.words.problems import Problem
from referee.words.texts import Text, text
from web.games.database_file import Condition, examine_copy, schema_step_of
from web.games.picture_files import PictureFolder, hash_of
from web.games.schema import NEWEST_STEP, photos, pictures
from web.games.store import Store, StoredGame
from web.takeaway.additions import Added, Way, add_game, other_photo_id
from web.takeaway.carried_boards import Kept, keeping_boards, plan_boards
from web.takeaway.full_backup import DATABASE, PHOTOS, BackupZip, is_full_backup
from web.takeaway.intake import bring_in_file


def restore_zip(store: Store, data: Path, path: Path) -> Text:
    """Add the games of a zip to the store and return the sentence that reports how many were added.

    Raise a Problem, without adding anything, if the zip is invalid.
    """
    added = _restore_full(store, data, path) if is_full_backup(path) else bring_in_file(store, path)
    count = {way: sum(one.way is way for one in added) for way in Way}
    return text("take.restored", backup=str(path), new=count[Way.NEW], known=count[Way.KNOWN], beside=count[Way.BESIDE])


def _restore_full(store: Store, data: Path, path: Path) -> tuple[Added, ...]:
    with closing(BackupZip(path)) as packed, tempfile.TemporaryDirectory(prefix=".restore-", dir=data) as folder:
        copy = Path(folder) / DATABASE
        packed.take_database(copy)
        _check(copy, path)
        with closing(Store(f"sqlite:///{copy}")) as backup:
            boards = {name: parse_board(file, name) for name, file in packed.read_boards()}
            return _Restoring(store, backup, packed, PictureFolder(data / PHOTOS)).run(boards)


def _check(copy: Path, path: Path) -> None:
    examined = examine_copy(copy)
    if examined.condition is not Condition.SOUND:
        raise Problem("damaged-backup", text("serve.restore_damaged", file=str(path), reason=examined.reason))
    if (step := schema_step_of(copy)) > NEWEST_STEP:
        raise Problem("newer-database", text("serve.store_newer", step=step, known=NEWEST_STEP))


@dataclass(frozen=True, slots=True)
class _Restoring:
    store: Store
    backup: Store
    packed: BackupZip
    folder: PictureFolder

    def run(self, boards: Mapping[str, Board]) -> tuple[Added, ...]:
        used = {str(stored.game.settings["board"]) for stored in self._games()}
        plan = plan_boards({name: board for name, board in boards.items() if name in used})
        with self._removing_on_failure() as written, keeping_boards(plan), self.store.writing() as connection:
            return tuple(self._add(connection, stored, plan, written) for stored in self._games())

    def _games(self) -> Iterator[StoredGame]:
        for game_id in self.backup.game_ids():
            with contextlib.suppress(Problem):  # a damaged game must not prevent restoring the others
                yield self.backup.read(game_id)

    @contextlib.contextmanager
    def _removing_on_failure(self) -> Iterator[list[str]]:
        written: list[str] = []
        try:
            yield written
        except BaseException:
            for photo_id in written:
                self.folder.remove(photo_id)
            raise

    def _add(self, connection: Connection, stored: StoredGame, plan: Mapping[str, Kept], written: list[str]) -> Added:
        old_id = stored.game.id
        added = add_game(connection, _on_board(stored, plan))
        if added.way is not Way.KNOWN:
            for photo, noted in self._photos_of(old_id):
                photo_id = photo["id"] if added.game_id == old_id else other_photo_id(added.game_id, photo["id"])
                self._add_photo(connection, {**photo, "game_id": added.game_id}, photo_id, noted, written)
        return added

    def _photos_of(self, game_id: str) -> list[tuple[dict[str, Any], Sequence[Any]]]:
        with self.backup.reading() as connection:
            rows = connection.execute(select(photos).where(photos.c.game_id == game_id)).all()
            noted = {row.id: connection.execute(select(pictures).where(pictures.c.photo_id == row.id)).all() for row in rows}
        return [(dict(row._mapping), noted[row.id]) for row in rows]

    def _add_photo(
        self, connection: Connection, photo: Mapping[str, Any], photo_id: str, noted: Sequence[Any], written: list[str]
    ) -> None:
        found = []
        for one in noted:
            with contextlib.suppress(Problem):
                data = self.packed.read_picture(photo["id"], one.name)
                if hash_of(data) == one.sha256:
                    found.append((one, data))
        is_whole = bool(noted) and len(found) == len(noted)
        size = sum(one.bytes for one in noted) if is_whole else 0
        connection.execute(photos.insert().values({**photo, "id": photo_id, "bytes": size}))
        for one, data in found if is_whole else ():
            write_file_whole(self.folder.path(photo_id, one.name), data, mode=0o600)
            written.append(photo_id)
            connection.execute(pictures.insert().values({**one._mapping, "photo_id": photo_id}))


def _on_board(stored: StoredGame, plan: Mapping[str, Kept]) -> StoredGame:
    """Return a game with the name of its board replaced by the name under which the board has been saved."""
    kept = plan.get(str(stored.game.settings["board"]))
    if kept is None or kept.name == stored.game.settings["board"]:
        return stored
    game = replace(stored.game, settings={**stored.game.settings, "board": kept.name})
    revisions = {
        number: replace(revision, position={**revision.position, "board": kept.name})
        for number, revision in stored.revisions.items()
    }
    return StoredGame(game, revisions)
