"""Takes apart what the pages ask for: JSON bodies become checked values, or a problem that names the field.

Knows the shapes of requests, not what is done with them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import request
from werkzeug.datastructures import MultiDict

from referee.files.fields import Place, take_list, take_map, take_object, take_string, take_whole, take_word
from referee.files.json_input import parse_json, shown
from referee.rules.pieces import PIONEERS_EACH, Colour, Piece
from referee.rules.position import Edition, Position, colour_word, colour_words, number_of_label
from referee.rules.turns import parse_turn
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.confirm import Proposal
from web.games.pieces_on_board import Words
from web.games.table import Mode, board_named

LONGEST_NAME = 40
LONGEST_TITLE = 80
MOST_REVISIONS = 1_000_000
MOST_PAGES = 1000
MOST_EARLIER_PHOTOS = 8
HISTORY_PART, LARGEST_PART = 200, 500
HEX_DIGITS = 2  # of a hex's millimetres, as the printed code carries them
INKS = ("colour", "light", "grey")
_STEERING = ("Cc", "Cs", "Cn", "Co", "Zl", "Zp")
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_SAVE_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
_REQUEST = Place(text("serve.request"))

_ARRANGEMENT_FIELDS = ("pioneers", "stones")
_CONFIRM_FIELDS = (
    "save",
    "photo",
    "earlier_photos",
    "seen",
    "mends",
    "order",
    "held",
    "to_move",
    "scores",
    "ruling",
    "turn",
    "finish_setup",
    "accept_unseen",
    "right_table",
)
_NEW_GAME_FIELDS = ("save", "board", "edition", "mode", "paper", "hex_mm", "ink", "first", "title", "start")
_CHANGE_FIELDS = ("players", "title", "mode", "paper", "hex_mm", "ink")


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A picture of the table to be weighed or confirmed; the proposal is made once the board is known.

    `earlier_photos` show other parts of the same moment; `right_table` says that many stones are gone indeed.
    """

    started_from: int
    save_id: str | None
    photo: str | None
    earlier_photos: tuple[str, ...]
    seen: frozenset[str]
    mends: int | None
    accept_unseen: bool
    right_table: bool
    fields: Mapping[str, Any]

    @property
    def photos(self) -> tuple[str, ...]:
        """All photos of the moment, the newest last."""
        return self.earlier_photos if self.photo is None else (*self.earlier_photos, self.photo)


@dataclass(frozen=True, slots=True)
class NewGame:
    """What was chosen for a new game. `start` is a position's JSON, if the game does not begin with empty hands."""

    players: tuple[str, ...]
    edition: Edition
    board: str
    save_id: str | None
    title: str
    choices: Mapping[str, Any]
    first: Colour | None
    start: object


@dataclass(frozen=True, slots=True)
class Part:
    """How much of a history is wanted: so many revisions, the newest or those before one."""

    most: int = HISTORY_PART
    before: int | None = None


def body_json(needs_json_type: bool = True) -> object:
    """Read the request's body. Pages must say that it is JSON, which a form on a foreign page cannot."""
    if needs_json_type and request.mimetype != "application/json":
        raise Problem("not-json-type", text("serve.not_json_type"))
    return parse_json(request.get_data(cache=False), text("serve.request"), any_numbers=True)


def take_step(body: object) -> int:
    """Take the body of undo and redo: the revision known to the one who asks."""
    return _take_revision(take_object(body, _REQUEST, ("from",))["from"], "from")


def take_jump(body: object) -> tuple[int, int]:
    """Take the body of goto: the revision known to the one who asks, and the one wanted."""
    fields = take_object(body, _REQUEST, ("from", "to"))
    return _take_revision(fields["from"], "from"), _take_revision(fields["to"], "to")


def take_turn_body(body: object) -> tuple[int, str, str]:
    """Take the body of a turn played by hand: where it started, its save id, the turn."""
    fields = take_object(body, _REQUEST, ("from", "save", "turn"))
    turn = take_string(fields["turn"], _REQUEST.key("turn"))
    return _take_revision(fields["from"], "from"), take_save_id(fields["save"]), turn


