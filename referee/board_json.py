"""Boards as other programs write them: the object of terranova-board/1, checked key by key.

Every complaint names the place within the object. Ids and neighbours are believed only when they are what q and r imply.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.board import LANDSCAPES, Board, Cell, Terrain, label_cells
from referee.board_checks import Spot, check_cells
from referee.board_maps import LONGEST_WORD, is_word
from referee.board_names import catalogue_labels
from referee.hexes import neighbours_of
from referee.problems import Problem
from referee.texts import Text, text

BOARD_FORMAT = "terranova-board/1"
FARTHEST = 100_000  # q and r beyond this belong to no board

_BOARD_KEYS = ("format", "name", "terrains", "cells")
_TERRAIN_KEYS = ("id", "label")
_CELL_KEYS = ("id", "q", "r", "terrain", "neighbours")


def board_from_json(given: object, source: str | Text) -> Board:
    """Checks a terranova-board/1 object and builds the board."""
    whole = _Node(given, text("boards.in_file", source=source)).table(_BOARD_KEYS)
    if whole["format"].value != BOARD_FORMAT:
        raise Problem("other-format", text("boards.other_format", place=whole["format"].place, format=BOARD_FORMAT))
    name = whole["name"].word()
    terrains = _read_terrains(whole["terrains"])
    rows = [node.table(_CELL_KEYS) for node in whole["cells"].items()]
    numbers = {terrain.id: number for number, terrain in enumerate(terrains)}
    spots = _read_spots(rows)
    landscapes = {spot: _read_landscape(row["terrain"], numbers) for spot, row in spots.items()}
    check_cells(landscapes, lambda spot: spots[spot]["id"].place, whole["cells"].place)
    labels = label_cells(spots)
    for spot, row in spots.items():
        _check_cell(spot, row, labels)
    cells = tuple(Cell(label, q, r, numbers[landscapes[q, r]]) for (q, r), label in labels.items())
    return Board(name, terrains, cells)


@dataclass(frozen=True, slots=True)
class _Node:
    """A value with its place in the object, as in `cells[3].q`."""

    value: object
    place: Text
    path: str = ""

    def table(self, keys: Sequence[str]) -> dict[str, _Node]:
        if not isinstance(self.value, dict):
            raise Problem("wrong-type", text("boards.not_an_object", place=self.place))
        for key in self.value:
            if key not in keys:
                shown = key if is_word(key) else ascii(key)[1:-1][:LONGEST_WORD]
                raise Problem("unknown-key", text("boards.unknown_key", place=self.place, key=shown, known=keys))
        for key in keys:
            if key not in self.value:
                raise Problem("missing-key", text("boards.missing_key", place=self.place, key=key))
        return {key: self._part(self.value[key], f"{self.path}.{key}") for key in keys}

    def items(self) -> list[_Node]:
        if not isinstance(self.value, list):
            raise Problem("wrong-type", text("boards.not_a_list", place=self.place))
        return [self._part(item, f"{self.path}[{number}]") for number, item in enumerate(self.value)]

    def word(self) -> str:
        if not is_word(self.value):
            raise Problem("wrong-type", text("boards.not_a_word_here", place=self.place, most=LONGEST_WORD))
        return str(self.value)

    def whole_number(self) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool) or abs(self.value) > FARTHEST:
            raise Problem("wrong-type", text("boards.not_a_whole_number", place=self.place))
        return self.value

    def _part(self, value: object, path: str) -> _Node:
        path = path.removeprefix(".")
        return _Node(value, text("boards.in_part", source=self.place.values["source"], part=path), path)


def _read_terrains(node: _Node) -> tuple[Terrain, ...]:
    terrains: list[Terrain] = []
    for item in node.items():
        parts = item.table(_TERRAIN_KEYS)
        word, label = parts["id"].word(), parts["label"].word()
        if word in {terrain.id for terrain in terrains}:
            raise Problem("terrain-twice", text("boards.terrain_twice", place=parts["id"].place, terrain=word))
        known = word in LANDSCAPES and label in catalogue_labels(word)
        terrains.append(Terrain(word, None if known else label))
    return tuple(terrains)


def _read_landscape(node: _Node, numbers: Mapping[str, int]) -> str:
    word = node.word()
    if word not in numbers:
        sentence = text("boards.unlisted_terrain", place=node.place, terrain=word, known=list(numbers))
        raise Problem("unknown-landscape", sentence)
    return word


def _read_spots(rows: Sequence[dict[str, _Node]]) -> dict[Spot, dict[str, _Node]]:
    spots: dict[Spot, dict[str, _Node]] = {}
    for row in rows:
        spot = row["q"].whole_number(), row["r"].whole_number()
        if spot in spots:
            raise Problem("cell-twice", text("boards.cell_twice", place=row["q"].place, q=spot[0], r=spot[1]))
        spots[spot] = row
    return spots


def _check_cell(spot: Spot, row: Mapping[str, _Node], labels: Mapping[Spot, str]) -> None:
    """Refuses an id or neighbours that are not those of the spot."""
    label = labels[spot]
    if row["id"].word() != label:
        sentence = text("boards.wrong_id", place=row["id"].place, given=row["id"].word(), cell=label)
        raise Problem("wrong-id", sentence)
    given = [node.word() for node in row["neighbours"].items()]
    implied = {labels[other] for other in neighbours_of(*spot) if other in labels}
    if len(given) != len(implied) or set(given) != implied:
        expected = [name for name in labels.values() if name in implied] if len(implied) else []
        sentence = text("boards.wrong_neighbours", place=row["neighbours"].place, cell=label, cells=expected)
        raise Problem("wrong-neighbours", sentence)
