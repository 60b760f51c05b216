"""The projection of flat paper into a photo: a homography followed by two radial distortion terms.

The projection is fitted robustly to points of the board whose positions were measured in the photo. Pixel coordinates are
continuous, with (0, 0) at the top left corner of the top left pixel of the working photo.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Standard deviation of the radial distortion of phone lenses, as a share of the distance at the image's corner. This prior
# keeps the fit from explaining shifted sheets by an unusual lens.
BEND_SIGMA = np.array([0.02, 0.01])
# First radial terms to try when the markers fit no plane: wide-angle lenses, panoramas, action cameras.
STRONG_BENDS = (-0.05, -0.1, -0.15, -0.2, -0.28, 0.05, 0.1)
ALL_AGREE = 0.9  # share of inliers above which no strong distortion is tried
FIT_ROUNDS = 4
# Points closer to the camera plane than this share of the centre's distance, or behind it, cannot be in the image.
LEAST_DEPTH = 1e-3
FAR_OUT = 10.0  # half diagonals: points that the distortion would fold back into the image are moved out to here
MM_TO_UNIT = 1 / 300.0  # scales board coordinates to about -1..1, for conditioning


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """A projection from board mm to working pixels.

    `plane` (3, 3) maps board units relative to `middle_mm` (2,) to undistorted pixels relative to the image's centre `middle_px`
    (2,), and `bend` (2,) holds the radial terms. `usual_bend` is the prior mean of `bend`, from which fits deviate little.
    """

    plane: Floats
    bend: Floats  # (2,)
    middle_mm: Floats
    middle_px: Floats
    usual_bend: Floats = field(default_factory=lambda: np.zeros(2))

    @property
    def half_diagonal(self) -> float:
        """The distance in pixels from the image's centre to a corner, which is the unit of radii in the radial terms."""
        return float(np.hypot(*self.middle_px))

    @property
    def board_to_flat(self) -> Floats:
        """The matrix (3, 3) from board mm to undistorted pixels relative to the image's centre."""
        k = MM_TO_UNIT
        unit = np.array([[k, 0, -k * self.middle_mm[0]], [0, k, -k * self.middle_mm[1]], [0, 0, 1]])
        return np.asarray(self.plane @ unit, dtype=np.float64)

    def project(self, points_mm: Floats) -> Floats:
        """Project points in board mm (n, 2) to working pixel coordinates (n, 2).

        Points that the lens cannot show are placed outside the image.
        """
        return self._bent(self._flat(points_mm)) + self.middle_px

    def unproject(self, points_px: Floats) -> Floats:
        """Return the points in board mm (n, 2) that are projected to working pixel coordinates (n, 2)."""
        return _apply(np.asarray(np.linalg.inv(self.board_to_flat)), self.unbent(points_px))

    def unbent(self, points_px: Floats) -> Floats:
        """Convert working pixel coordinates (n, 2) to undistorted ones, relative to the image's centre."""
        bent = np.asarray(points_px, dtype=np.float64) - self.middle_px
        flat = bent
        for _ in range(8):
            flat = bent / self._stretch(flat)
        return flat

    def _flat(self, points_mm: Floats) -> Floats:
        units = (points_mm - self.middle_mm) * MM_TO_UNIT
        mapped = units @ self.plane[:, :2].T + self.plane[:, 2]
        return np.asarray(mapped[..., :2] / np.maximum(mapped[..., 2:], LEAST_DEPTH), dtype=np.float64)

    def _stretch(self, flat: Floats) -> Floats:
        square = (flat**2).sum(axis=-1, keepdims=True) / self.half_diagonal**2
        return np.asarray(1 + self.bend[0] * square + self.bend[1] * square**2)

    def _bent(self, flat: Floats) -> Floats:
        bent = flat * self._stretch(flat)
        folds_from = self._folds_from()
        if folds_from is None:
            return bent
        radius = np.linalg.norm(flat, axis=-1, keepdims=True) / self.half_diagonal
        return np.where(radius < folds_from, bent, flat / np.maximum(radius, 1e-9) * np.maximum(radius, FAR_OUT))

    def _folds_from(self) -> float | None:
        """Return the radius, in half diagonals, beyond which the distortion would map points back towards the centre.

        The result is None if there is no such radius.
        """
        turns = np.roots([5 * self.bend[1], 3 * self.bend[0], 1.0])
        outward = turns.real[(np.abs(turns.imag) < 1e-9) & (turns.real > 0)]
        return float(np.sqrt(outward.min())) if len(outward) else None


