"""The picture of the empty board used for reading photos equals the printed board."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import printables.artwork.empty_board
from printables.artwork.empty_board import NOT_SHIPPED, PX_PER_MM, draw_empty_board, find_empty_board
from printables.artwork.palette import Ink
from referee.boards.library import BUILT_IN
from referee.layout.markers import DICTIONARY
from referee.layout.papers import PrintChoice
from tests.printables.documents import laid_out
from tests.printables.test_markers import find_markers

# of 255, as a mean over the picture: what WebP changes, and what another PDFium or WebP might
NEAR = 0.5
MARKER_MM = 0.25  # half a pixel


def decode(picture: bytes) -> np.ndarray:
    return np.asarray(Image.open(BytesIO(picture)).convert("RGB")).astype(int)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "ink"), [(board, ink) for board in BUILT_IN for ink in Ink if (board, ink) not in NOT_SHIPPED])
def test_every_shipped_picture_matches_the_current_drawing(board: str, ink: Ink, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_picture_is_todays(board, ink, monkeypatch)


@pytest.mark.parametrize(("board", "ink"), [("terranova", Ink.COLOUR), ("islet", Ink.LIGHT)])
def test_shipped_picture_matches_the_current_drawing(board: str, ink: Ink, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_picture_is_todays(board, ink, monkeypatch)


def assert_picture_is_todays(board: str, ink: Ink, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        printables.artwork.empty_board, "_find_drawn", lambda layout, ink: pytest.fail("none comes with the program")
    )
    found = find_empty_board(laid_out(board), ink)
    assert found.path is not None
    assert found.px_per_mm == PX_PER_MM
    fresh, kept = decode(draw_empty_board(laid_out(board), ink)), decode(found.picture)
    assert fresh.shape == kept.shape
    assert np.abs(fresh - kept).mean() < NEAR


def test_picture_shows_the_printed_board_to_scale() -> None:
    layout = laid_out()
    picture = decode(draw_empty_board(layout, Ink.COLOUR))
    assert 0 <= picture.shape[1] - layout.width * PX_PER_MM < 1
    assert 0 <= picture.shape[0] - layout.height * PX_PER_MM < 1
    found = find_markers(picture.astype(np.uint8), DICTIONARY)
    for marker in layout.markers:
        drawn = (found[marker.id] + 0.5) / PX_PER_MM
        assert np.abs(drawn - np.array(marker.corners)).max() < MARKER_MM


def test_other_boards_are_drawn_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERRANOVA_DATA", str(tmp_path))
    layout = laid_out("islet", PrintChoice("Letter", 24.0))
    first = find_empty_board(layout, Ink.LIGHT)
    assert first.path is not None
    assert first.path.parent == tmp_path / "pictures"
    monkeypatch.setattr(printables.artwork.empty_board, "_render", lambda page: pytest.fail("drawn twice"))
    assert find_empty_board(layout, Ink.LIGHT) == first


@pytest.mark.parametrize(("board", "ink"), NOT_SHIPPED)
def test_built_in_board_whose_picture_is_not_shipped_is_drawn_the_same(
    board: str, ink: Ink, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERRANOVA_DATA", str(tmp_path))
    found = find_empty_board(laid_out(board), ink)
    assert found.path is not None
    assert found.path.parent == tmp_path / "pictures"
    assert found.picture == draw_empty_board(laid_out(board), ink)


def test_another_drawing_gets_another_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERRANOVA_DATA", str(tmp_path))
    monkeypatch.setattr(printables.artwork.empty_board, "_render", lambda page: b"picture")
    for hex_mm in (24.0, 25.0):
        for ink in (Ink.COLOUR, Ink.GREY):
            find_empty_board(laid_out("wheel", PrintChoice(hex_mm=hex_mm)), ink)
    assert len(list((tmp_path / "pictures").iterdir())) == 4


def test_picture_that_cannot_be_kept_is_given_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TERRANOVA_DATA", str(tmp_path / "file"))
    monkeypatch.setattr(printables.artwork.empty_board, "_render", lambda page: b"picture")
    found = find_empty_board(laid_out("wheel", PrintChoice(hex_mm=24.0)), Ink.COLOUR)
    assert (found.picture, found.path) == (b"picture", None)
