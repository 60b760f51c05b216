"""The names of landscapes and of the boards that come with the game, in any language."""

from __future__ import annotations

from functools import cache

from referee.boards.board import Board, Terrain
from referee.words.texts import LANGUAGES, say, text

LANDSCAPE_NAMES = {
    "meadow": text("boards.meadow"),
    "cornfield": text("boards.cornfield"),
    "forest": text("boards.forest"),
    "lake": text("boards.lake"),
    "mountain": text("boards.mountain"),
    "desert": text("boards.desert"),
    "moor": text("boards.moor"),
    "vineyard": text("boards.vineyard"),
}

BOARD_TITLES = {"islet": text("boards.islet"), "wheel": text("boards.wheel")}


def board_title(board: Board, language: str = "en") -> str:
    """Return the title people read: a built-in board's in their language, else the file's own label, else the name."""
    known = BOARD_TITLES.get(board.name)
    if known is not None and board.label == say(known, "en"):
        return say(known, language)
    return board.label or board.name


def terrain_label(terrain: Terrain, language: str = "en") -> str:
    """Return a landscape's name: the board file's own label, else the catalogue's, else its word."""
    if terrain.label is not None:
        return terrain.label
    return say(LANDSCAPE_NAMES[terrain.id], language) if terrain.id in LANDSCAPE_NAMES else terrain.id


@cache
def catalogue_labels(landscape: str) -> frozenset[str]:
    """Return a known landscape's name in every language: a board with such a label is translated, not taken at its word."""
    return frozenset(say(LANDSCAPE_NAMES[landscape], language) for language in LANGUAGES)
