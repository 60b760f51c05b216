"""Interpret a table's photos, given the position before and the pioneers that could still stand in territories paid out."""

from __future__ import annotations

from collections.abc import Sequence

from referee.memory.posterior import Standing
from referee.rules.play import play_turn
from referee.rules.position import mask_of
from referee.rules.turns import parse_turn
from web.games.photo_evidence import PhotoEvidence, join_answers
from web.games.photo_shelf import Photo
from web.games.photographed import Photographed
from web.games.remembering import Remembered, remember
from web.games.store import Revision
from web.games.table import Table, position_at


def evidence_of(table: Table, photos: Sequence[Photo]) -> PhotoEvidence | None:
    """Return the combined evidence of the photos of one moment, or None if no photo has a reading."""
    answers = [photo.answer for photo in photos if photo.answer is not None and "cells" in (photo.reading or ())]
    return join_answers(answers, table.position.board) if answers else None


def remember_at(table: Table, evidence: PhotoEvidence) -> Remembered:
    """Return what photos taken at a table's current revision show, given the position and the history."""
    return remember(evidence, table.position, table.mode, table.paid, standing_on(table))


def photographed_at(table: Table, photos: Sequence[Photo]) -> Photographed | None:
    """Return what photos show, given the table's history, or None if no photo has a reading."""
    evidence = evidence_of(table, photos)
    return None if evidence is None else remember_at(table, evidence).photographed


def standing_on(table: Table) -> tuple[Standing, ...]:
    """Return the pioneers that could still stand in territories already paid out.

    Each item holds one cell mask per seat, for one territory that was paid out on the table's line of revisions.
    """
    found: list[Standing] = []
    for revision in table.line:
        if revision.record.settlements:
            found += _left_standing(table, revision)
    on_board = table.position.all_pioneers | table.position.stones
    groups = (tuple(mask & ~on_board for mask in group) for group in found)
    return tuple(group for group in groups if any(group))


def _left_standing(table: Table, revision: Revision) -> list[Standing]:
    board, players, record = table.position.board, table.position.players, revision.record
    if record.turn and revision.parent is not None:
        before = position_at(table.revisions[revision.parent])
        return [event.standing for event in play_turn(before, parse_turn(record.turn, board)).events]
    off = [mask_of(board.number_of[label] for label in record.take_off.get(colour, ())) for colour in players]
    regions = [mask_of(board.number_of[label] for label in settled.cells) for settled in record.settlements]
    return [tuple(mask & region for mask in off) for region in regions if any(mask & region for mask in off)]
