"""The use cases of a game: start it, play a turn by hand, preview and confirm the pieces on the table, undo, redo.

Rules are evaluated in `referee/rules`. This module does not depend on Flask, and no use case deletes data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.formats.positions import position_from_json
from referee.rules.pieces import Piece
from referee.rules.play import OVER_BECAUSE, play_turn
from referee.rules.position import Position, first_position, labels_of
from referee.rules.scoring import score_position
from referee.rules.turns import Turn, format_turn, parse_turn
from referee.words.problems import Problem
from referee.words.texts import Text, say_in_all_languages, text
from web.games.clock import SETTING, measure_turn, start_clock, switch_clock
from web.games.confirm import Base, Outcome, Proposal, first_seat, weigh
from web.games.corrections import branch_off, table_before
from web.games.detailed_problems import Arrangement, Conflict, DetailedProblem
from web.games.doubts import points_in_doubt
from web.games.history import Kind, Settlement, TurnRecord, Unseen, labels_by_colour, settlements_of
from web.games.overtaken import refuse_overtaken, turn_conflict
from web.games.payments import Why, payments_of, withhold_paid
from web.games.photo_shelf import Photo, PhotoShelf
from web.games.photographed import Comparison, compare_photos, keep_known
from web.games.pieces_on_board import merge, words_of
from web.games.player_names import remember_names
from web.games.requests import Changes, Confirmation, HandTurn, NewGame, resolve_proposal, resolve_words
from web.games.several_turns import drafts_of, play_several, weigh_several
from web.games.stamps import new_id
from web.games.store import Draft, RevisionConflict, Store
from web.games.table import (
    Mode,
    Table,
    board_named,
    lay_table,
    open_table,
    position_at,
    position_json,
)
from web.games.table_memory import photographed_at

LAST_CHOICES = "last choices"


@dataclass(frozen=True, slots=True)
class Weighed:
    """A preview of a confirmation: the proposal, its outcome, and the comparison of the photos with the position before.

    `base` is the state before the proposal, and `parent` is the number of the revision that the proposal follows. `points` is
    an estimate of the points that depend on unreviewed doubtful hexes.
    """

    base: Base
    parent: int
    proposal: Proposal
    outcome: Outcome
    comparison: Comparison
    points: int

    @property
    def unseen(self) -> tuple[str, ...]:
        """The labels of the doubtful hexes that nobody has reviewed."""
        return self.labels(self.comparison.doubtful)

    def labels(self, cells: Iterable[int]) -> tuple[str, ...]:
        """Return the printed labels of cells."""
        return tuple(self.base.position.board.cells[cell].id for cell in cells)


class NotYet(Problem):
    """Raised if a question or an error keeps a proposal from being confirmed; holds the table and the preview."""

    def __init__(self, slug: str, message: Text, table: Table, weighed: Weighed) -> None:
        super().__init__(slug, message)
        self.table, self.weighed = table, weighed


@dataclass(frozen=True, slots=True)
class Saved:
    """A table after a request to save.

    `is_new` is false if the save id was stored before, so nothing was saved. `photos` are the photos of the request, by id.
    """

    table: Table
    is_new: bool
    photos: Mapping[str, Photo]


def start_game(store: Store, request: NewGame) -> Saved:
    """Start a game and return its table, or return the table of the game stored before under the save id.

    The names and choices of a new game that is not for practice become suggestions and defaults for the next game. Raise a
    Problem if the board is unknown, the start position is invalid or does not fit the request, or there are too many games.
    """
    board = board_named(request.board)
    position = (
        _start_position(request) if request.start is not None else first_position(board, request.edition, len(request.players))
    )
    first = first_seat(position.players, request.first) if request.first else position.to_move
    position = replace(position, to_move=first)
    choices = {
        "players": list(request.players),
        "board": request.board,
        "edition": position.edition.value,
        "first": position.players[first].value,
        "mode": request.mode.value,
        "paper": request.paper,
        "ink": request.ink,
        "hex_mm": request.hex_mm,
    }
    # Territories that are empty in a given start position count as settled, so no page asks about them later.
    settled = [region for region in score_position(position).regions if region.settled]
    empty = tuple(Settlement(labels_of(board, region.cells), region.value, {}, Why.NOBODY) for region in settled)
    draft = Draft(Kind.START, position_json(position, request.board), TurnRecord(settlements=empty))
    clock = {SETTING: start_clock()} if request.has_clock else {}
    practised = {} if request.practice is None else {"practice": request.practice}
    game, is_new = store.new_game(request.title, {**choices, **practised, **clock}, draft, request.save_id or new_id())
    if is_new and request.practice is None:
        remember_names(store, request.players)
        store.keep_setting(LAST_CHOICES, choices)
    return Saved(open_table(store, game.id), is_new, {})


def _start_position(request: NewGame) -> Position:
    if not isinstance(request.start, dict) or request.start.get("board") != request.board:
        raise Problem("other-board", text("serve.start_other_board", board=request.board))
    position = position_from_json(request.start, text("serve.start_position")).position
    _check_names(request.players, len(position.players))
    return position


def play_by_hand(store: Store, game_id: str, request: HandTurn) -> Saved:
    """Save a turn entered by hand, either as the next turn or as a correction, unless the save id is stored already.

    Raise a Problem if the turn is illegal, the game is over or has changed since the player began the turn, or later revisions
    do not fit the correction.
    """
    table = open_table(store, game_id)
    if table.stored.saved_as(request.save_id) is not None:
        return Saved(table, False, {})
    turn = parse_turn(request.turn, table.position.board)
    if request.corrects is not None:
        return _correct_by_hand(store, table, request, request.corrects, turn)
    refuse_overtaken(table, request.started_from, turn)
    draft = _draft_of_turn(table, turn, measure_turn(table))
    try:
        stored = store.save(table.stored, request.started_from, request.started_from, request.save_id, draft)
    except RevisionConflict:
        raise turn_conflict(open_table(store, game_id), request.started_from, turn) from None
    return Saved(lay_table(stored), True, {})


def _draft_of_turn(table: Table, turn: Turn, seconds: int | None = None) -> Draft:
    position = table.position
    if table.ended:
        raise Problem("game-over", OVER_BECAUSE[table.ended.reason])
    played = withhold_paid(play_turn(position, turn), table.paid)
    settled = settlements_of(position, payments_of(played.events, table.paid))
    written = format_turn(turn, position.board)
    record = TurnRecord(player=position.mover, turn=written, settlements=settled, seconds=seconds)
    kind = Kind.PLACE if position.in_setup else Kind.TURN
    return Draft(kind, position_json(played.position, table.board_name), record)


def _correct_by_hand(store: Store, table: Table, request: HandTurn, corrects: int, turn: Turn) -> Saved:
    table.stored.refuse_conflict(request.started_from)
    before = table_before(table, corrects)
    drafts = branch_off(table, corrects, [_draft_of_turn(before, turn)], request.keep_fitting)
    stored = store.save(table.stored, request.started_from, before.here.number, request.save_id, *drafts)
    return Saved(lay_table(stored), True, {})


def weigh_picture(shelf: PhotoShelf, game_id: str, request: Confirmation) -> tuple[Table, Weighed]:
    """Return a game's table and a preview of the confirmation, without changing anything.

    Raise a Problem if the game has changed since the request started, or if the request is invalid.
    """
    stored, photos = shelf.read_game(game_id, request.photos)
    table = lay_table(stored)
    return table, _weigh(table, photos, request)


def _weigh(table: Table, photos: Mapping[str, Photo], request: Confirmation) -> Weighed:
    if table.here.number != request.started_from:
        raise _conflict(table, request)
    if not photos.keys() >= set(request.photos):
        raise Problem("no-such-photo", text("serve.no_such_photo"))
    parent = _parent_of(table, request)
    before = table.back_to(parent)
    base = _base(before)
    proposal = resolve_proposal(request, base.position)
    comparison = _compare(before, [photos[photo] for photo in request.photos], request, proposal)
    words = keep_known(comparison, base.position, proposal.words, request.right_table)
    proposal = replace(proposal, words=words)
    outcome = weigh_several(base, proposal) if proposal.turns else weigh(base, proposal)
    points = points_in_doubt(outcome.shown, comparison.doubtful) if comparison.doubtful else 0
    return Weighed(base, parent, proposal, outcome, comparison, points)


def confirm_picture(store: Store, shelf: PhotoShelf, game_id: str, request: Confirmation) -> Saved:
    """Save the confirmed pieces on the table, unless the save id is stored already.

    Raise NotYet if a question is open, such as which turn was played or who held a region, or if the pieces are impossible or
    need a ruling. Raise another Problem if the game has changed since the request started, the request is invalid, or later
    revisions do not fit a correction.
    """
    assert request.save_id is not None
    stored, photos = shelf.read_game(game_id, request.photos)
    table = lay_table(stored)
    if stored.saved_as(request.save_id) is not None:
        return Saved(table, False, photos)
    weighed = _weigh(table, photos, request)
    _check_nothing_open(table, request, weighed)
    drafts = _drafts(table, request, weighed)
    if request.mends is not None and request.mends != table.here.number:
        drafts = branch_off(table, request.mends, drafts, request.keep_fitting)
    stored = store.save(stored, request.started_from, weighed.parent, request.save_id, *drafts)
    return Saved(lay_table(stored), True, photos)


def _drafts(table: Table, request: Confirmation, weighed: Weighed) -> tuple[Draft, ...]:
    record = _record(table, request, weighed)
    if weighed.proposal.turns:
        return drafts_of(play_several(weighed.base, weighed.proposal.turns), table.board_name, record)
    return (Draft(_kind(request, weighed), position_json(weighed.outcome.position, table.board_name), record),)


def _check_nothing_open(table: Table, request: Confirmation, weighed: Weighed) -> None:
    outcome, comparison = weighed.outcome, weighed.comparison
    if comparison.is_other_table and not request.right_table:
        message = text("serve.stones_gone", n=len(comparison.missing_stones), known=comparison.stones_in_view)
        raise NotYet("other-table", message, table, weighed)
    if comparison.must_set:
        raise NotYet("hexes-not-shown", text("serve.hexes_not_shown", n=len(comparison.not_shown)), table, weighed)
    if (fault := outcome.fault) is not None:
        raise NotYet(fault.slug, fault.message, table, weighed)
    if outcome.is_undecided:
        raise NotYet("nothing-changed", text("serve.nothing_changed"), table, weighed)
    if outcome.is_illegal and not weighed.proposal.ruling:
        assert outcome.check is not None
        assert outcome.check.reason is not None
        raise NotYet("illegal-turn", outcome.check.reason, table, weighed)
    if outcome.orders and weighed.proposal.turn is None:
        raise NotYet("order-unknown", text("serve.order_unknown"), table, weighed)
    if outcome.unanswered:
        raise NotYet("majority-unknown", text("serve.majority_unknown", n=len(outcome.unanswered)), table, weighed)
    if weighed.unseen and not request.accept_unseen:
        raise NotYet("unseen-hexes", text("serve.unseen_hexes", n=len(weighed.unseen), points=weighed.points), table, weighed)


def undo(store: Store, game_id: str, started_from: int) -> Table:
    """Move the game back to the parent revision or, after a correction, to the end of the line that the correction replaced.

    Raise a Problem if there is nothing to undo or the game is no longer at `started_from`.
    """
    stored = store.read(game_id)
    undo_to = lay_table(stored).back_to(started_from).undo_to if started_from in stored.revisions else None
    if undo_to is None:
        raise Problem("nothing-to-undo", text("serve.nothing_to_undo"))
    return lay_table(store.move(stored, started_from, undo_to))


def redo(store: Store, game_id: str, started_from: int) -> Table:
    """Move the game forward to the newest revision made from the current one, which is `Table.redo_to`.

    Raise a Problem if there is no such revision or the game is no longer at `started_from`.
    """
    table = open_table(store, game_id)
    if table.here.number == started_from and table.redo_to is None:
        raise Problem("nothing-to-redo", text("serve.nothing_to_redo"))
    return lay_table(store.move(table.stored, started_from, table.redo_to or started_from))


def go_to(store: Store, game_id: str, started_from: int, revision: int) -> Table:
    """Move the game to any of its revisions, including undone ones.

    Raise a Problem if there is no such revision or the game is no longer at `started_from`.
    """
    return lay_table(store.move(store.read(game_id), started_from, revision))


def change_game(store: Store, game_id: str, changes: Changes) -> Table:
    """Change a game's title, players' names, settings or clock, and return its table; the names also become suggestions.

    Raise a Problem if the number of names is wrong.
    """
    settings: dict[str, Any] = dict(changes.settings)
    if changes.clock is not None:
        settings[SETTING] = switch_clock(open_table(store, game_id), changes.clock)
    if changes.players is not None:
        _check_names(changes.players, len(store.game(game_id).settings["players"]))
        settings["players"] = list(changes.players)
    store.change_game(game_id, changes.title, settings)
    if changes.players is not None:
        remember_names(store, changes.players)
    return open_table(store, game_id)


def _check_names(names: tuple[str, ...], players: int) -> None:
    if len(names) != players:
        raise Problem("other-players", text("serve.wrong_names", given=len(names), players=players))


def _base(table: Table) -> Base:
    players = table.position.players
    return Base(table.position, table.paid, first_seat(players, table.game.settings.get("first")), table.mode)


def _parent_of(table: Table, request: Confirmation) -> int:
    return table.here.number if request.mends is None else table_before(table, request.mends).here.number


def _compare(before: Table, photos: Sequence[Photo], request: Confirmation, proposal: Proposal) -> Comparison:
    photographed = photographed_at(before, photos)
    if photographed is None:
        return Comparison()
    # Correcting a confirmed photo starts from what was confirmed, even for hexes that the photo does not show.
    set_before = [cell for cell, word in enumerate(photographed.words) if word is None] if request.mends is not None else []
    reviewed = [before.position.board.number_of[label] for label in request.seen]
    return compare_photos(photographed, before.position, proposal.words, [*reviewed, *set_before])


def _kind(request: Confirmation, weighed: Weighed) -> Kind:
    if weighed.outcome.turn is not None:
        return Kind.PLACE if weighed.base.position.in_setup else Kind.TURN
    if weighed.outcome.is_illegal:
        return Kind.RULING
    return Kind.PHOTO if request.photo else Kind.EDIT


def _record(table: Table, request: Confirmation, weighed: Weighed) -> TurnRecord:
    outcome, before = weighed.outcome, weighed.base.position
    one_moved = outcome.turn is not None or (table.mode is Mode.REFEREE and not outcome.is_setup)
    reason = outcome.check.reason if outcome.check else None
    shown = outcome.shown
    return TurnRecord(
        player=before.mover if one_moved else None,
        turn=None if outcome.turn is None else format_turn(outcome.turn, before.board),
        settlements=settlements_of(shown, outcome.settled),
        take_off=labels_by_colour(shown, outcome.take_off),
        photo=request.photo,
        earlier_photos=request.earlier_photos,
        mends=request.mends,
        ruling=None if reason is None else say_in_all_languages(reason),
        scores=None if weighed.proposal.scores is None else dict(zip(shown.players, shown.scores, strict=True)),
        unseen=Unseen(weighed.unseen, weighed.points) if weighed.unseen else None,
        seconds=measure_turn(table) if one_moved and request.mends is None else None,
    )


def _conflict(table: Table, request: Confirmation) -> Problem:
    before = table.revisions.get(request.started_from)
    plain = RevisionConflict(request.started_from, table.here.number)
    if before is None:
        return plain
    old = position_at(before)
    yours, theirs = resolve_words(request, old), words_of(table.position)
    merged, conflicts = merge(words_of(old), yours, theirs)
    label = [cell.id for cell in old.board.cells]
    details: Conflict = {
        "revision": table.here.number,
        "cells": [
            {"cell": label[conflict.cell], "before": conflict.before, "yours": conflict.yours, "theirs": conflict.theirs}
            for conflict in conflicts
        ],
        "merged": arrangement(old, merged),
        "yours": arrangement(old, yours),
        "theirs": arrangement(old, theirs),
    }
    return DetailedProblem(plain.slug, plain.message, {"conflict": details})


def arrangement(position: Position, words: tuple[Piece, ...]) -> Arrangement:
    """Return the labels of pioneers by colour and of stones; the pieces need not form a valid position."""
    labels = [cell.id for cell in position.board.cells]
    lying = {piece: [labels[cell] for cell, word in enumerate(words) if word is piece] for piece in Piece}
    return {"pioneers": {colour: lying[Piece(colour)] for colour in position.players}, "stones": lying[Piece.STONE]}


def remember_print(store: Store, game_id: str, answer: Mapping[str, Any]) -> None:
    """Store the paper, hex size and ink that were found in a photo, if any of them differs from the game's settings.

    The found values then also become the defaults of the next game. `answer` is the reader's answer; one without a reading
    changes nothing.
    """
    reading = answer.get("reading")
    if reading is None:
        return
    found = {"paper": reading["paper"], "hex_mm": reading["hex_mm"], "ink": answer["ink"]}
    known = store.game(game_id).settings
    if any(known.get(name) != value for name, value in found.items()):
        store.change_game(game_id, None, found)
        store.change_setting(LAST_CHOICES, lambda last: {**(last or {}), **found})
