"""Describe the conflict between a turn entered by hand and a change that was saved in the meantime.

The conflict reports the hexes that differ from what the player saw and the part of the turn that is still playable. This module
only describes the conflict and changes nothing.
"""

from __future__ import annotations

from referee.rules.legal import next_actions
from referee.rules.play import IllegalAction
from referee.rules.position import Position
from referee.rules.turns import Pass, Turn, format_turn
from referee.words.problems import Problem
from web.games.detailed_problems import DetailedProblem, Overtaken
from web.games.pieces_on_board import Words, changed_cells, words_of
from web.games.store import RevisionConflict
from web.games.table import Table, position_at


def refuse_overtaken(table: Table, started_from: int, turn: Turn) -> None:
    """Raise a Problem with the conflict if a turn, complete or not, was begun at a revision that is not the current one."""
    if table.here.number != started_from:
        raise turn_conflict(table, started_from, turn)


def turn_conflict(table: Table, started_from: int, turn: Turn) -> Problem:
    """Return a Problem with the conflict between the current table and the table that the player saw during the turn.

    The player's table includes the legal part of the turn. The Problem has no details if the game has no revision
    `started_from`.
    """
    plain = RevisionConflict(started_from, table.here.number)
    before = table.revisions.get(started_from)
    if before is None:
        return plain
    began = position_at(before)
    labels = [cell.id for cell in began.board.cells]
    yours, theirs = _seen_with(began, _legal_part(began, turn)), _seen_now(table)
    overtaken: Overtaken = {
        "revision": table.here.number,
        "cells": [{"cell": labels[cell], "yours": yours[cell], "theirs": theirs[cell]} for cell in changed_cells(yours, theirs)],
        "turn": format_turn(turn, began.board).split(),
        "playable": format_turn(_playable(table, began, turn), began.board).split(),
    }
    return DetailedProblem(plain.slug, plain.message, {"overtaken": overtaken})


def _seen_with(position: Position, turn: Turn) -> Words:
    return words_of(next_actions(position, turn).position)


def _seen_now(table: Table) -> Words:
    return words_of(table.position) if table.ended else _seen_with(table.position, ())


def _playable(table: Table, began: Position, turn: Turn) -> Turn:
    """Return the leading actions of a turn that are still legal, without a pass.

    The result is empty if the game has ended or another player is to move.
    """
    if table.ended or table.position.mover is not began.mover:
        return ()
    return tuple(action for action in _legal_part(table.position, turn) if not isinstance(action, Pass))


def _legal_part(position: Position, turn: Turn) -> Turn:
    """Return the actions of a turn before the first illegal one, or all of them if the turn is legal."""
    for number in range(len(turn)):
        try:
            next_actions(position, turn[: number + 1])
        except IllegalAction:
            return turn[:number]
    return turn
