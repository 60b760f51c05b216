"""The JSON bodies of requests, declared once for both the parser and the OpenAPI description.

Each `take_` function returns the value that its use case needs, or raises a Problem.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from datetime import date
from typing import Any

from flask import request

from referee.files.fields import MAX_WHOLE, Location, take_object, take_string
from referee.files.json_input import parse_json, quoted
from referee.formats import schemas as published
from referee.layout.papers import GREATEST_HEX_MM, LEAST_HEX_MM, PAPERS
from referee.rules.editions import USUAL_EDITION
from referee.rules.pieces import PIONEERS_EACH, Colour
from referee.rules.position import Edition, colour_word, colour_words, shorten_input
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.clock import Switch
from web.games.game_lists import GameListName
from web.games.requests import REQUEST, Changes, Confirmation, HandTurn, NewGame
from web.games.stamps import SAVE_ID
from web.games.table import HEX_DIGITS, USUAL_INK, USUAL_PAPER, Mode
from web.site import schemas
from web.site.shapes import FLAG, STRING, Body, Shape, at_most, by_key, listed, maybe, one_of, whole

LONGEST_NAME = 40
LONGEST_TITLE = 80
LONGEST_NOTE = 300
MOST_EARLIER_PHOTOS = 8
MOST_TURNS = 8
LONGEST_DONE = 60  # characters of an unfinished turn
_STEERING = ("Cc", "Cs", "Cn", "Co", "Zl", "Zp")
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_DATE = r"\d{4}-\d{2}-\d{2}"
_LINE = "One line; control characters and blanks at its ends are left out, but count for its length."


def read_json(needs_json_type: bool = True) -> object:
    """Decode the request's body as JSON; raise a Problem if the body is not valid JSON.

    With `needs_json_type`, the content type must be JSON, which a form on a foreign page cannot send.
    """
    if needs_json_type and request.mimetype != "application/json":
        raise Problem("not-json-type", text("serve.not_json_type"))
    data = request.get_data(cache=False)
    try:
        return parse_json(data, text("serve.request"), any_numbers=True)
    except Problem:
        _check_utf8(data)
        raise


def _check_utf8(data: bytes) -> None:
    """Raise a Problem about the encoding if a body that failed to parse is not UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        raise Problem("not-text", text("serve.request_not_utf8")) from None


def take_save_id(value: object, place: Location) -> str:
    """Parse the random id that makes saves idempotent."""
    given = take_string(value, place)
    if not re.fullmatch(SAVE_ID, given):
        raise Problem("bad-save-id", text("serve.bad_save_id", given=quoted(given)))
    return given


def clean_words(given: str, longest: int) -> str:
    """Normalize typed text to one line, without control characters, direction characters or superfluous blanks.

    Text without visible characters becomes empty. Raise a Problem if the text, as typed or normalized, is longer than `longest`
    characters.
    """
    line = "".join(" " if letter.isspace() else letter for letter in given)
    kept = "".join(letter for letter in line if unicodedata.category(letter) not in _STEERING and letter not in _TURNING)
    words = " ".join(unicodedata.normalize("NFC", kept).split())
    # Count what was typed, including removed characters; one letter can be encoded as three.
    if max(len(given), len(words)) > longest:
        raise Problem("too-long", text("serve.name_too_long", given=quoted(words), longest=longest))
    # Joiners belong to some letters and many emoji, but are invisible on their own.
    return words if any(unicodedata.category(letter) != "Cf" for letter in words) else ""


def _line(longest: int) -> Shape[str]:
    schema = {"type": "string", "maxLength": longest, "description": _LINE}
    return Shape(lambda value, place: clean_words(take_string(value, place), longest), schema)


_NAME = _line(LONGEST_NAME).described(minLength=1, pattern=r"\S")


def _take_names(value: object, place: Location) -> tuple[str, ...]:
    names = listed(_NAME).take(value, place)
    if len(names) not in PIONEERS_EACH:
        raise Problem("wrong-players", text("serve.wrong_number_of_names", given=len(names)))
    if not all(names) or len({name.casefold() for name in names}) < len(names):
        raise Problem("names-alike", text("serve.names_differ"))
    return names


def _take_hex(value: object, _place: Location) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not LEAST_HEX_MM <= value <= GREATEST_HEX_MM:
        raise Problem("not-a-number", text("serve.bad_hex", given=quoted(value)))
    return float(round(value, HEX_DIGITS))


def _take_date(value: object, place: Location) -> str:
    given = take_string(value, place)
    try:
        if re.fullmatch(_DATE, given, re.ASCII):
            return date.fromisoformat(given).isoformat()
    except ValueError:
        pass
    raise Problem("bad-date", text("serve.bad_date", given=quoted(given)))


