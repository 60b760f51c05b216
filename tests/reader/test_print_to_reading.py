"""Print, rasterise, place pieces, photograph, read: the reading equals the position for any board, paper and ink."""

from __future__ import annotations

import itertools
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.board import prepare_board
from calibration.locate import build_pyramid, locate_board, seek_markers, start_from_markers
from calibration.photo import decode_photo
from printables.artwork.palette import Ink
from referee.layout.layout import PrintChoice
from referee.layout.markers import DICTIONARY
from referee.reader.find_board import MARKER_IDS, known_layout, ready_board
from referee.reader.located_photo import LocatedPhoto
from referee.reader.prints import Print
from referee.reader.read_hexes import read_hexes
from referee.reader.read_photo import ReadOptions
from referee.rules.pieces import Piece
from tests.reader.readings import read, silent_errors, words_read, wrong_cells
from tests.reader.table import PX_PER_MM, Shot, Table, random_words, set_table

BOARDS, PAPERS = ("terranova", "islet", "wheel"), ("A4", "Letter", "A3")
MIDDLE = 4  # of nine sheets
FEW = (("terranova", "A4", Ink.COLOUR), ("islet", "Letter", Ink.LIGHT), ("wheel", "A3", Ink.GREY))
ALL = tuple(case for case in itertools.product(BOARDS, PAPERS, Ink) if case not in FEW)


def check_reading(board: str, paper: str, ink: Ink) -> None:
    table = set_table(board, None if paper == "A4" else PrintChoice(paper), ink)
    words = random_words(table.layout, seed=len(board) + len(paper))
    snapshot = read(table.lay(words))
    assert not wrong_cells(snapshot, words)
    assert words_read(snapshot) == words
    assert (snapshot.reading.board, snapshot.reading.paper, snapshot.known.ink) == (board, paper, ink)
    assert snapshot.reading.hex_mm == table.layout.hex_mm


@pytest.mark.parametrize(("board", "paper", "ink"), FEW)
def test_reading_is_the_position(board: str, paper: str, ink: Ink) -> None:
    check_reading(board, paper, ink)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "paper", "ink"), ALL)
def test_reading_is_the_position_on_every_board_paper_and_ink(board: str, paper: str, ink: Ink) -> None:
    check_reading(board, paper, ink)


@pytest.mark.parametrize(
    ("paper", "code_hidden", "options"),
    [
        ("A4", False, ReadOptions()),
        ("A4", True, ReadOptions("terranova", "A4", 33.0)),
        ("A4", True, ReadOptions()),
        pytest.param("Letter", True, ReadOptions(paper="Letter"), marks=pytest.mark.slow),
    ],
)
def test_nine_sheets_with_one_in_the_middle_are_read_as_any_others(paper: str, code_hidden: bool, options: ReadOptions) -> None:
    """If the codes are hidden, options or marker numbers identify the layout."""
    table = set_table("terranova", PrintChoice(paper, 33.0, sheets=9))
    words = random_words(table.layout, seed=9)
    table = table.lay(words)
    for code in table.layout.codes if code_hidden else ():
        table = table.cover(np.array(code.block.corners))
    snapshot = read(table, options=options)
    assert not wrong_cells(snapshot, words)
    assert snapshot.known.layout.choice == table.layout.choice
    assert snapshot.view.fit.residual_mm[MIDDLE] < 0.3


def test_faded_colour_print_at_94_percent_is_read() -> None:
    table = set_table()
    words = random_words(table.layout, seed=12)
    grey = table.art.mean(2, keepdims=True)
    faded = np.clip(255 - (255 - (grey + (table.art - grey) * 0.6)) * 0.8, 0, 255).astype(np.uint8)
    snapshot = read(Table(table.layout, faded).lay(words), Shot(fill=0.8))
    assert not silent_errors(snapshot, words)


def test_repainted_landscapes_are_read_without_retraining() -> None:
    """The reader gets another picture of the empty board and nothing else."""
    table = set_table()
    words = random_words(table.layout, seed=5)
    painted = repaint(table)
    shot = Shot()
    photo = decode_photo(Table(table.layout, painted).lay(words).photograph(shot), "a photo")
    seen = build_pyramid(photo, "a photo")
    laid = known_layout(table.layout.board, table.layout.choice)
    start = start_from_markers(seen, seek_markers(seen, DICTIONARY, MARKER_IDS), laid.places.marker_corners)
    known = ready_board(laid, seen, start.lens)
    plan = known.prepared.plan
    picture = np.ascontiguousarray(painted[..., ::-1])
    board = prepare_board(replace(plan, picture=picture, picture_px_per_mm=PX_PER_MM))
    view = locate_board(seen, start, board)
    printed = Print(picture, PX_PER_MM, plan.centres_mm, table.layout.hex_mm)
    hexes = read_hexes(LocatedPhoto(photo.pixels, view.place, view.away, view.doubt_mm), printed)
    found = {cell.id: word for cell, word in zip(table.layout.board.cells, hexes.verdict.pieces, strict=True)}
    wrong = {cell for cell, word in found.items() if word is not words.get(cell, Piece.EMPTY)}
    doubtful = {cell.id for cell, doubt in zip(table.layout.board.cells, hexes.verdict.doubtful, strict=True) if doubt}
    assert not wrong - doubtful
    assert len(wrong) <= 2


def repaint(table: Table) -> np.ndarray:
    """Return the board with new tints, stripes and lines for all hexes."""
    painted = table.art.copy()
    rng = np.random.default_rng(8)
    tints = rng.integers(130, 245, (8, 3))
    for cell, corners in zip(table.layout.board.cells, table.layout.island.corners, strict=True):
        outline = np.round(np.array(corners) * PX_PER_MM).astype(np.int32)
        hex_mask = np.zeros(painted.shape[:2], np.uint8)
        cv2.fillPoly(hex_mask, [outline], 255)
        low, high = outline.min(0), outline.max(0)
        tile = np.empty((high[1] - low[1], high[0] - low[0], 3), np.uint8)
        tile[:] = tints[cell.terrain]
        for stripe in range(-tile.shape[0], tile.shape[1], 18):
            end = (stripe + tile.shape[0], tile.shape[0])
            cv2.line(tile, (stripe, 0), end, tuple(int(v * 0.78) for v in tints[cell.terrain]), 3, cv2.LINE_AA)
        window = (slice(low[1], high[1]), slice(low[0], high[0]))
        inside = hex_mask[window] > 0
        painted[window][inside] = tile[inside]
        cv2.polylines(painted, [outline], True, (60, 50, 70), 3, cv2.LINE_AA)
    return painted


def test_requested_board_is_read_and_named_as_given() -> None:
    table = set_table("islet")
    words = random_words(table.layout, seed=4)
    snapshot = read(table.lay(words), options=ReadOptions(board="islet", players=4))
    assert snapshot.reading.board == "islet"
    assert words_read(snapshot) == words