def _apply(matrix: Floats, points: Floats) -> Floats:
    mapped = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(mapped[..., :2] / mapped[..., 2:], dtype=np.float64)


def start_lens(
    points_mm: Floats, points_px: Floats, size_px: tuple[int, int], within_px: float
) -> tuple[Lens, NDArray[np.bool_]] | None:
    """Return a lens estimated by RANSAC and a mask (n,) of its inliers, or None if no homography is found.

    Strong distortions are tried if too few points agree without distortion.
    """
    best = _agree(points_mm, points_px, size_px, within_px, 0.0)
    if best is not None and best[1].mean() >= ALL_AGREE:
        return best
    for bend in STRONG_BENDS:
        other = _agree(points_mm, points_px, size_px, within_px, bend)
        if other is not None and (best is None or other[1].sum() > best[1].sum()):
            best = other
    return best


def _agree(
    points_mm: Floats, points_px: Floats, size_px: tuple[int, int], within_px: float, bend: float
) -> tuple[Lens, NDArray[np.bool_]] | None:
    """Return a lens with the distortion `bend`, estimated by RANSAC, and a mask of its inliers, or None if RANSAC fails."""
    middle_px = np.array(size_px, dtype=np.float64) / 2
    middle_mm = points_mm.mean(axis=0)
    units = (points_mm - middle_mm) * MM_TO_UNIT
    bends = np.array([bend, 0.0])
    flat = Lens(np.eye(3), bends, middle_mm, middle_px).unbent(points_px)
    plane, agreed = cv2.findHomography(units, flat, cv2.RANSAC, within_px, maxIters=500, confidence=0.995)
    if plane is None or not np.isfinite(plane).all() or abs(plane[2, 2]) < 1e-9:
        return None
    lens = Lens(np.asarray(plane / plane[2, 2], dtype=np.float64), bends, middle_mm, middle_px, bends)
    return lens, np.asarray(agreed).ravel().astype(bool)


def fit_lens(lens: Lens, points_mm: Floats, points_px: Floats, noise_px: Floats) -> Lens:
    """Return a lens refined by robust least squares; `noise_px` (n,) is the expected error of each point."""
    units = (points_mm - lens.middle_mm) * MM_TO_UNIT
    target = points_px - lens.middle_px
    values = np.concatenate([lens.plane.ravel()[:8], lens.bend])
    calm, usual = np.zeros(10), np.concatenate([np.zeros(8), lens.usual_bend])
    calm[8:] = 1 / BEND_SIGMA**2
    for _ in range(FIT_ROUNDS):
        offsets, slopes = _model(values, units, lens.half_diagonal)
        missed = (target - offsets) / noise_px[:, None]
        weights = 1 / (1 + (missed**2).sum(axis=1) / 4)  # Cauchy weights: a point at four sigmas counts a fifth
        scaled = slopes * (np.sqrt(weights) / noise_px)[:, None, None]
        flat = scaled.reshape(-1, 10)
        normal = flat.T @ flat + np.diag(calm + 1e-9)
        pull = flat.T @ (missed * np.sqrt(weights)[:, None]).reshape(-1) - calm * (values - usual)
        step = np.linalg.solve(normal, pull)
        values = values + step
    return replace(lens, plane=np.append(values[:8], 1.0).reshape(3, 3), bend=values[8:])


def _model(values: Floats, units: Floats, half: float) -> tuple[Floats, Floats]:
    """Return pixel coordinates (n, 2) relative to the image's centre, and their derivatives (n, 2, 10) by ten parameters."""
    plane = np.append(values[:8], 1.0).reshape(3, 3)
    k1, k2 = values[8:]
    whole = np.column_stack([units, np.ones(len(units))])
    mapped = whole @ plane.T
    flat = mapped[:, :2] / mapped[:, 2:]
    slopes = np.zeros((len(units), 2, 10))
    over = whole / mapped[:, 2:]
    slopes[:, 0, 0:3] = over
    slopes[:, 1, 3:6] = over
    slopes[:, :, 6:8] = -flat[:, :, None] * over[:, None, :2]
    square = (flat**2).sum(axis=1)[:, None] / half**2
    stretch = 1 + k1 * square + k2 * square**2
    along = (2 * k1 + 4 * k2 * square) / half**2
    turned = stretch[:, :, None] * np.eye(2) + along[:, :, None] * flat[:, :, None] * flat[:, None, :]
    slopes[:, :, :8] = turned @ slopes[:, :, :8]
    slopes[:, :, 8] = flat * square
    slopes[:, :, 9] = flat * square**2
    return flat * stretch, slopes
