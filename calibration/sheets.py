"""How each sheet of paper lies: shifted and turned a little, and lifted off the table where it curls.

A lift shows in a photo as a shift away from the camera's foot, so two causes explain all offsets: a small motion of the
sheet in its plane, and a smooth height. Both are estimated together from measured offsets, as the likeliest explanation under
what is usual for cut and taped paper, which also tells how sure it is where nothing could be measured.
"""
from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.artwork import Landmarks
from calibration.plan import BoardPlan

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PaperHabits:
    """What is usual for paper, as standard deviations in mm at a sheet's rim, and lengths over which heights change."""

    shift_mm: float = 0.6  # a sheet taped beside its place
    turn_mm: float = 0.6  # turned, sheared or stretched: what moves its rim
    bow_mm: float = 0.15  # what neither explains: lens, damp paper
    wave_mm: float = 1.2  # height of broad waves
    wave_reach_mm: float = 60.0
    curl_mm: float = 1.2  # height of curled rims
    curl_reach_mm: float = 24.0
    noise_mm: float = 0.10  # of any measurement


HABITS = PaperHabits()
KNOT_MM = 34.0  # between the places whose heights are estimated, unless a sheet would have more of them than
MOST_KNOTS = 60
GRID_MM = 12.0  # of the field that is looked up
GRID_RIM_MM = 30.0
SHAPES = 6  # of a motion in the plane along one axis: constant, linear, quadratic
ROUNDS = 2  # of letting measurements that stick out count less


@dataclass(frozen=True, slots=True, eq=False)
class SheetPlan:
    """What can be worked out for a sheet before any photo.

    Unknown are 12 numbers of its motion in the plane and the heights of k knots. Rows of `motion` hold the 6 shapes of a
    motion along one axis, rows of `height` the share of every knot: at landmarks, at cells and on the grid that is looked up.
    """

    landmarks: NDArray[np.intp]  # numbers of the landmarks on it
    cells: NDArray[np.intp]  # numbers of the cells on it
    corner_mm: Floats  # the grid's first place
    shape: tuple[int, int]  # rows, columns of the grid
    grid_mm: Floats  # (g, 2)
    calm: Floats  # (12 + k, 12 + k): the precision of the unknowns before any photo
    motion: tuple[Floats, Floats, Floats]
    height: tuple[Floats, Floats, Floats]


@dataclass(frozen=True, slots=True, eq=False)
class SheetField:
    """Offsets in board mm on a sheet's grid, (rows, columns, 2), and the precision of the numbers they follow from."""

    corner_mm: Floats
    offsets_mm: Floats
    precision: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Fields:
    """The fields of k sheets, their grids one after the other, so that one look finds the offsets on all of them."""

    sheets: tuple[SheetField, ...]
    corners_mm: Floats  # (k, 2)
    last: Floats  # (k, 2): the last column and row of each grid
    columns: NDArray[np.intp]  # (k,)
    first: NDArray[np.intp]  # (k,): where each grid begins
    offsets_mm: Floats  # (places, 2)

    def at(self, points_mm: Floats, sheets: NDArray[np.intp]) -> Floats:
        """Offsets (n, 2) at (n, 2) places on (n,) sheets, interpolated; beyond a grid those of its rim."""
        at = np.clip((points_mm - self.corners_mm.take(sheets, 0)) / GRID_MM, 0, self.last.take(sheets, 0) - 0.001)
        cell = at.astype(np.intp)
        right, down = (at - cell).T
        grid, below = self.offsets_mm.view(np.complex128).ravel(), self.columns.take(sheets)    # a pair is found as one number
        corner = self.first.take(sheets) + cell[:, 1] * below + cell[:, 0]
        top = grid.take(corner) * (1 - right) + grid.take(corner + 1) * right
        low = grid.take(corner + below) * (1 - right) + grid.take(corner + below + 1) * right
        return np.asarray((top * (1 - down) + low * down).view(np.float64).reshape(-1, 2))


def join_fields(sheets: tuple[SheetField, ...]) -> Fields:
    """Lays the grids of a board's sheets one after the other."""
    shapes = np.array([field.offsets_mm.shape[:2] for field in sheets])
    first = np.concatenate([[0], np.cumsum(shapes.prod(axis=1))[:-1]])
    grids = np.concatenate([field.offsets_mm.reshape(-1, 2) for field in sheets])
    return Fields(sheets, np.array([field.corner_mm for field in sheets]), shapes[:, ::-1] - 1.0, shapes[:, 1], first, grids)


