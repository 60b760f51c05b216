"""Explain why no legal turn leads from one position to another.

The checks run in order, the most obvious first, and the first one that finds something provides the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.rules.actions import ACTIONS_A_TURN, allowed_actions, can_go_on, reachable
from referee.rules.editions import RULEBOOKS, USUAL_EDITION, ReturnRule
from referee.rules.midturn import Midturn, carry_out
from referee.rules.position import Edition, Position, cells_of, colour_word, labels_of, owner_word
from referee.rules.refusals import first_in_the_way
from referee.rules.retrace import cleared_by_turn, disturbed_region, retrace, retrace_unfinished
from referee.rules.territories import regions_of
from referee.rules.turns import Move, Turn, format_action, format_turn
from referee.words.texts import Text, text

MOST_STONES_A_TURN = ACTIONS_A_TURN - 1


@dataclass(frozen=True, slots=True)
class Difference:
    """The changes from the position of `midturn` to `after`, as masks of cells.

    `gone` are the cells that pioneers left and `come` the cells that they newly occupy, both by seat. Cells of cleared
    regions and of regions scored at the start of the turn are left out of both. `added` are the cells with new stones.
    """

    midturn: Midturn
    after: Position
    gone: tuple[int, ...]
    come: tuple[int, ...]
    added: int

    @property
    def before(self) -> Position:
        """The position at the start of the turn."""
        return self.midturn.position

    @property
    def own_gone(self) -> int:
        """The mask of cells left by pioneers of the player to move."""
        return self.gone[self.before.to_move]

    @property
    def own_come(self) -> int:
        """The mask of cells newly occupied by pioneers of the player to move."""
        return self.come[self.before.to_move]

    def label(self, cells: int) -> str:
        """Return the label of the first cell in a mask."""
        return labels_of(self.before.board, cells)[0]


def find_reason(midturn: Midturn, after: Position) -> Text:
    """Return a sentence that explains why no legal turn leads from `midturn`, the start of a turn, to the pieces of `after`.

    If no check finds a specific reason, return a general sentence.
    """
    difference = _compare(midturn, after)
    questions = _setup_reasons if midturn.position.in_setup else _turn_reasons
    return next(questions(difference), text("rules.no_turn_leads_there", colour=colour_word(midturn.position.mover)))


def _compare(midturn: Midturn, after: Position) -> Difference:
    before = midturn.position
    known = ~cleared_by_turn(before, after)
    for event in midturn.events:
        known &= ~event.cells
    pairs = tuple(zip(before.pioneers, after.pioneers, strict=True))
    return Difference(
        midturn=midturn,
        after=after,
        gone=tuple(was & ~shown & known for was, shown in pairs),
        come=tuple(shown & ~was & known for was, shown in pairs),
        added=after.stones & ~before.stones,
    )


def _setup_reasons(difference: Difference) -> Iterator[Text]:
    before = difference.before
    if difference.added:
        yield text("rules.stones_in_setup", cell=difference.label(difference.added))
    for seat, gone in enumerate(difference.gone):
        if gone:
            owner = owner_word(before.players[seat])
            yield text("rules.why_moved_in_setup", cell=difference.label(gone), owner=owner)
    for seat, come in enumerate(difference.come):
        if come and seat != before.to_move:
            yield _not_their_turn(difference, seat, come)
    own = difference.own_come
    if not before.reserve[before.to_move]:
        yield text("rules.why_reserve_is_empty", colour=colour_word(before.mover))
    if own.bit_count() > 1:
        yield text("rules.why_several_brought_on", number=own.bit_count())
    yield text("rules.why_none_brought_on", colour=colour_word(before.mover))


def _turn_reasons(difference: Difference) -> Iterator[Text]:
    yield from _stone_reasons(difference)
    if disturbed := disturbed_region(difference.midturn, difference.after):
        yield text("rules.why_partly_cleared", cell=difference.label(disturbed))
    if (closed := _newly_closed(difference)) and _has_turn(difference.midturn, difference.after.without_pioneers_on(closed)):
        yield text("rules.why_partly_cleared", cell=difference.label(closed))
    if not difference.added and not any(difference.gone) and not any(difference.come):
        yield text("rules.why_nothing_changed", colour=colour_word(difference.before.mover))
    yield from _other_player_reasons(difference)
    if not can_go_on(difference.midturn):
        yield text("rules.why_must_pass", colour=colour_word(difference.before.mover))
    yield from _almost_legal_reasons(difference)
    yield from _number_reasons(difference)
    yield from _beside_reasons(difference)
    yield from _distance_reasons(difference)


def _stone_reasons(difference: Difference) -> Iterator[Text]:
    before, after = difference.before, difference.after
    lost = before.stones & ~after.stones
    number = difference.added.bit_count()
    if lost:
        yield text("rules.why_stone_gone", cell=difference.label(lost))
    if number > MOST_STONES_A_TURN:
        yield text("rules.why_too_many_stones", number=number)
    supply = RULEBOOKS[before.edition].stone_supply
    if supply is not None and number and after.stones.bit_count() > supply:
        yield text("rules.why_supply", supply=supply, cell=difference.label(difference.added))


def _other_player_reasons(difference: Difference) -> Iterator[Text]:
    """Yield reasons that concern the other players: their pioneers changed, or the turn would be legal for one of them."""
    before = difference.before
    for seat, (gone, come) in enumerate(zip(difference.gone, difference.come, strict=True)):
        if seat == before.to_move or not (gone or come):
            continue
        if come.bit_count() > gone.bit_count():
            yield _new_pioneer(difference, seat, come)
        if gone.bit_count() > come.bit_count():
            yield _gone_pioneer(difference, seat, gone)
        if not (difference.own_gone or difference.own_come):
            yield _not_their_turn(difference, seat, gone)
        yield text("rules.why_several_players_moved", mover=colour_word(before.mover), other=colour_word(before.players[seat]))
    if not (difference.own_gone or difference.own_come):
        yield from _legal_for_another(difference)


def _legal_for_another(difference: Difference) -> Iterator[Text]:
    """Yield a reason for each other player for whom this change would be a legal turn.

    Even if only stones are new, a pioneer could have moved and then returned or been removed.
    """
    for seat, colour in enumerate(difference.before.players):
        table = replace(difference.midturn, position=replace(difference.before, to_move=seat))
        if seat != difference.before.to_move and _has_turn(table, difference.after):
            yield text("rules.why_legal_for_another", other=owner_word(colour), mover=owner_word(difference.before.mover))


def _not_their_turn(difference: Difference, seat: int, cells: int) -> Text:
    return text(
        "rules.why_not_their_turn",
        cell=difference.label(cells),
        owner=owner_word(difference.before.players[seat]),
        mover=owner_word(difference.before.mover),
    )


def _new_pioneer(difference: Difference, seat: int, cells: int) -> Text:
    owner = owner_word(difference.before.players[seat])
    return text("rules.why_new_pioneer", cell=difference.label(cells), owner=owner)


def _gone_pioneer(difference: Difference, seat: int, cells: int) -> Text:
    owner = owner_word(difference.before.players[seat])
    return text("rules.why_pioneer_gone", cell=difference.label(cells), owner=owner)


def _almost_legal_reasons(difference: Difference) -> Iterator[Text]:
    """Yield a reason for each unfinished legal turn that leads to `after`.

    Also yield a reason if the default edition allows the turn but a rule of this edition forbids it.
    """
    midturn, after = difference.midturn, difference.after
    for done in retrace_unfinished(midturn, after):
        yield _unfinished(midturn, done)
    # The other return rules only forbid a round trip of one pioneer, which changes nothing and has been reported already.
    rulebook = RULEBOOKS[difference.before.edition]
    if rulebook.return_rule is ReturnRule.NEVER_ON_START and _legal_by(difference, USUAL_EDITION):
        yield text("rules.why_never_back_on_start")
    if not rulebook.stone_beside_either and _legal_by(difference, USUAL_EDITION):
        yield text("rules.why_beside_last_moved", cell=difference.label(difference.added))


def _unfinished(midturn: Midturn, done: Turn) -> Text:
    board = midturn.position.board
    for action in done:
        midturn = carry_out(midturn, action)
    possible = format_action(allowed_actions(midturn)[0], board)
    return text("rules.why_unfinished", done=format_turn(done, board), action=possible)


def _newly_closed(difference: Difference) -> int:
    """Return the mask of the cells in closed regions that still contain pioneers in the position after the turn."""
    shown = 0
    for region in regions_of(difference.before.board, difference.after.stones):
        if region.closed and region.cells & difference.after.all_pioneers:
            shown |= region.cells
    return shown


def _has_turn(midturn: Midturn, after: Position) -> bool:
    return any(True for _ in retrace(midturn, after))


def _legal_by(difference: Difference, edition: Edition) -> bool:
    table = replace(difference.midturn, position=replace(difference.before, edition=edition))
    return _has_turn(table, difference.after)


def _number_reasons(difference: Difference) -> Iterator[Text]:
    before = difference.before
    moved, come, stones = difference.own_gone.bit_count(), difference.own_come.bit_count(), difference.added.bit_count()
    unknown = cleared_by_turn(before, difference.after)
    if come > moved + (before.own & unknown).bit_count():
        yield _new_pioneer(difference, before.to_move, difference.own_come)
    if moved > come and not unknown:
        yield _gone_pioneer(difference, before.to_move, difference.own_gone)
    if stones and not moved and not come and not before.own & unknown:
        yield text("rules.why_stone_without_move", cell=difference.label(difference.added))
    if max(moved, come) + stones > ACTIONS_A_TURN:
        yield text("rules.why_too_many_actions", moves=max(moved, come), stones=stones)


def _beside_reasons(difference: Difference) -> Iterator[Text]:
    """Yield reasons for new stones that are next to neither a pioneer of the mover nor a cleared cell.

    If there are two new stones and one pioneer of the mover is on a new cell, also yield a reason for each stone that is not next
    to this pioneer.
    """
    neighbours = difference.before.board.grid.neighbours
    own = difference.after.pioneers[difference.before.to_move] | cleared_by_turn(difference.before, difference.after)
    for cell in cells_of(difference.added):
        if not neighbours[cell] & own:
            yield text("rules.why_stone_alone", cell=difference.label(1 << cell), mover=owner_word(difference.before.mover))
    if difference.added.bit_count() == MOST_STONES_A_TURN and difference.own_come.bit_count() == 1:
        pioneer = difference.own_come.bit_length() - 1
        for cell in cells_of(difference.added & ~neighbours[pioneer]):
            yield text("rules.why_both_beside", cell=difference.label(1 << cell), pioneer=difference.label(difference.own_come))


def _distance_reasons(difference: Difference) -> Iterator[Text]:
    """Yield reasons why the only pioneer of the mover that left its cell cannot have reached its new cell.

    It would have had to jump over another piece, leave the straight line or make too many moves, or it was already removed.
    """
    before = difference.before
    if difference.own_gone.bit_count() != 1 or difference.own_come.bit_count() != 1:
        return
    move = Move(difference.own_gone.bit_length() - 1, difference.own_come.bit_length() - 1)
    start, end = difference.label(difference.own_gone), difference.label(difference.own_come)
    moves = ACTIONS_A_TURN - difference.added.bit_count()
    if move.end in before.board.grid.between[move.start]:
        if blocking := first_in_the_way(before, move):
            yield text("rules.why_only_by_jumping", start=start, end=end, cell=blocking)
        if moves == 1:
            yield text("rules.why_scored_away_first", end=end)
    elif moves == 1:
        yield text("rules.why_not_straight", start=start, end=end)
    elif not _reaches(before, move, moves):
        yield text("rules.why_not_reached", start=start, end=end, moves=moves)


def _reaches(before: Position, move: Move, moves: int) -> bool:
    """Return whether a pioneer can get from the start to the end of `move` in at most `moves` moves, ignoring the return rule."""
    occupied = before.occupied ^ 1 << move.start
    reached = {move.start}
    for _ in range(moves):
        reached |= {end for cell in reached for end in reachable(before.board, cell, occupied)}
    return move.end in reached
