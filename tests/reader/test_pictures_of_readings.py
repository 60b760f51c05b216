"""The overlay is the upright photo with the reading on it; the diagnostics are a sheet of all hexes and the facts."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.reader.explain import contact_sheet, write_diagnostics
from referee.reader.overlay import draw_overlay
from referee.reader.patches import PATCH_PX
from referee.rules.pieces import Piece
from tests.reader.readings import read
from tests.reader.table import Shot, set_table


def closed_territory(orientation: int):  # type: ignore[no-untyped-def]
    table = set_table()
    board = table.layout.board
    middle = board.number_of["D4"]
    fence = [board.cells[number].id for number in board.neighbours[middle]]
    assert len(fence) == 6
    words = dict.fromkeys(fence, Piece.STONE) | {"D4": Piece.RED, "H7": Piece.GREEN}
    return read(table.lay(words), Shot(orientation=orientation))


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
@pytest.mark.parametrize("kind", ["jpg", "png"])
def test_overlay_is_the_upright_photo(orientation: int, kind: str) -> None:
    snapshot = closed_territory(orientation)
    picture = cv2.imdecode(np.frombuffer(draw_overlay(snapshot.overlaid, kind), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    reading = snapshot.reading
    assert picture.shape[:2] == (reading.height, reading.width)
    x, y = reading.centres_px["H7"]
    # green's sign is a ring: white within, green round it, whatever lies beneath
    assert picture[round(y), round(x)].min() > 200
    ring = picture[round(y), round(x) + 9].astype(int)
    assert ring[1] > ring[0] + 30
    assert ring[1] > ring[2] + 30


def test_overlay_shows_what_a_territory_pays() -> None:
    overlaid = closed_territory(1).overlaid
    ours = [territory for territory in overlaid.territories if territory.winners]
    assert [territory.winners for territory in ours] == [(Piece.RED,)]
    assert ours[0].label.isdigit()


def test_diagnostics_show_every_hex_and_the_facts(tmp_path: Path) -> None:
    snapshot = closed_territory(1)
    write_diagnostics(snapshot.diagnostics, tmp_path, "table")
    facts = json.loads((tmp_path / "table-facts.json").read_text())
    assert facts["board"] == "terranova"
    assert len(facts["markers"]) >= 8
    assert len(facts["residual_mm_by_sheet"]) == len(snapshot.known.layout.pages)
    assert max(facts["residual_mm_by_sheet"]) < 0.5
    sheet = contact_sheet(snapshot.diagnostics)
    assert sheet.shape[1] % PATCH_PX == 0
    tiles = (sheet.shape[1] // PATCH_PX) * (sheet.shape[0] // (3 * PATCH_PX + 26))
    assert tiles >= len(snapshot.reading.cells)
    written = cv2.imread(str(tmp_path / "table-hexes.png"))
    assert written is not None
    assert written.shape == sheet.shape


def test_diagnostics_with_an_invisible_sheet_are_valid_json(tmp_path: Path) -> None:
    snapshot = closed_territory(1)
    covered = replace(snapshot.view.fit, residual_mm=(math.nan, *snapshot.view.fit.residual_mm[1:]))
    write_diagnostics(replace(snapshot, view=replace(snapshot.view, fit=covered)).diagnostics, tmp_path, "covered")
    words = (tmp_path / "covered-facts.json").read_text()
    assert json.loads(words, parse_constant=pytest.fail)["residual_mm_by_sheet"][0] is None
