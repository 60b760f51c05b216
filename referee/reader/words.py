"""The six classes of a hex, called words in the code, in the order of the columns of the reader's probabilities (n, 6)."""

from __future__ import annotations

from referee.rules.pieces import Piece

WORDS: tuple[Piece, ...] = tuple(Piece)  # red, yellow, blue, green, stone, empty
STONE, EMPTY = WORDS.index(Piece.STONE), WORDS.index(Piece.EMPTY)
