"""The pose of each sheet of paper: slightly shifted and rotated in its plane, and lifted off the table where it curls.

A lift appears in a photo as a shift away from the camera's foot, so two causes explain the offsets: a small in-plane motion and a
smooth height. Both are estimated together from the measured offsets as the maximum a posteriori solution under a prior for cut
and taped paper, which also gives the uncertainty where nothing could be measured.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.artwork import Landmarks
from calibration.plan import BoardPlan

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PaperHabits:
    """The prior for the motion and height of paper, as standard deviations in mm.

    Rotation and bending are given as displacements of a sheet's rim. The two fields `..._reach_mm` are correlation lengths of
    heights instead.
    """

    shift_mm: float = 0.6  # shift of a sheet that is taped out of place
    turn_mm: float = 0.6  # rotation, shear or stretch, as displacement of the rim
    bow_mm: float = 0.15  # residual bending: lens, damp paper
    wave_mm: float = 1.2  # height of broad waves
    wave_reach_mm: float = 60.0
    curl_mm: float = 1.2  # height of curled rims
    curl_reach_mm: float = 24.0
    noise_mm: float = 0.10  # least error of any measurement


HABITS = PaperHabits()
KNOT_MM = 34.0  # spacing of the knots whose heights are estimated, unless that gives more than MOST_KNOTS
MOST_KNOTS = 60
GRID_MM = 12.0  # spacing of the lookup grid
GRID_RIM_MM = 30.0
SHAPES = 6  # basis functions of the motion along one axis: constant, linear, quadratic
ROUNDS = 2  # rounds of reweighting outliers


@dataclass(frozen=True, slots=True, eq=False)
class SheetPlan:
    """Precomputed data of a sheet, the same for all photos.

    The unknowns are 12 coefficients of the in-plane motion and the heights of k knots. Rows of `motion` hold the 6 basis
    functions of the motion along one axis, and rows of `height` the weight of every knot. Both are given at landmarks, at cells
    and on the lookup grid.
    """

    landmarks: NDArray[np.intp]  # numbers of the landmarks on this sheet
    cells: NDArray[np.intp]  # numbers of the cells on this sheet
    shape: tuple[int, int]  # rows, columns of the grid
    grid_mm: Floats  # (g, 2)
    calm: Floats  # (12 + k, 12 + k): the prior precision of the unknowns
    motion: tuple[Floats, Floats, Floats]
    height: tuple[Floats, Floats, Floats]


@dataclass(frozen=True, slots=True, eq=False)
class SheetPlans:
    """All k sheets of a board, padded to a common size so that NumPy can fit them at once.

    `landmarks` (k, l) are landmark numbers, and `weights` (k, l) is 0 for padding. `calm` is that of the plans, and `motion` and
    `height` are those of the plans at landmarks and on the grids. The grids are concatenated in `grid_mm`; `on_grid` (k, g) marks
    entries that are not padding. Each sheet's grid has its first point at `corners_mm` (k, 2), which is at index `first` (k,) in
    `grid_mm`. `columns` (k,) is the number of columns of each grid, and `last` (k, 2) the grid's last column and row.
    """

    each: tuple[SheetPlan, ...]
    landmarks: NDArray[np.intp]
    weights: Floats
    calm: Floats
    motion: tuple[Floats, Floats]
    height: tuple[Floats, Floats]
    grid_mm: Floats
    on_grid: NDArray[np.bool_]
    corners_mm: Floats
    last: Floats
    columns: NDArray[np.intp]
    first: NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Fields:
    """The fitted sheets: offsets in board mm on their grids, (points, 2), and the precision matrices of the unknowns."""

    plans: SheetPlans
    offsets_mm: Floats
    precision: Floats  # (k, 12 + knots, 12 + knots)

    def at(self, points_mm: Floats, sheets: NDArray[np.intp]) -> Floats:
        """Return the interpolated offsets (n, 2) at (n, 2) points; `sheets` (n,) are the numbers of the points' sheets.

        Outside a sheet's grid, the value at the nearest point of the grid is used.
        """
        plans = self.plans
        at = np.clip((points_mm - plans.corners_mm.take(sheets, 0)) / GRID_MM, 0, plans.last.take(sheets, 0) - 0.001)
        cell = at.astype(np.intp)
        right, down = (at - cell).T
        grid, below = (
            self.offsets_mm.view(np.complex128).ravel(),
            plans.columns.take(sheets),
        )  # gather x and y as one complex number
        corner = plans.first.take(sheets) + cell[:, 1] * below + cell[:, 0]
        top = grid.take(corner) * (1 - right) + grid.take(corner + 1) * right
        low = grid.take(corner + below) * (1 - right) + grid.take(corner + below + 1) * right
        return np.asarray((top * (1 - down) + low * down).view(np.float64).reshape(-1, 2))


def join_sheets(sheets: tuple[SheetPlan, ...]) -> SheetPlans:
    """Return the plans of a board's sheets, padded to a common size."""
    most, knots = max(len(sheet.landmarks) for sheet in sheets), max(len(sheet.calm) for sheet in sheets) - 2 * SHAPES
    places, size = max(len(sheet.grid_mm) for sheet in sheets), 2 * SHAPES + knots
    calm = np.stack([np.eye(size)] * len(sheets))
    for own, sheet in zip(calm, sheets, strict=True):
        own[: len(sheet.calm), : len(sheet.calm)] = sheet.calm
    shapes = np.array([sheet.shape for sheet in sheets])
    return SheetPlans(
        sheets,
        _filled([sheet.landmarks for sheet in sheets], (most,)).astype(np.intp),
        _filled([np.ones(len(sheet.landmarks)) for sheet in sheets], (most,)),
        calm,
        (_filled([s.motion[0] for s in sheets], (most, SHAPES)), _filled([s.motion[2] for s in sheets], (places, SHAPES))),
        (_filled([s.height[0] for s in sheets], (most, knots)), _filled([s.height[2] for s in sheets], (places, knots))),
        np.concatenate([sheet.grid_mm for sheet in sheets]),
        _filled([np.ones(len(sheet.grid_mm)) for sheet in sheets], (places,)) > 0,
        np.array([sheet.grid_mm[0] for sheet in sheets]),
        shapes[:, ::-1] - 1.0,
        shapes[:, 1],
        np.concatenate([[0], np.cumsum(shapes.prod(axis=1))[:-1]]),
    )


