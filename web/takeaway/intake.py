"""Import games from a zip, a JSON file, text or a link, either all of them or none.

Everything is parsed before the store is written to, and then written in one transaction.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee.boards.library import BUILT_IN, board_from_json
from referee.files.fields import Location
from referee.files.json_input import decode_text, parse_json
from referee.formats.game_text import is_game_text
from referee.formats.positions import BOARD
from referee.words.problems import Problem
from referee.words.texts import Text, text
from web.games.store import Store
from web.takeaway.additions import Added, add_game, add_shared, id_of, play_shared
from web.takeaway.bundle import MOST_FILE_BYTES, MOST_ZIP_BYTES, open_bundle
from web.takeaway.carried_boards import keeping_boards, plan_boards, read_carried
from web.takeaway.records import RECORD, read_record
from web.takeaway.shared import (
    Shared,
    find_link,
    shared_from_json,
    shared_from_link,
    shared_from_text,
    shared_to_link,
)

ZIP_START = b"PK"
_one_at_a_time = threading.Lock()  # an import may need much memory


def bring_in_file(store: Store, path: Path) -> tuple[Added, ...]:
    """Import the games of a file, whose format is detected from its content.

    Raise a Problem, without importing anything, if the file is invalid or too large.
    """
    with _one_at_a_time, path.open("rb") as file:
        size = path.stat().st_size
        start = file.read(len(ZIP_START))
        file.seek(0)
        if start != ZIP_START:
            return _bring_in(store, file.read(MOST_FILE_BYTES + 1))
        if size > MOST_ZIP_BYTES:
            raise Problem("too-large", text("take.bundle_too_large", megabytes=MOST_ZIP_BYTES // 2**20))
        bundle = open_bundle(file)
        for _ in bundle.read_games():
            pass  # check all games before the first one is stored
        with keeping_boards(plan_boards(bundle.boards)), store.writing() as connection:
            return tuple(add_game(connection, stored) for stored in bundle.read_games(is_checked=True))


def bring_in_words(store: Store, words: str) -> tuple[Added, ...]:
    """Import a game from pasted JSON, text or a link; raise a Problem if the pasted text is invalid or too large."""
    with _one_at_a_time:
        return _bring_in(store, words.encode())


def _bring_in(store: Store, data: bytes) -> tuple[Added, ...]:
    if len(data) > MOST_FILE_BYTES:
        raise Problem("too-large", text("take.unpacks_too_large", megabytes=MOST_FILE_BYTES // 2**20))
    value = read_anything(data)
    if isinstance(value, Shared):
        return _bring_in_shared(store, value)
    return _bring_in_record(store, value)


def _bring_in_shared(store: Store, shared: Shared) -> tuple[Added, ...]:
    name = shared.game.start.board_name
    plan = plan_boards({} if shared.carried is None else {name: shared.carried})
    kept = plan[name].name if plan else name
    played = play_shared(shared, kept, id_of(shared_to_link(shared).encode())).stored  # takes seconds, so before writing
    with keeping_boards(plan), store.writing() as connection:
        return (add_shared(connection, played),)


def _bring_in_record(store: Store, record: Mapping[str, Any]) -> tuple[Added, ...]:
    source = text("take.the_file")
    settings = record.get("settings")
    name = settings.get("board") if isinstance(settings, dict) else None
    is_carried = "board" in record and isinstance(name, str) and name not in BUILT_IN
    plan = plan_boards({str(name): read_carried(record["board"], Location(source))} if is_carried else {})
    stored = read_record(record, source, {given: (kept.name, kept.board) for given, kept in plan.items()})
    with keeping_boards(plan), store.writing() as connection:
        return (add_game(connection, stored),)


def read_anything(data: bytes) -> Mapping[str, Any] | Shared:
    """Parse a game in any of the formats in which games can be shared.

    A terranova-record is returned as JSON whose content is not checked, everything else as Shared. Raise a Problem if the
    format is not recognized or a game in another format is invalid.
    """
    source = text("take.the_file")
    words = decode_text(data, source)
    if not words.strip():
        raise Problem("empty-file", text("take.nothing_given"))
    if words.lstrip().startswith("{"):
        return _read_json(parse_json(data, source), source)
    if is_game_text(words):
        return shared_from_text(words)
    if (link := find_link(words)) is not None:
        return shared_from_link(link)
    raise Problem("other-format", text("take.not_ours"))


def _read_json(value: object, source: Text) -> Mapping[str, Any] | Shared:
    kind = value.get("format") if isinstance(value, dict) else None
    if isinstance(value, dict) and kind == RECORD:
        return value
    if kind == BOARD:
        board_from_json(value, source)
        raise Problem("other-format", text("take.only_a_board"))
    return shared_from_json(value, source)
