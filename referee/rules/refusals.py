"""Explain why an action is not allowed, in one sentence that gives the action and the rule it breaks.

The action must be known to be illegal; `actions` decides which actions are legal.
"""

from __future__ import annotations

from referee.rules.actions import ACTIONS_A_TURN, can_go_on, cells_for_stone, forbidden_end
from referee.rules.editions import RULEBOOKS, ReturnRule
from referee.rules.midturn import Midturn, figure_at
from referee.rules.pieces import Colour
from referee.rules.position import Position, colour_word, owner_word
from referee.rules.turns import Action, Move, Pass, Place, SetStone, format_action
from referee.words.texts import Text, text


def why_refused(midturn: Midturn, action: Action) -> Text:
    """Return the reason why this action is not allowed next."""
    written = format_action(action, midturn.position.board)
    if midturn.done and (isinstance(action, Pass) or isinstance(midturn.done[0], Pass)):
        return text("rules.pass_stands_alone")
    if midturn.position.in_setup or (midturn.done and isinstance(midturn.done[0], Place)):
        return _why_refused_in_setup(midturn, action, written)
    if len(midturn.done) == ACTIONS_A_TURN:
        return text("rules.too_many_actions", action=written)
    match action:
        case Move():
            return _why_not_move(midturn, action, written)
        case SetStone():
            return _why_not_stone(midturn, action, written)
        case Place():
            return text("rules.setup_is_over", action=written)
        case _:
            return text("rules.may_not_pass", colour=colour_word(midturn.position.mover))


def _why_refused_in_setup(midturn: Midturn, action: Action, written: str) -> Text:
    position = midturn.position
    if midturn.done:
        return text("rules.one_pioneer_a_turn", action=written)
    if not position.reserve[position.to_move]:
        return text("rules.reserve_is_empty", action=written, colour=colour_word(position.mover))
    if isinstance(action, Place):
        return text("rules.place_on_occupied", action=written, cell=position.board.cells[action.cell].id)
    if isinstance(action, Pass):
        return text("rules.may_not_pass_in_setup", colour=colour_word(position.mover))
    return text("rules.setup_goes_on", action=written)


def _why_not_move(midturn: Midturn, move: Move, written: str) -> Text:
    position = midturn.position
    cells = position.board.cells
    start, end = cells[move.start].id, cells[move.end].id
    if not position.own >> move.start & 1:
        return _why_not_yours(midturn, move.start, written)
    if move.start == move.end:
        return text("rules.must_move_a_hex", action=written)
    between = position.board.grid.between[move.start].get(move.end)
    if between is None:
        return _why_not_straight(position, move, written)
    if blocking := first_in_the_way(position, move):
        return text("rules.cannot_jump", action=written, cell=blocking)
    if position.occupied >> move.end & 1:
        return text("rules.end_is_occupied", action=written, cell=end)
    return _why_not_back(midturn, move, written, start)


def _why_not_yours(midturn: Midturn, cell: int, written: str) -> Text:
    position = midturn.position
    label = position.board.cells[cell].id
    if any(event.after and event.cells >> cell & 1 for event in midturn.events):
        return text("rules.pioneer_scored_away", action=written, cell=label)
    colour = colour_on(position, cell)
    if colour is not None:
        return text(
            "rules.not_your_pioneer", action=written, cell=label, owner=owner_word(colour), mover=owner_word(position.mover)
        )
    return text("rules.no_pioneer_there", action=written, cell=label)


def _why_not_straight(position: Position, move: Move, written: str) -> Text:
    one, other = position.board.cells[move.start], position.board.cells[move.end]
    dq, dr = other.q - one.q, other.r - one.r
    if dq == 0 or dr == 0 or dq == -dr:
        return text("rules.line_leaves_board", action=written, start=one.id, end=other.id)
    return text("rules.not_straight", action=written, start=one.id, end=other.id)


def _why_not_back(midturn: Midturn, move: Move, written: str, start: str) -> Text:
    figure = figure_at(midturn.moved, move.start)
    assert forbidden_end(midturn.position, figure) == move.end, f"{written} from {start} is not refused"
    cell = midturn.position.board.cells[move.end].id
    if RULEBOOKS[midturn.position.edition].return_rule is ReturnRule.NEVER_ON_START:
        return text("rules.never_back_on_start", action=written, cell=cell)
    return text("rules.not_back_after_three", action=written, cell=cell)


def _why_not_stone(midturn: Midturn, stone: SetStone, written: str) -> Text:
    position = midturn.position
    label = position.board.cells[stone.cell].id
    if not midturn.done:
        if not can_go_on(midturn):
            return text("rules.blocked_must_pass", action=written, colour=colour_word(position.mover))
        return text("rules.first_a_move", action=written)
    supply = RULEBOOKS[position.edition].stone_supply
    if supply is not None and position.stones.bit_count() >= supply:
        return text("rules.no_stones_left", action=written, supply=supply)
    if position.occupied >> stone.cell & 1:
        return text("rules.stone_on_occupied", action=written, cell=label)
    assert not cells_for_stone(midturn) >> stone.cell & 1, f"{written} is not refused"
    return _why_not_beside(midturn, stone, written, label)


def _why_not_beside(midturn: Midturn, stone: SetStone, written: str, label: str) -> Text:
    board = midturn.position.board
    here = [figure.here for figure in midturn.moved if figure.here is not None]
    if not here:
        return text("rules.no_pioneer_to_be_beside", action=written)
    beside_any = any(stone.cell in board.neighbours[cell] for cell in here)
    if beside_any:
        return text("rules.beside_last_moved", action=written, cell=label, pioneer=board.cells[here[-1]].id)
    return text("rules.not_beside", action=written, cell=label, pioneers=[board.cells[cell].id for cell in here])


def first_in_the_way(position: Position, move: Move) -> str | None:
    """Return the label of the first occupied cell between the start and end of a straight move, or None if there is none."""
    between = position.board.grid.between[move.start][move.end] & position.occupied
    for ray in position.board.rays[move.start]:
        for cell in ray:
            if between >> cell & 1:
                return position.board.cells[cell].id
    return None


def colour_on(position: Position, cell: int) -> Colour | None:
    """Return the colour of the pioneer on a cell, or None if there is no pioneer."""
    for colour, mask in zip(position.players, position.pioneers, strict=True):
        if mask >> cell & 1:
            return colour
    return None
