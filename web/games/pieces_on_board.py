"""Tuples with the content of each cell, indexed by cell number.

Two tuples can be compared, and the edits of two phones merged. This module applies no rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.rules.pieces import Piece
from referee.rules.position import Position, cells_of, mask_of

Words = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class MergeConflict:
    """A cell that both sides changed to different contents."""

    cell: int
    before: Piece
    yours: Piece
    theirs: Piece


def words_of(position: Position) -> Words:
    """Return the content of each cell, indexed by cell number."""
    words = [Piece.EMPTY] * len(position.board.cells)
    for colour, mask in zip(position.players, position.pioneers, strict=True):
        for cell in cells_of(mask):
            words[cell] = Piece(colour)
    for cell in cells_of(position.stones):
        words[cell] = Piece.STONE
    return tuple(words)


def with_words(position: Position, words: Sequence[Piece]) -> Position:
    """Return the position with the given content on each cell; the number of pieces is not checked."""
    return replace(
        position,
        pioneers=tuple(_cells_with(words, Piece(colour)) for colour in position.players),
        stones=_cells_with(words, Piece.STONE),
    )


def _cells_with(words: Sequence[Piece], piece: Piece) -> int:
    return mask_of(cell for cell, word in enumerate(words) if word is piece)


def pieces_by_label(position: Position) -> dict[str, Piece]:
    """Return the pieces of a position by printed label, omitting empty hexes."""
    return {position.board.cells[cell].id: word for cell, word in enumerate(words_of(position)) if word is not Piece.EMPTY}


def changed_cells(before: Words, after: Words) -> tuple[int, ...]:
    """Return the cells whose contents differ."""
    return tuple(cell for cell, (old, new) in enumerate(zip(before, after, strict=True)) if old is not new)


def merge(before: Words, yours: Words, theirs: Words) -> tuple[Words, tuple[MergeConflict, ...]]:
    """Merge the changes of both sides since `before`, and return the result with the conflicts.

    In the result, a cell in conflict has the content from `theirs`.
    """
    merged, conflicts = list(theirs), []
    for cell in changed_cells(before, yours):
        if theirs[cell] in (before[cell], yours[cell]):
            merged[cell] = yours[cell]
        else:
            conflicts.append(MergeConflict(cell, before[cell], yours[cell], theirs[cell]))
    return tuple(merged), tuple(conflicts)
