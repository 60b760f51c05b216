r"""Draw the board as text.

Each hex is four columns by two lines and shares its edges with its neighbours:

     / \ / \         a hex shows its landscape's letter and its number in the row,
    |m1 |f2 |        a pioneer's symbol instead of the number,
     \ / \ / \       three blocks for a boundary stone,
      |mR |###|      and the mark of its territory, if any
       \ / \ /
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from printables.artwork.palette import LANDSCAPE_INKS, PLAYER_COLOURS, PLAYER_SHAPES, Shape
from referee.boards.board import Board, Terrain
from referee.boards.hexes import DIRECTIONS
from referee.boards.library import terrain_label
from referee.cli.terminal.screen import Canvas, Screen, Style, mix, rgb
from referee.rules.pieces import Colour
from referee.rules.position import Position, cells_of

HALF_HEX = 2  # columns
MARGIN = 3  # columns for the row letters
STONE_GROUND = "#3c3a38"
STONE_INK = "#8a8580"
# For custom landscapes, which the palette does not contain.
SPARE_GROUNDS = ("#d4e2b9", "#eed59e", "#99cbe3", "#d8b5c6", "#d1cbc5", "#c5ad91")
DARK, LIGHT = "#2b2420", "#ffffff"
CLOSED_SHADE = 0.6  # weight of the landscape's line colour in a territory's background
FAINT = 0.45  # contrast of numbers and edges with the background

NOTHING_MARKED: Mapping[int, str] = MappingProxyType({})

_SIGNS = {Shape.DOT: "●", Shape.TRIANGLE: "▲", Shape.SQUARE: "■", Shape.RING: "○"}
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def terrain_letters(board: Board, language: str) -> tuple[str, ...]:
    """Return a distinct lower-case letter or digit for each landscape, taken from its name if possible; "?" if none is left."""
    taken: list[str] = []
    for terrain in board.terrains:
        wanted = [letter for letter in terrain_label(terrain, language).lower() if letter in _LETTERS]
        taken.append(next((letter for letter in [*wanted, *_LETTERS] if letter not in taken), "?"))
    return tuple(taken)


def player_sign(colour: Colour, screen: Screen) -> str:
    """Return a player's symbol: the shape printed on the score track if the terminal can show it, else the colour's initial."""
    return _SIGNS[PLAYER_SHAPES[colour]] if screen.signs else colour[0].upper()


def stone_sign(screen: Screen) -> str:
    """Return the character used for a boundary stone."""
    return "█" if screen.signs else "#"


def territory_sign(screen: Screen) -> str:
    """Return the character used to shade a territory."""
    return "░" if screen.signs else ":"


def terrain_background(terrain: Terrain, number: int) -> str:
    """Return the background colour of a landscape, as `#rrggbb`."""
    inks = LANDSCAPE_INKS.get(terrain.looks_like or terrain.id)
    return inks.tint if inks else SPARE_GROUNDS[number % len(SPARE_GROUNDS)]


def territory_background(terrain: Terrain, number: int) -> str:
    """Return the background colour of a landscape within a territory: its normal one blended with the colour of its lines."""
    inks = LANDSCAPE_INKS.get(terrain.looks_like or terrain.id)
    return mix(terrain_background(terrain, number), inks.line if inks else DARK, CLOSED_SHADE)


def player_style(colour: Colour) -> Style:
    """Return the style of a player's symbol."""
    ground = PLAYER_COLOURS[colour]
    bright = sum(rgb(ground)) > 3 * 128
    return Style(DARK if bright else LIGHT, ground, bold=True)


def draw_map(
    board: Board,
    screen: Screen,
    language: str,
    position: Position | None = None,
    marks: Mapping[int, str] = NOTHING_MARKED,
) -> str:
    """Draw a board as text, with the pieces of a position if one is given.

    `marks` maps the cells of territories to the character that identifies their territory.
    """
    return _Map(board, screen, terrain_letters(board, language), position, marks).draw()


