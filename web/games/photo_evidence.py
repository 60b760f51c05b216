"""Combine the photos of one moment into probabilities of the six possible contents of each hex.

The input is the answer stored with each photo; answers from older versions have only the content read and its confidence. All
functions are pure.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.boards.board import Board
from referee.formats.readings import CellReading
from referee.memory.evidence import LEAST_SHARE, Row, join_rows
from referee.memory.settings import DEFAULT
from referee.rules.pieces import Piece

WORDS = tuple(Piece)
LOG_STEPS = 1000  # log probabilities are stored in thousandths


@dataclass(frozen=True, slots=True)
class PhotoEvidence:
    """What the photos of one moment show.

    `rows` holds six probabilities per cell, in the order of WORDS. `words` holds the content read for each cell, and `EMPTY`
    for the `unseen` cells, which no photo shows. `doubtful` are the numbers of the doubtful cells.
    """

    rows: tuple[Row, ...]
    unseen: frozenset[int]
    words: tuple[Piece, ...]
    doubtful: tuple[int, ...]


def store_probabilities(cells: Mapping[str, CellReading]) -> dict[str, list[int]]:
    """Return the six probabilities of each hex by label, as natural logarithms in thousandths.

    Hexes without probabilities are left out, and probabilities below LEAST_SHARE are raised to it.
    """
    return {
        label: [round(LOG_STEPS * math.log(max(LEAST_SHARE, share))) for share in cell.probabilities]
        for label, cell in cells.items()
        if cell.probabilities
    }


def join_answers(answers: Sequence[Mapping[str, Any]], board: Board) -> PhotoEvidence:
    """Return the combined evidence of the answers to the photos of one moment.

    A hex is doubtful if it is doubtful in every photo that shows it, or if several photos combined leave it in doubt.
    """
    cells = [_join_cell(answers, cell.id) for cell in board.cells]
    return PhotoEvidence(
        tuple(cell.row for cell in cells),
        frozenset(number for number, cell in enumerate(cells) if cell.word is None),
        tuple(Piece.EMPTY if cell.word is None else cell.word for cell in cells),
        tuple(number for number, cell in enumerate(cells) if cell.is_doubtful),
    )


@dataclass(frozen=True, slots=True)
class _Cell:
    """The evidence for one hex; `word` is None if no photo shows the hex."""

    row: Row
    word: Piece | None
    is_doubtful: bool


def _join_cell(answers: Sequence[Mapping[str, Any]], label: str) -> _Cell:
    showing = [answer for answer in answers if _shows(answer["reading"], label)]
    if not showing:
        return _Cell((1 / len(WORDS),) * len(WORDS), None, False)
    rows = [_row(answer, label) for answer in showing]
    always_in_doubt = all(label in answer["reading"]["by_effect"] for answer in showing)
    if len(rows) == 1:
        return _Cell(rows[0], Piece(showing[0]["reading"]["cells"][label]["piece"]), always_in_doubt)
    joined = join_rows(rows)
    best = max(range(len(WORDS)), key=joined.__getitem__)
    return _Cell(joined, WORDS[best], always_in_doubt or joined[best] < DEFAULT.doubtful_below)


def _shows(reading: Mapping[str, Any], label: str) -> bool:
    return label in reading["cells"] and label not in reading.get("unseen", ())


def _row(answer: Mapping[str, Any], label: str) -> Row:
    stored = answer.get("probabilities", {}).get(label)
    if stored is not None:
        shares = [math.exp(log / LOG_STEPS) for log in stored]
        return tuple(share / math.fsum(shares) for share in shares)
    cell = answer["reading"]["cells"][label]
    rest = (1 - cell["confidence"]) / (len(WORDS) - 1)
    return tuple(cell["confidence"] if word.value == cell["piece"] else rest for word in WORDS)
