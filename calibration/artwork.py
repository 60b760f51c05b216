"""Measure how far the print is from its expected position at landmarks: hex corners and the centres of markers.

The photo is compared, at each landmark's expected position, with a template cut out of the artwork, allowing for differences in
brightness and contrast. Robust weights limit the influence of anything that covers the print (pieces, hands, cups). The result is
an offset in board mm for each landmark, with its uncertainty.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.plan import BoardPlan

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Grey = NDArray[np.uint8]

SIDE = 14  # samples along a template's side
COARSE_STEP_MM, FINE_STEP_MM = 2.4, 1.3
# Blur of the templates, in half steps. Phones sharpen photos: templates softer than the photo overestimate shifts, so that
# iterations overshoot. Coarse templates are softer, which extends their reach in blurred photos.
COARSE_SOFTNESS, FINE_SOFTNESS = 0.9, 0.45
# Samples whose residual exceeds this many spreads are treated as covered.
OUTLIER = 2.5
WEAKEST_CONTRAST, STRONGEST_CONTRAST = 0.12, 2.5  # bounds on the contrast of the photo relative to the artwork
LEAST_SEEN = 0.35  # share of a template's weight that must remain visible
FLAT_WEIGHT = 1e-6
PATTERNS = [0, 2, 3]  # columns of the basis that hold the image and its slopes
MEAN_TO_SPREAD, LEAST_NOISE = 1.5, 1.5  # grey levels
HALF_COVERED = 127
# Keeps the equations of landmarks without any pattern solvable; negligible beside a real pattern.
RIDGE = np.diag(np.array([1e-1, 1e-3, 1e-2, 1e-2], np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class Landmarks:
    """The points at which the print is measured, `points_mm` (n, 2), and the numbers of their sheets, `sheets` (n,)."""

    points_mm: Floats
    sheets: NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Templates:
    """The artwork around each of n landmarks, sampled at s points.

    The last axis of `basis` (n, s, 4) holds the image, a constant, and the image's slopes per mm. `weights` (n, s) are the
    weights of the samples. Multiplying `guess` (n, 4, s) by s photo samples gives the least-squares coefficients if nothing
    covers the print. `level` (n,) is the weighted mean of the image.
    """

    step_mm: float
    offsets_mm: Floats  # (s, 2) of the samples
    basis: Singles
    weights: Singles
    guess: Singles
    level: Singles

    def part(self, rows: slice) -> Templates:
        """Return the templates of some of the landmarks, given as a slice of their rows."""
        return replace(self, basis=self.basis[rows], weights=self.weights[rows], guess=self.guess[rows], level=self.level[rows])


@dataclass(frozen=True, slots=True, eq=False)
class Offsets:
    """Measured offsets of n landmarks, `shift_mm` (n, 2), from their assumed positions.

    `noise_mm` (n,) is the standard deviation of each offset; it is infinite, and the offset 0, for landmarks that could not be
    measured. `contrast` (n,) is the contrast of the photo relative to the artwork, and `level` (n,) the photo's grey value that
    corresponds to the mean of the artwork.
    """

    shift_mm: Floats
    noise_mm: Floats
    contrast: Floats
    level: Floats

    def followed_by(self, others: Offsets) -> Offsets:
        """Return these offsets with those of more landmarks appended."""
        names = ("shift_mm", "noise_mm", "contrast", "level")
        return Offsets(*(np.concatenate([getattr(self, name), getattr(others, name)]) for name in names))


def choose_landmarks(plan: BoardPlan) -> Landmarks:
    """Return every second hex corner and the centres of the markers.

    A corner appears once for each sheet that contains the centre of a hex with this corner. Three corners per hex are enough;
    using all six takes twice as long and improves accuracy by less than 0.05 mm.
    """
    corners = plan.corners_mm[:, 1::2].reshape(-1, 2)
    sheets = np.repeat(plan.sheets_at(plan.centres_mm), 3)
    keys = np.column_stack([np.round(corners).astype(np.int64), sheets])
    _, first = np.unique(keys, axis=0, return_index=True)
    middles = plan.marker_corners_mm.mean(axis=1)
    points = np.concatenate([corners[first], middles])
    of_sheet = np.concatenate([sheets[first], plan.sheets_at(middles)])
    return Landmarks(points, of_sheet)


def make_templates(plan: BoardPlan, landmarks: Landmarks, step_mm: float, softness: float) -> Templates:
    """Return templates cut out of the artwork, one for each landmark.

    Parts of a template outside the landmark's own sheet, or within a millimetre of that sheet's cut, get a negligible weight.
    `softness` is the standard deviation of the templates' Gaussian blur, in half steps.
    """
    line = (np.arange(SIDE) - (SIDE - 1) / 2) * step_mm
    x, y = np.meshgrid(line, line)
    offsets = np.column_stack([x.ravel(), y.ravel()])
    art = _soft_grey(plan, step_mm, softness)
    scale = np.array(art.shape[::-1]) / picture_mm(plan)
    places = landmarks.points_mm[:, None] + offsets
    half = step_mm / 2

    def sample(x_mm: float, y_mm: float) -> Singles:
        at = ((places + (x_mm, y_mm)) * scale).astype(np.float32)
        return _sample(art, at)

    picture = sample(0, 0)
    slopes = [(sample(half, 0) - sample(-half, 0)) / step_mm, (sample(0, half) - sample(0, -half)) / step_mm]
    basis = np.stack([picture, np.ones_like(picture), *slopes], axis=-1).astype(np.float32)
    weights = _sheet_weights(plan, landmarks, offsets)
    weighted = (basis * weights[..., None]).transpose(0, 2, 1)
    guess = np.linalg.solve(np.matmul(weighted, basis) + RIDGE, weighted)
    return Templates(step_mm, offsets, basis, weights, np.asarray(guess, dtype=np.float32), _mean_level(picture, weights))


def _mean_level(picture: Singles, weights: Singles) -> Singles:
    return np.asarray((picture * weights).sum(axis=1) / weights.sum(axis=1), dtype=np.float32)


def _sample(picture: Grey | Singles, at: Singles, border: int = cv2.BORDER_REPLICATE) -> Singles:
    """Sample an image at (n, s, 2) continuous pixel positions with bilinear interpolation."""
    places = np.ascontiguousarray(at - np.float32(0.5))
    # The second map is None if the first one holds pairs, which OpenCV's type stubs do not allow.
    sampled = cv2.remap(picture, places, None, cv2.INTER_LINEAR, borderMode=border)  # type: ignore[call-overload]
    return np.asarray(sampled, dtype=np.float32)


def picture_mm(plan: BoardPlan) -> Floats:
    """Return the width and height in mm that the plan's picture covers.

    The picture consists of whole pixels, so it could be slightly larger than the board.
    """
    return np.array(plan.picture.shape[1::-1]) / plan.picture_px_per_mm


def _soft_grey(plan: BoardPlan, step_mm: float, softness: float) -> Singles:
    """Return the plan's picture in grey at two pixels per step, with a Gaussian blur of `softness` pixels."""
    grey = cv2.cvtColor(plan.picture, cv2.COLOR_BGR2GRAY)
    width, height = np.round(picture_mm(plan) * 2 / step_mm).astype(int).tolist()
    small = cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), softness), dtype=np.float32)


