"""The JSON objects in responses about photos, previews and problems, as types like those of `response_types.py`.

The functions that return these objects are in `previews.py`, `remembered_views.py` and `errors.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, NotRequired, Required, TypedDict

from referee.formats.schemas import Label, Labels, LabelsByColour, Meta, PointsByColour, ref
from referee.memory.explanations import Kind
from referee.rules.pieces import Colour, Piece
from web.games.detailed_problems import Arrangement, Conflict, Overtaken
from web.games.payments import Status, Why
from web.photos.tasks import JobState
from web.site.response_types import Ended, LaterEntries, Pieces, Point, PositionJson, Published, RevisionNumber, Unseen, described

Region = TypedDict(
    "Region",
    {
        "first": Label,
        "cells": Labels,
        "terrains": list[str],
        "pioneers": PointsByColour,
        "value": int,
        "awards": PointsByColour,
        "status": Status,
        "why": Why | None,
    },
)

Order = TypedDict("Order", {"turn": str, "awards": PointsByColour})
Unchanged = TypedDict("Unchanged", {"turns": list[str], "ways": int, "ruling": bool})


class PlayedTurn(Order):
    """One of several turns, with the player who played it."""

    player: Colour


class PutBack(Arrangement):
    """The pieces on the table before an illegal turn, for players who take the turn back."""

    cells: Pieces


NotShown = TypedDict("NotShown", {"cells": Labels, "must_set": bool})
Gone = TypedDict("Gone", {"cells": Labels, "known": int, "other_table": bool})
ChangedHex = TypedDict("ChangedHex", {"cell": Label, "before": Piece, "after": Piece})
Orders = Annotated[list[Order], described("Turns to the same board that pay differently.")]
Preview = TypedDict(
    "Preview",
    {
        "revision": int,
        "regions": list[Region],
        "ask": Labels,
        "pays": Labels,
        "awards": PointsByColour,
        "totals": PointsByColour,
        "take_off": LabelsByColour,
        "check": Annotated[Published, Meta(ref("Check"))] | None,
        "actions": list[str],
        "turns": Annotated[list[PlayedTurn], described("The turns named, in order.")],
        "orders": Orders,
        "choices": list[Literal["mend", "put-back", "ruling"]],
        "unchanged": Unchanged | None,
        "put_back": PutBack | None,
        "fault": Annotated[Published, Meta(ref("Problem"))] | None,
        "unseen": Unseen,
        "not_shown": NotShown,
        "gone": Gone,
        "ended": Ended | None,
        "changed": list[ChangedHex],
        "position": PositionJson,
    },
)

Explanation = TypedDict(
    "Explanation",
    {
        "kind": Kind,
        "turns": list[str],
        "players": Annotated[list[Colour], described("Whose turns these are, in order.")],
        "probability": Annotated[float, Meta({"minimum": 0, "maximum": 1})],
        "sure": Annotated[bool, described("Whether it is probable enough to be assumed without asking.")],
        "reason": Annotated[str | None, described("The rule that an illegal turn breaks.")],
        "orders": Orders,
        "pieces": Arrangement,
        "against": Annotated[Labels, described("Hexes that the photo alone shows otherwise.")],
    },
)

Moment = TypedDict("Moment", {"revision": RevisionNumber, "sentence": str})
SurePiece = TypedDict("SurePiece", {"piece": Piece, "confidence": float})
Explanations = Annotated[list[Explanation], described("Most probable first; of a game's photo alone.")]
Remembered = TypedDict(
    "Remembered",
    {
        "cells": Mapping[str, SurePiece],
        "doubtful": Labels,
        "by_effect": Labels,
        "unseen": Labels,
        "explanations": Explanations,
        "nearest": Explanation | None,
        "moment": Moment | None,
    },
)

Size = TypedDict("Size", {"width": int, "height": int})
Group = TypedDict("Group", {"cells": Labels, "piece": Piece, "other": Piece, "probability": float})
Milliseconds = TypedDict("Milliseconds", {"decode": int, "locate": int, "read": int})

Reading = TypedDict(
    "Reading",
    {
        "format": Required[Literal["terranova-reading/1"]],
        "photo": Size,
        "board": str,
        "paper": str,
        "hex_mm": float,
        "cells": Mapping[str, SurePiece],
        "doubtful": Labels,
        "by_effect": Labels,
        "unseen": Labels,
        "centres_px": Mapping[str, Point],
        "board_to_photo": list[list[float]],
        "position": PositionJson,
        "milliseconds": Milliseconds,
        "notes": list[str],
        "groups": list[Group],
        "advice": list[str],
        "explanations": Explanations,
        "nearest": Explanation | None,
        "moment": Moment | None,
    },
    total=False,  # the stored readings of older versions lack some of these fields
)

Problem = TypedDict(
    "Problem",
    {
        "format": Literal["terranova-problem/1"],
        "problem": str,
        "message": str,
        "preview": NotRequired[Preview],
        "conflict": NotRequired[Conflict],
        "overtaken": NotRequired[Overtaken],
        "later": NotRequired[LaterEntries],
        "markers": NotRequired[
            Annotated[list[list[Point]], described("The four corners of each marker seen, in the photo's pixels.")]
        ],
        "board_found": NotRequired[Annotated[str, described("The board that a photo shows instead of the game's.")]],
        "photo_size": NotRequired[Size],
        "rule": NotRequired[Annotated[str, described("The section of How to play with the rule that was broken.")]],
    },
)

Job = TypedDict("Job", {"state": JobState, "reading": NotRequired[Reading], "problem": NotRequired[Problem]})
