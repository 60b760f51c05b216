"""Pieces printed in grey carry no colour: none of them is silently read as the wrong piece."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from printables.artwork.palette import Ink
from referee.reader.read_photo import ReadOptions, read_photo_bytes
from referee.rules.pieces import Piece
from tests.reader.paper_pieces import lay_paper_pieces
from tests.reader.table import Shot, random_words, set_table


def read_paper_pieces(pieces: Ink, board: Ink, players: int, full: float, seed: int) -> tuple[Counter[str], list[str]]:
    """Photograph and read printed pieces on a board; return the wrong and the doubtful hexes, and the advice."""
    rng = np.random.default_rng([9, seed])
    table = set_table("terranova", None, board)
    words = random_words(table.layout, seed, full, players)
    lamp = rng.uniform((0.8, 0.85, 0.7), (1.0, 1.0, 1.0)).tolist()
    shot = Shot(
        elevation_deg=float(rng.uniform(50, 85)),
        azimuth_deg=float(rng.uniform(0, 360)),
        fill=float(rng.uniform(0.8, 0.95)),
        blur_px=float(rng.uniform(0.4, 1.3)),
        noise=float(rng.uniform(1, 6)),
        light=(lamp[0], lamp[1], lamp[2]),
        seed=seed,
    )
    photo = lay_paper_pieces(table, words, pieces, seed).photograph(shot)
    reading = read_photo_bytes(photo, "paper", ReadOptions()).reading
    found: Counter[str] = Counter(pieces=len(words))
    for cell, read in reading.cells.items():
        is_wrong = read.piece is not words.get(cell, Piece.EMPTY)
        found["asked"] += cell in reading.doubtful
        found["wrong"] += is_wrong
        found["silent"] += is_wrong and cell not in reading.doubtful
    return found, [line.key for line in reading.advice]


def test_no_piece_printed_in_grey_is_silently_another() -> None:
    found, advice = read_paper_pieces(Ink.GREY, Ink.COLOUR, 2, 0.3, 1)
    assert found["silent"] == 0
    assert found["asked"] >= found["pieces"]
    assert advice[0] == "read.pieces_colourless"


def test_pieces_printed_in_colour_are_not_doubted() -> None:
    found, _ = read_paper_pieces(Ink.COLOUR, Ink.COLOUR, 4, 0.4, 1)
    assert found["wrong"] == found["asked"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("board", list(Ink))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_piece_printed_in_grey_is_silently_another_on_any_board(board: Ink, players: int) -> None:
    total: Counter[str] = Counter()
    for seed, full in ((11, 0.15), (12, 0.3), (13, 0.5)):
        total += read_paper_pieces(Ink.GREY, board, players, full, seed)[0]
    assert total["silent"] == 0, total
