"""Similar pieces with the same word support each other; others do not."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from referee.reader.confidence_features import find_similar_pieces

STONE, EMPTY = 4, 5
WORDS = 6


def shares_of(words: list[int], sure: list[float]) -> NDArray[np.float32]:
    shares = np.full((len(words), WORDS), 0.0, np.float32)
    for row, (word, share) in enumerate(zip(words, sure, strict=True)):
        shares[row] = (1 - share) / (WORDS - 1)
        shares[row, word] = share
    return shares


def looks_of(lightness: list[float]) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    lab = np.array([[value, 0, 0] for value in lightness], np.float32)
    return lab, np.full(len(lightness), np.log(200), np.float32), np.zeros((len(lightness), 12), np.float32)


def test_doubtful_stone_is_supported_by_similar_confident_ones() -> None:
    shares = shares_of([STONE] * 4, [0.999, 0.999, 0.8, 0.8])
    similar = find_similar_pieces(shares, *looks_of([30, 32, 31, 90])).sure
    assert similar[2] > 5 > 1 > similar[3] >= 0


def test_pieces_with_another_word_give_no_support() -> None:
    similar = find_similar_pieces(shares_of([STONE, 0, 0], [0.7, 0.999, 0.999]), *looks_of([30, 30, 30])).sure
    assert similar[0] == 0 < similar[1]


def test_empty_hexes_neither_get_nor_give_support() -> None:
    similar = find_similar_pieces(shares_of([EMPTY, EMPTY, STONE], [0.99, 0.99, 0.9]), *looks_of([50, 50, 50]))
    assert not similar.sure.any()
    assert not similar.many[:2].any()


def test_large_and_small_pieces_of_one_tint_are_dissimilar() -> None:
    lab, sizes, forms = looks_of([30, 30])
    sizes[1] = np.log(18)
    assert find_similar_pieces(shares_of([STONE, STONE], [0.9, 0.999]), lab, sizes, forms).sure[0] < 0.5


def test_form_distinguishes_a_dark_pawn_from_stones_of_its_tint() -> None:
    lab, sizes, forms = looks_of([30] * 6)
    forms[5] = 2
    many = find_similar_pieces(shares_of([STONE] * 6, [0.99] * 6), lab, sizes, forms).many
    assert (many[:5] > 1).all()
    assert many[5] < -2
