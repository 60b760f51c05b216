"""The assembled board as one drawing, in board millimetres: rim, sea, island and everything around it.

The drawing is used for the poster, the tiled sheets and the photo reader's picture of the empty board.
"""

from __future__ import annotations

from printables.artwork.compass import draw_compass
from printables.artwork.island_picture import draw_island
from printables.artwork.palette import Ink, scenery
from printables.artwork.rim_picture import FRAME_MM, draw_frame, draw_markers, draw_swatch, draw_track
from printables.artwork.sea_picture import draw_legend_entry, draw_rhumb_lines, draw_sample, draw_small_print, draw_title
from printables.artwork.ship import draw_ship, find_open_sea
from printables.drawing.drawing import Drawing, Face, Item, rectangle
from printables.drawing.pdf import can_write
from referee.boards.board import Board, looks_of
from referee.boards.landscape_names import board_title, terrain_label
from referee.layout.board_code import describe_code
from referee.layout.layout import Layout
from referee.rules.pieces import Piece
from referee.words.texts import say, text

_PIECE_WORDS = {
    Piece.RED: text("print.colour_red"),
    Piece.YELLOW: text("print.colour_yellow"),
    Piece.BLUE: text("print.colour_blue"),
    Piece.GREEN: text("print.colour_green"),
    Piece.STONE: text("print.colour_stone"),
}


def title_of(board: Board, language: str) -> str:
    """Return the board's title in a language.

    If the typefaces lack a character of the title, the board's name is returned instead, with `?` for each missing character.
    """
    return _writable(board_title(board, language), board.name)


def _writable(words: str, instead: str) -> str:
    if can_write(words, Face.SERIF) and can_write(words, Face.SANS):
        return words
    return "".join(letter if can_write(letter, Face.SERIF) and can_write(letter, Face.SANS) else "?" for letter in instead)


def board_picture(layout: Layout, ink: Ink, language: str) -> Drawing:
    """Return the drawing of the assembled board in an ink, with its texts in a language."""
    colours = scenery(ink)
    island_items, symbols = draw_island(layout.island, ink)
    compass, open_sea = layout.compass, find_open_sea(layout)
    items: list[Item] = [
        rectangle(0.0, 0.0, layout.width, layout.height, fill=colours.paper),
        *draw_frame(layout.field, colours),
        *draw_rhumb_lines(compass.centre, compass.radius, layout.field.grown(-FRAME_MM - 0.45), colours),
        *island_items,
        *(draw_ship(*open_sea, colours) if open_sea else ()),
        *draw_title(title_of(layout.board, language), layout.title, colours),
        *draw_small_print(say(describe_code(layout.code), language), layout.small_print, colours),
        *draw_compass(compass.centre, compass.radius, colours),
        *_draw_legend(layout, ink, language),
    ]
    for sample in layout.samples:
        items += draw_sample(sample.piece, say(_PIECE_WORDS[sample.piece], language), sample.centre, sample.radius, ink, colours)
    for swatch in layout.swatches:
        items += draw_swatch(swatch.colour, swatch.centre, swatch.radius, ink, colours)
    items += draw_track(layout.score_track, colours)
    items += draw_markers(layout.markers, layout.codes, colours)
    return Drawing(layout.width, layout.height, tuple(items), symbols)


def _draw_legend(layout: Layout, ink: Ink, language: str) -> list[Item]:
    looks = looks_of(layout.board)
    items: list[Item] = []
    for entry in layout.legend:
        terrain = layout.board.terrains[entry.terrain]
        label = _writable(terrain_label(terrain, language), terrain.id)
        items += draw_legend_entry(looks[entry.terrain], label, entry.box, layout.hex_mm, ink, scenery(ink))
    return items
