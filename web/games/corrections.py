"""Correct an earlier revision of a game: replay the later ones and report those that no longer fit.

The corrected line becomes a new branch, and the old line remains in the history. All functions are pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.formats.positions import position_from_json
from referee.rules.pieces import Colour, Piece
from referee.rules.play import play_turn
from referee.rules.position import Position, colour_word
from referee.rules.turns import parse_turn
from referee.words.problems import Problem
from referee.words.texts import Text, say_in_all_languages, text
from web.games.confirm import Base, Outcome, Proposal, first_seat, weigh
from web.games.history import Kind, TurnRecord, labels_by_colour, settlements_of
from web.games.payments import Why, first_cell, payments_of, withhold_paid
from web.games.pieces_on_board import Words, merge, words_of
from web.games.store import Draft, Revision
from web.games.table import Mode, Table, paid_by, position_at, position_json


@dataclass(frozen=True, slots=True)
class Misfit:
    """A later revision that no longer fits after a correction, and the reason."""

    revision: Revision
    reason: Text


@dataclass(frozen=True, slots=True)
class Branch:
    """The drafts that replay the revisions after a corrected one, the number of these revisions that fit, and the misfits."""

    drafts: tuple[Draft, ...]
    fitting: int
    misfits: tuple[Misfit, ...]


@dataclass(frozen=True, slots=True)
class _Moment:
    """A point on the corrected line: the position and a mask of the cells already paid out."""

    position: Position
    paid: int


class LaterEntries(Problem):
    """Raised if later revisions do not fit a correction.

    Nothing is saved until the players accept that these revisions are lost.
    """

    def __init__(self, table: Table, branch: Branch) -> None:
        super().__init__("later-entries", text("serve.later_entries", n=len(branch.misfits)))
        self.table, self.branch = table, branch


def table_before(table: Table, revision: int) -> Table:
    """Return the table as it was before a revision on the current line.

    Raise a Problem if the revision is not on the current line or is the start of the game.
    """
    if revision not in table.numbers or (parent := table.revisions[revision].parent) is None:
        raise Problem("nothing-to-mend", text("serve.nothing_to_mend"))
    return table.back_to(parent)


def branch_off(table: Table, revision: int, corrected: Sequence[Draft], keep_fitting: bool) -> tuple[Draft, ...]:
    """Return the drafts of the corrected line: the correction itself, followed by the later revisions replayed on it.

    Raise LaterEntries if some later revisions do not fit, unless `keep_fitting` is true.
    """
    branch = replay_later(table, revision, corrected)
    if branch.misfits and not keep_fitting:
        raise LaterEntries(table, branch)
    first, *others = (*corrected, *branch.drafts)
    drafts = [replace(first, record=replace(first.record, mends=revision)), *others]
    drafts[-1] = replace(drafts[-1], record=replace(drafts[-1].record, replaces=table.here.number))
    return tuple(drafts)


def replay_later(table: Table, revision: int, corrected: Sequence[Draft]) -> Branch:
    """Replay the revisions that follow a corrected revision, starting from the drafts of the correction.

    A revision that does not fit is replaced by a ruling that passes the turn if a later revision fits, and gets no draft
    otherwise.
    """
    before = table_before(table, revision)
    moment = _Moment(before.position, before.paid)
    for draft in corrected:
        moment = _move_on(moment, draft)
    drafts: list[Draft] = []
    misfits: list[Misfit] = []
    last_fitting = 0
    later = table.line[len(before.line) + 1 :]
    for entry in later:
        replayed = _try(table, moment, entry)
        if isinstance(replayed, Misfit):
            misfits.append(replayed)
            drafts.append(_rule(table, moment, replayed))
        else:
            drafts.append(replayed)
            last_fitting = len(drafts)
        moment = _move_on(moment, drafts[-1])
    return Branch(tuple(drafts[:last_fitting]), len(later) - len(misfits), tuple(misfits))


def _move_on(moment: _Moment, draft: Draft) -> _Moment:
    position = position_from_json(dict(draft.position), text("serve.request")).position
    return _Moment(position, moment.paid | paid_by(position.board, draft.record))


def _try(table: Table, moment: _Moment, entry: Revision) -> Draft | Misfit:
    try:
        return _replay_picture(table, moment, entry) if entry.record.turn is None else _replay_turn(table, moment, entry)
    except Problem as problem:
        return Misfit(entry, problem.message)


def _rule(table: Table, moment: _Moment, misfit: Misfit) -> Draft:
    """Return the ruling that replaces a misfit.

    The board stays unchanged, and the player to move is the same as after the old revision.
    """
    old = misfit.revision
    position = replace(moment.position, to_move=position_at(old).to_move)
    record = TurnRecord(player=old.record.player, ruling=say_in_all_languages(misfit.reason))
    return Draft(Kind.RULING, position_json(position, table.board_name), record)


def _replay_turn(table: Table, moment: _Moment, entry: Revision) -> Draft:
    position, record = moment.position, entry.record
    if record.player is not None and record.player is not position.mover:
        raise Problem("illegal-turn", text("serve.other_players_turn", colour=colour_word(position.mover)))
    result = play_turn(position, parse_turn(record.turn or "", position.board))
    played = withhold_paid(result, moment.paid)
    settled = settlements_of(position, payments_of(result.events, moment.paid))
    same = settled == record.settlements
    kept = replace(record, settlements=settled, take_off=record.take_off if same else {}, mends=None, replaces=None)
    kind = Kind.PLACE if position.in_setup else Kind.TURN
    return Draft(kind, position_json(played.position, table.board_name), kept)


def _replay_picture(table: Table, moment: _Moment, entry: Revision) -> Draft:
    """Return a draft that changes the pieces in the same way as a confirmed photo, an edit or a ruling did.

    Raise a Problem if these changes no longer fit.
    """
    before, after = position_at(table.revisions[entry.parent or 0]), position_at(entry)
    words = _merge(before, _shown(entry, after), moment.position)
    outcome = _weigh(table, moment, entry, Proposal(words, {}, (), to_move=after.to_move, scores=_scores(entry, moment)))
    record = replace(
        entry.record,
        settlements=settlements_of(outcome.shown, outcome.settled),
        take_off=labels_by_colour(outcome.shown, outcome.take_off),
        mends=None,
        replaces=None,
    )
    return Draft(entry.kind, position_json(outcome.position, table.board_name), record)


def _weigh(table: Table, moment: _Moment, entry: Revision, proposal: Proposal) -> Outcome:
    """Return the outcome of replayed changes, using the players' earlier answers about territories that close again.

    Raise a Problem if the board is impossible or an answer is missing.
    """
    position = moment.position
    first = first_seat(position.players, table.game.settings.get("first"))
    base = Base(position, moment.paid, first, table.mode if position.in_setup else Mode.KEEPER)
    finished = position.in_setup and not position_at(entry).in_setup
    outcome = weigh(base, replace(proposal, finish_setup=finished))
    answers = _answers(entry, position)
    held = {cell: answers[cell] for cell in (first_cell(region.cells) for region in outcome.unanswered) if cell in answers}
    if held:
        outcome = weigh(base, replace(proposal, finish_setup=finished, held=held))
    if (fault := outcome.fault) is not None:
        raise fault
    if outcome.unanswered:
        raise Problem("majority-unknown", text("serve.majority_unknown", n=len(outcome.unanswered)))
    return outcome


def _answers(entry: Revision, position: Position) -> Mapping[int, Sequence[int]]:
    """Return the seats that held a territory according to the players, if any, by the number of the territory's first cell."""
    number_of = position.board.number_of
    return {
        min(number_of[label] for label in settled.cells): [position.players.index(colour) for colour in settled.awards]
        for settled in entry.record.settlements
        if settled.why in (Why.ANSWERED, Why.NOBODY)
    }


def _shown(entry: Revision, after: Position) -> Words:
    """Return the content of each cell as it was confirmed, including the pioneers that were then taken off the board."""
    words = list(words_of(after))
    for colour, labels in entry.record.take_off.items():
        for label in labels:
            words[after.board.number_of[label]] = Piece(colour)
    return tuple(words)


def _merge(before: Position, shown: Words, now: Position) -> Words:
    old, here = words_of(before), words_of(now)
    merged, meetings = merge(old, shown, here)
    if meetings:
        cells = [now.board.cells[met.cell].id for met in meetings]
        raise Problem("conflict", text("serve.hexes_no_longer_fit", n=len(cells), cells=cells))
    for colour in now.players:
        piece = Piece(colour)
        if merged.count(piece) > here.count(piece) + max(0, shown.count(piece) - old.count(piece)):
            raise Problem("too-many-pioneers", text("serve.pioneer_already_off", colour=colour_word(colour)))
    return merged


def _scores(entry: Revision, moment: _Moment) -> tuple[int, ...] | None:
    given = entry.record.scores
    if given is None:
        return None
    return tuple(
        given.get(Colour(colour), old) for colour, old in zip(moment.position.players, moment.position.scores, strict=True)
    )
