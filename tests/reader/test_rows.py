"""Score markers in a row: the third may be on a hex, where it looks like a piece in play."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.reader.classify import may_be_markers
from referee.reader.located_photo import LocatedPhoto
from referee.reader.patches import WHITE_LEVEL
from referee.reader.prints import Print
from referee.reader.score_marker_rows import may_end_a_row
from referee.reader.words import WORDS

PX_PER_MM = 3.0
FIELD, HEX, OTHER = (10.0, 60.0), (56.0, 60.0), (84.0, 60.0)
BETWEEN = (33.0, 60.0)


def printed() -> Print:
    """Return two hexes beside one field of the score track, on plain paper with a line around the field."""
    picture = np.full((360, 420, 3), 235, np.uint8)
    cv2.rectangle(picture, (12, 162), (48, 198), (60, 60, 60), 1)
    return Print(picture, PX_PER_MM, np.array([HEX, OTHER]), 28.0, track=np.array([FIELD]))


def photo_of(bare: Print, *things: tuple[float, float]) -> LocatedPhoto:
    """Return the print itself as a photo, with dark red discs on it."""
    photo = bare.picture.copy()
    for x, y in things:
        cv2.circle(photo, (round(x * PX_PER_MM), round(y * PX_PER_MM)), 20, (30, 20, 140), -1)
    return LocatedPhoto(photo, lambda points: points * PX_PER_MM, np.zeros((2, 2)), np.zeros(2))


def ends_a_row(bare: Print, located: LocatedPhoto, haze: float = 0.0) -> list[bool]:
    """Return the mask under haze that replaces this share of the light."""
    light = np.full((2, 3), WHITE_LEVEL / 255 / (1 - haze), np.float32)
    ends: list[bool] = may_end_a_row(located, bare, light, np.full((2, 3), haze, np.float32)).tolist()
    return ends


def test_third_of_a_row_from_the_track_is_marked() -> None:
    bare = printed()
    assert ends_a_row(bare, photo_of(bare, FIELD, BETWEEN, HEX)) == [True, False]


@pytest.mark.parametrize("things", [(FIELD, HEX), (BETWEEN, HEX), (HEX,)])
def test_hex_without_a_row_is_in_play(things: tuple[tuple[float, float], ...]) -> None:
    bare = printed()
    assert ends_a_row(bare, photo_of(bare, *things)) == [False, False]


@pytest.mark.parametrize(("things", "first"), [((), False), ((FIELD, BETWEEN), True)])
def test_haze_hides_no_row_and_makes_none(things: tuple[tuple[float, float], ...], first: bool) -> None:
    bare, haze = printed(), 0.4
    clear = photo_of(bare, *things)
    hazy = replace(clear, photo=np.round(clear.photo * (1 - haze) + 255 * haze).astype(np.uint8))
    assert ends_a_row(bare, hazy, haze) == [first, False]


def test_only_pioneers_are_markers() -> None:
    red, yellow, blue, stone, empty = (WORDS.index(word) for word in ("red", "yellow", "blue", "stone", "empty"))
    words = np.array([red, red, yellow, yellow, blue, blue, stone, empty])
    assert may_be_markers(words, np.ones(8, bool)).tolist() == [True] * 6 + [False] * 2


def test_row_outside_the_photo_is_not_guessed() -> None:
    bare = printed()
    whole = photo_of(bare, FIELD, BETWEEN, HEX)
    cropped = LocatedPhoto(
        np.ascontiguousarray(whole.photo[:, 60:]),
        lambda points: points * PX_PER_MM - (60, 0),
        whole.away,
        whole.doubt_mm,
    )
    assert ends_a_row(bare, cropped) == [False, False]


def test_two_players_have_no_third_marker() -> None:
    red, yellow, blue, empty = (WORDS.index(word) for word in ("red", "yellow", "blue", "empty"))
    in_row = np.array([True] + [False] * 7)
    two = np.array([red, red, yellow, yellow, empty, empty, empty, blue])
    three = np.array([red, red, yellow, yellow, blue, blue, empty, empty])
    assert not may_be_markers(two, in_row).any()
    assert may_be_markers(three, in_row).tolist() == in_row.tolist()
