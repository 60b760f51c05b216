"""The ink of a print is detected under many pieces and in any light."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.locate import build_pyramid, seek_markers, start_from_markers
from calibration.markers import FoundMarkers
from calibration.photo import decode_photo
from printables.artwork.palette import Ink
from referee.layout.markers import DICTIONARY
from referee.reader.find_board import MARKER_IDS
from referee.reader.find_ink import detect_ink, ink_places
from tests.reader.table import Shot, random_words, set_table


@pytest.mark.parametrize("board", ["terranova", "wheel"])
@pytest.mark.parametrize("ink", tuple(Ink))
@pytest.mark.parametrize(("seed", "full"), [(1, 0.2), (3, 0.58)])
def test_ink_is_detected_under_pieces_and_in_any_light(board: str, ink: Ink, seed: int, full: float) -> None:
    table = set_table(board, None, ink)
    table.lay(random_words(table.layout, seed, full))
    red, green, blue = np.random.default_rng(seed).uniform(0.7, 1, 3).tolist()
    shot = Shot(elevation_deg=40 + 15 * seed, azimuth_deg=100 * seed, light=(red, green, blue))
    seen = build_pyramid(decode_photo(table.photograph(shot), "a photo"), "a photo")
    places = ink_places(table.layout)
    start = start_from_markers(seen, seek_markers(seen, DICTIONARY, MARKER_IDS), places.marker_corners)
    assert detect_ink(places, seen, start.lens) is ink


@pytest.mark.parametrize("ink", tuple(Ink))
def test_ink_is_detected_when_all_markers_found_lie_on_one_side(ink: Ink) -> None:
    """On curled paper a plane through markers of one side would misplace the hexes and make a grey print look light."""
    table = set_table(ink=ink)
    shot = Shot(elevation_deg=38, azimuth_deg=100, light=(0.8, 0.72, 0.62), fill=0.75)
    seen, places = build_pyramid(decode_photo(table.photograph(shot), "a photo"), "a photo"), ink_places(table.layout)
    found = seek_markers(seen, DICTIONARY, MARKER_IDS)
    nearest = np.argsort(-found.corners[:, :, 1].mean(1))[:4]
    middles = found.corners[nearest].mean(1, keepdims=True)
    lower = middles + (found.corners[nearest] - middles) * (1, 0.88)
    few = FoundMarkers(found.ids[nearest], lower, found.dictionary)
    assert np.ptp(np.concatenate([places.marker_corners[number] for number in few.ids.tolist()]), axis=0).min() < 40
    assert detect_ink(places, seen, start_from_markers(seen, few, places.marker_corners).lens) is ink
