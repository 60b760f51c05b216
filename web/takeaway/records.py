"""The JSON of terranova-record: a game with all its revisions, including undone ones, and without its photos.

`read_record` refuses hexes, players and revisions that do not exist, so that every page can show the accepted records. This
module stores nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.boards.board import Board
from referee.files.fields import (
    Location,
    take_format,
    take_list,
    take_map,
    take_object,
    take_whole,
    take_word,
)
from referee.formats.positions import board_to_json, position_from_json
from referee.rules.pieces import Colour, seats_for
from referee.rules.turns import parse_turn
from referee.words.problems import Problem
from referee.words.texts import LANGUAGES, Text, text
from web.games.history import Kind, TurnRecord, record_from_json, record_to_json
from web.games.stamps import ID, SAVE_ID
from web.games.store import MOST_REVISIONS_A_GAME, Game, Revision, StoredGame
from web.takeaway.record_fields import take_line, take_match, take_time
from web.takeaway.record_settings import read_settings

RECORD = "terranova-record/1"
LABEL_LANGUAGE = "en"  # the language of landscape labels, which are written only if they are not the default ones
MOST_VERSIONS = 10**9
GAME_ID = re.compile(ID)
_SAVE_ID = re.compile(SAVE_ID)
# Unlike other positions, those of a history are complete, since the pages read them without the rules.
_POSITION_KEYS = ("format", "board", "edition", "players", "to_move", "pioneers", "stones", "scores")
_POSITION_OPTIONAL = ("reserve", "events", "ended")
_KEYS = ("format", "id", "title", "created", "changed", "version", "revision", "settings", "revisions")
_REVISION_KEYS = ("number", "parent", "save", "kind", "at", "position", "what")


def record_to_bytes(stored: StoredGame, board: Board | None = None) -> bytes:
    """Return a game as the JSON of a terranova-record; the same game always gives the same bytes.

    `board` is the game's board, or None if the board should not be included.
    """
    carried = {} if board is None else {"board": board_to_json(board, LABEL_LANGUAGE)}
    return (json.dumps({**record_of(stored), **carried}, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def record_of(stored: StoredGame) -> dict[str, Any]:
    """Return a game with all its revisions as JSON; the revisions do not refer to photos."""
    game = stored.game
    return {
        "format": RECORD,
        "id": game.id,
        "title": game.title,
        "created": game.created,
        "changed": game.changed,
        "version": game.version,
        "revision": game.revision,
        "settings": dict(game.settings),
        "revisions": [_revision_of(stored.revisions[number]) for number in sorted(stored.revisions)],
    }


def _revision_of(revision: Revision) -> dict[str, Any]:
    return {
        "number": revision.number,
        "parent": revision.parent,
        "save": revision.save_id,
        "kind": revision.kind.value,
        "at": revision.at,
        "position": dict(revision.position),
        "what": record_to_json(without_photos(revision.record)),
    }


def without_photos(record: TurnRecord) -> TurnRecord:
    """Return a revision's record without the ids of its photos."""
    return replace(record, photo=None, earlier_photos=())


def read_record(
    value: object, source: str | Text, boards: Mapping[str, tuple[str, Board]], *, is_checked: bool = False
) -> StoredGame:
    """Parse the JSON of a terranova-record; raise a Problem if the record is invalid.

    `boards` maps the name of each included board to the name under which the board is saved and the board itself. `is_checked`
    skips the check of positions and hexes, which takes most of the time, for a record that was parsed before.
    """
    place = Location(source)
    take_format(take_map(value, place), place, RECORD)
    fields = take_object(value, place, _KEYS, ("board",))
    settings, board = read_settings(fields["settings"], place.key("settings"), boards)
    seats = seats_for(len(settings["players"]))
    at = place.key("revisions")
    given = take_list(fields["revisions"], at)
    if not 0 < len(given) <= MOST_REVISIONS_A_GAME:
        raise Problem("too-many-revisions", text("take.too_long", place=at.text, most=MOST_REVISIONS_A_GAME))
    reader = _Revisions(settings["board"], board, seats, is_checked)
    revisions = {number: reader.read(item, number, at.item(number)) for number, item in enumerate(given)}
    if len({revision.save_id for revision in revisions.values()}) < len(revisions):
        raise Problem("does-not-fit", text("take.does_not_fit", place=at.text))
    game = Game(
        id=take_match(GAME_ID, fields["id"], place.key("id")),
        created=take_time(fields["created"], place.key("created")),
        changed=take_time(fields["changed"], place.key("changed")),
        title=take_line(fields["title"], place.key("title")),
        settings=settings,
        revision=take_whole(fields["revision"], place.key("revision"), 0, len(given) - 1),
        version=take_whole(fields["version"], place.key("version"), 1, MOST_VERSIONS),
    )
    return StoredGame(game, revisions)


