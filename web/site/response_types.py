"""The JSON objects in responses about games, as types, from which the API's description of the objects is generated.

The functions that serialize a response (`responses.py` and the views) return these types, so mypy finds a field that is missing,
unknown or of the wrong type.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict

from printables.artwork.palette import Ink
from referee.formats.schemas import (
    BY_COLOUR_POINTS,
    NUMBER,
    Label,
    Labels,
    LabelsByColour,
    Meta,
    PointsByColour,
    array,
    one_of,
    ref,
)
from referee.rules.pieces import Colour, Piece
from referee.rules.position import Edition
from referee.rules.scoring import EndReason
from web.games.game_lists import GameListName
from web.games.history import Kind, Settled
from web.games.table import Mode, Phase
from web.site.schemas import REVISION_NUMBER


def described(sentence: str) -> Meta:
    """Return the schema metadata that adds a description to a field."""
    return Meta({"description": sentence})


Pieces = Mapping[str, Piece]
StoredPoints = Annotated[Mapping[str, int], Meta(BY_COLOUR_POINTS)]
RevisionNumber = Annotated[int, Meta(REVISION_NUMBER)]
Published = Mapping[str, Any]  # an object in one of the published formats of referee/formats
PositionJson = Annotated[Published, Meta(ref("Position"))]
Point = Annotated[Sequence[float], Meta(array(NUMBER, minItems=2, maxItems=2))]


class PlayerName(TypedDict):
    """A player's colour and name."""

    colour: Colour
    name: str


class PlayerScore(PlayerName):
    """A player with the score."""

    score: int


class Player(PlayerScore):
    """A player with the score, the numbers of pioneers on the board and in reserve, and whether it is the player's turn."""

    on_board: int
    reserve: int
    to_move: bool


class Details(TypedDict):
    """A game's date and place, the players' note, and the list that the game is in."""

    date: str
    place: str
    note: str
    shelf: GameListName


class GameFacts(Details):
    """The facts about a game that the list of games and the game's own page show."""

    id: str
    created: str
    changed: str
    title: str
    mode: Mode
    edition: Edition
    board: str
    phase: Phase


class Card(GameFacts):
    """A game in the list of games."""

    players: list[PlayerScore]


GameList = TypedDict("GameList", {"games": list[Card], "older": bool})
Badge = TypedDict("Badge", {"cell": Label, "words": str})

Holding = TypedDict(
    "Holding",
    {
        "cells": Labels,
        "look": Annotated[
            str, Meta(one_of(*Colour, "shared", "nobody")), described("Who took it: a colour, several in a tie, or nobody.")
        ],
        "awards": PointsByColour,
        "value": int,
        "revision": RevisionNumber | None,
        "badge": Badge | None,
    },
)

Land = Annotated[list[Holding], described("The land that is settled, oldest first.")]
Ended = TypedDict("Ended", {"reason": EndReason, "winners": Sequence[Colour], "sentence": str})

ClockNow = TypedDict(
    "ClockNow", {"running": bool, "spent": Annotated[float, described("Seconds of the turn at hand.")], "players": PointsByColour}
)

ChartPoint = TypedDict("ChartPoint", {"revision": int, "turn": int, "scores": StoredPoints})

Photo = TypedDict(
    "Photo",
    {
        "id": str,
        "at": str,
        "revision": int,
        "state": Annotated[str, Meta(one_of("waiting", "reading", "done", "failed"))],
        "url": str | None,
        "thumb": str | None,
        "width": int | None,
        "height": int | None,
    },
)

PhotoList = TypedDict("PhotoList", {"photos": list[Photo]})
ReadingStarted = TypedDict("ReadingStarted", {"job": str})
PhotoAdded = TypedDict("PhotoAdded", {"job": str, "photo": str})
Ruling = TypedDict("Ruling", {"reason": str})
Unseen = TypedDict("Unseen", {"cells": Labels, "points": int})

Entry = TypedDict(
    "Entry",
    {
        "revision": int,
        "parent": int | None,
        "kind": Kind,
        "on_line": bool,
        "at": str,
        "player": Colour | None,
        "turn": str | None,
        "events": list[Settled],
        "scores": StoredPoints,
        "take_off": LabelsByColour,
        "photo": str | None,
        "earlier_photos": Sequence[str],
        "ruling": Ruling | None,
        "unseen": Unseen | None,
        "mends": int | None,
        "seconds": Annotated[int | None, described("How long the turn took, if there was a clock.")],
        "replaces": int | None,
        "sentence": str,
    },
)

History = TypedDict("History", {"history": list[Entry], "earlier": bool})

Next = TypedDict(
    "Next",
    {
        "pass": bool,
        "revision": int,
        "done": list[str],
        "player": Colour,
        "moves": Mapping[str, Labels],
        "stones": Labels,
        "places": Labels,
        "may_end": bool,
        "actions": int,
        "cells": Pieces,
        "events": list[Settled],
        "scores": PointsByColour,
    },
)


class State(GameFacts):
    """A game with its position and everything else that its page shows."""

    version: int
    revision: int
    paper: str | None
    hex_mm: float | None
    ink: Ink | None
    practice: Annotated[str | None, described("What a practice game is about.")]
    players: list[Player]
    position: PositionJson
    cells: Pieces
    score: Annotated[Published, Meta(ref("Score"))]
    paid: list[Labels]
    land: Land
    next: Next | None
    ended: Ended | None
    last: Entry
    clock: ClockNow | None
    can_undo: bool
    can_redo: bool
    chart: list[ChartPoint]
    photo: Photo | None


Revision = TypedDict("Revision", {"revision": int, "position": PositionJson, "cells": Pieces, "land": Land, "entry": Entry})
Left = TypedDict("Left", {"cells": Labels, "value": int})

Prospect = TypedDict(
    "Prospect",
    {
        "cells": Labels,
        "terrains": list[str],
        "value": Annotated[int, described("What it would pay if it were closed as it is.")],
        "pioneers": PointsByColour,
        "leaders": list[Colour],
        "awards": PointsByColour,
        "stones": Annotated[
            Labels | None, described("The fewest stones that cut it off; null where pioneers leave no room for them.")
        ],
        "left": Annotated[Left | None, described("What would close with these stones; some may lie on hexes of the land.")],
    },
)

Prospects = TypedDict("Prospects", {"revision": RevisionNumber, "cell": Label, "lands": list[Prospect], "more": int})
Misfit = TypedDict("Misfit", {"revision": RevisionNumber, "player": Colour | None, "sentence": str, "reason": str})

LaterEntries = TypedDict(
    "LaterEntries", {"fitting": Annotated[int, described("How many later entries fit the correction.")], "misfits": list[Misfit]}
)

Frame = TypedDict(
    "Frame",
    {
        "entry": Entry,
        "changed": Annotated[Pieces, described("The pieces that differ from the frame before; of the first, all.")],
        "land": NotRequired[Annotated[Land, described("The settled land; absent where it is that of the frame before.")]],
    },
)

Replay = TypedDict("Replay", {"revision": RevisionNumber, "frames": list[Frame]})
