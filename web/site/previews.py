"""The JSON of a preview, which shows the effect of confirming the pieces on the table."""

from __future__ import annotations

from collections.abc import Sequence

from referee.formats.positions import check_to_json, problem_to_json
from referee.rules.position import Position, labels_of
from referee.rules.turns import Turn, format_action, format_turn
from web.games.games import Weighed, arrangement
from web.games.history import by_colour, labels_by_colour
from web.games.payments import Payment, Status, first_cell
from web.games.pieces_on_board import changed_cells, pieces_by_label, words_of
from web.games.several_turns import play_several
from web.games.table import Table, position_json
from web.games.turn_orders import scores_after
from web.site import picture_response_types as response_types
from web.site.responses import ended_json


def preview_json(table: Table, weighed: Weighed, language: str) -> response_types.Preview:
    """Serialize the effect of confirming the pieces on the table."""
    outcome, before, comparison = weighed.outcome, weighed.base.position, weighed.comparison
    players, board = before.players, before.board
    awards = [sum(region.awards[seat] for region in outcome.settled) for seat in range(len(players))]
    old, new = words_of(before), weighed.proposal.words
    labels = [cell.id for cell in board.cells]
    return {
        "revision": table.here.number,
        "regions": [_region_json(before, region) for region in outcome.regions],
        "ask": [_first(before, region) for region in outcome.unanswered],
        "pays": [_first(before, region) for region in outcome.settled if region.status is Status.PAYS],
        "awards": dict(zip(players, awards, strict=True)),
        "totals": dict(position_json(outcome.position, table.board_name)["scores"]),
        "take_off": labels_by_colour(outcome.shown, outcome.take_off),
        "check": None if outcome.check is None else check_to_json(before, outcome.check, language),
        "actions": [] if outcome.turn is None else [format_action(action, board) for action in outcome.turn],
        "turns": [
            {"player": step.before.mover, **_turn_json(step.before, step.turn, step.played.position.scores)}
            for step in play_several(weighed.base, weighed.proposal.turns)
        ],
        "orders": [order_json(before, turn, weighed.base.paid) for turn in outcome.orders],
        "choices": ["mend", "put-back", "ruling"] if outcome.is_illegal else [],
        "unchanged": _unchanged_json(table, weighed),
        "put_back": {"cells": pieces_by_label(before), **arrangement(before, old)} if outcome.is_illegal else None,
        "fault": None if outcome.fault is None else problem_to_json(outcome.fault, language),
        "unseen": {"cells": list(weighed.unseen), "points": weighed.points},
        "not_shown": {"cells": list(weighed.labels(comparison.not_shown)), "must_set": comparison.must_set},
        "gone": {
            "cells": list(weighed.labels(comparison.missing_stones)),
            "known": comparison.stones_in_view,
            "other_table": comparison.is_other_table,
        },
        "ended": ended_json(outcome.ended, language),
        "changed": [{"cell": labels[cell], "before": old[cell], "after": new[cell]} for cell in changed_cells(old, new)],
        "position": position_json(outcome.position, table.board_name),
    }


def order_json(before: Position, turn: Turn, paid: int) -> response_types.Order:
    """Serialize a turn from the position `before`, with its awards; `paid` is a mask of the cells in territories already paid."""
    return _turn_json(before, turn, scores_after(before, turn, paid))


def _turn_json(before: Position, turn: Turn, scores: Sequence[int]) -> response_types.Order:
    pairs = zip(before.players, before.scores, scores, strict=True)
    awards = {colour: after - score for colour, score, after in pairs if after > score}
    return {"turn": format_turn(turn, before.board), "awards": awards}


def _unchanged_json(table: Table, weighed: Weighed) -> response_types.Unchanged | None:
    """Serialize the turns that leave the board unchanged, or return None if the board has changed.

    A ruling is offered if there is no such turn, unless the game is in setup or over.
    """
    unchanged_turns, before = weighed.outcome.unchanged_turns, weighed.base.position
    if unchanged_turns is None:
        return None
    return {
        "turns": [format_turn(turn, before.board) for turn in unchanged_turns.offered],
        "ways": len(unchanged_turns.turns),
        "ruling": not unchanged_turns.turns and not before.in_setup and table.ended is None,
    }


def _region_json(position: Position, region: Payment) -> response_types.Region:
    board = position.board
    return {
        "first": _first(position, region),
        "cells": labels_of(board, region.cells),
        "terrains": [board.terrains[number].id for number in region.terrains],
        "pioneers": by_colour(position.players, region.pioneers),
        "value": region.value,
        "awards": by_colour(position.players, region.awards),
        "status": region.status,
        "why": region.why,
    }


def _first(position: Position, region: Payment) -> str:
    return position.board.cells[first_cell(region.cells)].id