class _Revisions:
    """A parser for the revisions of one game."""

    def __init__(self, board_name: str, board: Board, seats: tuple[Colour, ...], is_checked: bool) -> None:
        self.board_name, self.board, self.seats, self.is_checked = board_name, board, seats, is_checked
        self.labels = frozenset(board.number_of)
        self.terrains = frozenset(terrain.id for terrain in board.terrains)

    def read(self, value: object, number: int, place: Location) -> Revision:
        """Parse the revision with a number; raise a Problem if it is invalid or its parent does not come before it."""
        fields = take_object(value, place, _REVISION_KEYS)
        take_whole(fields["number"], place.key("number"), number, number)
        parent = None if number == 0 else take_whole(fields["parent"], place.key("parent"), 0, number - 1)
        kind = take_word(fields["kind"], place.key("kind"), tuple(Kind))
        if (parent, kind is Kind.START) != (fields["parent"], number == 0):
            raise Problem("bad-word", text("take.does_not_fit", place=place.text))
        record = without_photos(record_from_json(fields["what"], text("take.the_file")))
        if not self.is_checked:
            self._check(record, kind, number, place.key("what"))
        return Revision(
            number=number,
            parent=parent,
            kind=kind,
            at=take_time(fields["at"], place.key("at")),
            position=self._position(fields["position"], place.key("position")),
            record=record,
            save_id=take_match(_SAVE_ID, fields["save"], place.key("save")),
        )

    def _position(self, value: object, place: Location) -> dict[str, Any]:
        given = {**take_map(value, place), "board": self.board_name}
        if self.is_checked:
            return given
        fields = take_object(given, place, _POSITION_KEYS, _POSITION_OPTIONAL)
        scores = take_map(fields["scores"], place.key("scores"))
        position = position_from_json(given, place.text, boards={self.board_name: self.board}).position
        if position.players != self.seats or set(scores) != set(self.seats):
            raise Problem("other-players", text("take.does_not_fit", place=place.text))
        return given

    def _check(self, record: TurnRecord, kind: Kind, number: int, place: Location) -> None:
        """Raise a Problem if the record is incomplete or refers to hexes, landscapes, players or revisions that do not exist."""
        labels = [label for settled in record.settlements for label in settled.cells]
        labels += [label for taken in record.take_off.values() for label in taken]
        labels += record.unseen.cells if record.unseen else ()
        terrains = {terrain for settled in record.settlements for terrain in settled.terrains or ()}
        colours = {colour for settled in record.settlements for colour in (*settled.awards, *(settled.pioneers or ()))}
        colours |= {*record.take_off, *(record.scores or ()), *([record.player] if record.player else [])}
        fits = (
            self.labels.issuperset(labels)
            and self.terrains >= terrains
            and colours <= set(self.seats)
            and (record.scores is None or set(record.scores) == set(self.seats))
            and all(settled.cells for settled in record.settlements)
            and (kind is not Kind.RULING or record.ruling is not None)
            and (record.ruling is None or set(record.ruling) == set(LANGUAGES))
            and (record.mends is None or record.mends < number)
        )
        if not fits:
            raise Problem("does-not-fit", text("take.does_not_fit", place=place.text))
        if record.turn is not None:
            parse_turn(record.turn, self.board)
