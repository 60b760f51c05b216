"""A second, slow and simple implementation of the rules, on sets of labels and single pioneers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

SIX_WAYS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


@dataclass(frozen=True)
class Land:
    """The board: the coordinates of each label, and its landscape."""

    at: dict[str, tuple[int, int]]
    terrain: dict[str, int]
    label: dict[tuple[int, int], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.label.update({place: cell for cell, place in self.at.items()})

    def beside(self, cell: str) -> set[str]:
        q, r = self.at[cell]
        return {self.label[q + dq, r + dr] for dq, dr in SIX_WAYS if (q + dq, r + dr) in self.label}

    def in_order(self, cells: set[str]) -> list[str]:
        return sorted(cells, key=lambda cell: (cell[0], int(cell[1:])))


@dataclass(frozen=True)
class Figure:
    colour: str
    cell: str
    start: str
    moves: int = 0
    last: bool = False


@dataclass(frozen=True)
class Table:
    """The state of the table. Pioneers are individual objects with their moves this turn."""

    land: Land
    edition: str
    players: list[str]
    to_move: str
    figures: list[Figure]
    stones: set[str]
    scores: dict[str, int]
    reserve: dict[str, int]

    def occupied(self) -> set[str]:
        return self.stones | {figure.cell for figure in self.figures}

    def standing(self, colour: str) -> set[str]:
        return {figure.cell for figure in self.figures if figure.colour == colour}

    def next_player(self) -> str:
        return self.players[(self.players.index(self.to_move) + 1) % len(self.players)]


@dataclass(frozen=True)
class Region:
    cells: set[str]
    terrains: set[int]
    counts: dict[str, int]
    value: int
    awards: dict[str, int]

    @property
    def closed(self) -> bool:
        return len(self.terrains) <= 3


@dataclass(frozen=True)
class Closing:
    """A region that was scored: after which action, and the pioneers on it."""

    after: str | None
    region: Region
    stood: set[tuple[str, str]]


def regions(table: Table) -> list[Region]:
    left = set(table.land.at) - table.stones
    found = []
    while left:
        cells = {table.land.in_order(left)[0]}
        while more := {near for cell in cells for near in table.land.beside(cell)} & left - cells:
            cells |= more
        left -= cells
        found.append(judge(table, cells))
    return found


def judge(table: Table, cells: set[str]) -> Region:
    terrains = {table.land.terrain[cell] for cell in cells}
    counts = {colour: len(table.standing(colour) & cells) for colour in table.players}
    if len(terrains) > 3:
        return Region(cells, terrains, counts, 0, {})
    value = len(cells) * {1: 3, 2: 2, 3: 1}[len(terrains)]
    most = max(counts.values())
    leaders = [colour for colour in table.players if counts[colour] == most and most > 0]
    awards = {colour: value // len(leaders) for colour in leaders if value // len(leaders) > 0}
    return Region(cells, terrains, counts, value, awards)


def pay(table: Table, region: Region) -> Table:
    scores = {colour: table.scores[colour] + region.awards.get(colour, 0) for colour in table.players}
    return replace(table, scores=scores, figures=[figure for figure in table.figures if figure.cell not in region.cells])


def stood_on(table: Table, region: Region) -> set[tuple[str, str]]:
    return {(figure.colour, figure.cell) for figure in table.figures if figure.cell in region.cells}


def clear_first(table: Table) -> tuple[Table, list[Closing]]:
    closings = []
    for region in regions(table):
        if region.closed and any(region.counts.values()):
            closings.append(Closing(None, region, stood_on(table, region)))
            table = pay(table, region)
    return table, closings


def ended(table: Table) -> str | None:
    if any(table.reserve.values()):
        return None
    if all(region.closed for region in regions(table)):
        return "divided"
    movers = {figure.colour for figure in table.figures if table.land.beside(figure.cell) - table.occupied()}
    if len(movers) <= 1:
        return "one-can-move"
    if table.edition == "it" and any(not table.standing(colour) for colour in table.players):
        return "no-pioneers"
    return None


def winners(table: Table) -> list[str]:
    return [colour for colour in table.players if table.scores[colour] == max(table.scores.values())]


def ways_to_go(table: Table, figure: Figure) -> list[str]:
    ends = []
    for dq, dr in SIX_WAYS:
        q, r = table.land.at[figure.cell]
        while (q + dq, r + dr) in table.land.label and table.land.label[q + dq, r + dr] not in table.occupied():
            q, r = q + dq, r + dr
            ends.append(table.land.label[q, r])
    return [end for end in ends if not goes_back(table.edition, figure, end)]


def goes_back(edition: str, figure: Figure, end: str) -> bool:
    if edition == "hu":
        return False
    if edition == "it":
        return end == figure.start
    return figure.moves == 2 and end == figure.start


def stone_cells(table: Table) -> set[str]:
    if table.edition != "hu" and len(table.stones) >= 80:
        return set()
    movers = [figure for figure in table.figures if figure.moves and (figure.last or table.edition != "hu")]
    return {cell for figure in movers for cell in table.land.beside(figure.cell)} - table.occupied()


@dataclass(frozen=True)
class Outcome:
    """One possible turn: its notation, the table after it, and the regions scored."""

    words: list[str]
    table: Table
    closings: list[Closing]


def outcomes(table: Table) -> Iterator[Outcome]:
    """Yield all legal turns of the player to move; none if the game is over."""
    table, closings = clear_first(table)
    if any(table.reserve.values()):
        yield from setup_turns(table)
    elif ended(table) is None:
        yield from go_on(Outcome([], table, closings))


def setup_turns(table: Table) -> Iterator[Outcome]:
    if table.reserve[table.to_move] == 0:
        yield Outcome(["pass"], table, [])
        return
    for cell in set(table.land.at) - table.occupied():
        figures = [*table.figures, Figure(table.to_move, cell, cell)]
        reserve = {**table.reserve, table.to_move: table.reserve[table.to_move] - 1}
        yield Outcome([f"@{cell}"], replace(table, figures=figures, reserve=reserve), [])


def go_on(so_far: Outcome) -> Iterator[Outcome]:
    nexts = list(one_more(so_far)) if len(so_far.words) < 3 else []
    if not nexts:
        yield so_far if so_far.words else replace(so_far, words=["pass"])
    for longer in nexts:
        yield from go_on(longer)


def one_more(so_far: Outcome) -> Iterator[Outcome]:
    table = so_far.table
    for index, figure in enumerate(table.figures):
        if figure.colour != table.to_move:
            continue
        for end in ways_to_go(table, figure):
            figures = [replace(other, last=False) for other in table.figures]
            figures[index] = replace(figure, cell=end, moves=figure.moves + 1, last=True)
            yield Outcome([*so_far.words, f"{figure.cell}-{end}"], replace(table, figures=figures), so_far.closings)
    for cell in stone_cells(table):
        yield with_stone(so_far, cell)


def with_stone(so_far: Outcome, cell: str) -> Outcome:
    table = replace(so_far.table, stones=so_far.table.stones | {cell})
    already = {frozenset(region.cells) for region in regions(so_far.table) if region.closed}
    closings = []
    for region in regions(table):
        if region.closed and frozenset(region.cells) not in already:
            closings.append(Closing(f"+{cell}", region, stood_on(table, region)))
            table = pay(table, region)
    return Outcome([*so_far.words, f"+{cell}"], table, so_far.closings + closings)


def after_turn(outcome: Outcome) -> Table:
    table = outcome.table
    return replace(table, to_move=table.next_player())


def fits(outcome: Outcome, shown: Table) -> bool:
    """Return whether a table matches the outcome; scored regions may be shown cleared or uncleared."""
    if outcome.table.stones != shown.stones:
        return False
    seen = {(figure.colour, figure.cell) for figure in shown.figures}
    for closing in outcome.closings:
        there = {(colour, cell) for colour, cell in seen if cell in closing.region.cells}
        if there not in (set(), closing.stood):
            return False
        seen -= there
    return seen == {(figure.colour, figure.cell) for figure in outcome.table.figures}
