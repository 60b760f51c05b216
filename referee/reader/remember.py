"""Combine a reading with the position before the photo and the turns that could have been played since."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.formats.readings import CellReading, Reading, groups_in_doubt
from referee.memory.explanations import Explained, Kind, Pieces
from referee.memory.posterior import explain_photo
from referee.memory.settings import DEFAULT
from referee.memory.several import pieces_of
from referee.reader.join_photos import rank_by_effect
from referee.rules.pieces import Piece
from referee.rules.position import Position
from referee.words.problems import Problem
from referee.words.texts import text

WORDS = tuple(Piece)


@dataclass(frozen=True, slots=True)
class Remembered:
    """The result of `remember`: the combined reading, the position in the photo, and the explanations of the photo."""

    reading: Reading
    position: Position
    explained: Explained


def remember(reading: Reading, before: Position, photo: str) -> Remembered:
    """Combine a reading with the position before the photo; raise a Problem if the photo shows another board.

    `photo` is the name of the photo in the message of the Problem.
    """
    labels = [cell.id for cell in before.board.cells]
    if set(labels) != set(reading.cells):
        raise Problem("other-board", text("read.after_other_board", photo=photo, found=reading.board, known=before.board.name))
    number_of = {label: number for number, label in enumerate(labels)}
    probabilities = [reading.cells[label].probabilities for label in labels]
    explained = explain_photo(before, probabilities, {number_of[label] for label in reading.unseen})
    cells = {
        label: CellReading(WORDS[word], round(sure, 6), reading.cells[label].probabilities)
        for label, word, sure in zip(labels, explained.words, explained.confidence, strict=True)
    }
    position = position_after(before, explained)
    doubtful = tuple(label for label in labels if cells[label].confidence < DEFAULT.doubtful_below)
    remembered = replace(reading, cells=cells, doubtful=doubtful, groups=groups_in_doubt(reading.groups, doubtful))
    return Remembered(replace(remembered, by_effect=rank_by_effect(position, remembered)), position, explained)


def position_after(before: Position, explained: Explained) -> Position:
    """Return the position with the pieces in the photo, and with the scores and player to move after the most likely turns.

    If the best explanation is not one or more complete turns, scores and player to move are those before the photo. The reserves
    are what the pioneers in the photo leave of them, and empty if the photo shows stones.
    """
    shown = pieces_of(explained.words, len(before.players))
    best = explained.best
    known = best.after if best.kind in (Kind.TURN, Kind.TURNS) and best.after is not None else before
    return replace(known, pioneers=shown.pioneers, stones=shown.stones, reserve=_left_in_reserve(before, shown))


def _left_in_reserve(before: Position, shown: Pieces) -> tuple[int, ...]:
    if shown.stones:
        return (0,) * len(before.players)
    seats = zip(before.reserve, before.pioneers, shown.pioneers, strict=True)
    return tuple(min(left, max(0, left + was.bit_count() - now.bit_count())) for left, was, now in seats)
