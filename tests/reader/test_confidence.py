"""Confidence is calibrated: of the hexes at 0.9, a tenth is wrong. Counted on photos drawn in code."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from referee.reader.classify import calibrated_confidence
from referee.reader.read_photo import ReadOptions, read_photo_bytes
from referee.reader.settings import DEFAULT
from referee.rules.pieces import Piece
from referee.words.problems import Problem
from tests.bench.exact import upper_bound
from tests.bench.read import BINS
from tests.reader.households import random_photo

SEED = 9001
HEXES = 100_000
POINT = 0.01


def test_calibrated_confidence_rises_with_raw_confidence() -> None:
    calibrated = calibrated_confidence(np.linspace(0, 1, 500, dtype=np.float32), DEFAULT)
    assert (np.diff(calibrated) > 0).all()
    assert 0 <= calibrated[0] < calibrated[-1] <= 1


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_confidence_is_calibrated_on_composited_hexes() -> None:
    calibrated: list[tuple[float, bool]] = []
    photos, silent = 0, 0
    while len(calibrated) < HEXES:
        data, words = random_photo(SEED, photos)
        photos += 1
        try:
            reading = read_photo_bytes(data, "a photo", ReadOptions()).reading
        except Problem:
            continue
        right = {cell: one.piece is words.get(cell, Piece.EMPTY) for cell, one in reading.cells.items()}
        calibrated += [(one.confidence, right[cell]) for cell, one in reading.cells.items()]
        silent += any(not right[cell] for cell in right if cell not in reading.doubtful)
    for low, high in pairwise(BINS):
        part = np.array([(sure, is_right) for sure, is_right in calibrated if low <= sure < high])
        if len(part):
            check_bin(part)
    assert silent / photos < 0.1


def check_bin(part: np.ndarray) -> None:
    """Check that the mean confidence is within a point of the observed accuracy, or within its confidence interval."""
    count, right = len(part), int(part[:, 1].sum())
    stated = float(part[:, 0].mean())
    lowest, highest = 1 - upper_bound(count - right, count), upper_bound(right, count)
    assert lowest - POINT <= stated <= highest + POINT, (count, right, stated)
