"""Measure the width and height of a bank card on a printed sheet.

The sheet has an outline for the card, a fine black line whose position is known. The photo is sampled across each edge of the
outline, and a step from the card's colour to paper with a line on it is fitted to the samples. Straight lines through the fitted
steps give the card's width and height.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Camera

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]

CARD_WIDTH_MM, CARD_HEIGHT_MM, CARD_THICK_MM = 85.60, 53.98, 0.76  # ISO/IEC 7810 ID-1
INNER_MM, OUTER_MM, STEP_MM = 7.0, 4.6, 0.1  # the range and spacing of samples across each printed edge
NEAR_MM = 1.6  # largest distance of a profile's end from the position on which all profiles of its edge agree
SIDE_MM = 1.4  # width of the card and of the paper beside an edge to which the step is fitted
PROFILES, MIDDLE_SHARE = 48, 0.72  # profiles per edge, and the share of it they cover, since a card's corners are round
LINE_MM = 0.35  # width of the printed outline...
BLACK_OF_LINE = 0.85  # ... and the share of white paper's brightness by which it is darker
BESIDE_LINE_MM = 0.5  # distance from the middle of the outline at which it no longer shows
BLURS_MM = (0.08, 0.16, 0.28)
LEAST_CONTRAST = 18.0  # 8 bit values between card and paper
LEAST_PROFILES = 0.6  # share of an edge's profiles that must agree on a straight line...
WITHIN_MM = 0.25  # ... this closely
MOST_TURNED, MOST_SKEWED = np.deg2rad(6.0), np.deg2rad(0.6)


class CardFault(StrEnum):
    """Reasons why a card cannot be measured."""

    NO_EDGE = "no-edge"
    CROOKED = "crooked"


@dataclass(frozen=True, slots=True)
class CardSize:
    """The width and height of a card in nominal millimetres, which are millimetres of the sheet as designed."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge of the printed outline: its middle, unit vectors along the edge and outwards, and half its length, in mm."""

    middle: tuple[float, float]
    along: tuple[float, float]
    out: tuple[float, float]
    half: float


def edges_of(left: float, top: float, width: float, height: float) -> tuple[Edge, Edge, Edge, Edge]:
    """Return the left, right, top and bottom edges of the outline printed for the card."""
    x, y = left + width / 2, top + height / 2
    return (
        Edge((left, y), (0, 1), (-1, 0), height / 2),
        Edge((left + width, y), (0, 1), (1, 0), height / 2),
        Edge((x, top), (1, 0), (0, -1), width / 2),
        Edge((x, top + height), (1, 0), (0, 1), width / 2),
    )


def measure_card(
    picture: Pixels, to_photo: Callable[[Floats], Floats], place: tuple[float, float, float, float], camera: Camera
) -> CardSize | CardFault:
    """Return the size of the card in the outline `place` (left, top, width, height in sheet mm), or why it cannot be measured."""
    lines = []
    for edge in edges_of(*place):
        at = _find_edge(picture, to_photo, edge)
        line = None if at is None else _straight(*at)
        if line is None:
            return CardFault.NO_EDGE
        lines.append(_without_lean(line, edge, camera))
    slopes = [line[1] * (1 if edge.out[0] + edge.out[1] > 0 else -1) for line, edge in zip(lines, edges_of(*place), strict=True)]
    turned = np.arctan([-slopes[0], -slopes[1], slopes[2], slopes[3]])
    if np.abs(turned).max() > MOST_TURNED or np.ptp(turned) > MOST_SKEWED:
        return CardFault.CROOKED
    true = float(np.cos(turned.mean()))
    _, _, width, height = place
    return CardSize((width + lines[0][0] + lines[1][0]) * true, (height + lines[2][0] + lines[3][0]) * true)


