"""A game as a sequence of moments, each with the position and the settled territories with their takers.

Drawings and animations of a game are based on these moments. This module draws nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.position import Position
from web.games.land import Holding, find_holdings
from web.games.table import Table


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after one revision: its position, all settled territories, and those that this revision settled."""

    position: Position
    land: tuple[Holding, ...]
    fresh: tuple[Holding, ...]


def moment_of(table: Table) -> Moment:
    """Return the moment of a table's current revision."""
    land = find_holdings(table)
    number = table.here.number
    return Moment(table.position, land, tuple(holding for holding in land if holding.revision == number))


def moments_of(table: Table) -> tuple[Moment, ...]:
    """Return the moments of all revisions on the current line, oldest first."""
    tables = (Table(table.game, table.line[:count], table.revisions) for count in range(1, len(table.line) + 1))
    return tuple(map(moment_of, tables))
