"""Plays every stored game again and compares each revision with what the rules make of the one before it.

A turn is played; a confirmed picture is settled anew from the territories the history tells. Changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.position import Position
from referee.problems import Problem
from referee.rules.play import play_turn
from referee.rules.turns import parse_turn
from referee.texts import Text, text
from web.payments import withhold_paid
from web.store import Revision, Store
from web.table import line_to, open_table, paid_cells, position_at


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A stored revision that does not follow from the one before it."""

    game: str
    revision: int
    reason: Text


def replay_games(store: Store) -> Iterator[tuple[str, tuple[Disagreement, ...]]]:
    """Replays all games, one after the other."""
    for game, _ in store.list_games():
        yield game.id, replay_game(store, game.id)


def replay_game(store: Store, game_id: str) -> tuple[Disagreement, ...]:
    """Replays every revision of a game, also those that undo has left behind."""
    revisions = open_table(store, game_id).revisions
    found = []
    for number in sorted(revisions):
        try:
            reason = _compare(revisions[number], line_to(revisions, number)[:-1])
        except Problem as problem:
            reason = problem.message
        if reason is not None:
            found.append(Disagreement(game_id, number, reason))
    return tuple(found)


def _compare(revision: Revision, line: tuple[Revision, ...]) -> Text | None:
    stored = position_at(revision)
    if not line:
        return None
    before = position_at(line[-1])
    if revision.kind in ("place", "turn"):
        return _compare_turn(stored, before, revision, line)
    awarded = [
        sum(event["awards"].get(colour.value, 0) for event in revision.what.get("events", ())) for colour in stored.players
    ]
    settled = paid_cells(stored.board, (revision,))
    if settled & stored.all_pioneers:
        return text("serve.doctor_other_position")
    expected = [score + award for score, award in zip(_scores_before(before, revision), awarded, strict=True)]
    return None if list(stored.scores) == expected else text("serve.doctor_other_scores")


def _scores_before(before: Position, revision: Revision) -> tuple[int, ...]:
    given = revision.what.get("scores")
    if given is None:
        return before.scores
    return tuple(given[colour.value] for colour in before.players)


def _compare_turn(stored: Position, before: Position, revision: Revision, line: tuple[Revision, ...]) -> Text | None:
    turn = parse_turn(revision.what["turn"], before.board)
    played = withhold_paid(play_turn(before, turn), paid_cells(before.board, line)).position
    if played.scores != stored.scores:
        return text("serve.doctor_other_scores")
    return None if played == stored else text("serve.doctor_other_position")
