"""One game in the formats in which people share it: terranova-game JSON, text, and a link that contains all data.

A game on a board that is not built in is shared with that board (terranova-shared). Parsed data is not trusted.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.boards.board import Board
from referee.boards.library import BUILT_IN
from referee.files.fields import Location, take_map, take_object, take_string
from referee.files.json_input import parse_json, quoted
from referee.formats.game_text import format_game_text, parse_game_text
from referee.formats.games import GAME, Game, game_from_json, game_to_json, replay
from referee.formats.positions import POSITION, GivenPosition, board_to_json
from referee.rules.pieces import seats_for
from referee.rules.turns import format_turn, parse_turn
from referee.words.problems import Problem
from referee.words.texts import Text, text
from web.games.store import MOST_REVISIONS_A_GAME, Revision
from web.games.table import Table, board_named, position_at
from web.takeaway.carried_boards import read_carried
from web.takeaway.record_fields import take_names
from web.takeaway.records import LABEL_LANGUAGE

SHARED = "terranova-shared/1"
LONGEST_LINK = 60_000  # characters; browsers and chats cut off longer addresses
MOST_LINK_BYTES = 1_000_000  # unpacked
PACKING = 9
_LINK = re.compile(r"/look#([A-Za-z0-9_-]+)")
_FRAGMENT = re.compile(r"[A-Za-z0-9_-]{8,}={0,2}")


@dataclass(frozen=True, slots=True)
class Shared:
    """A game to share or import; `carried` is its board, or None if the board is not included."""

    game: Game
    carried: Board | None = None

    @property
    def board(self) -> Board:
        """The board that the game is played on."""
        return self.game.start.position.board


def share_game(table: Table) -> Shared:
    """Return a game for sharing, up to its current revision.

    The shared game starts at the last revision that is not a turn. If the turns after that revision do not lead to the current
    position, the shared game contains only the current position.
    """
    line = table.line
    first = max(number for number, revision in enumerate(line) if revision.record.turn is None)
    return _share(table, line[first], [revision.record.turn or "" for revision in line[first + 1 :]]) or share_position(table)


def share_position(table: Table) -> Shared:
    """Return the current position of a game for sharing, without the turns that led to it."""
    shared = _share(table, table.here, [])
    assert shared is not None
    return shared


def _share(table: Table, start: Revision, written: list[str]) -> Shared | None:
    position = position_at(start)
    turns = tuple(parse_turn(turn, position.board) for turn in written)
    game = Game(tuple(table.names.values()), GivenPosition(position, table.board_name), turns, tuple(written))
    try:
        if written and replay(game).given.position != table.position:
            return None
    except Problem:
        return None
    return Shared(game, None if table.board_name in BUILT_IN else position.board)


def shared_to_json(shared: Shared) -> dict[str, Any]:
    """Return a game as terranova-game/1, or as terranova-shared/1 if its board is included."""
    game = game_to_json(shared.game)
    if shared.carried is None:
        return game
    return {"format": SHARED, "board": board_to_json(shared.carried, LABEL_LANGUAGE), "game": game}


def shared_to_text(shared: Shared) -> str:
    """Return a game in the text format, with its board if the board is included."""
    board = None if shared.carried is None else board_to_json(shared.carried, LABEL_LANGUAGE)
    return format_game_text(game_to_json(shared.game), board)


def shared_to_link(shared: Shared) -> str:
    """Return a game as the fragment of a link, the part after the #."""
    plain = json.dumps(shared_to_json(shared), ensure_ascii=False, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(zlib.compress(plain, PACKING)).decode().rstrip("=")


def find_link(words: str) -> str | None:
    """Return the fragment of the link in a message, or None if there is no link.

    A message of one word without a link is returned unchanged, since the word could be the fragment alone.
    """
    found = _LINK.search(words)
    if found is not None:
        return found[1]
    return words if len(words.split()) == 1 else None


def shared_from_link(link: str) -> Shared:
    """Parse a game from a link or from its fragment alone; raise a Problem if the link is invalid."""
    return shared_from_json(link_to_json(link), text("take.the_link"))


def link_to_json(link: str) -> object:
    """Decompress and parse the JSON in a link or in its fragment.

    Raise a Problem if the link is cut short, too long, or unpacks to more than MOST_LINK_BYTES.
    """
    fragment = link.strip().rpartition("#")[2]
    if len(fragment) > LONGEST_LINK:
        raise Problem("link-too-long", text("take.link_too_long", most=LONGEST_LINK))
    unpacking = zlib.decompressobj()
    try:
        if not _FRAGMENT.fullmatch(fragment):
            raise ValueError
        packed = base64.urlsafe_b64decode(fragment.rstrip("=") + "=" * (-len(fragment.rstrip("=")) % 4))
        plain = unpacking.decompress(packed, MOST_LINK_BYTES)
    except (ValueError, binascii.Error, zlib.error):
        raise Problem("link-cut-short", text("take.link_cut_short")) from None
    if unpacking.unconsumed_tail:
        raise Problem("link-too-long", text("take.link_too_long", most=LONGEST_LINK))
    if not unpacking.eof:
        raise Problem("link-cut-short", text("take.link_cut_short"))
    return parse_json(plain, text("take.the_link"))


def shared_from_text(words: str) -> Shared:
    """Parse a game from the text format; raise a Problem if the text is invalid."""
    source = text("take.the_text")
    game, board = parse_game_text(words, source)
    return shared_from_json(game if board is None else {"format": SHARED, "board": board, "game": game}, source)


def shared_from_json(value: object, source: str | Text) -> Shared:
    """Parse a game or a position from JSON, with or without its board.

    Boards that are not included are loaded by name, never from a path. Raise a Problem if the JSON is invalid.
    """
    place = Location(source)
    found = take_map(value, place)
    if found.get("format") == SHARED:
        return _read_carrying(found, source)
    return Shared(_read_game(found, source, {}))


def _read_carrying(found: Mapping[str, object], source: str | Text) -> Shared:
    place = Location(source)
    fields = take_object(found, place, ("format", "board", "game"))
    game = take_map(fields["game"], place.key("game"))
    board = read_carried(fields["board"], place)
    name = take_string(game.get("board"), place.key("game").key("board"))
    if name in BUILT_IN:
        raise Problem("other-board", text("take.board_has_a_known_name", name=name))
    return Shared(_read_game(game, source, {name: board}), board)


def _read_game(found: Mapping[str, object], source: str | Text, boards: Mapping[str, Board]) -> Game:
    place = Location(source)
    kind = found.get("format")
    if kind == POSITION:
        found = _game_at(found, place)
    elif kind != GAME:
        raise not_known(kind, place)
    start = found.get("start")
    for named in (found, start if isinstance(start, dict) else {}):
        if "board" in named and named["board"] not in boards:
            board_named(take_string(named["board"], place.key("board")))  # raises unless it is the name of a board; never a path
    game = game_from_json(found, source, boards=boards)
    if len(game.turns) >= MOST_REVISIONS_A_GAME:
        raise Problem("too-many-revisions", text("serve.too_many_revisions", most=MOST_REVISIONS_A_GAME))
    take_names(game.names, place.key("players"))
    written = tuple(format_turn(turn, game.start.position.board) for turn in game.turns)
    return replace(game, written=written)


def not_known(kind: object, place: Location) -> Problem:
    """Return the problem for a file of another format or of an unknown version."""
    if isinstance(kind, str) and kind.startswith("terranova-"):
        return Problem("other-format", text("take.other_version", place=place.text, given=quoted(kind)))
    return Problem("other-format", text("take.not_ours"))


def _game_at(position: Mapping[str, object], place: Location) -> dict[str, object]:
    """Return the JSON of a game without turns that starts at a position; its players are named after their colours."""
    seats = position.get("players")
    count = len(seats) if isinstance(seats, list) and 2 <= len(seats) <= 4 else 2
    names = {colour.value: colour.value.capitalize() for colour in seats_for(count)}
    return {"format": GAME, "board": position.get("board"), "players": names, "start": dict(position), "turns": []}