def _take_done(value: object, place: Location) -> str:
    """Parse the actions of an unfinished turn, checking only their syntax since nothing is played."""
    given = take_string(value, place)
    if len(given) > LONGEST_DONE or not re.fullmatch(schemas.DONE["pattern"], given):
        raise Problem("unreadable-turn", text("rules.unreadable_action", action=shorten_input(given)))
    return given


def _too_many_photos(_given: int) -> Problem:
    return Problem("too-many-photos-named", text("serve.too_many_photos_named", most=MOST_EARLIER_PHOTOS))


def _too_many_turns(given: int) -> Problem:
    return Problem("too-many-turns", text("serve.too_many_turns", n=given, most=MOST_TURNS))


# The schemas of some fields are narrower than their parsers, since these fields are checked later, with a more specific message.
_REVISION = whole(0, schemas.LARGEST_REVISION_NUMBER)
SAVE = Shape(take_save_id, {"type": "string", "pattern": f"^{SAVE_ID}$"})
_LABEL = STRING.described(**published.LABEL)
_COLOUR = Shape(take_string, published.COLOUR)
_LABELS = listed(_LABEL)
_NAMES = Shape(
    _take_names,
    {"type": "array", "items": _NAME.schema, "minItems": min(PIONEERS_EACH), "maxItems": max(PIONEERS_EACH), "uniqueItems": True},
)
_HEX = maybe(Shape(_take_hex, {"type": "number", "minimum": LEAST_HEX_MM, "maximum": GREATEST_HEX_MM}))
_PRINT: Mapping[str, Shape[Any]] = {"paper": one_of(tuple(PAPERS)), "hex_mm": _HEX, "ink": one_of(schemas.INKS)}
_START: Shape[object] = Shape(lambda value, _place: value, published.maybe(published.ref("Position")))

_KEEP_FITTING = FLAG.described(description="Save a correction of an earlier entry although some later entries do not fit it.")

STEP = Body(("from",), {"from": _REVISION})
JUMP = Body(("from", "to"), {"from": _REVISION, "to": _REVISION})
UNFINISHED = Body(("from", "turn"), {"from": _REVISION, "turn": Shape(_take_done, {**schemas.DONE, "maxLength": LONGEST_DONE})})
PLAY_TURN = Body(
    ("from", "save", "turn"),
    {
        "from": _REVISION,
        "save": SAVE,
        "turn": STRING.described(pattern=schemas.TURN["pattern"]),
        "corrects": maybe(_REVISION.described(description="The earlier entry that this turn takes the place of.")),
        "keep_fitting": _KEEP_FITTING,
    },
)
NEW_GAME = Body(
    ("players",),
    {
        "players": _NAMES,
        "save": SAVE,
        "board": STRING,
        "edition": one_of(tuple(Edition)),
        "mode": one_of(tuple(Mode)),
        **_PRINT,
        "first": maybe(one_of(tuple(Colour))),
        "title": _line(LONGEST_TITLE),
        "start": _START,
        "clock": FLAG.described(description="Count how long each turn takes, where turns are checked."),
    },
)
_SETTINGS = ("paper", "ink", "hex_mm", "mode", "date", "place", "note", "shelf")
CHANGES = Body(
    (),
    {
        "players": _NAMES,
        "title": _line(LONGEST_TITLE),
        "mode": one_of(tuple(Mode)),
        **_PRINT,
        "date": maybe(Shape(_take_date, {"type": "string", "format": "date", "pattern": _DATE})),
        "place": _line(LONGEST_TITLE),
        "note": _line(LONGEST_NOTE),
        "shelf": one_of(tuple(GameListName)),
        "clock": one_of(tuple(Switch)),
    },
)
PICTURE = Body(
    ("from", "pioneers", "stones"),
    {
        "from": _REVISION,
        "save": SAVE,
        "pioneers": by_key(published.COLOUR, _LABELS),
        "stones": _LABELS,
        "photo": maybe(STRING),
        "earlier_photos": at_most(MOST_EARLIER_PHOTOS, listed(STRING), _too_many_photos).described(
            description="Photos of other parts of the same moment, oldest first."
        ),
        "seen": _LABELS,
        "mends": maybe(_REVISION),
        "order": _LABELS,
        "held": by_key(published.LABEL, listed(_COLOUR)),
        "to_move": maybe(_COLOUR),
        "scores": maybe(by_key(published.COLOUR, whole(0, MAX_WHOLE))),
        "ruling": FLAG,
        "turn": maybe(
            STRING.described(description="One of the turns in `unchanged`, where nothing has changed, or in `orders`.")
        ),
        "turns": at_most(MOST_TURNS, listed(STRING), _too_many_turns).described(
            description="Turns played since, in order; each becomes a revision."
        ),
        "finish_setup": FLAG,
        "accept_unseen": FLAG,
        "keep_fitting": _KEEP_FITTING,
        "right_table": FLAG.described(description="The table says that the stones in `gone` have been taken off."),
    },
)
MUST_SAVE = ("save",)  # required for a confirmation, but not for a preview
CONFIRMED_PICTURE = Body((*PICTURE.required, *MUST_SAVE), PICTURE.fields)

