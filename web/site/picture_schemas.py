"""JSON Schemas of pictures of the table, their previews, explanations and photos. Data only."""

from __future__ import annotations

from collections.abc import Mapping

from referee.formats.schemas import (
    BY_COLOUR_LABELS,
    BY_COLOUR_POINTS,
    COLOUR,
    ENDED,
    FLAG,
    LABEL,
    LABELS,
    PIECE,
    TEXT,
    WHOLE,
    Shape,
    array,
    mapping,
    maybe,
    one_of,
    properties,
    ref,
)
from web.site.schemas import WHY

PICTURE_SHAPES: Mapping[str, Shape] = {
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
        turns=array(properties(player=COLOUR, turn=TEXT, awards=BY_COLOUR_POINTS), description="The turns named, in order."),
        orders=array(properties(turn=TEXT, awards=BY_COLOUR_POINTS), description="Turns to the same board that pay differently."),
        choices=array(one_of("mend", "put-back", "ruling")),
        unchanged=maybe(properties(turns=array(TEXT), ways=WHOLE, ruling=FLAG)),
        put_back=maybe(properties(cells=mapping(PIECE), pioneers=BY_COLOUR_LABELS, stones=LABELS)),
        fault=maybe(ref("Problem")),
        unseen=properties(cells=LABELS, points=WHOLE),
        not_shown=properties(cells=LABELS, must_set=FLAG),
        gone=properties(cells=LABELS, known=WHOLE, other_table=FLAG),
        ended=ENDED,
        changed=array(properties(cell=LABEL, before=PIECE, after=PIECE)),
        position=ref("Position"),
    ),
    "Explanation": properties(
        kind=one_of("unchanged", "part", "turn", "turns", "illegal", "other"),
        turns=array(TEXT),
        players=array(COLOUR, description="Whose turns these are, in order."),
        probability={"type": "number", "minimum": 0, "maximum": 1},
        reason=maybe({**TEXT, "description": "The rule that an illegal turn breaks."}),
        orders=array(properties(turn=TEXT, awards=BY_COLOUR_POINTS), description="Turns to the same board that pay differently."),
        pieces=properties(pioneers=BY_COLOUR_LABELS, stones=LABELS),
        against={**LABELS, "description": "Hexes that the photo alone shows otherwise."},
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
