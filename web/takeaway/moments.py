"""A game as a sequence of moments, each with the position and the settled territories with their takers.

Drawings and animations of a game are based on these moments. This module draws nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.position import Position
from web.games.land import Holding, find_holdings
from web.games.table import Table

MOST_MOMENTS = 600  # a frame of an animation takes 0.3 MB of memory until the file is written


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
    """Return the moments of the revisions on the current line, oldest first.

    Of a line with more than MOST_MOMENTS revisions, return the moments of evenly spaced ones and of the last.
    """
    step = -(-len(table.line) // MOST_MOMENTS)
    counts = [*range(1, len(table.line), step), len(table.line)]
    return tuple(moment_of(Table(table.game, table.line[:count], table.revisions)) for count in counts)