def take_confirmation(body: object, must_save: bool) -> Confirmation:
    """Take the body of a preview or a confirmation."""
    required = ("from", *_ARRANGEMENT_FIELDS, *(("save",) if must_save else ()))
    fields = take_object(body, _REQUEST, required, _CONFIRM_FIELDS)
    return Confirmation(
        started_from=_take_revision(fields["from"], "from"),
        save_id=take_save_id(fields["save"]) if "save" in fields else None,
        photo=_take_optional_string(fields, "photo"),
        earlier_photos=_take_photos(fields.get("earlier_photos", [])),
        seen=frozenset(_take_labels(fields.get("seen", []), _REQUEST.key("seen"))),
        mends=None if fields.get("mends") is None else _take_revision(fields["mends"], "mends"),
        accept_unseen=_take_flag(fields, "accept_unseen"),
        right_table=_take_flag(fields, "right_table"),
        fields=fields,
    )


def take_words(fields: Mapping[str, Any], position: Position) -> Words:
    """Take the picture of the table itself: what lies on each cell."""
    words = [Piece.EMPTY] * len(position.board.cells)
    for colour, labels in take_map(fields["pioneers"], _REQUEST.key("pioneers")).items():
        piece = Piece(take_word(colour, _REQUEST.key("pioneers"), position.players))
        _put(words, piece, _take_labels(labels, _REQUEST.key(f"pioneers.{colour}")), position)
    _put(words, Piece.STONE, _take_labels(fields["stones"], _REQUEST.key("stones")), position)
    return tuple(words)


def take_proposal(fields: Mapping[str, Any], position: Position) -> Proposal:
    """Take the picture of the table and what was said about it."""
    board = position.board
    held = take_map(fields.get("held", {}), _REQUEST.key("held"))
    to_move = fields.get("to_move")
    for cell in _take_labels(fields.get("seen", []), _REQUEST.key("seen")):
        number_of_label(board, cell)
    return Proposal(
        words=take_words(fields, position),
        held={number_of_label(board, cell): _take_seats(said, f"held.{cell}", position) for cell, said in held.items()},
        order=[number_of_label(board, cell) for cell in _take_labels(fields.get("order", []), _REQUEST.key("order"))],
        to_move=None
        if to_move is None
        else position.players.index(take_word(to_move, _REQUEST.key("to_move"), position.players)),
        scores=_take_scores(fields.get("scores"), position),
        ruling=_take_flag(fields, "ruling"),
        finish_setup=_take_flag(fields, "finish_setup"),
        turn=None if (turn := _take_optional_string(fields, "turn")) is None else parse_turn(turn, board),
    )


def take_new_game(body: object) -> NewGame:
    """Take the body that starts a game."""
    fields = take_object(body, _REQUEST, ("players",), _NEW_GAME_FIELDS)
    players = _take_names(fields["players"])
    defaults = {"board": "terranova", "edition": "de", "mode": "keeper", "paper": "A4", "hex_mm": None, "ink": "colour"}
    chosen = {**defaults, **fields}
    colours = tuple(Colour)[: len(players)]
    first = None if chosen.get("first") is None else take_word(chosen["first"], _REQUEST.key("first"), tuple(Colour))
    if first is not None and first not in colours:
        raise Problem("first-not-playing", text("rules.wrong_colour", colour=colour_word(first), players=colour_words(colours)))
    return NewGame(
        players=players,
        edition=take_word(chosen["edition"], _REQUEST.key("edition"), tuple(Edition)),
        board=take_string(chosen["board"], _REQUEST.key("board")),
        save_id=take_save_id(chosen["save"]) if "save" in chosen else None,
        title=_take_title(chosen.get("title", "")),
        choices={"mode": take_word(chosen["mode"], _REQUEST.key("mode"), tuple(Mode)).value, **_take_print_choices(chosen)},
        first=first,
        start=chosen.get("start"),
    )


