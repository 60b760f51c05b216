"""The zip that a phone exports and imports: all games as terranova-record, their boards, and the statistics.

Photos and built-in boards are not included. Games are written one at a time, and a zip above 32 MB is refused. An imported
zip is not trusted, so the names, number and unpacked size of its files are checked before anything is stored.
"""

from __future__ import annotations

import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from referee.boards.board import Board
from referee.boards.library import BUILT_IN
from referee.files.fields import Location
from referee.files.json_input import parse_json, quoted
from referee.formats.positions import board_to_json
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.kept_boards import MOST_BOARDS
from web.games.store import MOST_GAMES, Store, StoredGame
from web.games.table import board_named
from web.takeaway.carried_boards import plan_boards, read_carried
from web.takeaway.records import GAME_ID, LABEL_LANGUAGE, read_record, record_to_bytes
from web.takeaway.statistics import statistics_json

MOST_ZIP_BYTES = 32 * 2**20
MOST_UNPACKED_BYTES = 256 * 2**20
MOST_FILE_BYTES = 16 * 2**20  # enough for the longest game that can be stored, with 5000 revisions
MOST_FILES = MOST_GAMES + MOST_BOARDS + 10
STATISTICS = "statistics.json"
FULL_BACKUP = "backup.json"  # the file that marks a zip from `terranova backup`
_FILE = re.compile(r"(games|boards)/([^/\\]+)\.json")
_OTHER_FILES = (STATISTICS, "games/", "boards/")
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others, such as LZMA, may ask for gigabytes of memory
_SAME_TIME = (2020, 1, 1, 0, 0, 0)  # time of all files, so that the same games always give the same bytes


def write_bundle(store: Store, file: IO[bytes]) -> None:
    """Write a zip with all games, the boards they use that are not built in, and the statistics.

    Games that are deleted meanwhile are left out. Raise a Problem if the zip exceeds MOST_ZIP_BYTES, or if a game or a board
    cannot be read.
    """
    boards: set[str] = set()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for stored in _read_all(store):
            boards.add(str(stored.game.settings["board"]))
            _add(packed, f"games/{stored.game.id}.json", record_to_bytes(stored))
        for name in sorted(boards - set(BUILT_IN)):
            _add(packed, f"boards/{name}.json", _dump(board_to_json(board_named(name), LABEL_LANGUAGE)))
        _add(packed, STATISTICS, _dump(statistics_json(store)))


def _read_all(store: Store) -> Iterator[StoredGame]:
    for game_id in sorted(store.game_ids()):
        try:
            yield store.read(game_id)
        except Problem as problem:
            if problem.slug != "no-such-game":  # deleted since the games were listed
                raise


def _add(packed: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, _SAME_TIME)
    entry.compress_type = zipfile.ZIP_DEFLATED
    packed.writestr(entry, data)
    if packed.fp is not None and packed.fp.tell() > MOST_ZIP_BYTES:
        raise Problem("too-large", text("take.bundle_too_large", megabytes=MOST_ZIP_BYTES // 2**20))


def _dump(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


@dataclass(frozen=True, slots=True)
class Bundle:
    """An open zip whose file names and sizes have been checked. `games` lists file names, `boards` maps names to boards."""

    packed: zipfile.ZipFile
    games: tuple[str, ...]
    boards: dict[str, Board]

    def read_games(self, *, is_checked: bool = False) -> Iterator[StoredGame]:
        """Yield the games one at a time; raise a Problem if a game is invalid.

        `is_checked` skips the detailed checks for games that were parsed before.
        """
        kept = {given: (plan.name, plan.board) for given, plan in plan_boards(self.boards).items()}
        for name in self.games:
            stored = read_record(_read_json(self.packed, name), name, kept, is_checked=is_checked)
            if not name.endswith(f"/{stored.game.id}.json"):
                raise Problem("other-format", text("take.strange_file", name=quoted(name)))
            yield stored


def open_bundle(file: IO[bytes]) -> Bundle:
    """Open an exported zip, check file names and sizes, and read the boards; raise a Problem if the zip must not be imported."""
    try:
        packed = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, zlib.error, ValueError, OSError, NotImplementedError):
        raise Problem("damaged-zip", text("take.damaged_zip")) from None
    names = [entry.filename for entry in packed.infolist()]
    if any(entry.compress_type not in _PACKINGS for entry in packed.infolist()):
        raise Problem("damaged-zip", text("take.packed_otherwise"))
    if FULL_BACKUP in names:
        raise Problem("full-backup", text("take.full_backup"))
    _check_names(names)
    if sum(entry.file_size for entry in packed.infolist()) > MOST_UNPACKED_BYTES:
        raise Problem("too-large", text("take.unpacks_too_large", megabytes=MOST_UNPACKED_BYTES // 2**20))
    boards = {
        named[2]: read_carried(_read_json(packed, named[0]), Location(named[0]))
        for named in map(_FILE.fullmatch, names)
        if named and named[1] == "boards"
    }
    games = tuple(sorted(name for name in names if name.startswith("games/") and name.endswith(".json")))
    if not games:
        raise Problem("no-games", text("take.no_games_inside"))
    return Bundle(packed, games, boards)


def _check_names(names: list[str]) -> None:
    if len(names) > MOST_FILES or len(set(names)) < len(names):
        raise Problem("too-many-files", text("take.too_many_files", most=MOST_FILES))
    for name in names:
        named = _FILE.fullmatch(name)
        is_ours = name in _OTHER_FILES or (named and (named[1] == "boards" or GAME_ID.fullmatch(named[2])))
        if not is_ours:
            raise Problem("strange-file", text("take.strange_file", name=quoted(name)))


def _read_json(packed: zipfile.ZipFile, name: str) -> object:
    """Parse one JSON file in the zip.

    Raise a Problem if the file is damaged, is not JSON, or unpacks to more than MOST_FILE_BYTES, even if the zip states a
    smaller size.
    """
    try:
        with packed.open(name) as file:
            data = file.read(MOST_FILE_BYTES + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError):
        raise Problem("damaged-zip", text("take.damaged_zip")) from None
    if len(data) > MOST_FILE_BYTES:
        raise Problem("too-large", text("take.unpacks_too_large", megabytes=MOST_FILE_BYTES // 2**20))
    return parse_json(data, name)
