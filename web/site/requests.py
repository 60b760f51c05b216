"""Takes apart what the pages ask for: JSON bodies become checked values, or a problem that names the field.

Knows the shapes of requests, not what is done with them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from flask import request
from werkzeug.datastructures import MultiDict

from printables.artwork.palette import Ink
from referee.files.fields import Location, take_list, take_map, take_object, take_string, take_whole, take_word
from referee.files.json_input import parse_json, quoted
from referee.rules.pieces import PIONEERS_EACH, Colour
from referee.rules.position import Edition, colour_word, colour_words
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.requests import REQUEST, Changes, Confirmation, HandTurn, NewGame
from web.games.table import Mode, board_named

LONGEST_NAME = 40
LONGEST_TITLE = 80
MOST_REVISIONS = 1_000_000
MOST_PAGES = 1000
MOST_EARLIER_PHOTOS = 8
MOST_TURNS = 8
HISTORY_PART, LARGEST_PART = 200, 500
HEX_DIGITS = 2  # of a hex's millimetres, as the printed code carries them
INKS = tuple(Ink)
_STEERING = ("Cc", "Cs", "Cn", "Co", "Zl", "Zp")
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_SAVE_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")

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
    "turns",
    "finish_setup",
    "accept_unseen",
    "right_table",
)
_NEW_GAME_FIELDS = ("save", "board", "edition", "mode", "paper", "hex_mm", "ink", "first", "title", "start")
_CHANGE_FIELDS = ("players", "title", "mode", "paper", "hex_mm", "ink")


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
    return _take_revision(take_object(body, REQUEST, ("from",))["from"], "from")


def take_jump(body: object) -> tuple[int, int]:
    """Take the body of goto: the revision known to the one who asks, and the one wanted."""
    fields = take_object(body, REQUEST, ("from", "to"))
    return _take_revision(fields["from"], "from"), _take_revision(fields["to"], "to")


def take_turn_body(body: object) -> HandTurn:
    """Take the body of a turn played by hand: where it started, its save id, the turn."""
    fields = take_object(body, REQUEST, ("from", "save", "turn"))
    turn = take_string(fields["turn"], REQUEST.key("turn"))
    return HandTurn(_take_revision(fields["from"], "from"), take_save_id(fields["save"]), turn)


def take_confirmation(body: object, must_save: bool) -> Confirmation:
    """Take the body of a preview or a confirmation."""
    required = ("from", *_ARRANGEMENT_FIELDS, *(("save",) if must_save else ()))
    fields = take_object(body, REQUEST, required, _CONFIRM_FIELDS)
    return Confirmation(
        started_from=_take_revision(fields["from"], "from"),
        save_id=take_save_id(fields["save"]) if "save" in fields else None,
        pioneers=_take_strings_by_key(fields["pioneers"], REQUEST.key("pioneers")),
        stones=_take_strings(fields["stones"], REQUEST.key("stones")),
        photo=_take_optional_string(fields, "photo"),
        earlier_photos=_take_photos(fields.get("earlier_photos", [])),
        seen=_take_strings(fields.get("seen", []), REQUEST.key("seen")),
        mends=None if fields.get("mends") is None else _take_revision(fields["mends"], "mends"),
        order=_take_strings(fields.get("order", []), REQUEST.key("order")),
        held=_take_strings_by_key(fields.get("held", {}), REQUEST.key("held")),
        to_move=_take_optional_string(fields, "to_move"),
        scores=_take_scores(fields.get("scores"), REQUEST.key("scores")),
        ruling=_take_flag(fields, "ruling"),
        turn=_take_optional_string(fields, "turn"),
        turns=_take_turns(fields.get("turns", [])),
        finish_setup=_take_flag(fields, "finish_setup"),
        accept_unseen=_take_flag(fields, "accept_unseen"),
        right_table=_take_flag(fields, "right_table"),
    )


def _take_turns(value: object) -> tuple[str, ...]:
    turns = _take_strings(value, REQUEST.key("turns"))
    if len(turns) > MOST_TURNS:
        raise Problem("too-many-turns", text("serve.too_many_turns", n=len(turns), most=MOST_TURNS))
    return turns


def take_new_game(body: object) -> NewGame:
    """Take the body that starts a game."""
    fields = take_object(body, REQUEST, ("players",), _NEW_GAME_FIELDS)
    players = _take_names(fields["players"])
    defaults = {"board": "terranova", "edition": "de", "mode": "keeper", "paper": "A4", "hex_mm": None, "ink": "colour"}
    chosen = {**defaults, **fields}
    colours = tuple(Colour)[: len(players)]
    first = None if chosen.get("first") is None else take_word(chosen["first"], REQUEST.key("first"), tuple(Colour))
    if first is not None and first not in colours:
        raise Problem("first-not-playing", text("rules.wrong_colour", colour=colour_word(first), players=colour_words(colours)))
    return NewGame(
        players=players,
        edition=take_word(chosen["edition"], REQUEST.key("edition"), tuple(Edition)),
        board=take_string(chosen["board"], REQUEST.key("board")),
        save_id=take_save_id(chosen["save"]) if "save" in chosen else None,
        title=_take_title(chosen.get("title", "")),
        mode=take_word(chosen["mode"], REQUEST.key("mode"), tuple(Mode)),
        **_take_print_choices(chosen),
        first=first,
        start=chosen.get("start"),
    )


def take_changes(body: object) -> Changes:
    """Take the body that renames players or change settings."""
    fields = take_object(body, REQUEST, (), _CHANGE_FIELDS)
    settings = _take_print_choices(fields)
    if "mode" in fields:
        settings["mode"] = take_word(fields["mode"], REQUEST.key("mode"), tuple(Mode)).value
    return Changes(
        title=_take_title(fields["title"]) if "title" in fields else None,
        players=_take_names(fields["players"]) if "players" in fields else None,
        settings=settings,
    )


def take_save_id(value: object) -> str:
    """Take the random id that makes saving twice harmless."""
    given = take_string(value, REQUEST.key("save"))
    if not _SAVE_ID.fullmatch(given):
        raise Problem("bad-save-id", text("serve.bad_save_id", given=quoted(given)))
    return given


def _take_print_choices(fields: Mapping[str, Any]) -> dict[str, Any]:
    from referee.layout.papers import PAPERS

    taken: dict[str, Any] = {}
    if "paper" in fields:
        taken["paper"] = take_word(fields["paper"], REQUEST.key("paper"), tuple(PAPERS))
    if "ink" in fields:
        taken["ink"] = take_word(fields["ink"], REQUEST.key("ink"), INKS)
    if "hex_mm" in fields:
        taken["hex_mm"] = _take_hex(fields["hex_mm"])
    return taken


def _take_hex(value: object) -> float | None:
    if value is None:
        return None
    from referee.layout.papers import GREATEST_HEX_MM, LEAST_HEX_MM

    if isinstance(value, bool) or not isinstance(value, (int, float)) or not LEAST_HEX_MM <= value <= GREATEST_HEX_MM:
        raise Problem("not-a-number", text("serve.bad_hex", given=quoted(value)))
    return float(round(value, HEX_DIGITS))


def _take_names(value: object) -> tuple[str, ...]:
    names = tuple(
        clean_words(take_string(name, REQUEST.key("players").item(number)), LONGEST_NAME)
        for number, name in enumerate(take_list(value, REQUEST.key("players")))
    )
    if len(names) not in PIONEERS_EACH:
        raise Problem("wrong-players", text("serve.wrong_number_of_names", given=len(names)))
    if not all(names) or len({name.casefold() for name in names}) < len(names):
        raise Problem("names-alike", text("serve.names_differ"))
    return names


def _take_title(value: object) -> str:
    return clean_words(take_string(value, REQUEST.key("title")), LONGEST_TITLE)


def clean_words(given: str, longest: int) -> str:
    """Take what was typed as one line: no letters that steer or turn the line round, no blanks at the ends."""
    line = "".join(" " if letter.isspace() else letter for letter in given)
    kept = "".join(letter for letter in line if unicodedata.category(letter) not in _STEERING and letter not in _TURNING)
    words = " ".join(unicodedata.normalize("NFC", kept).split())
    # What was typed counts, letters that are left out too; and one letter may be written as three.
    if max(len(given), len(words)) > longest:
        raise Problem("too-long", text("serve.name_too_long", given=quoted(words), longest=longest))
    # Joiners belong to some letters and to many emoji, but alone they are nothing anyone could see.
    return words if any(unicodedata.category(letter) != "Cf" for letter in words) else ""


def _take_revision(value: object, key: str) -> int:
    return take_whole(value, REQUEST.key(key), high=MOST_REVISIONS)


def _take_flag(fields: Mapping[str, Any], key: str) -> bool:
    value = fields.get(key, False)
    if not isinstance(value, bool):
        raise Problem("wrong-type", text("serve.not_true_or_false", key=key, given=quoted(value)))
    return value


def _take_optional_string(fields: Mapping[str, Any], key: str) -> str | None:
    return None if fields.get(key) is None else take_string(fields[key], REQUEST.key(key))


def _take_photos(value: object) -> tuple[str, ...]:
    place = REQUEST.key("earlier_photos")
    listed = take_list(value, place)
    if len(listed) > MOST_EARLIER_PHOTOS:
        raise Problem("too-many-photos-named", text("serve.too_many_photos_named", most=MOST_EARLIER_PHOTOS))
    return tuple(take_string(photo, place.item(number)) for number, photo in enumerate(listed))


def _take_strings(value: object, place: Location) -> tuple[str, ...]:
    return tuple(take_string(item, place.item(number)) for number, item in enumerate(take_list(value, place)))


def _take_strings_by_key(value: object, place: Location) -> dict[str, tuple[str, ...]]:
    return {key: _take_strings(strings, place.key(key)) for key, strings in take_map(value, place).items()}


def _take_scores(value: object, place: Location) -> dict[str, int] | None:
    if value is None:
        return None
    return {colour: take_whole(points, place.key(colour)) for colour, points in take_map(value, place).items()}


def take_pair(body: object) -> tuple[object, object]:
    """Take the body of a check: two positions, which are read elsewhere."""
    fields = take_object(body, REQUEST, ("before", "after"))
    return fields["before"], fields["after"]


def take_read_options(form: MultiDict[str, str]) -> dict[str, Any]:
    """Take the fields beside a photo that belongs to no game."""
    refuse_unknown_fields(form, ("board", "players"))
    options: dict[str, Any] = {}
    if "board" in form:
        options["board"] = board_named(form["board"]).name
    if "players" in form:
        if form["players"] not in {str(number) for number in PIONEERS_EACH}:
            raise Problem("wrong-players", text("serve.wrong_number_of_names", given=quoted(form["players"])))
        options["players"] = int(form["players"])
    return options


def take_upload_fields(form: MultiDict[str, str]) -> tuple[str, int]:
    """Take the fields beside a game's photo: the upload's id and the revision it was taken at."""
    refuse_unknown_fields(form, ("upload", "from"))
    started_from = form.get("from", "")
    if not (started_from.isascii() and started_from.isdigit() and len(started_from) < 8):
        raise Problem("not-a-number", text("serve.bad_from", given=quoted(started_from)))
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
    return take_whole(number, REQUEST.key(name), low, high)


def refuse_unknown_fields(form: MultiDict[str, Any], known: Collection[str]) -> None:
    """Refuse parts of a form that nobody asked for, and those that come twice."""
    for name, given in form.lists():
        if name not in known:
            raise Problem("unknown-key", text("serve.unknown_field", field=quoted(name)))
        if len(given) > 1:
            raise Problem("repeated-key", text("cli.repeated_key", source=text("serve.request"), key=quoted(name)))
