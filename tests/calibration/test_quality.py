"""Photos with flaws get advice, and good ones do not."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from calibration.board import PreparedBoard, prepare_board
from calibration.locate import build_pyramid, locate_board, seek_markers, start_from_markers
from calibration.photo import decode_photo
from calibration.quality import Quality, give_advice, measure_quality
from referee.words.texts import LANGUAGES, Text, say
from tests.calibration.camera import DICTIONARY, Shot, Taken, as_file, draw_plan, marker_places, take

GOOD = {"elevation_deg": 75.0, "seed": 3}


@cache
def board() -> PreparedBoard:
    return prepare_board(draw_plan())


@cache
def photo_of(**how: object) -> Taken:
    return take(board().plan, Shot(**how))  # type: ignore[arg-type]


def quality_of(picture: np.ndarray) -> Quality:
    seen = build_pyramid(decode_photo(as_file(picture, Shot()), "a photo"), "a photo")
    start = start_from_markers(seen, seek_markers(seen, DICTIONARY, range(50)), marker_places(board().plan))
    return measure_quality(locate_board(seen, start, board()))


def advice_on(picture: np.ndarray) -> list[str]:
    return [sentence.key for sentence in give_advice(quality_of(picture))]


def test_good_photo_gets_no_advice() -> None:
    assert advice_on(photo_of(**GOOD).picture) == []


def test_sharpness_is_measured_on_the_markers() -> None:
    sharp = photo_of(**GOOD).picture
    soft = cv2.GaussianBlur(sharp, (0, 0), 2.5)
    assert quality_of(soft).blur_mm > 1.8 * quality_of(sharp).blur_mm


def test_blurred_photo_gets_advice_to_hold_still() -> None:
    assert advice_on(cv2.GaussianBlur(photo_of(**GOOD).picture, (0, 0), 2.5)) == ["read.photo_blurred"]


def test_small_board_gets_advice_to_step_closer() -> None:
    small = cv2.resize(photo_of(**GOOD).picture, None, fx=0.45, fy=0.45, interpolation=cv2.INTER_AREA)
    assert "read.photo_far" in advice_on(small)


def test_dark_photo_gets_advice_to_switch_on_a_lamp() -> None:
    assert advice_on((photo_of(**GOOD).picture * 0.25).astype(np.uint8)) == ["read.photo_dark"]


def test_glare_is_distinguished_from_white_paper() -> None:
    picture = photo_of(**GOOD).picture.copy()
    cv2.circle(picture, (1000, 750), 170, (255, 255, 255), -1)
    assert advice_on(picture) == ["read.photo_glare"]


def test_flat_view_gets_advice_to_raise_the_phone() -> None:
    assert "read.photo_tilted" in advice_on(photo_of(elevation_deg=33.0, seed=3, curl_mm=0.2).picture)


@pytest.mark.parametrize(
    ("turns", "key"),
    [
        (0, "read.photo_upper_left_out"),
        (1, "read.photo_lower_left_out"),
        (2, "read.photo_lower_right_out"),
        (3, "read.photo_upper_right_out"),
    ],
)
def test_corner_out_of_the_picture_is_named(turns: int, key: str) -> None:
    how = {"elevation_deg": 85.0, "azimuth_deg": 90.0, "roll_deg": 8.0, "fill": 0.97, "offset": (-310.0, 0.0), "seed": 3}
    picture = photo_of(**how).picture
    assert advice_on(np.ascontiguousarray(np.rot90(picture, turns))) == [key]


def test_advice_is_a_sentence_in_every_language() -> None:
    worst = Quality(9.0, 2.0, 10.0, 0.5, 3.0, ((1, 1),))
    advice = (*give_advice(worst), *give_advice(Quality(0.0, 0.5, 255.0, 0.0, 0.0, ((1, 1), (1, -1)))))
    assert len(advice) == 7
    for language in LANGUAGES:
        sentences = {_say(sentence, language) for sentence in advice}
        assert len(sentences) == 7
        assert all(sentence.endswith(".") for sentence in sentences)


def _say(sentence: Text, language: str) -> str:
    return say(sentence, language)
