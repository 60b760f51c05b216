"""The print's pattern as evidence, haze removal, overexposed hexes, and photos without colour."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.reader.confidence_features import SimilarPieces, compute_features, estimate_confidence
from referee.reader.patches import PATCH_PX, estimate_haze, fit_light, fit_light_through_haze
from referee.reader.print_pattern import pattern_missing, pattern_shown
from referee.reader.read_photo import ReadOptions, Snapshot, read_photo_bytes
from referee.reader.settings import DEFAULT
from referee.reader.words import EMPTY
from referee.rules.pieces import Piece
from tests.reader.readings import silent_errors, wrong_cells
from tests.reader.table import Shot, Thing, as_file, cap, random_words, set_table, stone


def raw_confidence(shares: np.ndarray, missing: np.ndarray) -> np.ndarray:
    ones, none = np.ones(len(shares), np.float32), np.zeros(len(shares), np.float32)
    return estimate_confidence(
        compute_features(shares, shares, ones > 0, ones, missing, SimilarPieces(none, none), none), DEFAULT
    )


def speckled(count: int) -> np.ndarray:
    rng = np.random.default_rng(3)
    specks = cv2.resize(rng.integers(150, 230, (count * 14, 14), dtype=np.uint8), (PATCH_PX, count * PATCH_PX))
    return np.repeat(specks.reshape(count, PATCH_PX, PATCH_PX, 1), 3, 3)


def test_pattern_shows_in_any_light_and_a_little_off() -> None:
    printed = speckled(12)
    shaded = (printed * np.linspace(0.3, 0.9, PATCH_PX)[:, None]).astype(np.uint8)
    assert (pattern_shown(np.roll(shaded, 1, axis=1), printed) > 0.9).all()


def test_thing_of_the_prints_own_colour_hides_its_pattern() -> None:
    printed = speckled(12)
    seen = printed.copy()
    seen[4, 16:40, 16:40] = printed[4].mean()
    missing = pattern_missing(pattern_shown(seen, printed), np.zeros(12, np.int_), np.ones(12, bool))
    assert missing[4] > 5
    assert (np.delete(missing, 4) < 1).all()


def test_pattern_without_empty_hexes_gives_no_evidence() -> None:
    shown = np.full(10, 0.9, np.float32)
    print_patterns = np.array([0] * 7 + [1] * 3)
    missing = pattern_missing(shown, print_patterns, np.ones(10, bool))
    assert np.isnan(missing[7:]).all()
    assert not np.isnan(missing[:7]).any()
    shares = np.full((10, 6), 0.001, np.float32)
    shares[:, EMPTY] = 0.995
    assert (raw_confidence(shares, missing)[7:] == raw_confidence(shares, np.zeros(10, np.float32))[7:]).all()


def test_missing_pattern_makes_empty_less_sure_and_other_words_no_less() -> None:
    shares = np.full((2, 6), 0.001, np.float32)
    shares[0, EMPTY] = shares[1, 0] = 0.995
    whole, gone = (raw_confidence(shares, np.full(2, spreads, np.float32)) for spreads in (0, 6))
    assert 1 - gone[0] > 2 * (1 - whole[0])
    assert gone[1] >= whole[1]


def test_haze_is_estimated_where_a_single_tint_is_ambiguous() -> None:
    rng = np.random.default_rng(2)
    expected = rng.uniform(0.2, 1, (40, 7, 7, 3)).astype(np.float32)
    expected[:10] = rng.uniform(0.68, 0.72, (10, 7, 7, 3))
    seen = 0.5 * expected + 0.4
    near = np.ones((40, 40), np.float32)
    near[:10, 10:] = 0
    plain = estimate_haze(*fit_light(seen, expected, near))
    lifted = estimate_haze(*fit_light_through_haze(seen, expected, near))
    assert plain[:10].max() < 0.05
    assert lifted[:10].min() > 0.15
    assert np.abs(lifted[10:] - (0.4 - 0.15 * 0.9) / 0.85).max() < 0.05


def photo_of(change: str) -> tuple[Snapshot, dict[str, Piece]]:
    table = set_table()
    words = random_words(table.layout, 12)
    picture = table.lay(words).draw(Shot()).astype(np.float32)
    if change == "haze":
        picture = picture * 0.55 + 95
    if change == "burnt out":
        picture = picture * 1.9
    if change == "black and white":
        picture = np.repeat(picture.mean(2, keepdims=True), 3, 2)
    data = as_file(np.clip(picture, 0, 255).astype(np.uint8), Shot())
    return read_photo_bytes(data, "a photo", ReadOptions()), words


@pytest.mark.parametrize("change", ["haze", "burnt out", "black and white"])
def test_spoilt_photo_holds_no_silent_error(change: str) -> None:
    snapshot, words = photo_of(change)
    assert not silent_errors(snapshot, words)
    if change == "haze":
        assert len(wrong_cells(snapshot, words)) <= 3
    if change == "black and white":
        pioneers = {cell for cell, word in words.items() if word not in (Piece.STONE, Piece.EMPTY)}
        assert pioneers <= set(snapshot.reading.doubtful)


def test_stones_of_the_landscapes_own_tint_are_no_silent_error() -> None:
    table = set_table()
    rng = np.random.default_rng(6)
    words: dict[str, Piece] = {}
    px_per_mm = table.art.shape[1] / table.layout.width
    for number, cell in enumerate(table.layout.board.cells[::7]):
        x, y = table.centre(cell.id)
        low, high = (np.array((y, x)) * px_per_mm - 30).astype(int), (np.array((y, x)) * px_per_mm + 30).astype(int)
        tint = np.median(table.art[low[0] : high[0], low[1] : high[1]].reshape(-1, 3), 0) / 255
        table.things.append(Thing((x, y), stone(rng) if number % 3 else cap(rng), tint))
        words[cell.id] = Piece.STONE
    snapshot = read_photo_bytes(table.photograph(Shot(elevation_deg=85)), "a photo", ReadOptions())
    read_empty = {cell for cell, one in snapshot.reading.cells.items() if one.piece is Piece.EMPTY and cell in words}
    assert not read_empty - set(snapshot.reading.doubtful)