LOOK = Body(("link",), {"link": STRING.described(description="A link to a game, or what stands after its #.")})

BODY_SCHEMAS: Mapping[str, published.Shape] = {
    "NewGame": NEW_GAME.schema,
    "Changes": CHANGES.schema,
    "Picture": PICTURE.schema,
    "PlayTurn": PLAY_TURN.schema,
    "Step": STEP.schema,
    "Jump": JUMP.schema,
    "Unfinished": UNFINISHED.schema,
    "LookAt": LOOK.schema,
}


def take_look(body: object) -> str:
    """Parse the body that asks to decode a link, and return the link."""
    return str(LOOK.take(body, REQUEST)["link"])


def take_step(body: object) -> int:
    """Parse the body of undo or redo, and return the revision that the client knows."""
    return int(STEP.take(body, REQUEST)["from"])


def take_jump(body: object) -> tuple[int, int]:
    """Parse the body of goto, and return the revision that the client knows and the revision to go to."""
    sent = JUMP.take(body, REQUEST)
    return sent["from"], sent["to"]


def take_unfinished(body: object) -> tuple[int, str]:
    """Parse the body that shares an unfinished turn, and return the revision before the turn and the actions so far."""
    sent = UNFINISHED.take(body, REQUEST)
    return sent["from"], sent["turn"]


def take_turn_body(body: object) -> HandTurn:
    """Parse the body of a turn played by hand."""
    sent = PLAY_TURN.take(body, REQUEST)
    return HandTurn(sent["from"], sent["save"], sent["turn"], sent.get("corrects"), sent.get("keep_fitting", False))


def take_confirmation(body: object, must_save: bool) -> Confirmation:
    """Parse the body of a preview or a confirmation; `must_save` requires a save id, as a confirmation does."""
    sent = (CONFIRMED_PICTURE if must_save else PICTURE).take(body, REQUEST)
    return Confirmation(
        started_from=sent["from"],
        save_id=sent.get("save"),
        pioneers=sent["pioneers"],
        stones=sent["stones"],
        photo=sent.get("photo"),
        earlier_photos=sent.get("earlier_photos", ()),
        seen=sent.get("seen", ()),
        mends=sent.get("mends"),
        order=sent.get("order", ()),
        held=sent.get("held", {}),
        to_move=sent.get("to_move"),
        scores=sent.get("scores"),
        ruling=sent.get("ruling", False),
        turn=sent.get("turn"),
        turns=sent.get("turns", ()),
        finish_setup=sent.get("finish_setup", False),
        accept_unseen=sent.get("accept_unseen", False),
        right_table=sent.get("right_table", False),
        keep_fitting=sent.get("keep_fitting", False),
    )


def take_new_game(body: object) -> NewGame:
    """Parse the body that starts a game."""
    sent = NEW_GAME.take(body, REQUEST)
    colours, first = tuple(Colour)[: len(sent["players"])], sent.get("first")
    if first is not None and first not in colours:
        raise Problem("first-not-playing", text("rules.wrong_colour", colour=colour_word(first), players=colour_words(colours)))
    return NewGame(
        players=sent["players"],
        edition=sent.get("edition", USUAL_EDITION),
        board=sent.get("board", "terranova"),
        save_id=sent.get("save"),
        title=sent.get("title", ""),
        mode=sent.get("mode", Mode.KEEPER),
        paper=sent.get("paper", USUAL_PAPER),
        hex_mm=sent.get("hex_mm"),
        ink=sent.get("ink", USUAL_INK),
        first=first,
        start=sent.get("start"),
        has_clock=sent.get("clock", False),
    )


def take_changes(body: object) -> Changes:
    """Parse the body that changes a game's title, players' names, settings or clock."""
    sent = CHANGES.take(body, REQUEST)
    settings: dict[str, Any] = {name: sent[name] for name in _SETTINGS if name in sent}
    return Changes(title=sent.get("title"), players=sent.get("players"), settings=settings, clock=sent.get("clock"))


def take_pair(body: object) -> tuple[object, object]:
    """Return the two positions in the body of a check, without validating them."""
    fields = take_object(body, REQUEST, ("before", "after"))
    return fields["before"], fields["after"]
