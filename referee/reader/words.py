"""The six words for a hex, in the order of the columns of all (n, 6) arrays of the reader. Knows nothing of photos."""

from __future__ import annotations

from referee.rules.pieces import Piece

WORDS: tuple[Piece, ...] = tuple(Piece)  # red, yellow, blue, green, stone, empty
STONE, EMPTY = WORDS.index(Piece.STONE), WORDS.index(Piece.EMPTY)
