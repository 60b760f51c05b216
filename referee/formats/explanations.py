"""The JSON of explanations: what may have happened between a known position and a photo.

This JSON extends that of a reading.
"""

from __future__ import annotations

from referee.boards.board import Board
from referee.formats.positions import GivenPosition, JsonObject, position_to_json
from referee.memory.explanations import Explained, Explanation, Kind
from referee.rules.turns import format_turn
from referee.words.texts import say


def remembered_to_json(written: JsonObject, given: GivenPosition, explained: Explained, language: str) -> JsonObject:
    """Return the JSON of a reading, extended by the complete position and the explanations.

    The turn is included if the best explanation is a single turn; otherwise it is None.
    """
    best = explained.best
    explanations = [explanation_to_json(given.position.board, one, language) for one in explained.explanations]
    is_turn = best.kind is Kind.TURN
    return {
        **written,
        "position": position_to_json(given),
        "explanations": explanations,
        "turn": format_turn(best.turns[0], given.position.board) if is_turn else None,
        "turn_confidence": round(best.probability, 6) if is_turn else 0,
    }


def explanation_to_json(board: Board, explanation: Explanation, language: str) -> JsonObject:
    """Return an explanation as JSON, with `orders` only if turns that lead to its pieces pay differently.

    `orders` then lists one turn for each possible award.
    """
    written: JsonObject = {
        "kind": explanation.kind.value,
        "turns": [format_turn(turn, board) for turn in explanation.turns],
        "probability": round(explanation.probability, 6),
        "reason": None if explanation.reason is None else say(explanation.reason, language),
    }
    if explanation.by_award:
        written["orders"] = [format_turn(turn, board) for turn in explanation.by_award]
    return written
