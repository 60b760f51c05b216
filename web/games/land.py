"""The settled territories of a table: the players who took each one, its points, and the revision that settled it.

Everything is derived from the current line of revisions, without requests or storage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.rules.pieces import Colour
from referee.rules.position import Position, mask_of
from referee.rules.taken_land import TakenLand
from referee.rules.territories import find_regions
from web.games.history import Settlement
from web.games.payments import Why
from web.games.store import Revision
from web.games.table import Table

SHARED, NOBODY = "shared", "nobody"


@dataclass(frozen=True, slots=True)
class Holding:
    """A settled territory with its awards, its value and the number of the revision that settled it.

    `revision` is None for an empty closed region that no revision has settled.
    """

    land: TakenLand
    awards: Mapping[Colour, int]
    value: int
    revision: int | None

    @property
    def look(self) -> str:
        """Who took the territory: the name of a colour, `shared` after a tie, or `nobody`."""
        takers = self.land.takers
        return takers[0].value if len(takers) == 1 else SHARED if takers else NOBODY


def find_holdings(table: Table) -> tuple[Holding, ...]:
    """Return the territories that are settled now.

    Those settled by a revision come first, oldest first, then the empty closed regions that no revision settled. Cells whose
    region is no longer closed, for example after an edit, are left out.
    """
    position = table.position
    closed = {region.cells: region.value for region in find_regions(position) if region.closed}
    held = sum(closed)
    found = [
        holding
        for revision in table.line
        for settled in revision.record.settlements
        if (holding := _holding(position, revision, settled, held)).land.cells
    ]
    named = 0
    for holding in found:
        named |= holding.land.cells
    empty = [cells for cells in closed if not cells & (named | position.all_pioneers)]
    return (*found, *(Holding(TakenLand(cells, (), 0), {}, closed[cells], None) for cells in empty))


def _holding(position: Position, revision: Revision, settled: Settlement, held: int) -> Holding:
    cells = mask_of(position.board.number_of[label] for label in settled.cells) & held
    takers = _takers(settled)
    points = max(settled.awards.values(), default=0)
    return Holding(TakenLand(cells, takers, points), settled.awards, settled.value, revision.number)


def _takers(settled: Settlement) -> tuple[Colour, ...]:
    """Return the players who took a territory: those who were paid or, after a tie, all who had the most pioneers."""
    if settled.why is Why.TIE and settled.pioneers:
        most = max(settled.pioneers.values())
        return tuple(colour for colour, standing in settled.pioneers.items() if standing == most)
    return tuple(settled.awards)
