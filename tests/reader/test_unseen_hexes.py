"""In a photo of part of the board, exactly the hexes outside the frame are reported as unseen."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.lens import Lens
from referee.cli.terminal.readings import draw_reading
from referee.cli.terminal.screen import Screen
from referee.formats.readings import reading_to_json
from tests.reader.readings import read
from tests.reader.table import Shot, Table, aim_camera, random_words, set_table

PARTS = [
    Shot(fill=1.27, aim=(0.0, -0.5), elevation_deg=80),
    Shot(fill=1.2, aim=(0.6, 0.3), elevation_deg=62, roll_deg=6),
]


def share_in_frame(table: Table, shot: Shot) -> dict[str, float]:
    """Return the share of each hex in the frame of the camera."""
    camera, size = aim_camera((table.layout.width, table.layout.height), shot), np.array(shot.size)
    line = np.linspace(-0.5, 0.5, 41) * table.layout.hex_mm
    disc = np.array([(x, y) for x in line for y in line if np.hypot(x, y) < table.layout.hex_mm / 2])
    shares = {}
    for cell in table.layout.board.cells:
        at = camera.project(disc + table.centre(cell.id))
        shares[cell.id] = float(((at > 0) & (at < size)).all(1).mean())
    return shares


@pytest.mark.parametrize("shot", PARTS)
def test_hexes_mostly_outside_the_frame_are_unseen_and_doubtful(shot: Shot) -> None:
    table = set_table()
    snapshot = read(table.lay(random_words(table.layout, seed=35)), shot)
    shares, unseen = share_in_frame(table, shot), set(snapshot.reading.unseen)
    assert len(unseen) > 20
    assert {cell for cell, share in shares.items() if share < 0.35} <= unseen
    assert not {cell for cell, share in shares.items() if share > 0.65} & unseen
    assert unseen <= set(snapshot.reading.doubtful)
    assert reading_to_json(snapshot.reading, snapshot.position, "en")["unseen"] == list(snapshot.reading.unseen)


def test_photo_of_the_whole_board_leaves_nothing_unseen() -> None:
    assert read(set_table()).reading.unseen == ()


def test_person_reads_in_one_line_which_hexes_the_photo_does_not_show() -> None:
    table = set_table()
    snapshot = read(table, PARTS[0])
    unseen = snapshot.reading.unseen
    shown = draw_reading(snapshot.reading, snapshot.position, "table.jpg", Screen(), "en")
    assert f"The photo does not show {len(unseen)} hexes: {' '.join(unseen)}" in shown
    assert not any(line.strip().startswith(f"{cell}: ") for line in shown.splitlines() for cell in unseen)


@pytest.mark.parametrize("bend", [-0.28, -0.15])
def test_wide_lens_folds_nothing_from_beyond_the_frame_back_into_it(bend: float) -> None:
    middle = np.array([400.0, 300.0])
    lens = Lens(np.diag([300.0, 300.0, 1.0]), np.array([bend, 0.0]), np.zeros(2), middle)
    away = np.array([(far, 0.0) for far in np.linspace(700, 3000, 50)])
    at = lens.project(away)
    assert not ((at > 0) & (at < 2 * middle)).all(1).any()


def test_what_lies_behind_the_camera_is_not_in_the_picture() -> None:
    plane = np.array([[300.0, 0.0, 0.0], [0.0, 300.0, 0.0], [0.0, -1.0, 1.0]])
    lens = Lens(plane, np.zeros(2), np.zeros(2), np.array([400.0, 300.0]))
    at = lens.project(np.array([(0.0, y) for y in np.linspace(301, 3000, 50)]))
    assert not ((at > 0) & (at < (800, 600))).all(1).any()
