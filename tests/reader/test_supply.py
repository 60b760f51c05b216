"""A photo hardly shows more pieces of a kind than the box holds: the least certain ones are probably something else."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from referee.reader.settings import DEFAULT
from referee.reader.supply import fit_to_supply, pieces_held
from referee.reader.words import EMPTY, STONE, WORDS
from referee.rules.pieces import Piece

RED, YELLOW = WORDS.index(Piece.RED), WORDS.index(Piece.YELLOW)


def red_or_stone(*chances: float) -> np.ndarray:
    """Return the probabilities of hexes that hold a red pioneer with these probabilities, and otherwise a stone."""
    shares = np.zeros((len(chances), len(WORDS)), np.float32)
    shares[:, RED] = chances
    shares[:, STONE] = 1 - shares[:, RED]
    return shares


@pytest.mark.parametrize(("players", "each"), [(2, 13), (3, 10), (4, 8)])
def test_box_holds_the_pieces_of_the_rules(players: int, each: int) -> None:
    held = pieces_held((), players)
    assert held[Piece.RED] == each
    assert held[Piece.STONE] == 80


def test_one_misread_pioneer_does_not_make_another_player() -> None:
    words = (Piece.RED,) * 13 + (Piece.YELLOW,) * 13 + (Piece.GREEN,)
    assert pieces_held(words, None)[Piece.RED] == 13


def test_the_least_certain_of_too_many_pieces_becomes_something_else() -> None:
    fitted = fit_to_supply(red_or_stone(*[0.9999] * 13, 0.7), 2, DEFAULT)
    assert fitted.argmax(1).tolist() == [RED] * 13 + [STONE]
    assert np.allclose(fitted.sum(1), 1, atol=1e-5)


def test_as_many_pieces_as_the_box_holds_are_left_alone() -> None:
    shares = red_or_stone(*[0.9999] * 12, 0.7)
    assert np.array_equal(fit_to_supply(shares, 2, DEFAULT), shares)


def test_certain_pieces_are_believed_although_the_box_holds_fewer() -> None:
    """Somebody added pieces of a second box, or three play instead of two."""
    fitted = fit_to_supply(red_or_stone(*[1 - 1e-5] * 16), 2, DEFAULT)
    assert (fitted.argmax(1) == RED).all()


def test_probabilities_agree_with_a_sum_over_all_combinations() -> None:
    """Ten of the pieces are certain, four are not, and at most 13 can be red."""
    chances = np.array([0.8, 0.7, 0.6, 0.9])
    fitted = fit_to_supply(red_or_stone(*[1.0] * 10, *chances), 2, DEFAULT)[10:, RED]
    boards = np.array(list(product((0, 1), repeat=4)))
    weights = np.prod(np.where(boards, chances, 1 - chances), 1) * np.where(boards.sum(1) > 3, DEFAULT.more_than_held, 1)
    assert np.allclose(fitted, weights @ boards / weights.sum(), atol=1e-4)


def test_empty_hexes_remain_empty() -> None:
    shares = np.concatenate([red_or_stone(*[0.9999] * 14), np.eye(len(WORDS), dtype=np.float32)[[EMPTY] * 5]])
    assert (fit_to_supply(shares, 2, DEFAULT)[14:].argmax(1) == EMPTY).all()
