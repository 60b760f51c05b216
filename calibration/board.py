"""A printed board made ready for measuring: what can be worked out once for a plan and used for every photo of it."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

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
from calibration.trust import light_shapes

MAP_PX_PER_MM = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class PreparedBoard:
    """A plan with its landmarks, their pictures coarse and fine, and its sheets; `of_cell` (n,) names each cell's sheet.

    Few photos need the coarse pictures: they are made when they are first asked for.
    `sheet_map` holds the number of the sheet for every half millimetre of the board, `light_shapes` how light may change
    over the landmarks.
    """

    plan: BoardPlan
    landmarks: Landmarks
    coarse: Callable[[], Templates]
    fine: Templates
    sheets: SheetPlans
    of_cell: NDArray[np.intp]
    sheet_map: NDArray[np.uint8]
    light_shapes: NDArray[np.float64]

    def sheets_at(self, points_mm: NDArray[np.float64]) -> NDArray[np.intp]:
        """The sheets (n,) that show (n, 2) points, to half a millimetre; beyond the board those of its rim."""
        rows, cols = self.sheet_map.shape
        at = (points_mm * MAP_PX_PER_MM).astype(np.intp)
        return self.sheet_map[np.clip(at[:, 1], 0, rows - 1), np.clip(at[:, 0], 0, cols - 1)].astype(np.intp)


def prepare_board(plan: BoardPlan) -> PreparedBoard:
    """Prepares a board; takes about a tenth of a second, so keep the answer."""
    landmarks = choose_landmarks(plan)
    coarse = cache(lambda: make_templates(plan, landmarks, COARSE_STEP_MM, COARSE_SOFTNESS))
    fine = make_templates(plan, landmarks, FINE_STEP_MM, FINE_SOFTNESS)
    of_cell = plan.sheets_at(plan.centres_mm)
    shapes = light_shapes(landmarks.points_mm, plan.size_mm)
    return PreparedBoard(plan, landmarks, coarse, fine, prepare_sheets(plan, landmarks), of_cell, _draw_sheets(plan), shapes)


def _draw_sheets(plan: BoardPlan) -> NDArray[np.uint8]:
    drawn = np.zeros((round(plan.size_mm[1] * MAP_PX_PER_MM), round(plan.size_mm[0] * MAP_PX_PER_MM)), np.uint8)
    for number, outline in enumerate(plan.sheet_outlines_mm):
        cv2.fillPoly(drawn, [np.round(outline * MAP_PX_PER_MM - 0.5).astype(np.int32)], number)
    return drawn