class _Map:
    """A board, its pieces and its marks, with the canvas they are drawn on."""

    def __init__(
        self, board: Board, screen: Screen, letters: Sequence[str], position: Position | None, marks: Mapping[int, str]
    ) -> None:
        self.board, self.screen, self.letters, self.marks = board, screen, letters, marks
        self.stones = position.stones if position else 0
        seats = zip(position.players, position.pioneers, strict=True) if position else ()
        self.pioneer_on = {cell: colour for colour, mask in seats for cell in cells_of(mask)}
        self.number_at = {(cell.q, cell.r): number for number, cell in enumerate(self.board.cells)}
        self.first_row = min(cell.r for cell in self.board.cells)
        self.first_half = min(2 * cell.q + cell.r for cell in self.board.cells)
        self.canvas = Canvas()

    def draw(self) -> str:
        for number in range(len(self.board.cells)):
            self.draw_row_letter(number)
            self.draw_edges(number)
            self.draw_inside(number)
        return self.canvas.render(self.screen)

    def place(self, number: int) -> tuple[int, int]:
        """Return the line of a hex's interior and the column of its left edge."""
        cell = self.board.cells[number]
        return 2 * (cell.r - self.first_row) + 1, MARGIN + HALF_HEX * (2 * cell.q + cell.r - self.first_half)

    def ground(self, number: int) -> str:
        if self.stones >> number & 1:
            return STONE_GROUND
        which = self.board.cells[number].terrain
        colour_of = territory_background if number in self.marks else terrain_background
        return colour_of(self.board.terrains[which], which)

    def draw_row_letter(self, number: int) -> None:
        self.canvas.put(self.place(number)[0], 0, self.board.cells[number].id[0])

    def draw_edges(self, number: int) -> None:
        """Draw the six edges of a hex. An edge between two hexes is drawn twice, with the same result."""
        line, left = self.place(number)
        upright, up, down = ("│", "╱", "╲") if self.screen.signs else ("|", "/", "\\")
        right_, lower_right, lower_left, left_, upper_left, upper_right = (self.edge_style(number, way) for way in range(6))
        own = self.ground(number)
        self.canvas.put(line, left, upright, left_)
        self.canvas.put(line, left + 4, upright, right_)
        self.canvas.put(line - 1, left + 1, up, upper_left)
        self.canvas.put(line - 1, left + 3, down, upper_right)
        self.canvas.put(line + 1, left + 1, down, lower_left)
        self.canvas.put(line + 1, left + 3, up, lower_right)
        for tip, ways in ((line - 1, (4, 5)), (line + 1, (1, 2))):
            if any(self.neighbour(number, way) is not None for way in ways):
                self.canvas.put(tip, left + 2, " ", Style(ground=own))

    def neighbour(self, number: int, way: int) -> int | None:
        cell, (dq, dr) = self.board.cells[number], DIRECTIONS[way]
        return self.number_at.get((cell.q + dq, cell.r + dr))

    def edge_style(self, number: int, way: int) -> Style:
        """Return the style of an edge: a blend of the colours of its two hexes, or the terminal's background on the coast."""
        other = self.neighbour(number, way)
        if other is None:
            return Style(ink=STONE_INK)
        ground = mix(self.ground(min(number, other)), self.ground(max(number, other)))
        return Style(mix(ground, DARK, FAINT), ground)

    def draw_inside(self, number: int) -> None:
        line, left = self.place(number)
        ground = self.ground(number)
        if self.stones >> number & 1:
            self.canvas.put(line, left + 1, stone_sign(self.screen) * 3, Style(STONE_INK, ground))
            return
        cell, mark = self.board.cells[number], self.marks.get(number)
        ink = LIGHT if sum(rgb(ground)) < 3 * 128 else DARK
        self.canvas.put(line, left + 1, self.letters[cell.terrain].ljust(3), Style(ink, ground))
        if mark is not None:
            self.canvas.put(line, left + 2, territory_sign(self.screen) + mark, Style(ink, ground, bold=True))
        if number in self.pioneer_on:
            colour = self.pioneer_on[number]
            sign = player_sign(colour, self.screen)
            self.canvas.put(line, left + 2, sign if (mark or " ") != " " else sign + " ", player_style(colour))
        elif mark is None:
            self.canvas.put(line, left + 2, cell.id[1:].ljust(2), Style(mix(ground, ink, FAINT), ground))
