"""The names of landscapes, in any language."""

from __future__ import annotations

from functools import cache

from referee.boards.board import Terrain
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


def terrain_label(terrain: Terrain, language: str = "en") -> str:
    """Gives a landscape's name: the board file's own label, else the catalogue's, else its word."""
    if terrain.label is not None:
        return terrain.label
    return say(LANDSCAPE_NAMES[terrain.id], language) if terrain.id in LANDSCAPE_NAMES else terrain.id


@cache
def catalogue_labels(landscape: str) -> frozenset[str]:
    """Gives a known landscape's name in every language: a board with such a label is translated, not taken at its word."""
    return frozenset(say(LANDSCAPE_NAMES[landscape], language) for language in LANGUAGES)
