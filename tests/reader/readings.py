"""Compare a reading with the true words."""

from __future__ import annotations

from collections.abc import Mapping

from referee.reader.read_photo import ReadOptions, Snapshot, read_photo_bytes
from referee.rules.pieces import Piece
from tests.reader.table import Shot, Table


def read(table: Table, shot: Shot | None = None, options: ReadOptions | None = None) -> Snapshot:
    """Photograph a table and read the photo."""
    return read_photo_bytes(table.photograph(shot or Shot()), "a photo", options or ReadOptions())


def words_read(snapshot: Snapshot) -> dict[str, Piece]:
    """Return the words of the cells that are not read as empty."""
    return {cell: one.piece for cell, one in snapshot.reading.cells.items() if one.piece is not Piece.EMPTY}


def wrong_cells(snapshot: Snapshot, words: Mapping[str, Piece]) -> set[str]:
    """Return the cells with a wrong word."""
    one = snapshot.reading.cells
    return {cell for cell in one if one[cell].piece is not words.get(cell, Piece.EMPTY)}


def silent_errors(snapshot: Snapshot, words: Mapping[str, Piece]) -> set[str]:
    """Return the cells with a wrong word that are not marked for review."""
    return wrong_cells(snapshot, words) - set(snapshot.reading.doubtful)
