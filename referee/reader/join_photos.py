"""Combine several photos, taken of one board at the same moment, into one reading.

A hex that one photo does not show, or shows unclearly, is decided with the help of the others. If two photos confidently show
different contents of a hex, a piece must have been moved between the photos, and a note names that hex.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from referee.formats.readings import CellReading, Milliseconds, Reading, groups_in_doubt
from referee.memory.evidence import LEAST_SHARE, join_rows
from referee.memory.settings import DEFAULT
from referee.reader.score_effects import points_moved
from referee.rules.pieces import Piece
from referee.rules.position import Position
from referee.words.problems import Problem
from referee.words.texts import text

WORDS = tuple(Piece)


def join_readings(readings: Sequence[Reading], position: Position, names: Sequence[str]) -> Reading:
    """Return one reading that combines several of the same board; raise a Problem if one shows another board.

    `position` gives the board and players, and `names` are the names of the photos in error messages. Times are added up. The
    groups of doubtful pieces are those of the first reading without the hexes that are no longer doubtful. Pixel coordinates,
    notes and advice are also those of the first reading; a note is added if pieces were moved.
    """
    first = readings[0]
    for other, name in zip(readings[1:], names[1:], strict=True):
        if set(other.cells) != set(first.cells):
            raise Problem("other-board", text("read.together_other_board", first=names[0], other=name))
    cells, doubtful = {}, []
    for label in first.cells:
        shown = [reading for reading in readings if label not in reading.unseen]
        cells[label] = _join([reading.cells[label] for reading in shown or readings])
        in_doubt_everywhere = all(label in reading.doubtful for reading in shown)
        if in_doubt_everywhere or cells[label].confidence < DEFAULT.doubtful_below:
            doubtful.append(label)
    unseen = tuple(label for label in first.cells if all(label in reading.unseen for reading in readings))
    moved = moved_between(readings)
    notes = (*first.notes, text("read.moved_between", cells=list(moved))) if moved else first.notes
    spent = [reading.milliseconds for reading in readings]
    whole = Milliseconds(*(math.fsum(parts) for parts in zip(*((m.decode, m.locate, m.read) for m in spent), strict=True)))
    joined = replace(
        first,
        cells=cells,
        doubtful=tuple(doubtful),
        unseen=unseen,
        notes=notes,
        milliseconds=whole,
        groups=groups_in_doubt(first.groups, doubtful),
    )
    return replace(joined, by_effect=rank_by_effect(position_shown(position, cells), joined))


def moved_between(readings: Sequence[Reading]) -> tuple[str, ...]:
    """Return the labels of the hexes for which photos confidently show different contents, because a piece was moved."""
    moved = []
    for label in readings[0].cells:
        sure = {
            reading.cells[label].piece
            for reading in readings
            if label not in reading.unseen and reading.cells[label].confidence >= DEFAULT.doubtful_below
        }
        if len(sure) > 1:
            moved.append(label)
    return tuple(moved)


def rank_by_effect(position: Position, reading: Reading) -> tuple[str, ...]:
    """Return the doubtful hexes' labels in descending order of the points that the second likeliest class would change."""
    number_of = position.board.number_of
    second = {number_of[label]: _second(reading.cells[label]) for label in reading.doubtful}
    stakes = points_moved(position, second)
    ranked = sorted(
        reading.doubtful,
        key=lambda label: (-stakes[number_of[label]], reading.cells[label].confidence, number_of[label]),
    )
    return tuple(ranked)


def position_shown(position: Position, cells: dict[str, CellReading]) -> Position:
    """Return the position with the pieces that `cells` maps from labels; a colour that does not play leaves its hexes empty."""
    masks, stones = [0] * len(position.players), 0
    for label, cell in cells.items():
        bit = 1 << position.board.number_of[label]
        if cell.piece is Piece.STONE:
            stones |= bit
        elif cell.piece is not Piece.EMPTY and WORDS.index(cell.piece) < len(masks):
            masks[WORDS.index(cell.piece)] |= bit
    return replace(position, pioneers=tuple(masks), stones=stones)


def _join(cells: Sequence[CellReading]) -> CellReading:
    if len(cells) == 1:
        return cells[0]
    shares = join_rows([cell.probabilities for cell in cells])
    best = max(range(len(WORDS)), key=shares.__getitem__)
    return CellReading(WORDS[best], round(min(shares[best], 1 - LEAST_SHARE), 6), shares)


def _second(cell: CellReading) -> int:
    own = WORDS.index(cell.piece)
    return max((word for word in range(len(WORDS)) if word != own), key=cell.probabilities.__getitem__)