def _sheet_weights(plan: BoardPlan, landmarks: Landmarks, offsets: Floats) -> Singles:
    """Return weights (n, s) that are negligible outside the landmark's own sheet and within a millimetre of that sheet's cut.

    A cosine window gives the middle of each template the most weight.
    """
    size = (round(plan.size_mm[0]), round(plan.size_mm[1]))
    weights = np.zeros((len(landmarks.points_mm), len(offsets)), np.float32)
    at = (landmarks.points_mm[:, None] + offsets).astype(np.float32)
    for sheet, outline in enumerate(plan.sheet_outlines_mm):
        mask = np.zeros((size[1], size[0]), np.uint8)
        cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 255)
        inner: Grey = np.asarray(cv2.erode(mask, np.ones((3, 3), np.uint8), borderValue=0), dtype=np.uint8)
        of_sheet = landmarks.sheets == sheet
        if of_sheet.any():
            weights[of_sheet] = _sample(inner, at[of_sheet], cv2.BORDER_CONSTANT) > HALF_COVERED
    reach = np.abs(offsets).max()
    window = np.cos(offsets / reach * 1.2).prod(axis=1).astype(np.float32)
    return np.asarray(weights * window + FLAT_WEIGHT, dtype=np.float32)


def measure_offsets(photo: Grey, at_px: Singles, templates: Templates) -> Offsets:
    """Return the offsets found by comparing the photo, sampled at pixel coordinates (n, s, 2), with the templates.

    Landmarks that are cut off by the frame, mostly covered, unlike their template, or displaced too far get infinite noise and an
    offset of 0.
    """
    seen = _sample(photo, at_px, cv2.BORDER_REPLICATE)
    basis = templates.basis
    # Fit once with the window alone, then reduce the weight of samples with large residuals and fit again.
    values = np.matmul(templates.guess, seen[..., None])
    missed = seen - np.matmul(basis, values)[..., 0]
    spread = _spread(missed, templates.weights)
    missed *= (1 / (OUTLIER * spread))[:, None]
    weights = templates.weights * np.square(np.clip(1 - np.square(missed), 0, None))
    values, inverse, contrast = _solve(basis, seen, weights)
    left = weights.sum(axis=1) / templates.weights.sum(axis=1)
    left[~_inside(at_px, photo.shape)] = 0
    return _as_offsets(values, inverse, contrast, spread, left, templates)


