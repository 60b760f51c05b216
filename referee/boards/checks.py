"""Check the cells and landscapes of a board, whatever its file format.

Callbacks return the location of a cell or landscape in the file; this module knows neither TOML nor JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from referee.boards.board import LANDSCAPES, MARKS, ROW_LETTERS, Terrain, find_crowded_landscape, label_cells, terrains_drawn_as
from referee.boards.hexes import neighbours_of
from referee.words.problems import Problem
from referee.words.texts import Text, text

MIN_TERRAINS = 4  # with fewer than four landscapes, every region would be closed from the start

Axial = tuple[int, int]  # q, r
Where = Text | str  # the description of a location in a file


@dataclass(frozen=True, slots=True)
class Flaw:
    """One reason why a set of cells is not a valid board; `spots` are the cells concerned, or empty if all are concerned."""

    slug: str
    spots: tuple[Axial, ...] = ()


def find_flaws(terrains: Mapping[Axial, str]) -> tuple[Flaw, ...]:
    """Return all flaws in a set of cells, most serious first. `terrains` maps each cell to its landscape."""
    if not terrains:
        return (Flaw("no-cells"),)
    flaws = []
    top = min(r for _, r in terrains)
    below = tuple(sorted((spot for spot in terrains if spot[1] - top >= len(ROW_LETTERS)), key=_in_board_order))
    if below:
        flaws.append(Flaw("too-many-rows", below))
    _, *smaller = sorted(find_parts(terrains), key=len, reverse=True)
    flaws += [Flaw("not-connected", tuple(sorted(part, key=_in_board_order))) for part in reversed(smaller)]
    if len(set(terrains.values())) < MIN_TERRAINS:
        flaws.append(Flaw("too-few-terrains"))
    return tuple(flaws)


def check_cells(terrains: Mapping[Axial, str], place_of_spot: Callable[[Axial], Where], place_of_map: Where) -> None:
    """Raise a Problem for the most serious flaw in a set of cells, if any. `terrains` maps each cell to its landscape."""
    for flaw in find_flaws(terrains):
        place = place_of_spot(flaw.spots[0]) if flaw.spots else place_of_map
        raise Problem(flaw.slug, _sentence_for(flaw, terrains, place))


def _sentence_for(flaw: Flaw, terrains: Mapping[Axial, str], place: Where) -> Text:
    if flaw.slug == "no-cells":
        return text("boards.no_cells", place=place)
    if flaw.slug == "too-many-rows":
        return text("boards.too_many_rows", place=place, most=len(ROW_LETTERS))
    if flaw.slug == "not-connected":
        return text("boards.not_connected", place=place, cell=label_cells(terrains)[flaw.spots[0]], cells=len(flaw.spots))
    used = sorted(set(terrains.values()))
    return text("boards.too_few_terrains", place=place, count=len(used), terrains=used, least=MIN_TERRAINS)


def _in_board_order(spot: Axial) -> tuple[int, int]:
    return spot[1], spot[0]


def check_looks(terrains: Sequence[Terrain], place_of_terrain: Callable[[Terrain], Where], place_of_legend: Where) -> None:
    """Raise a Problem if there are too many landscapes, or too many with the same picture, to be distinguished in print."""
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


def find_parts(terrains: Mapping[Axial, str]) -> list[set[Axial]]:
    """Return the connected components of a set of cells."""
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
