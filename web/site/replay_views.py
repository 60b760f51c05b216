"""The JSON of a replay: the revisions of a line of the game, each as its difference from the one before."""

from __future__ import annotations

from referee.rules.pieces import Piece
from web.games.pieces_on_board import changed_cells, words_of
from web.games.store import Revision
from web.games.table import Table, position_at
from web.site import response_types
from web.site.land_views import land_json
from web.site.responses import entry_json


def replay_json(table: Table, to: int | None, language: str) -> response_types.Replay:
    """Serialize the revisions of the current line, or of the line up to `to` if `to` is given and not on the current line."""
    shown = table if to is None or to in table.numbers else table.back_to(to)
    frames: list[response_types.Frame] = []
    for number, revision in enumerate(shown.line):
        before = shown.line[number - 1] if number else None
        frames.append(_frame_json(shown, before, revision, language))
    return {"revision": table.here.number, "frames": frames}


def _frame_json(table: Table, before: Revision | None, revision: Revision, language: str) -> response_types.Frame:
    position = position_at(revision)
    words = words_of(position)
    known = (Piece.EMPTY,) * len(words) if before is None else words_of(position_at(before))
    labels = [cell.id for cell in position.board.cells]
    frame: response_types.Frame = {
        "entry": entry_json(table, revision, language),
        "changed": {labels[cell]: words[cell] for cell in changed_cells(known, words)},
    }
    if before is None or _may_change_land(revision):
        frame["land"] = land_json(table.back_to(revision.number))
    return frame


def _may_change_land(revision: Revision) -> bool:
    """Return whether a revision could change the settled territories, because it settles one or was not made by a turn."""
    return bool(revision.record.settlements) or revision.record.turn is None
