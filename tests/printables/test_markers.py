"""OpenCV detects the printed markers on rasterized sheets at 4 pixels per module, blurred."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from printables.artwork.palette import Ink
from printables.documents.catalogue import Material
from referee.layout.calibration_sheet import FIRST_ID, MODULE, plan_calibration
from referee.layout.markers import DICTIONARY, MARKER_MODULES
from tests.printables.documents import layout_json, pdf_of
from tests.printables.rasters import Picture, render

CALIBRATION_DICTIONARY = "DICT_5X5_100"
PX_PER_MODULE = 4.0
BLUR_PX = 1.0
COARSE_MODULES = 1.0  # the detector's corners at so few pixels
FINE_PX_PER_MM, FINE_MM = 10.0, 0.15


def find_markers(picture: Picture, dictionary: str) -> dict[int, np.ndarray]:
    """Return the detected corners by marker number, in pixels."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), (0, 0), BLUR_PX)
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary)), settings)
    corners, ids, _ = detector.detectMarkers(grey)
    return {} if ids is None else {int(number): found[0] for number, found in zip(ids.ravel(), corners, strict=True)}


def find_on_board(board: str, ink: Ink, page: dict[str, Any], px_per_mm: float) -> dict[int, np.ndarray]:
    """Return the corners of the markers on a trimmed sheet in board mm, except those under its neighbours."""
    found = find_markers(render(pdf_of(Material.BOARD, board, ink=ink), page["page"] - 1, px_per_mm), DICTIONARY)
    matrix, outline = np.array(page["page_to_board"]), np.array(page["outline"], np.float32)
    on_board = {number: (corners + 0.5) / px_per_mm @ matrix[:, :2].T + matrix[:, 2] for number, corners in found.items()}
    return {number: corners for number, corners in on_board.items() if lies_within(corners.mean(axis=0), outline)}


def lies_within(point: np.ndarray, outline: np.ndarray) -> bool:
    return cv2.pointPolygonTest(outline, (float(point[0]), float(point[1])), False) > 0


@pytest.mark.parametrize("ink", list(Ink))
@pytest.mark.parametrize("board", ["terranova", "islet", "wheel"])
def test_detector_finds_every_marker_at_four_pixels_a_module(board: str, ink: Ink) -> None:
    layout = layout_json(board)
    printed = {marker["id"]: np.array(marker["corners"]) for marker in layout["markers"]}
    module = np.ptp(printed[0][:, 0]) / MARKER_MODULES
    seen = set()
    for page in layout["pages"]:
        found = find_on_board(board, ink, page, PX_PER_MODULE / module)
        assert len(found) >= 2, f"sheet {page['label']} shows fewer than two markers"
        for number, corners in found.items():
            assert np.abs(corners - printed[number]).max() < COARSE_MODULES * module
        seen |= set(found)
    assert seen == set(printed)


def test_markers_are_where_the_layout_places_them() -> None:
    layout = layout_json()
    printed = {marker["id"]: np.array(marker["corners"]) for marker in layout["markers"]}
    seen = set()
    for page in layout["pages"]:
        for number, corners in find_on_board("terranova", Ink.COLOUR, page, FINE_PX_PER_MM).items():
            assert np.abs(corners - printed[number]).max() < FINE_MM
            seen.add(number)
    assert seen == set(printed)


def test_calibration_sheet_shows_its_own_markers_and_none_of_the_board() -> None:
    picture = render(pdf_of(Material.CALIBRATION), 0, PX_PER_MODULE / MODULE)
    assert set(find_markers(picture, CALIBRATION_DICTIONARY)) == {marker.id for marker in plan_calibration().markers}
    assert not find_markers(picture, DICTIONARY)
    assert FIRST_ID == 50  # the board's dictionary ends before
