"""A photo after a known position is explained by legal changes, with a calibrated probability."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice, pairwise

import pytest

from referee.boards.library import load_board
from referee.memory.evidence import words_of
from referee.memory.explanations import Kind, Pieces
from referee.memory.posterior import explain_photo
from referee.memory.settings import DEFAULT
from referee.rules.midturn import begin_turn
from referee.rules.pieces import Piece
from referee.rules.play import OVER_BECAUSE
from referee.rules.position import Edition, Position, cells_of, first_position
from referee.rules.retrace import retrace
from referee.rules.scoring import EndReason
from referee.rules.turns import parse_turn
from tests.memory.tables import clear_photo, doubtful_photo, glancing_photo, pieces_on, turns_of, with_word
from tests.rules.games import PlayedTurn

BOARD = load_board("islet")
CELLS = len(BOARD.cells)


def some_turns(edition: Edition = Edition.DE, players: int = 2, seed: int = 3) -> list[PlayedTurn]:
    return list(islice(turns_of(BOARD, edition, players, seed), 12))


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_clear_photo_of_a_legal_turn_is_that_turn(edition: Edition, players: int) -> None:
    for step in some_turns(edition, players)[:6]:
        after = pieces_on(step.played.position)
        found = explain_photo(step.before, clear_photo(after, CELLS))
        if after == pieces_on(step.before):
            assert found.best.kind is Kind.UNCHANGED
            continue
        assert found.best.kind is Kind.TURN
        assert found.best.shown == after
        assert found.best.probability > 0.6


def test_unchanged_board_is_called_unchanged() -> None:
    for step in some_turns():
        found = explain_photo(step.before, clear_photo(pieces_on(step.before), CELLS))
        assert found.best.kind is Kind.UNCHANGED
        assert found.best.probability > 0.98


def test_change_after_the_end_of_a_game_comes_with_the_reason_of_its_end() -> None:
    over = position(red=["E5"], yellow=[])
    shown = position(red=["E4"], yellow=[])
    same = explain_photo(over, clear_photo(pieces_on(over), CELLS))
    assert same.best.kind is Kind.UNCHANGED
    changed = explain_photo(over, clear_photo(pieces_on(shown), CELLS))
    assert changed.best.kind is Kind.OTHER
    assert changed.best.reason == OVER_BECAUSE[EndReason.ONE_CAN_MOVE]


def test_first_action_of_a_turn_is_part_of_one() -> None:
    before = position(red=["E5", "F6"], yellow=["E7", "F3"])
    shown = position(red=["E4", "F6"], yellow=["E7", "F3"], stones=["E3"])
    found = explain_photo(before, clear_photo(pieces_on(shown), CELLS))
    part = next(one for one in found.explanations if one.kind is Kind.PART)
    assert part.turns == (parse_turn("E5-E4 +E3", BOARD),)
    assert part.probability > 0.02  # the same board can be a whole turn in which the pioneer moved twice, which is likelier


def test_two_turns_between_photos_are_found_in_their_order() -> None:
    right = 0
    steps = some_turns(seed=4)
    pairs = list(pairwise(steps))[:8]
    for first, second in pairs:
        found = explain_photo(first.before, clear_photo(pieces_on(second.played.position), CELLS))
        right += found.best.kind is Kind.TURNS and len(found.best.turns) == 2
    assert right >= 7


def test_search_for_several_turns_that_is_cut_short_leaves_a_share_out_and_accepts_nothing() -> None:
    unresolved = 0
    for first, second in list(pairwise(some_turns(seed=4)))[:8]:
        shown = pieces_on(second.played.position)
        found = explain_photo(first.before, clear_photo(shown, CELLS), settings=replace(DEFAULT, most_tries=1))
        if found.best.kind is not Kind.TURNS:
            unresolved += 1
            assert found.left_out > 0.5
            assert found.best.probability < DEFAULT.accept_from
            wrong = [cell for cell, word in enumerate(words_of(shown, CELLS)) if found.words[cell] != word]
            assert all(found.confidence[cell] < DEFAULT.doubtful_below for cell in wrong)
    assert unresolved


def test_hidden_hexes_give_no_evidence_and_keep_their_known_piece() -> None:
    step = some_turns()[2]
    after = pieces_on(step.played.position)
    gone = clear_photo(Pieces((0, 0), 0), CELLS)
    photo = clear_photo(after, CELLS)
    changed = {cell for mask, was in zip(after.pioneers, step.before.pioneers, strict=True) for cell in cells_of(mask ^ was)}
    changed |= set(cells_of(after.stones ^ step.before.stones))
    hidden = [cell for cell in cells_of(step.before.occupied) if cell not in changed][:10]
    for cell in hidden:
        photo[cell] = gone[cell]
    found = explain_photo(step.before, photo, unseen=hidden)
    assert found.best.kind is Kind.TURN
    assert found.best.shown == after


def test_misread_hex_is_a_misreading_and_no_accusation() -> None:
    step = some_turns()[1]
    after = pieces_on(step.played.position)
    other_seat = 1 - step.before.to_move
    cell = next(cells_of(step.before.pioneers[other_seat] & after.pioneers[other_seat]))
    found = explain_photo(step.before, with_word(clear_photo(after, CELLS), cell, Piece.EMPTY, 0.9))
    assert found.best.kind is Kind.TURN
    assert found.words[cell] == other_seat


def test_stone_far_from_any_pioneer_is_illegal_and_the_rule_is_named() -> None:
    before = position(red=["E5", "F6"], yellow=["E7", "F3"])
    shown = position(red=["E4", "F6"], yellow=["E7", "F3"], stones=["E3", "K1"])
    found = explain_photo(before, clear_photo(pieces_on(shown), CELLS))
    assert found.best.kind is Kind.ILLEGAL
    assert found.best.reason is not None


def test_other_players_pioneer_moved_is_illegal() -> None:
    before = position(red=["E5", "F6"], yellow=["E7", "F3"])
    shown = position(red=["E4", "F6"], yellow=["E8", "F3"], stones=["E3", "E5"])
    found = explain_photo(before, clear_photo(pieces_on(shown), CELLS))
    assert found.best.kind in (Kind.ILLEGAL, Kind.TURNS)


def test_another_table_is_explained_by_no_turn() -> None:
    chance = random.Random(2)
    cells = chance.sample(range(CELLS), 40)
    masks = [sum(1 << cell for cell in part) for part in (cells[:8], cells[8:16], cells[16:])]
    found = explain_photo(position(red=["E5"], yellow=["E7"]), clear_photo(Pieces((masks[0], masks[1]), masks[2]), CELLS))
    assert found.best.kind is Kind.OTHER
    assert found.best.after is None


def test_more_changes_than_a_float_can_weigh_are_explained_by_no_turn() -> None:
    board = load_board("terranova")
    before = replace(first_position(board, Edition.DE, 2), reserve=(0, 0), pioneers=(0b11 << 60, 0b11 << 90))
    stones = Pieces((0, 0), board.grid.all_cells)
    found = explain_photo(before, clear_photo(stones, len(board.cells)))
    assert found.best.kind is Kind.OTHER
    assert found.words == words_of(stones, len(board.cells))


def test_what_a_legal_turn_leads_to_is_never_called_illegal() -> None:
    chance = random.Random(5)
    mine, other = (next(turns_of(BOARD, Edition.DE, 2, seed)).before for seed in (3, 8))
    midturn = begin_turn(mine)
    for one in explain_photo(mine, glancing_photo(pieces_on(other), CELLS, chance, 0.3)).explanations:
        if one.kind is Kind.ILLEGAL:
            after = replace(midturn.position, pioneers=one.shown.pioneers, stones=one.shown.stones)
            assert next(retrace(midturn, after), None) is None


def test_probabilities_never_add_up_to_more_than_one() -> None:
    chance = random.Random(8)
    for step in some_turns(seed=9):
        photo = doubtful_photo(pieces_on(step.played.position), CELLS, chance, 0.1)
        found = explain_photo(step.before, photo)
        assert sum(one.probability for one in found.explanations) <= 1 + 1e-9
        assert all(0 <= sure <= 1 for sure in found.confidence)
        assert found.left_out < 0.05


def test_paid_pioneers_may_still_stand() -> None:
    before = position(red=["E5", "F6"], yellow=["E7", "F3"])
    standing = (1 << BOARD.number_of["A1"], 0)
    for cleared in (True, False):
        shown = before if cleared else position(red=["E5", "F6", "A1"], yellow=["E7", "F3"])
        found = explain_photo(before, clear_photo(pieces_on(shown), CELLS), standing=[standing])
        assert found.best.kind is Kind.UNCHANGED
        assert (found.words[BOARD.number_of["A1"]] == 0) is not cleared


def test_any_number_of_placed_pioneers_is_explained() -> None:
    first = first_position(BOARD, Edition.DE, 2)
    shown = position(red=["E5", "F6", "A1"], yellow=["E7", "F3"])
    found = explain_photo(first, clear_photo(pieces_on(shown), CELLS))
    assert found.best.kind is Kind.TURNS
    assert len(found.best.turns) == 5
    assert found.best.after is not None
    assert found.best.after.reserve == (10, 11)


def test_pioneers_placed_out_of_turn_are_counted_without_an_order() -> None:
    first = first_position(BOARD, Edition.DE, 2)
    shown = position(red=["E5", "F6", "A1"], yellow=[])
    found = explain_photo(first, clear_photo(pieces_on(shown), CELLS))
    assert found.best.kind is Kind.OTHER
    assert found.best.shown == pieces_on(shown)


def position(red: list[str], yellow: list[str], stones: list[str] | None = None) -> Position:
    """Return a position on islet with red to move and nothing in reserve."""
    first = first_position(BOARD, Edition.DE, 2)
    masks = [sum(1 << BOARD.number_of[label] for label in labels) for labels in (red, yellow, stones or [])]
    return replace(first, pioneers=(masks[0], masks[1]), stones=masks[2], reserve=(0, 0))
