"""The camera pose: focal length, the board point below the camera, and the camera's height.

Tall pieces appear to lean away from the point below the camera.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens

Floats = NDArray[np.float64]

# Estimate and spread for files that state no focal length. The main camera of a phone is equivalent to 24 to 28 mm.
USUAL_FOCAL_35MM, USUAL_SPREAD = 26.0, 0.35
STATED_SPREAD = 0.04  # of a stated focal length, which is rounded, and wrong if the phone crops
FILM_DIAGONAL = math.hypot(36.0, 24.0)
SKEW_NOISE = 0.01  # tolerance for the two axes of the plane being perpendicular and of equal length


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """The camera above the board.

    `foot_mm` (2,) is the board point below the lens, `height_mm` the height of the lens above the board, and `focal_px` the focal
    length in working pixels.
    """

    focal_px: float
    foot_mm: Floats
    height_mm: float

    def lean(self, points_mm: Floats) -> Floats:
        """Return the apparent shift (n, 2), in board mm, of something 1 mm above each point.

        The shift points away from the foot of the camera.
        """
        return np.asarray((points_mm - self.foot_mm) / self.height_mm, dtype=np.float64)

    def tilt_at(self, point_mm: Floats) -> float:
        """Return the camera's horizontal distance from a point (2,) in board mm, divided by the camera's height.

        This is the tangent of the angle from the vertical: 0 straight above the point, larger for a camera lower above the table.
        """
        return float(np.linalg.norm(self.foot_mm - point_mm)) / self.height_mm


def find_camera(lens: Lens, stated_focal_px: float | None) -> Camera:
    """Return the camera pose derived from a lens and, if not None, the focal length that the photo's file states."""
    focal = _choose_focal(lens, stated_focal_px)
    axes = np.linalg.inv(np.diag([focal, focal, 1.0])) @ lens.board_to_flat
    axes /= (np.linalg.norm(axes[:, 0]) + np.linalg.norm(axes[:, 1])) / 2
    if axes[2] @ np.array([*lens.middle_mm, 1.0]) < 0:  # the board must be in front of the camera
        axes = -axes
    third = np.cross(axes[:, 0], axes[:, 1])
    turn, _, other = np.linalg.svd(np.column_stack([axes[:, 0], axes[:, 1], third]))
    rotation = turn @ other
    eye = -rotation.T @ axes[:, 2]
    return Camera(focal, eye[:2], float(abs(eye[2])))


def _choose_focal(lens: Lens, stated: float | None) -> float:
    """Return the focal length in working pixels that best fits both the homography and the stated or typical value."""
    usual = USUAL_FOCAL_35MM / FILM_DIAGONAL * 2 * lens.half_diagonal
    guess, spread = (stated, STATED_SPREAD) if stated else (usual, USUAL_SPREAD)
    trials = guess * np.exp(np.linspace(-3 * spread, 3 * spread, 241))
    matrix = lens.board_to_flat
    first, second = matrix[:, 0], matrix[:, 1]
    scale = np.array([trials, trials, np.ones_like(trials)])
    a, b = first[:, None] / scale, second[:, None] / scale
    size = ((a**2).sum(axis=0) + (b**2).sum(axis=0)) / 2
    square = ((a * b).sum(axis=0) / size) ** 2 + (((a**2).sum(axis=0) - (b**2).sum(axis=0)) / (2 * size)) ** 2
    cost = square / SKEW_NOISE**2 + (np.log(trials / guess) / spread) ** 2
    return float(trials[np.argmin(cost)])
