"""Photos of a game are read as its next moment: known facts are not queued for review again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from referee.boards.library import load_board
from referee.memory.evidence import words_of as words_shown
from referee.memory.explanations import Kind
from referee.memory.settings import DEFAULT
from referee.rules.pieces import Piece
from referee.rules.play import play_turn
from referee.rules.position import Edition, Position
from referee.rules.turns import format_turn, parse_turn
from tests.memory.tables import clear_photo, pieces_on, turns_of, with_word
from tests.web.conftest import Phone
from tests.web.games.test_full_referee import arrangement_of
from web.games.photo_evidence import LOG_STEPS, WORDS, PhotoEvidence, join_answers
from web.games.pieces_on_board import words_of
from web.games.remembering import cells_against, remember
from web.games.table import Mode, open_table
from web.games.table_memory import evidence_of, remember_at
from web.site.companion import Companion
from web.site.remembered_views import explained_json

BOARD = load_board("islet")
CELLS = [cell.id for cell in BOARD.cells]
STEPS = list(turns_of(BOARD, Edition.DE, 2, 3))[:12]


def evidence(
    position: Position, doubtful: Mapping[str, tuple[Piece, float]] | None = None, unseen: Iterable[str] = ()
) -> PhotoEvidence:
    """Return the evidence of a photo of a position, with some hexes doubtful and some hidden."""
    rows = clear_photo(pieces_on(position), len(CELLS))
    for label, (word, sure) in (doubtful or {}).items():
        rows = with_word(rows, BOARD.number_of[label], word, sure)
    words = tuple(WORDS[max(range(6), key=row.__getitem__)] for row in rows)
    doubts = tuple(BOARD.number_of[label] for label in doubtful or ())
    return PhotoEvidence(tuple(rows), frozenset(BOARD.number_of[label] for label in unseen), words, doubts)


def labels(cells: Iterable[int]) -> set[str]:
    return {CELLS[cell] for cell in cells}


@pytest.mark.parametrize("mode", Mode)
def test_doubtful_stone_stays_a_stone_and_is_not_reviewed(mode: Mode) -> None:
    step = STEPS[6]
    stone = next(cell for cell in CELLS if step.before.stones >> BOARD.number_of[cell] & 1)
    found = remember(evidence(step.played.position, {stone: (Piece.EMPTY, 0.8)}), step.before, mode)
    assert found.words[BOARD.number_of[stone]] is Piece.STONE
    assert stone not in labels(found.doubtful)


@pytest.mark.parametrize("mode", Mode)
def test_pieces_that_no_photo_shows_stay(mode: Mode) -> None:
    step = STEPS[6]
    turned = words_of(step.before), words_of(step.played.position)
    kept = [cell for number, cell in enumerate(CELLS) if turned[0][number] is turned[1][number] is not Piece.EMPTY]
    empty = replace(step.played.position, stones=0, pioneers=(0, 0))
    rows = list(evidence(step.played.position).rows)
    for cell in kept[:5]:
        rows[BOARD.number_of[cell]] = evidence(empty).rows[BOARD.number_of[cell]]
    hidden = replace(evidence(step.played.position, unseen=kept[:5]), rows=tuple(rows))
    found = remember(hidden, step.before, mode)
    assert labels(found.not_shown) == set(kept[:5])
    assert found.words == turned[1]
    assert found.doubtful == ()


@pytest.mark.parametrize("mode", Mode)
def test_stone_that_a_photo_plainly_shows_missing_is_reviewed(mode: Mode) -> None:
    step = STEPS[6]
    stone = next(number for number in range(len(CELLS)) if step.before.stones >> number & 1)
    gone = replace(step.played.position, stones=step.played.position.stones & ~(1 << stone))
    assert remember(evidence(gone), step.before, mode).words[stone] is Piece.EMPTY


def test_paid_land_stays_closed_for_the_score_keeper() -> None:
    step = STEPS[6]
    bare = next(number for number, word in enumerate(words_of(step.before)) if word is Piece.EMPTY)
    photo = evidence(step.before, {CELLS[bare]: (Piece.YELLOW, 0.9)})
    assert CELLS[bare] in labels(remember(photo, step.before, Mode.KEEPER).doubtful)
    paid = remember(photo, step.before, Mode.KEEPER, paid=1 << bare)
    assert (paid.words[bare], paid.doubtful) == (Piece.EMPTY, ())


def test_pioneer_may_still_stand_on_paid_land_for_the_score_keeper() -> None:
    step = STEPS[6]
    bare = next(number for number, word in enumerate(words_of(step.before)) if word is Piece.EMPTY)
    photo = evidence(step.before, {CELLS[bare]: (Piece.YELLOW, 0.999)})
    found = remember(photo, step.before, Mode.KEEPER, 1 << bare, ((0, 1 << bare),))
    assert (found.words[bare], found.doubtful) == (Piece.YELLOW, ())


def test_full_referee_reads_the_turn_that_explains_the_photo() -> None:
    found = remember(evidence(STEPS[6].played.position), STEPS[6].before, Mode.REFEREE)
    assert found.best is not None
    assert (found.best.kind, found.doubtful) == (Kind.TURN, ())
    assert found.words == words_of(STEPS[6].played.position)


def test_photo_in_mid_game_is_read_without_memory_if_only_a_setup_is_known() -> None:
    start = STEPS[0].before
    begun = replace(start, pioneers=(0, 0), stones=0, reserve=(13, 13))
    found = remember(evidence(STEPS[6].before), begun, Mode.REFEREE)
    assert found.words == words_of(STEPS[6].before)
    assert found.explanations == ()


def test_board_that_no_turn_explains_has_a_nearest_legal_turn_and_hexes_against_it() -> None:
    before, after = STEPS[6].before, STEPS[6].played.position
    other = 1 - before.to_move
    taken = next(number for number in range(len(CELLS)) if before.pioneers[other] & after.pioneers[other] >> number & 1)
    masks = tuple(mask & ~(1 << taken) for mask in after.pioneers)
    photo = evidence(replace(after, pioneers=masks))
    found = remember(photo, before, Mode.REFEREE)
    assert found.best is not None
    assert (found.best.kind, found.best.reason is None) == (Kind.ILLEGAL, False)
    assert found.nearest is not None
    assert found.nearest.kind is Kind.TURN
    assert cells_against(photo, before, found.nearest) == (taken,)


def test_probabilities_are_stored_with_a_photo_and_older_photos_have_words_alone() -> None:
    cells = {label: {"piece": "empty", "confidence": 0.9} for label in CELLS}
    older = {"reading": {"cells": cells, "by_effect": [], "unseen": []}}
    row = join_answers([older], BOARD).rows[0]
    assert (row[WORDS.index(Piece.EMPTY)], round(sum(row), 9)) == (0.9, 1.0)
    newer = {**older, "probabilities": {CELLS[0]: [-20 * LOG_STEPS // 10] * 4 + [-9 * LOG_STEPS, 0]}}
    row = join_answers([newer], BOARD).rows[0]
    assert row[WORDS.index(Piece.EMPTY)] == max(row)
    assert row[0] > row[WORDS.index(Piece.STONE)]


def test_hex_doubtful_on_one_photo_and_clear_on_another_is_not_reviewed() -> None:
    clear = {label: {"piece": "empty", "confidence": 0.9999} for label in CELLS}
    doubt = {**clear, "E5": {"piece": "red", "confidence": 0.5}}
    answers = [{"reading": {"cells": one, "by_effect": ["E5"] if one is doubt else [], "unseen": []}} for one in (doubt, clear)]
    assert join_answers(answers[:1], BOARD).doubtful == (BOARD.number_of["E5"],)
    assert join_answers(answers, BOARD).doubtful == ()


def test_game_answers_with_the_turn_and_the_board_after_it(phone: Phone, companion: Companion) -> None:
    step = STEPS[0]
    job = photographed(phone, companion, step.before, step.played.position)
    best = job["explanations"][0]
    assert (best["kind"], best["players"]) == ("turn", [step.before.mover.value])
    assert best["turns"] == job["explanations"][0]["turns"]
    assert play_turn(step.before, parse_turn(best["turns"][0], BOARD)).position.stones == step.played.position.stones
    assert best["pieces"]["stones"] == [CELLS[n] for n in range(len(CELLS)) if step.played.position.stones >> n & 1]
    assert (job["doubtful"], job["moment"], job["nearest"]) == ([], None, None)


def test_explanation_is_sure_from_the_threshold_of_memory(phone: Phone, companion: Companion) -> None:
    start_game(phone, STEPS[0].before)
    photo = companion.shelf.photo(str(phone.game_id), add_photo(phone, companion, STEPS[0].played.position))
    table = open_table(companion.store, str(phone.game_id))
    seen = evidence_of(table, [photo])
    assert seen is not None
    best = remember_at(table, seen).explanations[0]
    sure = {
        share: explained_json(table, seen, replace(best, probability=share), "en")["sure"]
        for share in (DEFAULT.accept_from - 1e-4, DEFAULT.accept_from, 1.0)
    }
    assert list(sure.values()) == [False, True, True]


def test_two_turns_are_listed_in_order_with_their_players(phone: Phone, companion: Companion) -> None:
    first, second = STEPS[0], STEPS[1]
    job = photographed(phone, companion, first.before, second.played.position)
    best = job["explanations"][0]
    assert (best["kind"], best["players"]) == ("turns", ["red", "yellow"])
    assert len(best["turns"]) == 2


def test_photo_of_the_table_before_a_turn_is_recognised(phone: Phone, companion: Companion) -> None:
    start_game(phone, STEPS[0].before)
    for step in STEPS[:4]:
        phone.must("turns", turn=format_turn(step.turn, BOARD))
    job = read_at(phone, companion, STEPS[2].before)
    assert job["moment"]["revision"] == 2
    assert job["moment"]["sentence"] == "This looks like the table before Anna’s turn."


def test_photo_of_a_turn_confirmed_by_hand_is_unchanged(phone: Phone, companion: Companion) -> None:
    start_game(phone, STEPS[0].before)
    phone.must("turns", turn=format_turn(STEPS[0].turn, BOARD))
    job = read_at(phone, companion, STEPS[0].played.position)
    assert (job["explanations"][0]["kind"], job["moment"]) == ("unchanged", None)


def test_photo_of_a_turn_that_was_undone_is_recognised(phone: Phone, companion: Companion) -> None:
    start_game(phone, STEPS[0].before)
    for step in STEPS[:4]:
        phone.must("turns", turn=format_turn(step.turn, BOARD))
    for _ in range(4):
        phone.must("undo")
    job = read_at(phone, companion, STEPS[3].played.position)
    assert job["moment"] == {"revision": 4, "sentence": "This looks like the table after Bo’s turn, which was undone."}


def test_photo_of_the_finished_setup_starts_the_game(phone: Phone, companion: Companion) -> None:
    phone.new_game("Anna", "Bo", mode="referee")
    masks = tuple(sum(1 << number for number in range(seat, 26, 2)) for seat in range(2))
    finished = replace(STEPS[0].before, pioneers=masks, stones=0)
    job = read_at(phone, companion, finished)
    assert (job["explanations"][0]["kind"], len(job["explanations"][0]["turns"]), job["doubtful"]) == ("turns", 26, [])
    pieces = {cell: word.value for cell, word in zip(CELLS, words_of(finished), strict=True) if word is not Piece.EMPTY}
    state = phone.must("confirm", **arrangement_of(pieces), photo=add_photo(phone, companion, finished))
    assert (state["phase"], state["revision"], state["position"]["to_move"]) == ("playing", 1, "red")


def start_game(phone: Phone, before: Position) -> None:
    """Start a game at a position."""
    pieces = {cell: word.value for cell, word in zip(CELLS, words_of(before), strict=True) if word is not Piece.EMPTY}
    start = {"format": "terranova-position/1", "board": "islet", "edition": "de", "players": ["red", "yellow"]}
    phone.new_game("Anna", "Bo", mode="referee", start={**start, **arrangement_of(pieces), "to_move": before.mover.value})


def photographed(phone: Phone, companion: Companion, before: Position, shown: Position) -> dict[str, Any]:
    """Start a game at a position and photograph another; return the reading after memory."""
    start_game(phone, before)
    return read_at(phone, companion, shown)


def read_at(phone: Phone, companion: Companion, shown: Position) -> dict[str, Any]:
    """Photograph a position in the current game; return the reading after memory."""
    photo = add_photo(phone, companion, shown)
    answer = phone.client.get(f"/api/jobs/{photo}")
    assert answer.status_code == 200, answer.get_json()
    return dict(answer.get_json()["reading"])


def add_photo(phone: Phone, companion: Companion, shown: Position) -> str:
    """Add a photo that has been read, as the reading process would have answered."""
    assert phone.game_id is not None
    words = words_shown(pieces_on(shown), len(CELLS))
    cells = {cell: {"piece": WORDS[word].value, "confidence": 0.9999} for cell, word in zip(CELLS, words, strict=True)}
    reading = {"format": "terranova-reading/1", "board": "islet", "photo": {"width": 640, "height": 480}, "cells": cells}
    photo, _ = companion.shelf.add(
        phone.game_id, f"upload-{phone.state['revision']:06d}-{abs(hash(words)):x}", phone.state["revision"]
    )
    companion.shelf.finish(photo.id, {"reading": {**reading, "doubtful": [], "by_effect": [], "unseen": []}})
    return photo.id
