"""The shapes of pictures of the table, their previews and their photos, as JSON Schema. Data and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from web.site.schemas import (
    BY_COLOUR_LABELS,
    BY_COLOUR_POINTS,
    COLOUR,
    ENDED,
    FLAG,
    LABEL,
    LABELS,
    PIECE,
    REVISION_NUMBER,
    SAVE_ID,
    TEXT,
    WHOLE,
    WHY,
    Shape,
    array,
    given,
    mapping,
    maybe,
    one_of,
    properties,
    ref,
)

PICTURE_SHAPES: Mapping[str, Shape] = {
    "Picture": given(
        ("from", "pioneers", "stones"),
        **{
            "from": REVISION_NUMBER,
            "save": SAVE_ID,
            "pioneers": BY_COLOUR_LABELS,
            "stones": LABELS,
            "photo": maybe(TEXT),
            "seen": LABELS,
            "mends": maybe(REVISION_NUMBER),
            "order": LABELS,
            "held": {"type": "object", "propertyNames": LABEL, "additionalProperties": array(COLOUR)},
            "to_move": maybe(COLOUR),
            "scores": maybe(BY_COLOUR_POINTS),
            "ruling": FLAG,
            "turn": maybe({"type": "string", "description": "One of the turns in `unchanged`, where nothing has changed."}),
            "finish_setup": FLAG,
            "accept_unseen": FLAG,
        },
    ),
    "Preview": properties(
        revision=WHOLE,
        regions=array(
            properties(
                first=LABEL,
                cells=LABELS,
                terrains=array(TEXT),
                pioneers=BY_COLOUR_POINTS,
                value=WHOLE,
                awards=BY_COLOUR_POINTS,
                status=one_of("open", "pays", "ask", "paid"),
                why=maybe(WHY),
            )
        ),
        ask=LABELS,
        pays=LABELS,
        awards=BY_COLOUR_POINTS,
        totals=BY_COLOUR_POINTS,
        take_off=BY_COLOUR_LABELS,
        check=maybe(ref("Check")),
        actions=array(TEXT),
        choices=array(one_of("mend", "put-back", "ruling")),
        unchanged=maybe(properties(turns=array(TEXT), ways=WHOLE, ruling=FLAG)),
        put_back=maybe(properties(cells=mapping(PIECE), pioneers=BY_COLOUR_LABELS, stones=LABELS)),
        fault=maybe(ref("Problem")),
        unseen=properties(cells=LABELS, points=WHOLE),
        ended=ENDED,
        changed=array(properties(cell=LABEL, before=PIECE, after=PIECE)),
        position=ref("Position"),
    ),
    "Photo": properties(
        id=TEXT,
        at=TEXT,
        revision=WHOLE,
        state=one_of("waiting", "done", "failed"),
        url=maybe(TEXT),
        thumb=maybe(TEXT),
        width=maybe(WHOLE),
        height=maybe(WHOLE),
    ),
}
