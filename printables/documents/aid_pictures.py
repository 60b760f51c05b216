"""The pictures on the player aids: how three actions can be spent, a move, places for a stone, and a territory of 24 points."""

from __future__ import annotations

from math import sqrt

from printables.artwork.landscapes import VARIANTS, draw_landscape, symbol_name, variant_of
from printables.artwork.miniatures import Axial, Patch, draw_arrow
from printables.artwork.palette import Ink, landscape_inks, scenery
from printables.artwork.tokens import draw_stone
from printables.drawing.drawing import Group, Item, Point, Symbol, hexagon, polygon, shift
from referee.boards.hexes import DIRECTIONS, neighbours_of
from referee.rules.pieces import Colour

# the first action is always a move (M), the other two are moves or stones (S)
COMBINATIONS = ("MMM", "MMS", "MSM", "MSS")
ICON_LINE = "#000000"


# the landscapes of the pictures
FIRST, SECOND, BEYOND = "meadow", "cornfield", "mountain"
SMALL = "small-"  # prefix for the landscape symbols, which have another size on the board
GOAL_LINE = "#000000"


def small_landscapes(hex_mm: float, ink: Ink) -> dict[str, Symbol]:
    """Return the landscape symbols for the small hexes of `draw_example`, by name."""
    return {
        SMALL + symbol_name(look, variant): draw_landscape(look, variant, hex_mm, ink)
        for look in (FIRST, SECOND, BEYOND)
        for variant in range(VARIANTS)
    }


def place(row: int, column: int) -> Axial:
    """Return the hex in a row and column, as axial coordinates; odd rows are shifted half a hex to the right."""
    return column - row // 2, row


def rows_of(rows: int, columns: int) -> tuple[Axial, ...]:
    """Return the hexes of a rectangular block, as axial coordinates."""
    return tuple(place(row, column) for row in range(rows) for column in range(columns))


def draw_combinations(left: float, top: float, hex_mm: float, gap: float, ink: Ink) -> tuple[Item, ...]:
    """Draw the four ways to spend three actions, each as a row of three small hexes."""
    items: list[Item] = []
    for number, combination in enumerate(COMBINATIONS):
        for spot, action in enumerate(combination):
            x = left + number * (3 * hex_mm + gap) + (spot + 0.5) * hex_mm
            items.extend(draw_action(action, (x, top + hex_mm / sqrt(3)), hex_mm, ink))
    return tuple(items)


def draw_action(action: str, centre: Point, hex_mm: float, ink: Ink) -> tuple[Item, ...]:
    """Draw a hex with one action: an arrow for a move ("M") or a stone for placing a stone ("S")."""
    x, y = centre
    frame = polygon(hexagon(centre, hex_mm), fill=scenery(ink).paper, stroke=ICON_LINE, width_mm=hex_mm * 0.03)
    if action == "M":
        return (frame, *draw_arrow((x - hex_mm * 0.28, y), (x + hex_mm * 0.3, y), hex_mm * 0.09))
    return (frame, Group(draw_stone(hex_mm * 0.46, ink), shift(x, y)))


def draw_move(colour: Colour, hex_mm: float, ink: Ink) -> tuple[Item, ...]:
    """Draw a pioneer with its possible destinations and what stops it: the edge, a stone, another pioneer."""
    land, mover = rows_of(5, 7), place(2, 2)
    stones, other = (place(2, 6), place(4, 3)), place(0, 3)
    patch = Patch(hex_mm, ink).land(dict.fromkeys(land, landscape_inks(FIRST, ink).tint))
    patch.arrow(mover, place(2, 4)).goals(_reachable(mover, land, {*stones, other}), GOAL_LINE)
    patch.stones(stones).pioneer(other, _opponent_of(colour)).pioneer(mover, colour)
    return tuple(patch.items)


def draw_stone_places(colour: Colour, hex_mm: float, ink: Ink) -> tuple[Item, ...]:
    """Draw a pioneer after its move, a stone placed on a neighbouring hex, and the neighbouring hexes that are still free."""
    land, came_from, mover = rows_of(3, 5), place(1, 0), place(1, 2)
    other, stone = place(0, 3), place(2, 3)
    patch = Patch(hex_mm, ink).land(dict.fromkeys(land, landscape_inks(FIRST, ink).tint))
    patch.pioneer(came_from, colour, ghost=True).arrow(came_from, mover)
    free = [cell for cell in neighbours_of(*mover) if cell not in (other, stone)]
    patch.goals(free, GOAL_LINE).stones([stone])
    return tuple(patch.pioneer(other, _opponent_of(colour)).pioneer(mover, colour).items)


def first_cells() -> list[Axial]:
    """Return the seven meadow hexes of the territory in `draw_example`; the other five hexes are cornfield."""
    return [place(row, column) for row, column in ((0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1))]


def draw_example(hex_mm: float, ink: Ink) -> tuple[Item, ...]:
    """Draw a territory of twelve hexes and two landscapes, closed off by four stones, with two red pioneers and a blue one."""
    inside = [place(row, column) for row in range(4) for column in range(3)]
    fence = [place(row, 3) for row in range(4)]
    beyond = [place(row, column) for row in range(4) for column in (4, 5)]
    looks = dict.fromkeys(inside, SECOND) | dict.fromkeys(first_cells(), FIRST) | dict.fromkeys((*fence, *beyond), BEYOND)
    patch = Patch(hex_mm, ink).land({cell: landscape_inks(look, ink).tint for cell, look in looks.items()})
    patch.engrave({cell: SMALL + symbol_name(look, variant_of(*cell)) for cell, look in looks.items()}).stones(fence)
    patch.pioneer(place(1, 0), Colour.RED).pioneer(place(2, 2), Colour.RED).pioneer(place(0, 2), Colour.BLUE)
    return tuple(patch.items)


def _reachable(start: Axial, land: tuple[Axial, ...], taken: set[Axial]) -> list[Axial]:
    """Return the hexes that a pioneer can reach in a straight line, in the six directions."""
    cells = []
    for dq, dr in DIRECTIONS:
        q, r = start[0] + dq, start[1] + dr
        while (q, r) in land and (q, r) not in taken:
            cells.append((q, r))
            q, r = q + dq, r + dr
    return cells


def _opponent_of(colour: Colour) -> Colour:
    return Colour.BLUE if colour in (Colour.RED, Colour.YELLOW) else Colour.RED
