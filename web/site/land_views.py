"""The JSON of the land: what is settled, and what a hex of open land could become. Serialization only."""

from __future__ import annotations

from typing import Any

from referee.boards.board import Board
from referee.rules.position import labels_of
from referee.rules.taken_land import middle_cell
from web.games.land import Holding, find_holdings
from web.games.table import Table

JsonObject = dict[str, Any]


def land_json(table: Table) -> list[JsonObject]:
    """Serialize the land that is settled at a table."""
    board = table.position.board
    return [_holding_json(board, holding) for holding in find_holdings(table)]


def _holding_json(board: Board, holding: Holding) -> JsonObject:
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
