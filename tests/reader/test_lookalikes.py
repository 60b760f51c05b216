"""Stones that have the hue of one player's pioneers are separated from these, and each of the two groups is asked about once."""

from __future__ import annotations

import numpy as np
import pytest

from referee.reader.colours import appearance_features
from referee.reader.groups import Things
from referee.reader.lookalikes import NONE, has_surplus, likely_players, seats_in_doubt, separate_lookalikes
from referee.reader.read_photo import ReadOptions, read_photo_bytes
from referee.reader.review import hexes_to_review
from referee.reader.settings import DEFAULT
from referee.reader.words import EMPTY, STONE
from referee.rules.pieces import PIONEERS_EACH, Piece
from tests.reader.kits import photograph_kit, random_kit

RED, YELLOW, BLUE = 0, 1, 2
EACH, STONES = 10, 30
KINDS = np.repeat([RED, YELLOW, BLUE, STONE], [EACH, EACH, EACH, STONES])
COLOURS = {RED: (45, 60, 40), YELLOW: (80, 5, 75), BLUE: (35, 10, -50), STONE: (45, 60, 40)}


def read_as_red(seed: int, stone: tuple[float, float, float], stone_form: float) -> tuple[np.ndarray, Things]:
    """Return the pieces of three players and stones that were all read as red, with their colours and forms."""
    rng = np.random.default_rng(seed)
    middles = np.array([stone if kind == STONE else COLOURS[kind] for kind in KINDS])
    lab = (middles + rng.normal(0, 2, (len(KINDS), 3))).astype(np.float32)
    forms = rng.normal(0, 0.3, (len(KINDS), 12)).astype(np.float32)
    forms[KINDS == STONE, 0] += stone_form
    shares = np.full((len(KINDS), 6), 0.002, np.float32)
    read = np.where(KINDS == STONE, RED, KINDS)
    shares[np.arange(len(KINDS)), read] = 0.99
    appearance = appearance_features(lab, np.full((len(KINDS), 14, 14), 0.2, np.float32))
    return shares, Things(appearance, forms, np.zeros((len(KINDS), len(KINDS)), bool))


def kinds_found(shares: np.ndarray, compared: Things) -> tuple[np.ndarray, np.ndarray]:
    separated, seats = separate_lookalikes(shares, compared, DEFAULT)
    return separated.argmax(1), seats


def test_pioneers_have_the_form_of_the_other_players() -> None:
    for seed in range(20):
        words, seats = kinds_found(*read_as_red(seed, stone=COLOURS[RED], stone_form=4))
        assert (words == KINDS).all()
        assert (seats == np.where((KINDS == RED) | (KINDS == STONE), RED, NONE)).all()


def test_kinds_of_one_form_are_separated_by_shades_of_one_hue() -> None:
    """The networks need only lean the right way: here they take every stone for red, a little less surely."""
    for seed in range(20):
        shares, compared = read_as_red(seed, stone=(42, 52, 32), stone_form=0)
        shares[KINDS == STONE, STONE] = 0.01
        words, _ = kinds_found(shares, compared)
        assert (words != KINDS).sum() <= 1


def test_a_player_keeps_all_the_pioneers_of_the_box() -> None:
    words, _ = kinds_found(*read_as_red(3, stone=COLOURS[RED], stone_form=4))
    assert (words == RED).sum() == EACH


def test_colour_is_overfull_only_beyond_what_a_player_of_such_a_game_has() -> None:
    shares, _ = read_as_red(4, stone=COLOURS[RED], stone_form=4)
    assert has_surplus(shares, DEFAULT)
    assert not has_surplus(shares[KINDS != STONE], DEFAULT)
    all_red = shares[KINDS == STONE]
    assert not has_surplus(all_red[: PIONEERS_EACH[2]], DEFAULT)
    assert has_surplus(np.concatenate([all_red[: PIONEERS_EACH[2]], shares[KINDS == BLUE]]), DEFAULT)


