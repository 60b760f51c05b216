"""The JSON of settled territories, of the candidate territories of a hex, and of entries that do not fit a correction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from referee.boards.board import Board
from referee.rules.position import Position, labels_of
from referee.rules.prospects import Prospect
from referee.rules.scoring import ScoredRegion
from referee.rules.taken_land import middle_cell
from referee.words.texts import say
from web.games.corrections import LaterEntries
from web.games.detailed_problems import DetailedProblem
from web.games.history import by_colour
from web.games.land import Holding, find_holdings
from web.games.table import Table
from web.site import response_types
from web.site.languages import answer_language
from web.site.sentences import entry_sentence

SHOWN_LANDS = 5


def land_json(table: Table) -> response_types.Land:
    """Serialize a table's settled territories by revision, oldest first, followed by empty ones that no revision has settled."""
    board = table.position.board
    return [_holding_json(board, holding) for holding in find_holdings(table)]


def _holding_json(board: Board, holding: Holding) -> response_types.Holding:
    land = holding.land
    middle = board.cells[middle_cell(board, land.cells)].id
    return {
        "cells": list(labels_of(board, land.cells)),
        "look": holding.look,
        "awards": dict(holding.awards),
        "value": holding.value,
        "revision": holding.revision,
        "badge": {"cell": middle, "words": land.badge} if land.badge else None,
    }


@contextmanager
def later_entries_named() -> Iterator[None]:
    """Convert a LaterEntries exception raised in the block to a DetailedProblem with the entries that do not fit."""
    try:
        yield
    except LaterEntries as waiting:
        raise DetailedProblem(waiting.slug, waiting.message, {"later": later_json(waiting, answer_language())}) from None


def later_json(waiting: LaterEntries, language: str) -> response_types.LaterEntries:
    """Serialize the later entries that do not fit a correction, and the number of those that do."""
    return {
        "fitting": waiting.branch.fitting,
        "misfits": [
            {
                "revision": misfit.revision.number,
                "player": misfit.revision.record.player,
                "sentence": entry_sentence(waiting.table, misfit.revision, language),
                "reason": say(misfit.reason, language),
            }
            for misfit in waiting.branch.misfits
        ],
    }


def prospects_json(table: Table, cell: int, prospects: Sequence[Prospect]) -> response_types.Prospects:
    """Serialize the best candidate territories of a hex, and the number of further candidates."""
    position = table.position
    return {
        "revision": table.here.number,
        "cell": position.board.cells[cell].id,
        "lands": [_prospect_json(position, prospect) for prospect in prospects[:SHOWN_LANDS]],
        "more": len(prospects[SHOWN_LANDS:]),
    }


def _prospect_json(position: Position, prospect: Prospect) -> response_types.Prospect:
    board, land, left = position.board, prospect.land, prospect.left
    most = max(land.pioneers)
    leaders = [colour for colour, n in zip(position.players, land.pioneers, strict=True) if n == most > 0]
    return {
        "cells": list(labels_of(board, land.cells)),
        "terrains": [board.terrains[number].id for number in land.terrains],
        "value": land.value,
        "pioneers": by_colour(position.players, land.pioneers),
        "leaders": leaders,
        "awards": by_colour(position.players, land.awards),
        "stones": None if prospect.stones is None else list(labels_of(board, prospect.stones)),
        "left": None if left is None else _left_json(board, left),
    }


def _left_json(board: Board, left: ScoredRegion) -> response_types.Left:
    return {"cells": list(labels_of(board, left.cells)), "value": left.value}