def take_changes(body: object, players: int) -> tuple[str | None, dict[str, Any]]:
    """Take the body that renames players or change choices: the new title, if any, and the other changes."""
    fields = take_object(body, _REQUEST, (), _CHANGE_FIELDS)
    changes = _take_print_choices(fields)
    if "players" in fields:
        names = _take_names(fields["players"])
        if len(names) != players:
            raise Problem("other-players", text("serve.wrong_names", given=len(names), players=players))
        changes["players"] = list(names)
    if "mode" in fields:
        changes["mode"] = take_word(fields["mode"], _REQUEST.key("mode"), tuple(Mode)).value
    return (_take_title(fields["title"]) if "title" in fields else None), changes


def take_save_id(value: object) -> str:
    """Take the random id that makes saving twice harmless."""
    given = take_string(value, _REQUEST.key("save"))
    if not _SAVE_ID.fullmatch(given):
        raise Problem("bad-save-id", text("serve.bad_save_id", given=shown(given)))
    return given


def _take_print_choices(fields: Mapping[str, Any]) -> dict[str, Any]:
    from referee.layout.papers import PAPERS

    taken: dict[str, Any] = {}
    if "paper" in fields:
        taken["paper"] = take_word(fields["paper"], _REQUEST.key("paper"), tuple(PAPERS))
    if "ink" in fields:
        taken["ink"] = take_word(fields["ink"], _REQUEST.key("ink"), INKS)
    if "hex_mm" in fields:
        taken["hex_mm"] = _take_hex(fields["hex_mm"])
    return taken


def _take_hex(value: object) -> float | None:
    if value is None:
        return None
    from referee.layout.papers import GREATEST_HEX_MM, LEAST_HEX_MM

    if isinstance(value, bool) or not isinstance(value, (int, float)) or not LEAST_HEX_MM <= value <= GREATEST_HEX_MM:
        raise Problem("not-a-number", text("serve.bad_hex", given=shown(value)))
    return float(round(value, HEX_DIGITS))


def _take_names(value: object) -> tuple[str, ...]:
    names = tuple(
        clean_words(take_string(name, _REQUEST.key("players").item(number)), LONGEST_NAME)
        for number, name in enumerate(take_list(value, _REQUEST.key("players")))
    )
    if len(names) not in PIONEERS_EACH:
        raise Problem("wrong-players", text("serve.wrong_number_of_names", given=len(names)))
    if not all(names) or len({name.casefold() for name in names}) < len(names):
        raise Problem("names-alike", text("serve.names_differ"))
    return names


def _take_title(value: object) -> str:
    return clean_words(take_string(value, _REQUEST.key("title")), LONGEST_TITLE)


def clean_words(given: str, longest: int) -> str:
    """Take what was typed as one line: no letters that steer or turn the line round, no blanks at the ends."""
    line = "".join(" " if letter.isspace() else letter for letter in given)
    kept = "".join(letter for letter in line if unicodedata.category(letter) not in _STEERING and letter not in _TURNING)
    words = " ".join(unicodedata.normalize("NFC", kept).split())
    # What was typed counts, letters that are left out too; and one letter may be written as three.
    if max(len(given), len(words)) > longest:
        raise Problem("too-long", text("serve.name_too_long", given=shown(words), longest=longest))
    # Joiners belong to some letters and to many emoji, but alone they are nothing anyone could see.
    return words if any(unicodedata.category(letter) != "Cf" for letter in words) else ""


def _take_revision(value: object, key: str) -> int:
    return take_whole(value, _REQUEST.key(key), high=MOST_REVISIONS)


def _take_flag(fields: Mapping[str, Any], key: str) -> bool:
    value = fields.get(key, False)
    if not isinstance(value, bool):
        raise Problem("wrong-type", text("serve.not_true_or_false", key=key, given=shown(value)))
    return value


def _take_optional_string(fields: Mapping[str, Any], key: str) -> str | None:
    return None if fields.get(key) is None else take_string(fields[key], _REQUEST.key(key))


def _take_photos(value: object) -> tuple[str, ...]:
    place = _REQUEST.key("earlier_photos")
    listed = take_list(value, place)
    if len(listed) > MOST_EARLIER_PHOTOS:
        raise Problem("too-many-photos-named", text("serve.too_many_photos_named", most=MOST_EARLIER_PHOTOS))
    return tuple(take_string(photo, place.item(number)) for number, photo in enumerate(listed))