def _filled(parts: Sequence[NDArray[np.float64] | NDArray[np.intp]], shape: tuple[int, ...]) -> Floats:
    """Stack arrays after padding them with zeros to a common shape."""
    out = np.zeros((len(parts), *shape))
    for own, part in zip(out, parts, strict=True):
        own[tuple(slice(length) for length in part.shape)] = part
    return out


def prepare_sheets(plan: BoardPlan, landmarks: Landmarks) -> SheetPlans:
    """Return the precomputed data of a board's sheets, the same for all photos."""
    of_cell = plan.sheets_at(plan.centres_mm)
    return join_sheets(
        tuple(
            _prepare_sheet(
                outline, np.flatnonzero(landmarks.sheets == number), np.flatnonzero(of_cell == number), plan, landmarks
            )
            for number, outline in enumerate(plan.sheet_outlines_mm)
        )
    )


def _prepare_sheet(
    outline: Floats, landmarks: NDArray[np.intp], cells: NDArray[np.intp], plan: BoardPlan, all_landmarks: Landmarks
) -> SheetPlan:
    low, high = outline.min(axis=0), outline.max(axis=0)
    step = max(KNOT_MM, math.sqrt(float(np.prod(high - low)) / MOST_KNOTS))
    knots, _ = _grid(low, high, step)
    grid, shape = _grid(low - GRID_RIM_MM, high + GRID_RIM_MM, GRID_MM)
    middle, reach = (low + high) / 2, float((high - low).max()) / 2
    places = (all_landmarks.points_mm[landmarks], plan.centres_mm[cells], grid)
    precision = np.linalg.inv(_height_covariance(knots, knots) + 1e-3 * np.eye(len(knots)))
    calm = np.zeros((2 * SHAPES + len(knots), 2 * SHAPES + len(knots)))
    usual = np.array([HABITS.shift_mm, *[HABITS.turn_mm] * 2, *[HABITS.bow_mm] * 3])
    calm[: 2 * SHAPES, : 2 * SHAPES] = np.diag(1 / np.tile(usual, 2) ** 2)
    calm[2 * SHAPES :, 2 * SHAPES :] = precision
    first, second, third = (_motion_shapes(points, middle, reach) for points in places)
    shares = tuple(_height_covariance(points, knots) @ precision for points in places)
    return SheetPlan(landmarks, cells, shape, grid, calm, (first, second, third), (shares[0], shares[1], shares[2]))


def _grid(low: Floats, high: Floats, step: float) -> tuple[Floats, tuple[int, int]]:
    """Return the points, row by row, of a grid that covers a box, and the grid's numbers of rows and columns."""
    cols, rows = (np.ceil((high - low) / step).astype(int) + 1).tolist()
    x, y = np.meshgrid(np.arange(cols), np.arange(rows))
    return low + step * np.column_stack([x.ravel(), y.ravel()]), (rows, cols)