def prepare_sheets(plan: BoardPlan, landmarks: Landmarks) -> tuple[SheetPlan, ...]:
    """Works out for every sheet what does not depend on a photo."""
    of_cell = plan.sheets_at(plan.centres_mm)
    return tuple(
        _prepare_sheet(outline, np.flatnonzero(landmarks.sheets == number), np.flatnonzero(of_cell == number), plan, landmarks)
        for number, outline in enumerate(plan.sheet_outlines_mm)
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
    precision = np.linalg.inv(_alike(knots, knots) + 1e-3 * np.eye(len(knots)))
    calm = np.zeros((2 * SHAPES + len(knots), 2 * SHAPES + len(knots)))
    usual = np.array([HABITS.shift_mm, *[HABITS.turn_mm] * 2, *[HABITS.bow_mm] * 3])
    calm[: 2 * SHAPES, : 2 * SHAPES] = np.diag(1 / np.tile(usual, 2) ** 2)
    calm[2 * SHAPES :, 2 * SHAPES :] = precision
    first, second, third = (_motion_shapes(points, middle, reach) for points in places)
    shares = tuple(_alike(points, knots) @ precision for points in places)
    return SheetPlan(landmarks, cells, grid[0], shape, grid, calm, (first, second, third), (shares[0], shares[1], shares[2]))


def _grid(low: Floats, high: Floats, step: float) -> tuple[Floats, tuple[int, int]]:
    """Points row by row that cover a box, and how many rows and columns they make."""
    cols, rows = (np.ceil((high - low) / step).astype(int) + 1).tolist()
    x, y = np.meshgrid(np.arange(cols), np.arange(rows))
    return low + step * np.column_stack([x.ravel(), y.ravel()]), (rows, cols)


def _motion_shapes(points: Floats, middle: Floats, reach: float) -> Floats:
    x, y = ((points - middle) / reach).T
    return np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])


def _alike(first: Floats, second: Floats) -> Floats:
    """Covariance of the heights of places."""
    square = ((first[:, None] - second[None]) ** 2).sum(axis=2)
    wave = HABITS.wave_mm**2 * np.exp(-square / (2 * HABITS.wave_reach_mm**2))
    return np.asarray(wave + HABITS.curl_mm**2 * np.exp(-square / (2 * HABITS.curl_reach_mm**2)))


def fit_sheet(sheet: SheetPlan, shift_mm: Floats, noise_mm: Floats, leans: tuple[Floats, Floats]) -> SheetField:
    """The likeliest offsets on a sheet, given those measured at its landmarks, infinitely noisy where nothing was seen.

    `leans` are those of landmarks and grid.
    """
    noise = np.hypot(noise_mm, HABITS.noise_mm)
    values, precision = _solve_robustly(sheet.calm, sheet.motion[0], sheet.height[0], leans[0], shift_mm, noise)
    plane = sheet.motion[2] @ values[: 2 * SHAPES].reshape(2, SHAPES).T
    offsets = plane + (sheet.height[2] @ values[2 * SHAPES :])[:, None] * leans[1]
    return SheetField(sheet.corner_mm, offsets.reshape(*sheet.shape, 2), precision)


def _solve_robustly(
    calm: Floats, motion: Floats, height: Floats, lean: Floats, shift_mm: Floats, noise_mm: Floats
) -> tuple[Floats, Floats]:
    """The unknowns and their precision; a measurement that sticks out counts less (as with Student's t of four degrees).

    Along x and along y an offset is a motion shape times its numbers plus the height times the lean along that axis.
    """
    weights = 1 / noise_mm**2
    precision = calm
    values: Floats = np.zeros(len(calm))
    for _ in range(ROUNDS):
        precision, pull = _normal(motion, height, lean, shift_mm, weights)
        precision += calm
        values = np.asarray(np.linalg.solve(precision, pull))
        missed = shift_mm - motion @ values[: 2 * SHAPES].reshape(2, SHAPES).T - (height @ values[2 * SHAPES :])[:, None] * lean
        weights = 6 / (4 + (missed**2).sum(axis=1) / noise_mm**2) / noise_mm**2
    return values, precision


def _normal(motion: Floats, height: Floats, lean: Floats, shift_mm: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """The normal matrix and its right side, block by block."""
    first, second, last = slice(0, SHAPES), slice(SHAPES, 2 * SHAPES), slice(2 * SHAPES, None)
    size = 2 * SHAPES + height.shape[1]
    normal, pull = np.zeros((size, size)), np.zeros(size)
    weighted = motion * weights[:, None]
    normal[first, first] = normal[second, second] = weighted.T @ motion
    normal[last, last] = (height * (weights * (lean**2).sum(axis=1))[:, None]).T @ height
    for axis, block in enumerate((first, second)):
        normal[block, last] = (weighted * lean[:, axis : axis + 1]).T @ height
        normal[last, block] = normal[block, last].T
        pull[block] = weighted.T @ shift_mm[:, axis]
    pull[last] = height.T @ (weights * (lean * shift_mm).sum(axis=1))
    return normal, pull


def doubt_cells(sheet: SheetPlan, field: SheetField, lean: Floats) -> Floats:
    """How far the offsets may be off at each cell of the sheet, one sigma in mm, the mean of both axes."""
    motion, height = sheet.motion[1], sheet.height[1]
    nothing = np.zeros_like(motion)
    across = np.hstack([motion, nothing, height * lean[:, :1]])
    down = np.hstack([nothing, motion, height * lean[:, 1:]])
    both = np.vstack([across, down])
    known = (both * np.linalg.solve(field.precision, both.T).T).sum(axis=1)
    return np.asarray(np.sqrt(known.reshape(2, -1).mean(axis=0)))