@pytest.mark.parametrize(("recognised", "hidden", "in_doubt"), [(18, 0, 2), (4, 0, 20), (18, 3, 20)])
def test_recognised_stones_are_in_doubt_only_if_most_others_look_like_pioneers_or_a_hand_hides_some(
    recognised: int, hidden: int, in_doubt: int
) -> None:
    """A shadow gives two of twenty stones the hue of red; in another household nearly all have it."""
    words = np.array([RED] * 8 + [STONE] * 20 + [EMPTY] * 5)
    networks = np.zeros((len(words), 6), np.float32)
    networks[np.arange(len(words)), words] = 1
    networks[8 + recognised : 28] = np.eye(6, dtype=np.float32)[RED]
    seats = np.where(words == EMPTY, NONE, RED)
    odd = (np.arange(len(words)) >= len(words) - hidden).astype(np.float32)
    doubted = seats_in_doubt(seats, words, networks, odd, DEFAULT) != NONE
    assert doubted[:8].all()
    assert doubted[8:28].sum() == in_doubt
    assert not doubted[28:].any()


def test_household_with_stones_of_a_players_hue_is_asked_twice() -> None:
    data, words = photograph_kit(random_kit(951, 4, stones_like_a_player=True), 454)
    reading = read_photo_bytes(data, "a photo", ReadOptions()).reading
    truth = {cell: words.get(cell, Piece.EMPTY) for cell in reading.cells}
    assert {cell for cell, one in reading.cells.items() if one.piece is not truth[cell]} == set()
    assert sorted((group.piece, group.other) for group in reading.groups) == [
        (Piece.GREEN, Piece.STONE),
        (Piece.STONE, Piece.GREEN),
    ]
    assert set(reading.doubtful) == {cell for group in reading.groups for cell in group.cells}


def reviewed(lookalikes: int, others_in_doubt: int) -> np.ndarray:
    """Return the mask of hexes to review, of 100: first lookalikes, then doubtful ones; the rest are a little less than sure."""
    raw_confidence = np.full(100, 0.999, np.float32)
    raw_confidence[:lookalikes] = 0.95
    raw_confidence[lookalikes : lookalikes + others_in_doubt] = 0.9
    shares = np.eye(6, dtype=np.float32)[np.full(100, EMPTY)]
    everywhere = np.ones(100, bool)
    return hexes_to_review(
        shares, raw_confidence, everywhere, everywhere, np.arange(100) < lookalikes, np.zeros(100, bool), DEFAULT
    )


def test_lookalikes_are_all_reviewed_and_make_no_other_hex_doubtful() -> None:
    assert np.flatnonzero(reviewed(40, 2)).tolist() == list(range(42))
    assert reviewed(100, 0).all()


def test_lookalikes_count_where_much_else_is_doubtful() -> None:
    assert reviewed(40, 10).all()


@pytest.mark.parametrize(
    ("counts", "players"),
    [
        ([9, 10, 9, 0], 3),
        ([8, 8, 8, 8], 4),
        ([9, 10, 9, 8], 3),  # eight stones look green
        ([12, 12, 10, 0], 2),
        ([8, 11, 0, 8], 2),
        ([8, 8, 8, 65], 4),  # green pioneers, and stones that look green
        ([9, 8, 8, 8], 4),  # one piece may be misread
        ([10, 0, 10, 0], 3),
        ([5, 4, 1, 0], 2),
    ],
)
def test_number_of_players_is_the_one_that_fewest_colours_contradict(counts: list[int], players: int) -> None:
    assert likely_players(counts) == players


def test_pieces_of_a_colour_that_cannot_play_are_stones() -> None:
    shares, compared = read_as_red(4, stone=COLOURS[RED], stone_form=4)
    as_green = np.flatnonzero(KINDS == STONE)[:8]
    shares[KINDS == STONE] = 0.002
    shares[KINDS == STONE, STONE] = 0.99
    shares[as_green, STONE], shares[as_green, 3] = 0.002, 0.99
    assert has_surplus(shares, DEFAULT)
    words, seats = kinds_found(shares, compared)
    assert (words == KINDS).all()
    assert set(as_green) <= set(np.flatnonzero(seats == 3))
