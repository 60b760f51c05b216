"""A reading of a photo: the piece on each hex, its confidence, and the doubtful hexes that a person should check.

This module contains the values and their JSON, terranova-reading. `referee.reader` makes readings from photos.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from referee.formats.positions import POSITION, JsonObject
from referee.rules.pieces import Piece
from referee.rules.position import Position, labels_of
from referee.words.texts import Text, say

READING = "terranova-reading/1"


@dataclass(frozen=True, slots=True)
class CellReading:
    """The most likely content of a hex, and the estimated probability (0 to 1) that this content is right.

    `probabilities` contains the probability of each member of `Piece`, in order; it can be empty if the reading does not come
    from a photo.
    """

    piece: Piece
    confidence: float
    probabilities: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class GroupDoubt:
    """Similar pieces that are either all `piece` or all `other`, and the probability (0 to 1) that all are `piece`."""

    cells: tuple[str, ...]
    piece: Piece
    other: Piece
    probability: float


@dataclass(frozen=True, slots=True)
class Milliseconds:
    """The time that each step of reading a photo took, in milliseconds."""

    decode: float
    locate: float
    read: float


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of reading a photo. Hexes are given by their labels.

    Pixel coordinates refer to the upright full-size photo, with the origin at the top left. `board_to_photo` is the 3 x 3 matrix
    from board millimetres to these pixels. `by_effect` are the doubtful hexes, those with the most points at stake first.
    `unseen` are the hexes mostly outside the frame.
    """

    width: int
    height: int
    board: str
    paper: str
    hex_mm: float
    cells: dict[str, CellReading]
    doubtful: tuple[str, ...]
    by_effect: tuple[str, ...]
    unseen: tuple[str, ...]
    centres_px: dict[str, tuple[float, float]]
    board_to_photo: tuple[tuple[float, float, float], ...]
    milliseconds: Milliseconds
    notes: tuple[Text, ...] = ()
    advice: tuple[Text, ...] = ()
    groups: tuple[GroupDoubt, ...] = ()


def reading_to_json(reading: Reading, position: Position, language: str) -> JsonObject:
    """Return a reading as JSON; `position` contains the most likely pieces."""
    spent = reading.milliseconds
    written: JsonObject = {
        "format": READING,
        "photo": {"width": reading.width, "height": reading.height},
        "board": reading.board,
        "paper": reading.paper,
        "hex_mm": reading.hex_mm,
        "cells": {cell: {"piece": seen.piece.value, "confidence": seen.confidence} for cell, seen in reading.cells.items()},
        "doubtful": list(reading.doubtful),
        "by_effect": list(reading.by_effect),
        "unseen": list(reading.unseen),
        "centres_px": {cell: list(centre) for cell, centre in reading.centres_px.items()},
        "board_to_photo": [list(row) for row in reading.board_to_photo],
        "position": seen_position_to_json(reading.board, position),
        "milliseconds": {"decode": round(spent.decode), "locate": round(spent.locate), "read": round(spent.read)},
    }
    if reading.notes:
        written["notes"] = sentences(reading.notes, language)
    if reading.groups:
        written["groups"] = [_group_to_json(group) for group in reading.groups]
    if reading.advice:
        written["advice"] = sentences(reading.advice, language)
    return written


def groups_in_doubt(groups: tuple[GroupDoubt, ...], doubtful: Collection[str]) -> tuple[GroupDoubt, ...]:
    """Return the groups without the hexes that are no longer doubtful; drop groups with fewer than two hexes left."""
    left = (replace(group, cells=tuple(cell for cell in group.cells if cell in doubtful)) for group in groups)
    return tuple(group for group in left if len(group.cells) > 1)


def groups_asked_together(groups: tuple[GroupDoubt, ...]) -> tuple[tuple[GroupDoubt, ...], ...]:
    """Return the groups sorted into questions: groups between the same two kinds are one question."""
    questions: dict[frozenset[Piece], tuple[GroupDoubt, ...]] = {}
    for group in groups:
        kinds = frozenset({group.piece, group.other})
        questions[kinds] = (*questions.get(kinds, ()), group)
    return tuple(questions.values())


def seen_position_to_json(board: str, position: Position) -> JsonObject:
    """Return as JSON the parts of a position that can be read from a photo: board, players, pioneers and stones."""
    return {
        "format": POSITION,
        "board": board,
        "players": [colour.value for colour in position.players],
        "pioneers": {
            colour.value: list(labels_of(position.board, mask))
            for colour, mask in zip(position.players, position.pioneers, strict=True)
        },
        "stones": list(labels_of(position.board, position.stones)),
    }


def sentences(lines: tuple[Text, ...], language: str) -> list[str]:
    """Format sentences in a language."""
    return [say(sentence, language) for sentence in lines]


def _group_to_json(group: GroupDoubt) -> JsonObject:
    return {
        "cells": list(group.cells),
        "piece": group.piece.value,
        "other": group.other.value,
        "probability": round(group.probability, 6),
    }
