"""The names of landscapes and titles of boards, with translations for built-in ones."""

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
    """Return the title of a board: a translation if name and label are those of a board in BOARD_TITLES, else label or name."""
    known = BOARD_TITLES.get(board.name)
    if known is not None and board.label == say(known, "en"):
        return say(known, language)
    return board.label or board.name


def terrain_label(terrain: Terrain, language: str = "en") -> str:
    """Return the name of a landscape: the label in the board file, else the translated name, else its id."""
    if terrain.label is not None:
        return terrain.label
    return say(LANDSCAPE_NAMES[terrain.id], language) if terrain.id in LANDSCAPE_NAMES else terrain.id


@cache
def catalogue_labels(landscape: str) -> frozenset[str]:
    """Return the names of a built-in landscape in all languages.

    If a JSON board file gives the landscape one of these names as its label, the translated name is shown instead.
    """
    return frozenset(say(LANDSCAPE_NAMES[landscape], language) for language in LANGUAGES)