def _take_labels(value: object, place: Place) -> list[str]:
    return [take_string(label, place.item(number)) for number, label in enumerate(take_list(value, place))]


def _take_seats(value: object, key: str, position: Position) -> list[int]:
    colours = take_list(value, _REQUEST.key(key))
    return [position.players.index(take_word(colour, _REQUEST.key(key), position.players)) for colour in colours]


def _take_scores(value: object, position: Position) -> tuple[int, ...] | None:
    if value is None:
        return None
    given = take_map(value, _REQUEST.key("scores"))
    known = {
        take_word(colour, _REQUEST.key("scores"), position.players): take_whole(points, _REQUEST.key(f"scores.{colour}"))
        for colour, points in given.items()
    }
    return tuple(known.get(colour, old) for colour, old in zip(position.players, position.scores, strict=True))


def _put(words: list[Piece], piece: Piece, labels: Sequence[str], position: Position) -> None:
    for label in labels:
        cell = number_of_label(position.board, label)
        if words[cell] is not Piece.EMPTY:
            raise Problem("two-pieces", text("rules.two_pieces", cell=label))
        words[cell] = piece


def take_pair(body: object) -> tuple[object, object]:
    """Take the body of a check: two positions, which are read elsewhere."""
    fields = take_object(body, _REQUEST, ("before", "after"))
    return fields["before"], fields["after"]


def take_read_options(form: MultiDict[str, str]) -> dict[str, Any]:
    """Take the fields beside a photo that belongs to no game."""
    refuse_unknown_fields(form, ("board", "players"))
    options: dict[str, Any] = {}
    if "board" in form:
        options["board"] = board_named(form["board"]).name
    if "players" in form:
        if form["players"] not in {str(number) for number in PIONEERS_EACH}:
            raise Problem("wrong-players", text("serve.wrong_number_of_names", given=shown(form["players"])))
        options["players"] = int(form["players"])
    return options


def take_upload_fields(form: MultiDict[str, str]) -> tuple[str, int]:
    """Take the fields beside a game's photo: the upload's id and the revision it was taken at."""
    refuse_unknown_fields(form, ("upload", "from"))
    started_from = form.get("from", "")
    if not (started_from.isascii() and started_from.isdigit() and len(started_from) < 8):
        raise Problem("not-a-number", text("serve.bad_from", given=shown(started_from)))
    return take_save_id(form.get("upload", "")), int(started_from)


def take_part(query: Mapping[str, str]) -> Part:
    """Take how much of a history is wanted out of an address."""
    most = _take_number(query, "limit", 1, LARGEST_PART) or HISTORY_PART
    return Part(most, _take_number(query, "before", 0, MOST_REVISIONS))


def take_page(query: Mapping[str, str]) -> int:
    """Take which page of a list is wanted out of an address; the first where none is named."""
    return _take_number(query, "page", 1, MOST_PAGES) or 1


def take_start(query: Mapping[str, str], here: int) -> int:
    """Take out of an address at which revision a turn was begun; where none is named, at the one the game stands at."""
    started_from = _take_number(query, "from", 0, MOST_REVISIONS)
    return here if started_from is None else started_from


def _take_number(query: Mapping[str, str], name: str, low: int, high: int) -> int | None:
    given = query.get(name)
    if given is None:
        return None
    number = int(given) if re.fullmatch(r"[0-9]{1,7}", given) else given
    return take_whole(number, _REQUEST.key(name), low, high)


def refuse_unknown_fields(form: MultiDict[str, Any], known: Collection[str]) -> None:
    """Refuse parts of a form that nobody asked for, and those that come twice."""
    for name, given in form.lists():
        if name not in known:
            raise Problem("unknown-key", text("serve.unknown_field", field=shown(name)))
        if len(given) > 1:
            raise Problem("repeated-key", text("cli.repeated_key", source=text("serve.request"), key=shown(name)))
