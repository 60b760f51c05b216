"""If no board can be found in a photo, the reason is reported: too dark, too blurred, or no board."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import cv2
import numpy as np
import pytest

from calibration.flaws import find_flaw
from referee.reader.read_photo import ReadOptions, read_photo_bytes
from referee.words.problems import Problem
from tests.reader.spoiling import Picture, dark, shaken, soft, stored_as_file
from tests.reader.table import Shot, set_table


@cache
def photo_of(board: str) -> Picture:
    return np.asarray(cv2.imdecode(np.frombuffer(set_table(board).photograph(Shot()), np.uint8), 1), np.uint8)


def sentence_about(picture: Picture) -> str:
    with pytest.raises(Problem) as refused:
        read_photo_bytes(stored_as_file(picture, 92), "photo", ReadOptions())
    assert refused.value.slug == "board-not-found"
    return refused.value.message.key


def beside_a_window(picture: Picture) -> Picture:
    """Add a bright strip of a quarter of the frame to a dark photo."""
    night = dark(picture, 0.005)
    night[:, : night.shape[1] // 4] = 240
    return night


@pytest.mark.parametrize(
    ("spoil", "key"),
    [
        (partial(soft, sigma_px=5), "read.locate_blurred"),
        (partial(soft, sigma_px=9), "read.locate_blurred"),
        (partial(shaken, px=18), "read.locate_blurred"),
        (partial(dark, light=0.005), "read.locate_dark"),
        (beside_a_window, "read.locate_dark"),
    ],
)
def test_flaw_of_a_degraded_photo_is_named(spoil: Callable[[Picture], Picture], key: str) -> None:
    assert sentence_about(spoil(photo_of("islet"))) == key


def test_sharp_photo_without_a_board_is_called_neither_dark_nor_blurred() -> None:
    rng, table = np.random.default_rng(5), np.full((1512, 2016, 3), (90, 120, 150), np.uint8)
    for _ in range(150):
        corners = rng.integers((0, 0), (2016, 1512), 2) + rng.integers(-160, 160, (4, 2))
        cv2.fillConvexPoly(table, cv2.convexHull(corners.astype(np.int32)), rng.integers(0, 256, 3).tolist(), cv2.LINE_AA)
    assert sentence_about(soft(table, 1.0)) == "read.locate_no_board"


def test_picture_without_edges_is_not_called_blurred() -> None:
    assert find_flaw(np.full((900, 1200), 180, np.uint8)) is None
    assert find_flaw(np.zeros((3, 2), np.uint8)) is not None  # dark, and far too small for tiles
