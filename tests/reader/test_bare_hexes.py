"""Inference is skipped on hexes that show the bare print, without changing what is read."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from printables.artwork.empty_board import find_empty_board
from printables.artwork.palette import Ink
from referee.boards.library import load_board
from referee.layout.layout import lay_out
from referee.reader import evidence
from referee.reader.evidence import gather_evidence
from referee.reader.networks import Answers, run_first_network
from referee.reader.print_pattern import Pixels, shows_bare_print
from referee.reader.read_hexes import read_hexes
from referee.reader.read_photo import ReadOptions, read_photo_bytes
from referee.reader.settings import DEFAULT
from referee.rules.pieces import Piece
from tests.reader.table import Shot, Thing, cap, random_words, set_table, stone

ALL_LOOKED_AT = replace(DEFAULT, bare_misfit=0.0)
GROUNDS = np.zeros(12, np.int_)
CLEAR = np.full(12, 0.95, np.float32)
QUIET = np.full(12, 0.01, np.float32)


@pytest.fixture
def inspected(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    counts: list[int] = []

    def record(seen: Pixels, expected: Pixels) -> Answers:
        counts.append(len(seen))
        return run_first_network(seen, expected)

    monkeypatch.setattr(evidence, "run_first_network", record)
    return counts


@pytest.mark.parametrize("seed", range(3))
def test_words_and_doubts_equal_those_of_full_inference(seed: int, inspected: list[int]) -> None:
    table = set_table()
    words = random_words(table.layout, seed)
    snapshot = read_photo_bytes(table.lay(words).photograph(Shot(elevation_deg=70 + 5 * seed)), "a photo", ReadOptions())
    hexes = snapshot.known.printed.hexes
    assert inspected[-1] < hexes - (hexes - len(words)) / 2
    all_looked_at = read_hexes(snapshot.located_photo, snapshot.known.printed, None, ALL_LOOKED_AT)
    assert inspected[-1] >= hexes
    assert snapshot.hexes.verdict.pieces == all_looked_at.verdict.pieces
    assert (snapshot.hexes.verdict.doubtful == all_looked_at.verdict.doubtful).mean() > 0.98


def test_pieces_in_the_tint_of_the_print_are_not_skipped(inspected: list[int]) -> None:
    table = set_table()
    rng = np.random.default_rng(8)
    px_per_mm = table.art.shape[1] / table.layout.width
    laid = table.layout.board.cells[::9]
    for number, cell in enumerate(laid):
        x, y = table.centre(cell.id)
        low, high = (np.array((y, x)) * px_per_mm - 30).astype(int), (np.array((y, x)) * px_per_mm + 30).astype(int)
        tint = np.median(table.art[low[0] : high[0], low[1] : high[1]].reshape(-1, 3), 0) / 255
        table.things.append(Thing((x, y), stone(rng) if number % 3 else cap(rng), tint))
    snapshot = read_photo_bytes(table.photograph(Shot(elevation_deg=80)), "a photo", ReadOptions())
    seen = gather_evidence(snapshot.located_photo, snapshot.known.printed, DEFAULT)
    hexes = snapshot.known.printed.hexes
    bare = shows_bare_print(seen.misfit, seen.shown, snapshot.known.printed.hex_patterns, DEFAULT)[:hexes]
    cells = [cell.id for cell in snapshot.known.layout.board.cells]
    assert bare.sum() > hexes / 4
    assert not {cell.id for cell in laid} & {cell for cell, nothing in zip(cells, bare, strict=True) if nothing}
    assert inspected[-1] >= len(laid)


def test_empty_board_is_read_without_inference(inspected: list[int]) -> None:
    picture = find_empty_board(lay_out(load_board("islet")), Ink.COLOUR).picture
    with Image.open(io.BytesIO(picture)) as empty:
        framed = Image.new("RGB", (empty.width + 200, empty.height + 200), (120, 100, 80))
        framed.paste(empty, (100, 100))
    photo = io.BytesIO()
    framed.save(photo, "JPEG", quality=92)
    reading = read_photo_bytes(photo.getvalue(), "a photo", ReadOptions()).reading
    assert inspected == [0]
    assert {cell.piece for cell in reading.cells.values()} == {Piece.EMPTY}
    assert not reading.doubtful


@pytest.mark.parametrize(("what", "value"), [("misfit", 0.03), ("shown", 0.8), ("shown", 0.9)])
def test_any_single_contradiction_triggers_inference(what: str, value: float) -> None:
    given = {"misfit": QUIET.copy(), "shown": CLEAR.copy()}
    given[what][5] = value
    bare = shows_bare_print(given["misfit"], given["shown"], GROUNDS, DEFAULT)
    assert bare.tolist() == [number != 5 for number in range(12)], "0.9 shows less clearly than others of its ground"


def test_inference_runs_where_too_few_hexes_share_a_pattern() -> None:
    assert not shows_bare_print(QUIET, CLEAR, np.array([0, 1, 2] * 4), DEFAULT).any()


def test_sample_spot_is_read_unless_its_sign_is_visible() -> None:
    misfit, shown = np.append(QUIET, [0.01, 0.01]), np.append(CLEAR, [0.9, 0.5])
    assert shows_bare_print(misfit, shown, GROUNDS, DEFAULT)[12:].tolist() == [True, False]
