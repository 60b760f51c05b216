"""Cases that memory once explained wrongly: unfinished turns, groups of misread pieces, the setup, and several mistakes."""

from __future__ import annotations

import math
import random
from dataclasses import replace

from referee.boards.library import load_board
from referee.memory.evidence import words_of
from referee.memory.explanations import Kind, Pieces
from referee.memory.posterior import explain_photo
from referee.memory.priors import CLASSES, Priors
from referee.memory.settings import DEFAULT
from referee.rules.counting import stones_left
from referee.rules.pieces import Piece
from referee.rules.play import play_turn
from referee.rules.position import Edition, Position, cells_of, first_position
from referee.rules.turns import parse_turn
from tests.memory.tables import Row, clear_photo, pieces_on
from tests.rules.games import PlayedTurn, play_game

BOARD = load_board("islet")
CELLS = len(BOARD.cells)
RED = ["E5", "F6", "C3", "H5"]
YELLOW = ["E7", "F3", "B6", "I4"]


def position(red: list[str], yellow: list[str], stones: list[str] | None = None) -> Position:
    """Return a position on islet with red to move and nothing in reserve."""
    first = first_position(BOARD, Edition.DE, 2)
    masks = [sum(1 << BOARD.number_of[label] for label in labels) for labels in (red, yellow, stones or [])]
    return replace(first, pioneers=(masks[0], masks[1]), stones=masks[2], reserve=(0, 0))


def photo_of(shown: Position) -> list[Row]:
    return clear_photo(pieces_on(shown), CELLS)


def is_one_move(step: PlayedTurn) -> bool:
    """Return whether no stones are left, and one of the mover's pioneers is on a new cell after the turn."""
    seat, before = step.before.to_move, step.before
    return stones_left(before) == 0 and (step.played.position.pioneers[seat] & ~before.own).bit_count() == 1


def leaning(row: Row, word: Piece, share: float) -> Row:
    """Return the probabilities of a hex that resembles another word with this share."""
    place = list(Piece).index(word)
    return tuple((1 - share) * old + (share if other == place else 0.0) for other, old in enumerate(row))


def test_two_pioneers_moved_without_a_stone_are_a_whole_turn() -> None:
    found = explain_photo(position(RED, YELLOW), photo_of(position(["E4", "F5", "C3", "H5"], YELLOW)))
    assert found.best.kind is Kind.TURN
    assert found.best.probability > 0.8


def test_single_move_is_a_whole_turn_where_no_stones_are_left_and_the_land_is_small() -> None:
    steps = play_game(load_board("terranova"), Edition.DE, 4, seed=77_010, most_turns=130)
    moves = [step for step in steps if is_one_move(step)]
    assert moves
    for step in moves:
        after = step.played.position
        best = explain_photo(step.before, clear_photo(pieces_on(after), len(after.board.cells))).best
        assert best.kind is Kind.TURN
        assert best.probability > 0.87


def test_more_stones_than_there_are_is_illegal() -> None:
    steps = play_game(load_board("terranova"), Edition.DE, 4, seed=77_010, most_turns=130)
    step = next(step for step in steps if is_one_move(step))
    shown = step.played.position
    cell = next(cells_of(shown.board.grid.all_cells & ~shown.occupied & ~step.before.occupied))
    photo = clear_photo(pieces_on(replace(shown, stones=shown.stones | 1 << cell)), len(shown.board.cells))
    assert explain_photo(step.before, photo).best.kind is Kind.ILLEGAL


def test_no_board_weighs_more_than_its_bound_when_stones_run_out() -> None:
    priors = Priors(DEFAULT, first_moves=20.0, pioneers=4, movable=3, reach=60.0, stones_left=0)
    for size in CLASSES:
        weights = [math.exp(log) for log in (priors.of_turn(*size), priors.of_part(*size), priors.of_illegal(*size))]
        assert 0 < max(weights) <= priors.at_most(*size)


def test_pioneer_that_the_turn_itself_sets_free_may_move() -> None:
    before = position(["A1", "A2"], YELLOW, ["B1", "B2"])
    shown = play_turn(before, parse_turn("A2-C4 A1-A2 A2-B3", BOARD)).position
    found = explain_photo(before, clear_photo(pieces_on(shown), CELLS))
    assert (found.best.kind, found.best.shown) == (Kind.TURN, pieces_on(shown))


def test_colours_that_do_not_play_are_no_evidence_of_several_turns() -> None:
    before, shown = position(RED, YELLOW), position(["E4", "F6", "C3", "H5"], YELLOW, ["E5", "E3"])
    photo = photo_of(shown)
    for label in ("A1", "A2", "B1"):
        cell = BOARD.number_of[label]
        photo[cell] = leaning(photo[cell], Piece.GREEN, 0.97)
    found = explain_photo(before, photo)
    assert (found.best.kind, found.best.shown) == (Kind.TURN, pieces_on(shown))
    assert not any(one.kind is Kind.TURNS and one.probability > 0.01 for one in found.explanations)


