"""The ink of a print is told from the photo, however many pieces lie on it and whatever the light."""
from __future__ import annotations

import numpy as np
import pytest

from calibration.locate import look, seek_markers
from calibration.photo import decode_photo
from printables.palette import Ink
from referee.boards_in_sight import MARKER_IDS
from referee.inks_in_sight import ink_places, tell_ink
from referee.marker_plan import DICTIONARY
from tests.vision.table import Shot, random_words, set_table


@pytest.mark.parametrize("board", ["terranova", "wheel"])
@pytest.mark.parametrize("ink", tuple(Ink))
@pytest.mark.parametrize(("seed", "full"), [(1, 0.2), (3, 0.58)])
def test_ink_is_told_under_pieces_and_in_any_light(board: str, ink: Ink, seed: int, full: float) -> None:
    table = set_table(board, None, ink)
    table.lay(random_words(table.layout, seed, full))
    red, green, blue = np.random.default_rng(seed).uniform(0.7, 1, 3).tolist()
    shot = Shot(elevation_deg=40 + 15 * seed, azimuth_deg=100 * seed, light=(red, green, blue))
    seen = look(decode_photo(table.photograph(shot), "a photo"), "a photo")
    assert tell_ink(ink_places(table.layout), seen, seek_markers(seen, DICTIONARY, MARKER_IDS)) is ink
