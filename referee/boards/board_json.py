"""Parse and validate boards in the terranova-board/1 JSON format.

The id and neighbours of each cell must agree with its q and r. `referee.formats` writes this format.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.boards.board import LANDSCAPES, Board, Cell, Terrain, label_cells
from referee.boards.checks import Axial, check_cells, check_looks
from referee.boards.hexes import neighbours_of
from referee.boards.landscape_names import catalogue_labels
from referee.boards.maps import LONGEST_WORD, is_word
from referee.files.fields import Location, take_format, take_list, take_map, take_object, take_string, take_whole
from referee.files.json_input import quoted
from referee.words.problems import Problem
from referee.words.texts import Text, text

BOARD_FORMAT = "terranova-board/1"
FARTHEST = 10_000  # largest absolute value of q and r

_BOARD_KEYS = ("format", "name", "terrains", "cells")
_LABEL = "label"  # optional: the board's title
_TERRAIN_KEYS = ("id", "label")
_LOOKS_LIKE = "looks-like"  # optional, of custom landscapes
_CELL_KEYS = ("id", "q", "r", "terrain", "neighbours")


@dataclass(frozen=True, slots=True)
class _GivenCell:
    """One cell as given in the file, and its location in the file."""

    id: str
    terrain: str
    neighbours: tuple[str, ...]
    place: Location


def board_from_json(given: object, source: str | Text) -> Board:
    """Build a board from a terranova-board/1 object; raise a Problem that gives the location of the first error found."""
    place = Location(source)
    take_format(take_map(given, place), place, BOARD_FORMAT)
    fields = take_object(given, place, _BOARD_KEYS, (_LABEL,))
    name = _take_printable(fields["name"], place.key("name"))
    title = _take_printable(fields[_LABEL], place.key(_LABEL)) if _LABEL in fields else None
    terrains = _read_terrains(fields["terrains"], place.key("terrains"))
    numbers = {terrain.id: number for number, terrain in enumerate(terrains)}
    cells = _read_cells(fields["cells"], place.key("cells"), numbers)
    landscapes = {spot: cell.terrain for spot, cell in cells.items()}
    check_cells(landscapes, lambda spot: cells[spot].place.text, place.key("cells").text)
    labels = label_cells(cells)
    for spot, cell in cells.items():
        _check_cell(spot, cell, labels)
    listed = tuple(Cell(label, *spot, numbers[landscapes[spot]]) for spot, label in labels.items())
    return Board(name, terrains, listed, title)


def _take_printable(value: object, place: Location) -> str:
    word = take_string(value, place)
    if not is_word(word):
        raise Problem("bad-word", text("boards.not_a_word", place=place.text, word=quoted(word), most=LONGEST_WORD))
    return word


def _read_terrains(value: object, place: Location) -> tuple[Terrain, ...]:
    terrains: dict[str, Terrain] = {}
    for number, item in enumerate(take_list(value, place)):
        at = place.item(number)
        fields = take_object(item, at, _TERRAIN_KEYS, (_LOOKS_LIKE,))
        word = _take_printable(fields["id"], at.key("id"))
        label = _take_printable(fields["label"], at.key("label"))
        if word in terrains:
            raise Problem("terrain-twice", text("boards.terrain_twice", place=at.text, terrain=word))
        known = word in LANDSCAPES and label in catalogue_labels(word)
        terrains[word] = Terrain(word, None if known else label, _take_look(fields, at))
    check_looks(tuple(terrains.values()), lambda terrain: place.text, place.text)
    return tuple(terrains.values())


def _take_look(fields: Mapping[str, object], place: Location) -> str | None:
    if _LOOKS_LIKE not in fields:
        return None
    look = take_string(fields[_LOOKS_LIKE], place.key(_LOOKS_LIKE))
    if look not in LANDSCAPES:
        sentence = text("boards.unknown_look", place=place.text, terrain=quoted(look), known=LANDSCAPES)
        raise Problem("unknown-look", sentence)
    return look


def _read_cells(value: object, place: Location, numbers: Mapping[str, int]) -> dict[Axial, _GivenCell]:
    cells: dict[Axial, _GivenCell] = {}
    for number, item in enumerate(take_list(value, place)):
        at = place.item(number)
        fields = take_object(item, at, _CELL_KEYS)
        q, r = (take_whole(fields[key], at.key(key), -FARTHEST, FARTHEST) for key in ("q", "r"))
        terrain = take_string(fields["terrain"], at.key("terrain"))
        if (q, r) in cells:
            raise Problem("cell-twice", text("boards.cell_twice", place=at.text, q=q, r=r))
        if terrain not in numbers:
            sentence = text("boards.unlisted_terrain", place=at.key("terrain").text, terrain=quoted(terrain), known=list(numbers))
            raise Problem("unknown-landscape", sentence)
        beside = at.key("neighbours")
        given = tuple(take_string(label, beside.item(n)) for n, label in enumerate(take_list(fields["neighbours"], beside)))
        cells[q, r] = _GivenCell(take_string(fields["id"], at.key("id")), terrain, given, at)
    return cells


def _check_cell(spot: Axial, cell: _GivenCell, labels: Mapping[Axial, str]) -> None:
    """Raise a Problem if the id or neighbours of a cell do not match its coordinates."""
    label = labels[spot]
    if cell.id != label:
        raise Problem("wrong-id", text("boards.wrong_id", place=cell.place.key("id").text, given=quoted(cell.id), cell=label))
    around = sorted((other for other in neighbours_of(*spot) if other in labels), key=lambda other: (other[1], other[0]))
    implied = [labels[other] for other in around]
    if len(cell.neighbours) != len(implied) or set(cell.neighbours) != set(implied):
        sentence = text("boards.wrong_neighbours", place=cell.place.key("neighbours").text, cell=label, cells=implied)
        raise Problem("wrong-neighbours", sentence)
