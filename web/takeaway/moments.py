"""A game as a row of moments: what lies on the board, and the land that is settled so far with who took it.

Both the picture of a position and the moving picture of a game are made from these; nothing is drawn here.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.position import Position
from web.games.land import Holding, find_holdings
from web.games.table import Table


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after one revision: settled land, and which of it this revision settled."""

    position: Position
    land: tuple[Holding, ...]
    fresh: tuple[Holding, ...]


def moment_of(table: Table) -> Moment:
    """Return the moment at which a table stands."""
    land = find_holdings(table)
    number = table.here.number
    return Moment(table.position, land, tuple(holding for holding in land if holding.revision == number))


def moments_of(table: Table) -> tuple[Moment, ...]:
    """Return all moments of a game up to now, oldest first."""
    tables = (Table(table.game, table.line[:count], table.revisions) for count in range(1, len(table.line) + 1))
    return tuple(map(moment_of, tables))