def _find_edge(picture: Pixels, to_photo: Callable[[Floats], Floats], edge: Edge) -> tuple[Floats, Floats] | None:
    """Return k positions along a printed edge, and how far the card extends beyond the edge at each position, (k,) each, in mm.

    The result is None if too few profiles across the edge show a card.
    """
    along = np.linspace(-1, 1, PROFILES) * edge.half * MIDDLE_SHARE
    out = np.arange(-INNER_MM, OUTER_MM, STEP_MM)
    points = np.array(edge.middle) + along[:, None, None] * np.array(edge.along) + out[None, :, None] * np.array(edge.out)
    at_px = np.ascontiguousarray(to_photo(points.reshape(-1, 2)) - 0.5, np.float32).reshape(PROFILES, len(out), 2)
    values = cv2.remap(picture, at_px, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    gains, ends = _fit_steps(np.asarray(values, np.float64), out)
    rough = ends[gains.sum(0).argmax()] if gains.any() else 0.0
    best = _fit_ends(np.asarray(values, np.float64), out, float(rough))
    seen = _contrasts(values, out, best) > LEAST_CONTRAST
    return (along[seen], best[seen]) if seen.mean() >= LEAST_PROFILES else None


def _fit_ends(values: Floats, out: Floats, rough: float) -> Floats:
    """Return the position (k,) near `rough` at which a step explains each of k profiles best.

    All positions are compared over the same part of the profiles. The result differs between profiles if the card is slightly
    rotated.
    """
    window = np.flatnonzero(np.abs(out - rough) <= NEAR_MM + BESIDE_LINE_MM)
    ends = np.arange(max(rough - NEAR_MM, out[0] + STEP_MM), min(rough + NEAR_MM, out[-1] - STEP_MM), STEP_MM / 4)
    left = np.full((len(ends), len(values)), np.inf)
    for row, end in enumerate(ends):
        for blur in BLURS_MM:
            basis = np.column_stack([_smooth_step((end - out[window]) / blur), _paper(out[window], float(end), blur)])
            left[row] = np.minimum(left[row], _residual(values[:, window], basis)[0])
    return np.asarray(ends[left.argmin(0)], np.float64)


def _contrasts(values: Pixels, out: Floats, ends: Floats) -> Floats:
    """Return the contrast (k,) between card and paper at the end of the card in each profile, ignoring the printed outline."""
    beyond, plain = out - ends[:, None], np.abs(out) > BESIDE_LINE_MM
    card = (beyond < -BESIDE_LINE_MM) & (beyond > -2 * SIDE_MM) & plain
    paper = (beyond > BESIDE_LINE_MM) & (beyond < SIDE_MM) & plain
    sides = [(values * side[..., None]).sum(1) / np.maximum(side.sum(1), 1)[:, None] for side in (card, paper)]
    return np.asarray(np.abs(sides[0] - sides[1]).max(1), np.float64)


def _fit_steps(values: Floats, out: Floats) -> tuple[Floats, Floats]:
    """Return how much better a step at each of m positions explains each profile than bare paper does, and the positions.

    Profiles are (k, n, 3), gains (k, m) and positions (m,). A step with too little contrast has a gain of 0.
    """
    ends = np.arange(out[0] + SIDE_MM, out[-1] - SIDE_MM + STEP_MM / 2, STEP_MM / 2)
    gains = np.zeros((len(values), len(ends)))
    for column, end in enumerate(ends):
        window = np.flatnonzero(np.abs(out - end) <= SIDE_MM)
        seen = values[:, window]
        for blur in BLURS_MM:
            paper = _paper(out[window], end, blur)
            bare, stepped = (
                _residual(seen, _paper(out[window], -np.inf, blur))[0],
                _residual(seen, np.column_stack([_smooth_step((end - out[window]) / blur), paper])),
            )
            contrast = np.abs(stepped[1][:, 0] - stepped[1][:, 1]).max(1)
            noise = stepped[0] / len(window) + 4.0
            gain = np.where(contrast > LEAST_CONTRAST, (bare - stepped[0]) / noise, 0)
            gains[:, column] = np.maximum(gains[:, column], gain)
    return gains, ends


def _paper(out: Floats, end: float, blur: float) -> Floats:
    """Return the brightness of the paper beyond `end`, with the outline printed at position 0, as a column (n, 1); white is 1."""
    fine = np.linspace(out[0] - 1, out[-1] + 1, 4 * len(out) + 80)
    black = (np.abs(fine) < LINE_MM / 2) & (fine > end)
    step = fine[1] - fine[0]
    kernel = np.exp(-((out[:, None] - fine) ** 2) / (2 * blur**2)) * step / (blur * np.sqrt(2 * np.pi))
    line = kernel @ black
    whole = kernel @ (fine > end)
    return np.asarray((whole - BLACK_OF_LINE * line)[:, None], np.float64)


def _smooth_step(x: Floats) -> Floats:
    """Return the logistic approximation of the normal distribution function."""
    return np.asarray(1 / (1 + np.exp(-np.clip(1.702 * x, -60, 60))))


def _residual(seen: Floats, basis: Floats) -> tuple[Floats, Floats]:
    """Fit a basis (n, b) to profiles (k, n, 3); return the residual sums of squares (k,) and the coefficients (k, b, 3)."""
    inverse = np.linalg.pinv(basis)
    fitted = np.einsum("bn,knc->kbc", inverse, seen)
    return np.asarray(((seen - np.einsum("nb,kbc->knc", basis, fitted)) ** 2).sum((1, 2))), np.asarray(fitted)


def _straight(along: Floats, out: Floats) -> tuple[float, float] | None:
    """Return the offset and slope of the straight line that fits most positions, or None if too few positions agree."""
    slopes = (out[:, None] - out) / np.where(np.abs(along[:, None] - along) < 5, np.inf, along[:, None] - along)
    slope = float(np.median(slopes[np.abs(along[:, None] - along) >= 5])) if len(along) > 2 else 0.0
    offset = float(np.median(out - slope * along))
    for _ in range(3):
        fits = np.abs(out - offset - slope * along) < WITHIN_MM
        if fits.sum() < LEAST_PROFILES * PROFILES:
            return None
        slope, offset = (float(value) for value in np.polyfit(along[fits], out[fits], 1))
    return offset, slope


def _without_lean(line: tuple[float, float], edge: Edge, camera: Camera) -> tuple[float, float]:
    """Return a line's offset and slope without the effect of the card's thickness.

    The card's upper face appears shifted away from the camera, and hides the lower edge on the sides that face away from the
    camera.
    """
    middle = np.array(edge.middle) + line[0] * np.array(edge.out)
    outward = float((middle - camera.foot_mm) @ np.array(edge.out))
    lean = max(0.0, outward) * CARD_THICK_MM / (camera.height_mm - CARD_THICK_MM)
    return line[0] - lean, line[1]
