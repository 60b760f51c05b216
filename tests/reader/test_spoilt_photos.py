"""Degraded photos are still located, and hexes that are no longer readable are marked for review."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.reader.read_photo import ReadOptions, read_photo_bytes
from tests.bench.read import photos_in
from tests.reader.spoiling import SPOILS

PHOTOS = photos_in(Path(__file__).parents[1] / "photos")
EVERYDAY = next(path for path in PHOTOS if path.stem == "colour_normal_0047_001")
LATER = [path for path in PHOTOS if path != EVERYDAY and "hard" not in path.stem]


def silent_errors_of(path: Path, spoil: str) -> set[str]:
    """Return the wrong words that are not marked for review."""
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["cells"]
    picture = np.asarray(cv2.imread(str(path)), np.uint8)
    data = cv2.imencode(".jpg", SPOILS[spoil](picture), [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
    reading = read_photo_bytes(data, path.name, ReadOptions()).reading
    wrong = {cell for cell, one in reading.cells.items() if one.piece.value != truth[cell]["piece"]}
    return wrong - set(reading.doubtful)


@pytest.mark.parametrize("spoil", SPOILS)
def test_spoilt_photo_is_found_and_holds_no_silent_error(spoil: str) -> None:
    assert not silent_errors_of(EVERYDAY, spoil)


@pytest.mark.slow
@pytest.mark.parametrize("spoil", SPOILS)
def test_hardly_any_spoilt_photo_holds_a_silent_error(spoil: str) -> None:
    silent = [silent_errors_of(path, spoil) for path in LATER]
    assert sum(map(bool, silent)) <= 1


def test_black_and_white_photo_gets_advice_to_use_colour() -> None:
    grey = np.asarray(cv2.imread(str(EVERYDAY), cv2.IMREAD_GRAYSCALE), np.uint8)
    reading = read_photo_bytes(cv2.imencode(".jpg", grey)[1].tobytes(), "grey.jpg", ReadOptions()).reading
    pioneers = {cell for cell, one in reading.cells.items() if one.piece.value not in ("empty", "stone")}
    assert "read.photo_colourless" in {sentence.key for sentence in reading.advice}
    assert pioneers <= set(reading.doubtful)


def test_colour_photo_is_not_called_black_and_white() -> None:
    reading = read_photo_bytes(EVERYDAY.read_bytes(), EVERYDAY.name, ReadOptions()).reading
    assert "read.photo_colourless" not in {sentence.key for sentence in reading.advice}
