"""Validates the cells of a board, whatever its file format.

Knows grid coordinates and callbacks that locate a cell in its file; knows neither TOML nor JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from referee.boards.board import LANDSCAPES, MARKS, ROW_LETTERS, Terrain, find_crowded_landscape, label_cells, terrains_drawn_as
from referee.boards.hexes import neighbours_of
from referee.words.problems import Problem
from referee.words.texts import Text, text

MIN_TERRAINS = 4  # with fewer than four landscapes, every region would be closed from the start

Axial = tuple[int, int]  # q, r
Where = Text | str  # the description of a location in a file


def check_cells(terrains: Mapping[Axial, str], place_of_spot: Callable[[Axial], Where], place_of_map: Where) -> None:
    """Reject cells that do not form a valid board. `terrains` maps each cell to its landscape."""
    if not terrains:
        raise Problem("no-cells", text("boards.no_cells", place=place_of_map))
    _check_rows(terrains, place_of_spot)
    _check_connected(terrains, place_of_spot)
    used = sorted(set(terrains.values()))
    if len(used) < MIN_TERRAINS:
        sentence = text("boards.too_few_terrains", place=place_of_map, count=len(used), terrains=used, least=MIN_TERRAINS)
        raise Problem("too-few-terrains", sentence)


def check_looks(terrains: Sequence[Terrain], place_of_terrain: Callable[[Terrain], Where], place_of_legend: Where) -> None:
    """Reject a board on which too many landscapes share a picture to be told apart in print."""
    most = len(MARKS) * len(LANDSCAPES)
    if len(terrains) > most:
        sentence = text("boards.too_many_terrains", place=place_of_legend, count=len(terrains), most=most)
        raise Problem("too-many-terrains", sentence)
    crowded = find_crowded_landscape(terrains)
    if crowded is None:
        return
    alike = terrains_drawn_as(terrains, crowded)
    free = [name for name in LANDSCAPES if len(terrains_drawn_as(terrains, name)) < len(MARKS)]
    last = next(terrain for terrain in reversed(alike) if terrain.looks_like)
    names = [terrain.id for terrain in alike]
    sentence = text("boards.looks_alike", place=place_of_terrain(last), look=crowded, terrains=names, most=len(MARKS), free=free)
    raise Problem("looks-alike", sentence)


def _check_rows(terrains: Mapping[Axial, str], place_of_spot: Callable[[Axial], Where]) -> None:
    top = min(r for _, r in terrains)
    below = sorted((r, q) for q, r in terrains if r - top >= len(ROW_LETTERS))
    if below:
        r, q = below[0]
        raise Problem("too-many-rows", text("boards.too_many_rows", place=place_of_spot((q, r)), most=len(ROW_LETTERS)))


def _check_connected(terrains: Mapping[Axial, str], place_of_spot: Callable[[Axial], Where]) -> None:
    parts = _find_parts(terrains)
    if len(parts) == 1:
        return
    smallest = min(reversed(parts), key=len)
    spot = min(smallest, key=lambda spot: (spot[1], spot[0]))
    cell = label_cells(terrains)[spot]
    raise Problem("not-connected", text("boards.not_connected", place=place_of_spot(spot), cell=cell, cells=len(smallest)))


def _find_parts(terrains: Mapping[Axial, str]) -> list[set[Axial]]:
    parts: list[set[Axial]] = []
    left = dict.fromkeys(terrains)
    while left:
        start = next(iter(left))
        del left[start]
        part = {start}
        waiting = [start]
        while waiting:
            for spot in neighbours_of(*waiting.pop()):
                if spot in left:
                    del left[spot]
                    part.add(spot)
                    waiting.append(spot)
        parts.append(part)
    return parts
