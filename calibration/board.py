"""A printed board made ready for measuring: what can be worked out once for a plan and used for every photo of it."""

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
from calibration.plan import BoardPlan
from calibration.sheets import SheetPlans, prepare_sheets
from calibration.threads import do_beside
from calibration.trust import light_shapes

MAP_PX_PER_MM = 2.0
CONFIRMING_MM = 80.0  # as far from a cell as what confirms its place may lie: two and a half hexes


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What can be worked out for a plan whatever its ink: landmarks and sheets; `of_cell` (n,) names each cell's sheet.

    `around` (cells, landmarks) is 1 where a landmark lies near enough to a cell to confirm its place, else 0. `sheet_map` holds
    the number of the sheet for every half millimetre of the board, `light_shapes` how light may change over the landmarks.
    """

    landmarks: Landmarks
    sheets: SheetPlans
    of_cell: NDArray[np.intp]
    around: NDArray[np.float32]
    sheet_map: NDArray[np.uint8]
    light_shapes: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class PreparedBoard:
    """A plan with its ground, and the pictures of its landmarks, coarse and fine.

    Few photos need the coarse pictures: nobody waits for them before.
    """

    plan: BoardPlan
    ground: Ground
    coarse: Callable[[], Templates]
    fine: Templates

    def sheets_at(self, points_mm: NDArray[np.float64]) -> NDArray[np.intp]:
        """Return the sheets (n,) that show (n, 2) points, to half a millimetre; beyond the board those of its rim."""
        rows, cols = self.ground.sheet_map.shape
        at = (points_mm * MAP_PX_PER_MM).astype(np.intp)
        return self.ground.sheet_map[np.clip(at[:, 1], 0, rows - 1), np.clip(at[:, 0], 0, cols - 1)].astype(np.intp)


def nearby(cells_mm: NDArray[np.float64], points_mm: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which points (m, 2) lie near enough to each cell (n, 2) to confirm its place, (n, m)."""
    return np.asarray(np.linalg.norm(cells_mm[:, None] - points_mm, axis=2) < CONFIRMING_MM)


def survey_ground(plan: BoardPlan) -> Ground:
    """Compute what does not depend on the plan's picture."""
    landmarks = choose_landmarks(plan)
    shapes = light_shapes(landmarks.points_mm, plan.size_mm)
    around = nearby(plan.centres_mm, landmarks.points_mm).astype(np.float32)
    of_cell = plan.sheets_at(plan.centres_mm)
    return Ground(landmarks, prepare_sheets(plan, landmarks), of_cell, around, _draw_sheets(plan), shapes)


def prepare_board(plan: BoardPlan, ground: Ground | None = None) -> PreparedBoard:
    """Prepare a board, on its `ground` where that is known; take some hundredths of a second, so keep the answer."""
    ground = ground or survey_ground(plan)
    coarse = do_beside(make_templates, plan, ground.landmarks, COARSE_STEP_MM, COARSE_SOFTNESS)
    fine = make_templates(plan, ground.landmarks, FINE_STEP_MM, FINE_SOFTNESS)
    return PreparedBoard(plan, ground, coarse.result, fine)


def _draw_sheets(plan: BoardPlan) -> NDArray[np.uint8]:
    drawn = np.zeros((round(plan.size_mm[1] * MAP_PX_PER_MM), round(plan.size_mm[0] * MAP_PX_PER_MM)), np.uint8)
    for number, outline in enumerate(plan.sheet_outlines_mm):
        cv2.fillPoly(drawn, [np.round(outline * MAP_PX_PER_MM - 0.5).astype(np.int32)], number)
    return drawn
