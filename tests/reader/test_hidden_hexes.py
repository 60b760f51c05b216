"""Hexes that the photo does not show well are marked for review: hidden, cut off, shared, or beside wrong samples."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.rules.pieces import Piece
from referee.training.solids import Solid, circle
from tests.reader.readings import read, silent_errors, words_read, wrong_cells
from tests.reader.table import SHADES, Shot, Table, Thing, cap, random_words, set_table


def laid(seed: int = 33) -> tuple[Table, dict[str, Piece]]:
    table = set_table()
    words = random_words(table.layout, seed)
    return table.lay(words), words


def cells_under(table: Table, outline: np.ndarray, inside_mm: float = 4) -> set[str]:
    """Return the cells whose centre is under a round cover, at least `inside_mm` from its edge."""
    middle, radius = outline.mean(0), np.hypot(*(outline[0] - outline.mean(0)))
    centres = np.array(table.layout.island.centres)
    near = np.hypot(*(centres - middle).T) < radius - inside_mm
    return {cell.id for cell, hidden in zip(table.layout.board.cells, near.tolist(), strict=True) if hidden}


@pytest.mark.parametrize("radius_mm", [42.0, 52.0])
def test_hexes_under_a_mug_or_a_bowl_are_reviewed(radius_mm: float) -> None:
    table, words = laid()
    mug = circle(radius_mm, 40) + table.centre("H7")
    snapshot = read(table.cover(mug))
    hidden = cells_under(table, mug)
    assert len(hidden) >= 4
    assert hidden <= set(snapshot.reading.doubtful)
    assert all(snapshot.reading.cells[cell].confidence <= 0.6 for cell in cells_under(table, mug, inside_mm=16))
    assert not silent_errors(snapshot, words)


@pytest.mark.parametrize("shift", [-17.0, -8.0, 8.0, 17.0])
def test_half_hidden_pieces_are_no_silent_error(shift: float) -> None:
    """A straight edge, as of a stick, a sleeve or a cable, cuts a row of hexes."""
    table, words = laid(seed=40 + int(shift))
    y = table.centre("H7")[1] + shift
    band = np.array([(-40, y - 9), (700, y - 9), (700, y + 9), (-40, y + 9)])
    assert not silent_errors(read(table.cover(band)), words)


def test_pieces_behind_tall_ones_are_no_silent_error() -> None:
    """Seen from 42 degrees above the table, caps hide a good part of what is behind them."""
    table, words = laid(seed=51)
    assert not silent_errors(read(table, Shot(elevation_deg=42, fill=0.97)), words)


def test_hexes_outside_the_frame_are_reviewed() -> None:
    table, words = laid(seed=34)
    snapshot = read(table, Shot(fill=1.05, elevation_deg=80, aim=(0.0, 0.4)))
    size = np.array([snapshot.reading.width, snapshot.reading.height])
    outside = {cell for cell, at in snapshot.reading.centres_px.items() if not ((np.array(at) > 0) & (np.array(at) < size)).all()}
    assert outside
    assert outside <= set(snapshot.reading.doubtful)
    assert all(snapshot.reading.cells[cell].confidence < 0.6 for cell in outside)
    assert not silent_errors(snapshot, words)
    assert snapshot.reading.advice


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_players_pieces_on_a_hex_are_reviewed(seed: int) -> None:
    table = set_table()
    words = {"H7": (Piece.RED, Piece.YELLOW), "E4": (Piece.GREEN, Piece.RED), "K8": (Piece.BLUE, Piece.YELLOW)}
    rng = np.random.default_rng(seed)
    for cell, (first, second) in words.items():
        x, y = table.centre(cell)
        for piece, side in ((first, -6.5), (second, 6.5)):
            table.things.append(Thing((x + side, y + float(rng.normal(0, 1))), small_cap(rng), SHADES[piece]))
    snapshot = read(table)
    assert set(words) <= set(snapshot.reading.doubtful)


def small_cap(rng: np.random.Generator) -> Solid:
    solid = cap(rng)
    return replace(solid, slices=tuple(replace(each, outline=each.outline * 0.52) for each in solid.slices))


# ---------------------------------------------------------------- parked samples
def spots(table: Table) -> dict[Piece, tuple[float, float]]:
    return {Piece(sample.piece): sample.centre for sample in table.layout.samples}


def test_parked_samples_are_used_and_change_no_right_word() -> None:
    table, words = laid(seed=60)
    for piece, at in spots(table).items():
        table.put(at, piece, seed=9)
    snapshot = read(table)
    assert len(snapshot.hexes.observed.samples) >= 4
    assert not wrong_cells(snapshot, words)


def test_empty_sample_spots_have_no_effect() -> None:
    table, words = laid(seed=61)
    snapshot = read(table)
    assert not snapshot.hexes.observed.samples
    assert words_read(snapshot) == words


@pytest.mark.parametrize("case", ["red on blue's spot", "all exchanged", "two on a spot", "a mug", "a die"])
def test_wrong_things_on_sample_spots_do_no_harm(case: str) -> None:
    table, words = laid(seed=62)
    place = spots(table)
    if case == "red on blue's spot":
        table.put(place[Piece.BLUE], Piece.RED)
    elif case == "all exchanged":
        for piece, other in zip(place, [*list(place)[1:], Piece.RED], strict=True):
            table.put(place[other], piece)
    elif case == "two on a spot":
        x, y = place[Piece.GREEN]
        table.put((x - 8, y), Piece.GREEN).put((x + 9, y), Piece.YELLOW)
    elif case == "a mug":
        table.cover(circle(38.0, 40) + place[Piece.YELLOW])
    else:
        table.cover(np.array([(-8, -8), (8, -8), (8, 8), (-8, 8)]) + place[Piece.RED])
    snapshot = read(table)
    assert not silent_errors(snapshot, words)
    assert len(wrong_cells(snapshot, words)) <= 1
