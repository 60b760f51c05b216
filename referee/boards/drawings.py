"""A board being drawn by a user: the flaws that make it invalid, as sentences, and the extent of its landscapes.

The functions are pure and independent of pages and files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.boards.board import MARKS, ROW_LETTERS, Board, Cell, Terrain, find_crowded_landscape, label_cells
from referee.boards.checks import MIN_TERRAINS, Axial, Flaw, find_flaws, find_parts
from referee.boards.hexes import neighbours_of
from referee.boards.maps import LONGEST_WORD, is_word
from referee.words.problems import Problem
from referee.words.texts import Text, text

LEAST_HEXES = 26  # room for the 13 pioneers of each of two players
MOST_HEXES = 400  # with more, hexes on six sheets would be too small for bottle caps
MOST_ACROSS = 40  # hexes in a row, including gaps


@dataclass(frozen=True, slots=True)
class Drawing:
    """An unchecked board: its title, its landscapes, and for each hex the index of its landscape in `terrains`."""

    title: str
    terrains: tuple[Terrain, ...]
    cells: Mapping[Axial, int]

    @property
    def landscapes(self) -> dict[Axial, str]:
        """The landscape id of each hex."""
        return {spot: self.terrains[number].id for spot, number in self.cells.items()}


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence about a drawing. `spots` are the hexes concerned, empty if the whole drawing is concerned."""

    sentence: Text
    spots: tuple[Axial, ...] = ()


@dataclass(frozen=True, slots=True)
class Extent:
    """The numbers of hexes and connected parts of a landscape, and of its hex edges that face other landscapes and the sea."""

    hexes: int
    parts: int
    borders: int
    coast: int


def drawing_of(board: Board, title: str) -> Drawing:
    """Return the drawing of a finished board, with the given title."""
    return Drawing(title, board.terrains, {(cell.q, cell.r): cell.terrain for cell in board.cells})


def find_remarks(drawing: Drawing) -> tuple[Remark, ...]:
    """Return a remark for each flaw in the cells of a drawing, most serious first.

    Flaws in the names and pictures of landscapes are not included; `board_from_drawing` raises a Problem for these flaws.
    """
    flaws = [Remark(_sentence_for(flaw, drawing), flaw.spots) for flaw in find_flaws(drawing.landscapes)]
    return (*flaws, *_find_size_remarks(drawing))


def _find_size_remarks(drawing: Drawing) -> Iterator[Remark]:
    if 0 < len(drawing.cells) < LEAST_HEXES:
        yield Remark(text("boards.drawn_too_small", least=LEAST_HEXES))
    yield from find_excess(drawing)


def find_excess(drawing: Drawing) -> Iterator[Remark]:
    """Yield a remark if a drawing has too many hexes, and another one if it is too wide, for a page to show it."""
    if len(drawing.cells) > MOST_HEXES:
        yield Remark(text("boards.drawn_too_large", count=len(drawing.cells), most=MOST_HEXES))
    if across(drawing) > MOST_ACROSS:
        yield Remark(text("boards.drawn_too_wide", most=MOST_ACROSS))


def across(drawing: Drawing) -> int:
    """Return the width of a drawing in hexes, including gaps; 0 if it is empty."""
    columns = [2 * q + r for q, r in drawing.cells]
    return (max(columns) - min(columns)) // 2 + 1 if columns else 0


def _sentence_for(flaw: Flaw, drawing: Drawing) -> Text:
    if flaw.slug == "no-cells":
        return text("boards.drawn_nothing")
    if flaw.slug == "too-many-rows":
        return text("boards.drawn_too_high", most=len(ROW_LETTERS))
    if flaw.slug == "not-connected":
        return text("boards.drawn_apart", cells=len(flaw.spots))
    return text("boards.drawn_too_few", count=len(set(drawing.cells.values())), least=MIN_TERRAINS)


def compare_landscapes(drawing: Drawing) -> tuple[Extent, ...]:
    """Return the extent of each landscape, in the order of the drawing's `terrains`."""
    return tuple(_extent(drawing, number) for number in range(len(drawing.terrains)))


def _extent(drawing: Drawing, number: int) -> Extent:
    cells = drawing.cells
    own = {spot: "" for spot, landscape in cells.items() if landscape == number}
    beside = [near for spot in own for near in neighbours_of(*spot) if near not in own]
    borders = sum(near in cells for near in beside)
    return Extent(len(own), len(find_parts(own)), borders, len(beside) - borders)


def board_from_drawing(drawing: Drawing, name: str) -> Board:
    """Return the board of a drawing; raise a Problem if the drawing is not a valid board.

    The board is shifted so that its first hex is at (0, 0), and unused landscapes are left out.
    """
    for remark in find_remarks(drawing):
        raise Problem("bad-board", remark.sentence)
    used = sorted(set(drawing.cells.values()))
    terrains = tuple(drawing.terrains[number] for number in used)
    _check_landscapes(terrains)
    labels = label_cells(drawing.cells)
    first_q, first_r = next(iter(labels))
    cells = tuple(Cell(label, q - first_q, r - first_r, used.index(drawing.cells[q, r])) for (q, r), label in labels.items())
    return Board(name, terrains, cells, drawing.title)


def _check_landscapes(terrains: tuple[Terrain, ...]) -> None:
    for terrain in terrains:
        for word in filter(None, (terrain.id, terrain.label)):
            if not is_word(word):
                raise Problem("bad-board", text("boards.drawn_bad_name", most=LONGEST_WORD))
    if len({terrain.id for terrain in terrains}) < len(terrains):
        raise Problem("bad-board", text("boards.drawn_twice"))
    if find_crowded_landscape(terrains) is not None:
        raise Problem("bad-board", text("boards.drawn_alike", most=len(MARKS)))
