"""The JSON of a game's photo: the reading given the game's history, the explanations, and another matching moment.

All values are computed by `referee.memory`, the rules or the use cases; this module only serializes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from referee.formats.positions import PROBLEM
from referee.memory.explanations import Explanation, Kind
from referee.memory.settings import DEFAULT
from referee.rules.pieces import Colour
from referee.rules.play import play_turn
from referee.rules.position import Position
from referee.rules.turns import format_turn
from referee.words.problems import Problem
from referee.words.texts import say, text
from web.games.games import arrangement
from web.games.other_moments import find_other_moment
from web.games.photo_evidence import PhotoEvidence
from web.games.photo_shelf import Photo
from web.games.pieces_on_board import words_of
from web.games.remembering import Remembered, cells_against
from web.games.table import Table
from web.games.table_memory import evidence_of, remember_at
from web.photos.tasks import JobState
from web.site import picture_response_types as response_types
from web.site.errors import problem_json
from web.site.previews import order_json
from web.site.sentences import moment_sentence


def remembered_json(table: Table, photos: Sequence[Photo], language: str) -> response_types.Remembered | None:
    """Serialize what photos of one moment show given the game's history, or return None if none of the photos has been read.

    The fields of the result replace those of the last photo's reading.
    """
    evidence = evidence_of(table, photos)
    if evidence is None:
        return None
    remembered = remember_at(table, evidence)
    labels = [cell.id for cell in table.position.board.cells]
    cells: dict[str, response_types.SurePiece] = {
        label: {"piece": word, "confidence": round(sure, 6)}
        for label, word, sure in zip(labels, remembered.words, remembered.confidence, strict=True)
    }
    doubtful = [labels[cell] for cell in remembered.doubtful]
    hidden = sorted(remembered.not_shown)
    nearest = remembered.nearest
    return {
        "cells": cells,
        "doubtful": sorted(doubtful, key=labels.index) + [labels[cell] for cell in hidden],
        "by_effect": doubtful + [labels[cell] for cell in hidden],
        "unseen": [labels[cell] for cell in hidden],
        "explanations": [explained_json(table, evidence, one, language) for one in remembered.explanations],
        "nearest": None if nearest is None else explained_json(table, evidence, nearest, language),
        "moment": _moment_json(table, evidence, remembered, language),
    }


def explained_json(table: Table, evidence: PhotoEvidence, explanation: Explanation, language: str) -> response_types.Explanation:
    """Serialize an explanation with its pieces, the players who moved, and the hexes that the photo alone shows otherwise."""
    before, board = table.position, table.position.board
    shown = replace(before, pioneers=explanation.shown.pioneers, stones=explanation.shown.stones)
    return {
        "kind": explanation.kind,
        "turns": [format_turn(turn, board) for turn in explanation.turns],
        "probability": round(explanation.probability, 6),
        "sure": explanation.probability >= DEFAULT.accept_from,
        "reason": None if explanation.reason is None else say(explanation.reason, language),
        "players": movers_of(before, explanation),
        "orders": [order_json(before, turn, table.paid) for turn in explanation.by_award],
        "pieces": arrangement(shown, words_of(shown)),
        "against": [board.cells[cell].id for cell in cells_against(evidence, before, explanation)],
    }


def movers_of(before: Position, explanation: Explanation) -> list[Colour]:
    """Return the colours of the players whose turns make up an explanation, in order.

    A partial or illegal turn is attributed to the player to move.
    """
    if explanation.kind not in (Kind.TURN, Kind.TURNS):
        return [before.mover for _ in explanation.turns]
    movers: list[Colour] = []
    position = before
    for turn in explanation.turns:
        movers.append(position.mover)
        position = play_turn(position, turn).position
    return movers


def _moment_json(table: Table, evidence: PhotoEvidence, remembered: Remembered, language: str) -> response_types.Moment | None:
    revision = find_other_moment(table, evidence, remembered)
    if revision is None:
        return None
    return {"revision": revision.number, "sentence": say(moment_sentence(table, revision), language)}


def job_json(state: JobState, answer: Mapping[str, Any], language: str) -> response_types.Job:
    """Serialize the state of a photo's job, with the reading or, if the job has failed, the problem."""
    if "reading" in answer:
        sentences = {name: lines for name, lines in answer.get("said", {}).get(language, {}).items() if lines}
        return {"state": state, "reading": cast("response_types.Reading", {**answer["reading"], **sentences})}
    return {"state": state, "problem": _job_problem(answer, language)} if state is JobState.FAILED else {"state": state}


def _job_problem(answer: Mapping[str, Any], language: str) -> response_types.Problem:
    if not answer:
        return problem_json(Problem("send-again", text("serve.send_again")), language)
    problem = {"format": PROBLEM, "problem": answer["problem"], "message": answer["messages"][language]}
    details = {name: value for name, value in answer.items() if name not in ("problem", "messages")}
    return cast("response_types.Problem", {**problem, **details})
