"""The six classes of a hex, called words in the code, in the order of the columns of all (n, 6) arrays of the reader."""

from __future__ import annotations

from referee.rules.pieces import Piece

WORDS: tuple[Piece, ...] = tuple(Piece)  # red, yellow, blue, green, stone, empty
STONE, EMPTY = WORDS.index(Piece.STONE), WORDS.index(Piece.EMPTY)
