"""JSON Schemas of the calls about territories, replays and corrections, for the OpenAPI description. Data only."""

from __future__ import annotations

from collections.abc import Mapping

from referee.formats.schemas import (
    BY_COLOUR_POINTS,
    COLOUR,
    LABEL,
    LABELS,
    PIECE,
    TEXT,
    WHOLE,
    Shape,
    array,
    mapping,
    maybe,
    properties,
    ref,
)
from web.site.schemas import LAND, REVISION_NUMBER

_LEFT = properties(cells=LABELS, value=WHOLE)
LAND_SHAPES: Mapping[str, Shape] = {
    "Prospect": properties(
        cells=LABELS,
        terrains=array(TEXT),
        value={**WHOLE, "description": "What it would pay if it were closed as it is."},
        pioneers=BY_COLOUR_POINTS,
        leaders=array(COLOUR),
        awards=BY_COLOUR_POINTS,
        stones={**maybe(LABELS), "description": "The fewest stones that cut it off; null where pioneers leave no room for them."},
        left={**maybe(_LEFT), "description": "What would close with these stones; some may lie on hexes of the land."},
    ),
    "LaterEntries": properties(
        fitting={**WHOLE, "description": "How many later entries fit the correction."},
        misfits=array(properties(revision=REVISION_NUMBER, player=maybe(COLOUR), sentence=TEXT, reason=TEXT)),
    ),
    "Replay": properties(revision=REVISION_NUMBER, frames=array(ref("Frame"))),
    "Frame": {
        "type": "object",
        "properties": {
            "entry": ref("Entry"),
            "changed": {**mapping(PIECE), "description": "The pieces that differ from the frame before; of the first, all."},
            "land": {**LAND, "description": "The settled land; absent where it is that of the frame before."},
        },
        "required": ["entry", "changed"],
        "additionalProperties": False,
    },
    "Prospects": properties(revision=REVISION_NUMBER, cell=LABEL, lands=array(ref("Prospect")), more=WHOLE),
}
