"""Lens, grids and sheets in isolation: projections are invertible, and known parameters are recovered."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.artwork import Offsets
from calibration.landmark_light import light_shapes, reweight_by_light
from calibration.lens import Lens, fit_lens, start_lens
from calibration.pose import find_camera
from calibration.spread import nine_points, spread, spread_matrix

SIZE = (2016, 1512)
MIDDLE = np.array(SIZE) / 2


def tilted_lens(turn: float = 0.3, tilt: float = 0.2, k1: float = 0.0, k2: float = 0.0) -> Lens:
    c, s = np.cos(turn), np.sin(turn)
    plane = np.array([[c, -s, 0.02], [s, c, -0.03], [tilt / 700, tilt / 500, 1 / 700]]) * 700
    plane[2, :2] *= 0.8
    return Lens(plane / plane[2, 2], np.array([k1, k2]), np.array([270.0, 260.0]), MIDDLE)


def board_points(step: float = 60.0) -> np.ndarray:
    x, y = np.meshgrid(np.arange(0, 541, step), np.arange(0, 521, step))
    return np.column_stack([x.ravel(), y.ravel()])


@settings(max_examples=40, deadline=None)
@given(st.floats(-3, 3), st.floats(-0.3, 0.3), st.floats(-0.03, 0.03), st.floats(-0.01, 0.01))
def test_project_and_unproject_are_inverse(turn: float, tilt: float, k1: float, k2: float) -> None:
    lens = tilted_lens(turn, tilt, k1, k2)
    assert np.allclose(lens.unproject(lens.project(board_points())), board_points(), atol=1e-4)


def test_lens_is_found_again_from_its_points() -> None:
    true = tilted_lens(k1=0.015, k2=-0.004)
    points, rng = board_points(), np.random.default_rng(1)
    pixels = true.project(points) + rng.normal(0, 0.2, points.shape)
    pixels[::11] += 40  # some are wrong by far
    started = start_lens(points, pixels, SIZE, 8.0)
    assert started is not None
    found = fit_lens(started[0], points, pixels, np.full(len(points), 0.3))
    assert np.abs(found.project(points) - true.project(points)).max() < 0.6


def test_start_needs_points_that_agree() -> None:
    rng = np.random.default_rng(2)
    points = board_points()
    started = start_lens(points, rng.uniform(0, 1500, points.shape), SIZE, 4.0)
    assert started is None or started[1].mean() < 0.2


@pytest.mark.parametrize("focal", [1350.0, 1514.0, 3000.0])
def test_camera_comes_back_from_its_homography(focal: float) -> None:
    eye, tilt = np.array([300.0, 700.0, -650.0]), 0.6
    forward = np.array([0.0, -np.sin(tilt), np.cos(tilt)])
    right, down = np.array([1.0, 0.0, 0.0]), np.array([0.0, np.cos(tilt), np.sin(tilt)])
    rotation = np.stack([right, down, forward])
    to_flat = np.diag([focal, focal, 1.0]) @ np.column_stack([rotation[:, 0], rotation[:, 1], -rotation @ eye])
    centre = np.array([270.0, 260.0])
    unit = np.array([[300.0, 0, centre[0]], [0, 300.0, centre[1]], [0, 0, 1]])
    plane = to_flat @ unit
    camera = find_camera(Lens(plane / plane[2, 2], np.zeros(2), centre, MIDDLE), focal * 1.02)
    assert camera.focal_px == pytest.approx(focal, rel=0.01)
    assert np.linalg.norm(camera.foot_mm - eye[:2]) < 12
    assert camera.height_mm == pytest.approx(650.0, rel=0.02)
    lean = camera.lean(np.array([[300.0, 0.0]]))
    assert lean[0, 1] < -0.9  # away from the foot


def test_grid_through_nine_points_is_exact_where_the_surface_is_of_second_degree() -> None:
    offsets = np.random.default_rng(3).uniform(-20, 20, (50, 2))

    def bent(points: np.ndarray) -> np.ndarray:
        x, y = points[..., 0], points[..., 1]
        return np.stack([3 * x + 0.2 * y + 0.01 * x * y + 5, 2 * y - 0.004 * x * x + 7], axis=-1)

    grid = spread(bent(nine_points(20.0))[None], spread_matrix(offsets, 20.0))
    assert np.allclose(grid[0], bent(offsets), atol=1e-3)


def test_landmarks_in_odd_light_are_trusted_less() -> None:
    points = board_points(30.0)
    shapes = light_shapes(points, (540.0, 520.0))
    count = len(points)
    rng = np.random.default_rng(4)
    level = 120 * (1 + 0.3 * shapes[:, 1]) * np.exp(rng.normal(0, 0.01, count))
    level[:20] *= 0.6
    offsets = Offsets(np.zeros((count, 2)), np.full(count, 0.1), np.full(count, 0.7), level)
    noise = reweight_by_light(offsets, shapes, np.full(count, 150.0, np.float32)).noise_mm
    assert np.median(noise[:20]) > 3 * np.median(noise[20:])
