"""Replay every stored game and compare each revision with the result of applying the rules to its parent.

Turns are played again. For confirmed boards, the payments in the history are compared with the territories. Nothing is changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.rules.pieces import Colour
from referee.rules.play import play_turn
from referee.rules.position import Position, mask_of
from referee.rules.scoring import score_position, share
from referee.rules.turns import parse_turn
from referee.words.problems import Problem
from referee.words.texts import Text, text
from web.games.history import Kind, Settlement
from web.games.payments import Why, withhold_paid
from web.games.store import Revision, Store
from web.games.table import line_to, open_table, paid_cells, position_at


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A stored revision that does not follow from its parent, and the reason.

    `revision` is None if the game cannot be read at all.
    """

    game: str
    revision: int | None
    reason: Text


def replay_games(store: Store) -> Iterator[tuple[str, tuple[Disagreement, ...]]]:
    """Replay all games, and yield the id and the disagreements of each; leave out games that are deleted meanwhile."""
    for game_id in store.game_ids():
        try:
            yield game_id, replay_game(store, game_id)
        except Problem as problem:
            if problem.slug != "no-such-game":  # deleted since the games were listed
                yield game_id, (Disagreement(game_id, None, problem.message),)


def replay_game(store: Store, game_id: str) -> tuple[Disagreement, ...]:
    """Return the disagreements in a game, after replaying all its revisions, including undone ones.

    Raise a Problem if the game cannot be read.
    """
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
    if revision.kind in (Kind.PLACE, Kind.TURN):
        return _compare_turn(stored, before, revision, line)
    awarded = [sum(settled.awards.get(colour, 0) for settled in revision.record.settlements) for colour in stored.players]
    if paid_cells(stored.board, (revision,)) & stored.all_pioneers:
        return text("serve.doctor_other_position")
    if not stored.in_setup and not _pays_what_closed(stored, revision, line):
        return text("serve.doctor_other_territories")
    expected = [score + award for score, award in zip(_scores_before(before, revision), awarded, strict=True)]
    return None if list(stored.scores) == expected else text("serve.doctor_other_scores")


def _pays_what_closed(stored: Position, revision: Revision, line: tuple[Revision, ...]) -> bool:
    """Return whether a confirmed board paid each newly closed territory exactly once and by the rules."""
    values = {region.cells: region.value for region in score_position(stored).regions if region.closed}
    seen = paid_cells(stored.board, line)
    for settled in revision.record.settlements:
        cells = mask_of(stored.board.number_of[label] for label in settled.cells)
        if cells not in values or cells & seen or not _pays_rightly(settled, values[cells], stored.players):
            return False
        seen |= cells
    return all(cells & seen for cells in values)


def _pays_rightly(settled: Settlement, value: int, players: tuple[Colour, ...]) -> bool:
    awards = tuple(settled.awards.get(colour, 0) for colour in players)
    if settled.why is Why.ANSWERED:  # the pioneers are known only from the players' answer
        holders = sum(award > 0 for award in awards)
        return settled.value == value and all(award in (0, value // holders) for award in awards)
    standing = tuple((settled.pioneers or {}).get(colour, 0) for colour in players)
    return settled.value == value and awards == share(value, standing)


def _scores_before(before: Position, revision: Revision) -> tuple[int, ...]:
    given = revision.record.scores
    return before.scores if given is None else tuple(given[colour] for colour in before.players)


def _compare_turn(stored: Position, before: Position, revision: Revision, line: tuple[Revision, ...]) -> Text | None:
    turn = parse_turn(revision.record.turn or "", before.board)
    played = withhold_paid(play_turn(before, turn), paid_cells(before.board, line)).position
    if played.scores != stored.scores:
        return text("serve.doctor_other_scores")
    return None if played == stored else text("serve.doctor_other_position")
