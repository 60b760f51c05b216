"""Blur, shake, darkness and coarse JPEGs, step by step: hexes are read right, marked for review or refused.

Reported hex positions are within 4 mm of the truth.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from referee.reader.read_photo import ReadOptions, Snapshot, read_photo_bytes
from referee.rules.pieces import Piece
from referee.words.problems import Problem
from tests.bench.read import photos_in
from tests.reader.readings import silent_errors
from tests.reader.spoiling import DEGRADATIONS, soft, stored_as_file

PHOTOS = photos_in(Path(__file__).parents[1] / "photos")
MOST_OFF_MM = 4.0
# Everyday: those that were placed up to 17 mm off, or read with silent errors.
ONCE_WRONG = (
    ("colour_hard_0041_001", "blur 2"),
    ("colour_normal_0047_001", "blur 3"),
    ("colour_hard_0045_001", "shake 10"),
    ("colour_normal_0051_001", "JPEG 6"),
    ("colour_normal_0043_001", "dark 0.03"),
)


def photo(name: str) -> Path:
    return next(path for path in PHOTOS if path.stem == name)


def truth_of(path: Path) -> dict[str, dict[str, Any]]:
    cells: dict[str, dict[str, Any]] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["cells"]
    return cells


def off_mm(snapshot: Snapshot, path: Path) -> float:
    """Return the largest position error of a hex."""
    truth = truth_of(path)
    shown = np.array([truth[cell]["centre_px"] for cell in snapshot.reading.centres_px])
    reported = np.array(list(snapshot.reading.centres_px.values()))
    gaps = np.linalg.norm(shown[:, None] - shown, axis=2)
    np.fill_diagonal(gaps, np.inf)
    px_per_mm = float(np.median(gaps.min(axis=1))) / snapshot.reading.hex_mm
    return float(np.linalg.norm(shown - reported, axis=1).max()) / px_per_mm


def degraded(path: Path, step: str) -> bytes:
    """Return the photo's file at a degradation step."""
    spoil, quality = DEGRADATIONS[step]
    return stored_as_file(spoil(np.asarray(cv2.imread(str(path)), np.uint8)), quality)


def check(path: Path, step: str) -> str:
    """Read a degraded photo and return the outcome."""
    try:
        snapshot = read_photo_bytes(degraded(path, step), path.name, ReadOptions())
    except Problem as problem:
        return problem.slug
    words = {cell: Piece(fact["piece"]) for cell, fact in truth_of(path).items()}
    assert off_mm(snapshot, path) < MOST_OFF_MM
    assert not silent_errors(snapshot, words)
    return "found"


@pytest.mark.parametrize(("name", "step"), ONCE_WRONG)
def test_degraded_photo_is_right_or_asked_about_or_refused(name: str, step: str) -> None:
    assert check(photo(name), step) in ("found", "board-not-found")


@pytest.mark.slow
@pytest.mark.parametrize("path", PHOTOS, ids=lambda path: path.stem)
@pytest.mark.parametrize("step", DEGRADATIONS)
def test_no_step_of_degradation_is_silently_wrong(path: Path, step: str) -> None:
    assert check(path, step) in ("found", "board-not-found")


def test_soft_photo_is_still_read_where_large_tiles_of_the_print_can_be_recognised() -> None:
    steps = ("blur 2", "blur 2.5", "shake 6")
    assert {check(photo("colour_hard_0041_001"), step) for step in steps} == {"found"}


def test_photo_too_dark_to_place_the_hexes_is_refused_with_advice_about_light() -> None:
    with pytest.raises(Problem) as refused:
        read_photo_bytes(degraded(photo("light_normal_0042_001"), "dark 0.03"), "dark.jpg", ReadOptions())
    assert refused.value.slug == "board-not-found"
    assert refused.value.message.key == "read.locate_dark"


def test_board_on_which_large_tiles_lie_elsewhere_than_the_lattice_is_refused() -> None:
    picture = np.asarray(cv2.imread(str(photo("colour_easy_0040_001"))), np.uint8)
    middle = np.s_[:, int(0.35 * picture.shape[1]) : int(0.65 * picture.shape[1])]
    picture[middle] = np.roll(soft(picture, 2.5), 20, axis=0)[middle]
    with pytest.raises(Problem) as refused:
        read_photo_bytes(stored_as_file(picture, 92), "displaced.jpg", ReadOptions())
    assert refused.value.message.key == "read.locate_unclear"