def _motion_shapes(points: Floats, middle: Floats, reach: float) -> Floats:
    x, y = ((points - middle) / reach).T
    return np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])


def _height_covariance(first: Floats, second: Floats) -> Floats:
    """Return the prior covariance of the heights at two sets of points."""
    square = ((first[:, None] - second[None]) ** 2).sum(axis=2)
    wave = HABITS.wave_mm**2 * np.exp(-square / (2 * HABITS.wave_reach_mm**2))
    return np.asarray(wave + HABITS.curl_mm**2 * np.exp(-square / (2 * HABITS.curl_reach_mm**2)))


def fit_sheets(sheets: SheetPlans, shift_mm: Floats, noise_mm: Floats, lean: Floats, grid_lean: Floats) -> Fields:
    """Estimate the offsets on all sheets from those measured at landmarks.

    `shift_mm` (n, 2) are the measured offsets, and `noise_mm` (n,) their standard deviations, infinite where nothing was
    measured. `lean` (n, 2) is `Camera.lean` at the landmarks, and `grid_lean` the same at the grid points.
    """
    mine = sheets.landmarks
    noise = np.hypot(noise_mm[mine], HABITS.noise_mm)
    values, precision = _solve_robustly(sheets, lean[mine], shift_mm[mine], noise)
    plane = sheets.motion[1] @ values[:, : 2 * SHAPES].reshape(-1, 2, SHAPES).transpose(0, 2, 1)
    lift = (sheets.height[1] @ values[:, 2 * SHAPES :, None])[..., 0]
    offsets = plane[sheets.on_grid] + lift[sheets.on_grid][:, None] * grid_lean
    return Fields(sheets, offsets, precision)


def _solve_robustly(sheets: SheetPlans, lean: Floats, shift_mm: Floats, noise_mm: Floats) -> tuple[Floats, Floats]:
    """Return the unknowns of k sheets and their precision matrices.

    Outliers get less weight, as under Student's t with four degrees of freedom. The offset along each axis is the motion basis
    times its coefficients plus the height times the lean along that axis.
    """
    motion, height = sheets.motion[0], sheets.height[0]
    usual = sheets.weights / noise_mm**2
    weights = usual
    precision, values = sheets.calm, np.zeros(sheets.calm.shape[:2])
    for _ in range(ROUNDS):
        precision, pull = _normal(motion, height, lean, shift_mm, weights)
        precision += sheets.calm
        values = np.asarray(np.linalg.solve(precision, pull[..., None])[..., 0])
        plane = motion @ values[:, : 2 * SHAPES].reshape(-1, 2, SHAPES).transpose(0, 2, 1)
        missed = shift_mm - plane - (height @ values[:, 2 * SHAPES :, None]) * lean
        weights = 6 / (4 + (missed**2).sum(axis=2) / noise_mm**2) * usual
    return values, precision


def _normal(motion: Floats, height: Floats, lean: Floats, shift_mm: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Return the normal matrices and right-hand sides, built block by block."""
    last, size = slice(2 * SHAPES, None), 2 * SHAPES + height.shape[2]
    normal, pull = np.zeros((len(motion), size, size)), np.zeros((len(motion), size))
    weighted = (motion * weights[..., None]).transpose(0, 2, 1)
    along = weighted @ motion
    knots = height.transpose(0, 2, 1)
    normal[:, last, last] = (knots * (weights * (lean**2).sum(axis=2))[:, None]) @ height
    for axis, block in enumerate((slice(SHAPES), slice(SHAPES, 2 * SHAPES))):
        normal[:, block, block] = along
        crossed = (weighted * lean[:, None, :, axis]) @ height
        normal[:, block, last], normal[:, last, block] = crossed, crossed.transpose(0, 2, 1)
        pull[:, block] = (weighted @ shift_mm[..., axis, None])[..., 0]
    pull[:, last] = (knots @ (weights * (lean * shift_mm).sum(axis=2))[..., None])[..., 0]
    return normal, pull


def doubt_cells(sheet: SheetPlan, precision: Floats, lean: Floats) -> Floats:
    """Return the standard deviation of the offset at each cell of the sheet, in mm, as the root mean square over both axes."""
    size = len(sheet.calm)
    motion, height = sheet.motion[1], sheet.height[1]
    nothing = np.zeros_like(motion)
    across = np.hstack([motion, nothing, height * lean[:, :1]])
    down = np.hstack([nothing, motion, height * lean[:, 1:]])
    both = np.vstack([across, down])
    known = (both * np.linalg.solve(precision[:size, :size], both.T).T).sum(axis=1)
    return np.asarray(np.sqrt(known.reshape(2, -1).mean(axis=0)))
