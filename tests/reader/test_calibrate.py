"""`terranova calibrate`: from one photo of the calibration sheet a profile of the pieces, or the true scale of the printer."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from calibration.photo import decode_photo
from referee.formats.profiles import open_profile
from referee.reader.calibration_sheet import locate_sheet, measure_printer
from referee.reader.profiles import networks_version
from referee.reader.read_photo import ReadOptions, read_photo_bytes
from referee.rules.pieces import Piece
from referee.words.problems import Problem
from tests.cli.runs import Ran, assert_refused, run
from tests.reader.kits import Kit, photograph_kit, random_kit
from tests.reader.sheets import photograph_sheet
from tests.reader.table import Shot

FAMILY = 500
STONES_LIKE_YELLOW, STONES_LIKE_RED = 5, 1
NEAR = Shot(elevation_deg=75, azimuth_deg=60, size=(2016, 1512), seed=3)
LARGE = (3024, 4032)
CARD_SHADES = ((0.1, 0.25, 0.5), (0.75, 0.6, 0.2), (0.12, 0.12, 0.13), (0.7, 0.1, 0.12))


@cache
def kit(number: int) -> Kit:
    return random_kit(FAMILY, number, stones_like_a_player=True)


def calibrate(tmp_path: Path, data: bytes, *options: str) -> Ran:
    (tmp_path / "sheet.jpg").write_bytes(data)
    return run("calibrate", str(tmp_path / "sheet.jpg"), *options)


def test_profile_of_one_sheet_recognises_stones_that_have_a_players_hue(tmp_path: Path) -> None:
    path = tmp_path / "ours.json"
    ran = calibrate(tmp_path, photograph_sheet(kit(STONES_LIKE_YELLOW), NEAR), "-o", str(path), "--json")
    assert ran.code == 0
    assert ran.json["kinds"] == {"red": 2, "yellow": 2, "blue": 2, "green": 2, "stone": 2}
    assert ran.json["too_alike"] == ran.json["missing"] == []
    profile = open_profile(str(path), networks_version())
    data, words = photograph_kit(kit(STONES_LIKE_YELLOW), 10 * STONES_LIKE_YELLOW + 3)
    without, helped = (read_photo_bytes(data, "a photo", ReadOptions(profile=one)).reading for one in (None, profile))
    wrong = [cell for cell, one in helped.cells.items() if one.piece is not words.get(cell, Piece.EMPTY)]
    assert len(helped.doubtful) < 12 < 30 < len(without.doubtful)
    assert len(wrong) <= 2
    assert set(wrong) <= set(helped.doubtful)


def test_profile_never_overwrites_the_photo(tmp_path: Path) -> None:
    photo = tmp_path / "sheet.jpg"
    photo.write_bytes(b"a photo")
    assert run("calibrate", str(photo), "-o", str(tmp_path / "." / "sheet.jpg"), "--json").json["problem"] == "overwrites-input"
    assert photo.read_bytes() == b"a photo"


def test_kinds_that_look_alike_are_named_and_no_profile_is_written(tmp_path: Path) -> None:
    path = tmp_path / "ours.json"
    ran = calibrate(tmp_path, photograph_sheet(kit(STONES_LIKE_RED), NEAR), "-o", str(path), "--json")
    assert ran.code == 1
    assert ran.json["too_alike"] == [["red", "stone"]]
    assert "Red pioneers and Stones" in ran.json["advice"][0]
    assert not path.exists()


def test_kinds_that_did_not_lie_on_the_sheet_are_named(tmp_path: Path) -> None:
    two = (Piece.RED, Piece.YELLOW, Piece.STONE)
    ran = calibrate(tmp_path, photograph_sheet(kit(STONES_LIKE_YELLOW), NEAR, kinds=two), "-o", str(tmp_path / "p.json"))
    assert ran.code == 0
    assert "Blue pioneers: none lay on the sheet" in ran.out
    assert "Green pioneers: none lay on the sheet" in ran.out


def test_empty_sheet_and_a_photo_of_something_else_are_refused(tmp_path: Path) -> None:
    assert_refused(calibrate(tmp_path, photograph_sheet(None, NEAR), "--json"), "no-pieces")
    board = photograph_kit(kit(STONES_LIKE_YELLOW), 1)[0]
    assert_refused(calibrate(tmp_path, board, "--json"), "sheet-not-found")
    assert_refused(calibrate(tmp_path, b"no picture", "--json"), "not-a-picture")


def printed_and_measured(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the scale at which a sheet is printed, in percent, and the scale measured from a photo of it."""
    rng = np.random.default_rng([8, seed])
    across = float(rng.uniform(94, 103))
    percent = (across, across + float(rng.normal(0, 0.3)))
    size = LARGE if seed % 2 else LARGE[::-1]
    shot = Shot(elevation_deg=float(rng.uniform(62, 88)), azimuth_deg=float(rng.uniform(0, 360)), size=size, seed=seed)
    data = photograph_sheet(None, shot, percent, CARD_SHADES[seed % len(CARD_SHADES)])
    return np.array(percent), np.array(measure_printer(locate_sheet(decode_photo(data, "a photo"), "a photo")))


@pytest.mark.parametrize("seed", [0, 1])
def test_bank_card_gives_the_printers_scale(seed: int) -> None:
    printed, measured = printed_and_measured(seed)
    assert np.abs(printed - measured).max() < 0.2


@pytest.mark.slow
def test_bank_card_gives_the_printers_scale_on_twenty_photos() -> None:
    """A dark card beside the printed outline may be refused; every accepted measurement is correct."""
    off = []
    for seed in range(10, 30):
        with contextlib.suppress(Problem):
            off.append(np.abs(np.subtract(*printed_and_measured(seed))).max())
    assert len(off) >= 18
    assert max(off) < 0.5


@pytest.mark.slow
def test_measured_scale_is_given_as_print_takes_it(tmp_path: Path) -> None:
    data = photograph_sheet(None, replace(NEAR, size=LARGE[::-1]), (97.3, 97.9))
    one = calibrate(tmp_path, data, "--printer", "--json").json
    assert one["measured"] == f"{one['across']}x{one['down']}"
    assert abs(one["across"] - 97.3) < 0.3 > abs(one["down"] - 97.9)
    assert run("layout", "islet", "--measured", one["measured"], "--json").code == 0
    assert one["measured"] in calibrate(tmp_path, data, "--printer").out


@pytest.mark.parametrize("shade", [None, (0.97, 0.97, 0.96)])
def test_card_indistinguishable_from_paper_is_refused(tmp_path: Path, shade: tuple[float, float, float] | None) -> None:
    ran = calibrate(tmp_path, photograph_sheet(None, NEAR, (100.0, 100.0), shade), "--printer", "--json")
    assert "bank card" in assert_refused(ran, "card-not-found")