def test_group_of_known_pieces_that_look_like_stones_is_weak_evidence() -> None:
    before = position(RED, YELLOW)
    shown = position(["E4", "F6", "C3", "H5"], YELLOW, ["E5", "E3"])
    photo = photo_of(shown)
    for label in YELLOW:
        cell = BOARD.number_of[label]
        photo[cell] = leaning(photo[cell], Piece.STONE, 0.9999)
    found = explain_photo(before, photo)
    assert found.best.kind is Kind.TURN
    assert found.best.shown == pieces_on(shown)


def test_single_known_piece_that_looks_like_a_stone_is_still_recognised() -> None:
    before = position(RED, YELLOW, ["A1"])
    photo = photo_of(position(["E4", "F6", "C3", "H5"], YELLOW, ["E5", "E3"]))
    assert explain_photo(before, photo).best.kind is Kind.ILLEGAL


def test_setup_is_sure_of_hexes_that_might_only_show_a_stone() -> None:
    before = position(["E5"], ["E7"])
    shown = position(["E5", "F6", "C3"], ["E7", "F3", "B6"])
    photo = photo_of(shown)
    for label in ("A1", "D4", "G5"):
        cell = BOARD.number_of[label]
        photo[cell] = leaning(photo[cell], Piece.STONE, 0.3)
    found = explain_photo(replace(before, reserve=(12, 12)), photo)
    assert found.best.kind is Kind.TURNS
    assert found.best.probability > DEFAULT.accept_from
    assert min(found.confidence) > DEFAULT.doubtful_below


def test_order_of_setup_decides_a_doubtful_pioneer() -> None:
    before = position(["E5"], ["E7"])
    photo = photo_of(position(["E5", "F6"], ["E7", "F3"]))
    cell = BOARD.number_of["F3"]
    photo[cell] = leaning(photo[cell], Piece.EMPTY, 0.4)
    red_first = explain_photo(replace(before, reserve=(12, 12)), photo)
    assert red_first.best.shown.pioneers[1].bit_count() == 1
    yellow_first = explain_photo(replace(before, reserve=(12, 12), to_move=1), photo)
    assert yellow_first.best.shown.pioneers[1].bit_count() == 2


def test_photo_with_a_missing_pioneer_is_not_explained_as_setup() -> None:
    before = position(["E5", "C3"], ["E7", "B6"])
    found = explain_photo(replace(before, reserve=(11, 11)), photo_of(position(["E5"], [])))
    assert found.best.after is None


def test_turn_of_the_wrong_player_is_illegal() -> None:
    corner = [BOARD.number_of["K1"], BOARD.number_of["K2"]]  # red can only move to and fro: after three moves it is elsewhere
    round_it = sorted({BOARD.cells[cell].id for one in corner for cell in BOARD.neighbours[one]} - {"K1", "K2"})
    before = position(["K1"], ["E7", *round_it])
    found = explain_photo(before, photo_of(position(["K1"], ["E8", *round_it], ["E9", "D8"])))
    assert found.best.kind is Kind.ILLEGAL
    assert found.best.probability > 0.9


def test_turn_with_a_pioneer_taken_off_and_a_stone_added_is_illegal() -> None:
    before = position(RED, YELLOW)
    found = explain_photo(before, photo_of(position(["E4", "F6", "C3", "H5"], ["E7", "F3", "I4"], ["E3", "A1"])))
    assert found.best.kind is Kind.ILLEGAL


def test_two_slips_in_one_turn_are_illegal_and_leave_little_out() -> None:
    """The pioneer that moved was taken off, and a stone lies far away: no turn leads close to this board."""
    found = explain_photo(position(RED, YELLOW), photo_of(position(["F6", "C3", "H5"], YELLOW, ["E3", "D4", "K1"])))
    assert found.best.kind is Kind.ILLEGAL
    assert found.left_out < 0.01


def test_stones_that_may_lie_under_own_pioneers_leave_little_out() -> None:
    before = position(RED, YELLOW)
    photo = photo_of(position(["E4", "F6", "C3", "H5"], YELLOW))
    for label in ("F6", "C3", "H5"):
        cell = BOARD.number_of[label]
        photo[cell] = leaning(photo[cell], Piece.STONE, 0.55)
    assert explain_photo(before, photo).left_out < 0.01


def test_hidden_hexes_keep_their_words_where_two_turns_were_made() -> None:
    chance = random.Random(4)
    before = position(RED, YELLOW)
    shown = position(["E4", "F6", "C3", "H5"], ["E7", "F4", "B6", "I4"], ["E3", "D4", "F5", "G4"])
    photo = photo_of(shown)
    known, now = words_of(pieces_on(before), CELLS), words_of(Pieces(shown.pioneers, shown.stones), CELLS)
    hidden = chance.sample([cell for cell in range(CELLS) if known[cell] == now[cell]], 10)
    for cell in hidden:
        photo[cell] = (1 / len(Piece),) * len(Piece)
    found = explain_photo(before, photo)
    assert all(found.words[cell] == known[cell] for cell in hidden)
