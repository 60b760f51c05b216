"""Precomputed data of a printed board, which depends on the board's plan alone and is reused for all photos of the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.artwork import (
    COARSE_SOFTNESS,
    COARSE_STEP_MM,
    FINE_SOFTNESS,
    FINE_STEP_MM,
    Landmarks,
    Templates,
    choose_landmarks,
    make_templates,
)
from calibration.landmark_light import light_shapes
from calibration.plan import BoardPlan
from calibration.sheets import SheetPlans, prepare_sheets
from calibration.threads import run_in_thread

MAP_PX_PER_MM = 2.0
CONFIRMING_MM = 80.0  # maximum distance of a landmark or tile that confirms a cell's position: two and a half hexes


@dataclass(frozen=True, slots=True, eq=False)
class BoardGeometry:
    """The part of the precomputed data that is the same for all inks.

    `of_cell` (n,) is the sheet number of each cell. `around` (cells, landmarks) is 1 where a landmark is close enough to a cell
    to confirm the cell's position, else 0. `sheet_map` holds the sheet number at every half millimetre of the board.
    `light_shapes` (landmarks, 6) are basis functions of smoothly varying light at the landmarks.
    """

    landmarks: Landmarks
    sheets: SheetPlans
    of_cell: NDArray[np.intp]
    around: NDArray[np.float32]
    sheet_map: NDArray[np.uint8]
    light_shapes: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class PreparedBoard:
    """A plan with its geometry and the coarse and fine templates of its landmarks.

    Few photos need the coarse templates, so they are computed in the background, and `coarse()` waits for them.
    """

    plan: BoardPlan
    geometry: BoardGeometry
    coarse: Callable[[], Templates]
    fine: Templates

    def sheets_at(self, points_mm: NDArray[np.float64]) -> NDArray[np.intp]:
        """Return the sheet number (n,) at each of (n, 2) points, with a resolution of half a millimetre.

        A point outside the board gets the number of the sheet at the nearest point of the board.
        """
        rows, cols = self.geometry.sheet_map.shape
        at = (points_mm * MAP_PX_PER_MM).astype(np.intp)
        return self.geometry.sheet_map[np.clip(at[:, 1], 0, rows - 1), np.clip(at[:, 0], 0, cols - 1)].astype(np.intp)


def nearby(cells_mm: NDArray[np.float64], points_mm: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return a mask (n, m) of the points (m, 2) close enough to each cell (n, 2) to confirm the cell's position."""
    return np.asarray(np.linalg.norm(cells_mm[:, None] - points_mm, axis=2) < CONFIRMING_MM)


def prepare_geometry(plan: BoardPlan) -> BoardGeometry:
    """Return the geometry of a board, which does not depend on the picture in its plan."""
    landmarks = choose_landmarks(plan)
    shapes = light_shapes(landmarks.points_mm, plan.size_mm)
    around = nearby(plan.centres_mm, landmarks.points_mm).astype(np.float32)
    of_cell = plan.sheets_at(plan.centres_mm)
    return BoardGeometry(landmarks, prepare_sheets(plan, landmarks), of_cell, around, _draw_sheets(plan), shapes)


def prepare_board(plan: BoardPlan, geometry: BoardGeometry | None = None) -> PreparedBoard:
    """Return a prepared board; its geometry is computed unless `geometry` is given.

    Preparing a board takes some 30 ms, so cache the result.
    """
    geometry = geometry or prepare_geometry(plan)
    coarse = run_in_thread(make_templates, plan, geometry.landmarks, COARSE_STEP_MM, COARSE_SOFTNESS)
    fine = make_templates(plan, geometry.landmarks, FINE_STEP_MM, FINE_SOFTNESS)
    return PreparedBoard(plan, geometry, coarse.result, fine)


def _draw_sheets(plan: BoardPlan) -> NDArray[np.uint8]:
    drawn = np.zeros((round(plan.size_mm[1] * MAP_PX_PER_MM), round(plan.size_mm[0] * MAP_PX_PER_MM)), np.uint8)
    for number, outline in enumerate(plan.sheet_outlines_mm):
        cv2.fillPoly(drawn, [np.round(outline * MAP_PX_PER_MM - 0.5).astype(np.int32)], number)
    return drawn
