"""Things of one photo that look alike and go by the same word speak for each other; others do not."""

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


def test_a_doubtful_stone_among_sure_ones_like_it_has_more_kin_than_one_that_looks_like_none() -> None:
    shares = shares_of([STONE] * 4, [0.999, 0.999, 0.8, 0.8])
    similar = find_similar_pieces(shares, *looks_of([30, 32, 31, 90])).sure
    assert similar[2] > 5 > 1 > similar[3] >= 0


def test_things_by_another_word_are_no_kin_however_alike_they_look() -> None:
    similar = find_similar_pieces(shares_of([STONE, 0, 0], [0.7, 0.999, 0.999]), *looks_of([30, 30, 30])).sure
    assert similar[0] == 0 < similar[1]


def test_empty_hexes_neither_have_kin_nor_speak_for_anything() -> None:
    similar = find_similar_pieces(shares_of([EMPTY, EMPTY, STONE], [0.99, 0.99, 0.9]), *looks_of([50, 50, 50]))
    assert not similar.sure.any()
    assert not similar.many[:2].any()


def test_a_large_thing_and_a_small_one_of_the_same_tint_are_hardly_kin() -> None:
    lab, sizes, forms = looks_of([30, 30])
    sizes[1] = np.log(18)
    assert find_similar_pieces(shares_of([STONE, STONE], [0.9, 0.999]), lab, sizes, forms).sure[0] < 0.5


def test_a_dark_pawns_top_among_stones_of_its_tint_is_alone_by_its_form() -> None:
    lab, sizes, forms = looks_of([30] * 6)
    forms[5] = 2
    many = find_similar_pieces(shares_of([STONE] * 6, [0.99] * 6), lab, sizes, forms).many
    assert (many[:5] > 1).all()
    assert many[5] < -2