def _inside(at_px: Singles, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    corners = at_px[:, [0, SIDE - 1, -SIDE, -1]]
    return np.asarray(((corners > 0) & (corners < np.array([shape[1], shape[0]], np.float32))).all(axis=(1, 2)))


def _solve(basis: Singles, seen: Singles, weights: Singles) -> tuple[Singles, Singles, Singles]:
    """Solve weighted least squares for each landmark.

    Return coefficients (n, 4), inverse normal matrices (n, 4, 4) and contrasts (n,). The contrast includes the slope terms. If
    the print is off by the width of a line, the image term alone explains only half of the pattern. Dividing by that half would
    overshoot the actual shift and make the iterations oscillate.
    """
    weighted = (basis * weights[..., None]).transpose(0, 2, 1)
    normal = np.matmul(weighted, basis) + RIDGE
    inverse = np.asarray(np.linalg.inv(normal), dtype=np.float32)
    values = np.matmul(inverse, np.matmul(weighted, seen[..., None]))[..., 0]
    patterns = normal[:, PATTERNS][:, :, PATTERNS]
    means = normal[:, 1, PATTERNS]
    spread = patterns - means[:, :, None] * means[:, None] / normal[:, 1, 1][:, None, None]
    found = values[:, PATTERNS]
    of_all = (found[:, None] @ spread @ found[..., None])[:, 0, 0] / np.maximum(spread[:, 0, 0], FLAT_WEIGHT)
    return values, inverse, np.asarray(np.sqrt(np.maximum(of_all, 0)), dtype=np.float32)


def _spread(missed: Singles, weights: Singles) -> Singles:
    """Return a robust estimate (n,) of the spread of the residuals at each landmark, but at least `LEAST_NOISE`."""
    size = np.abs(missed)
    first = (size * weights).sum(axis=1) / weights.sum(axis=1)
    near = weights * (size < 2 * first[:, None])
    mean = (size * near).sum(axis=1) / np.maximum(near.sum(axis=1), FLAT_WEIGHT)
    return np.asarray(np.maximum(MEAN_TO_SPREAD * mean, LEAST_NOISE), dtype=np.float32)


def _as_offsets(
    values: Singles, inverse: Singles, contrast: Singles, spread: Singles, left: Singles, templates: Templates
) -> Offsets:
    sound = (values[:, 0] > WEAKEST_CONTRAST) & (contrast < STRONGEST_CONTRAST) & (left > LEAST_SEEN)
    safe = np.where(sound, contrast, 1)
    shift = -values[:, 2:] / safe[:, None]
    noise = spread * np.sqrt((inverse[:, 2, 2] + inverse[:, 3, 3]) / 2) / safe
    sound &= np.hypot(*shift.T) < SIDE / 4 * templates.step_mm
    noise = np.where(sound, noise, np.inf)
    shift = np.where(sound[:, None], shift, 0)
    level = values[:, 0] * templates.level + values[:, 1]
    return Offsets(shift.astype(np.float64), noise.astype(np.float64), contrast.astype(np.float64), level.astype(np.float64))
