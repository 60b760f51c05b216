"""The geometry of the drawing model: hexes, transforms, offsets, collected strokes."""

from __future__ import annotations

from math import dist, hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printables.drawing.drawing import (
    Pen,
    circle,
    hexagon,
    invert,
    offset,
    rectangle,
    soften,
)

numbers = st.floats(-50, 50)


def test_hexagon_stands_on_a_point_and_measures_its_width_across_the_flats() -> None:
    corners = hexagon((10.0, 20.0), 32.0)
    assert corners[0] == pytest.approx((10.0, 20.0 - 32.0 / 3**0.5))
    assert corners[1][0] - corners[5][0] == pytest.approx(32.0)
    assert [dist(p, q) for p, q in zip(corners, (*corners[1:], corners[0]), strict=True)] == pytest.approx([32.0 / 3**0.5] * 6)


@given(numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers)
def test_inverted_transform_leads_back(a: float, b: float, c: float, d: float, e: float, f: float, x: float, y: float) -> None:
    if abs(a * d - b * c) < 1.0:
        return
    there = (a * x + c * y + e, b * x + d * y + f)
    a, b, c, d, e, f = invert((a, b, c, d, e, f))
    assert (a * there[0] + c * there[1] + e, b * there[0] + d * there[1] + f) == pytest.approx((x, y), abs=1e-6)


def test_offset_moves_every_side_of_a_clockwise_loop_outwards() -> None:
    square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    assert offset(square, 1.0) == ((-1.0, -1.0), (11.0, -1.0), (11.0, 11.0), (-1.0, 11.0))
    assert offset(square, -2.0) == ((2.0, 2.0), (8.0, 2.0), (8.0, 8.0), (2.0, 8.0))


def test_offset_of_a_hexagon_is_a_wider_hexagon() -> None:
    for corner, wider in zip(offset(hexagon((0.0, 0.0), 30.0), 1.0), hexagon((0.0, 0.0), 32.0), strict=True):
        assert corner == pytest.approx(wider)


def test_softened_loop_passes_the_middle_of_every_side() -> None:
    square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    ends = {segment[-2:] for segment in soften(square, Pen()).segments if segment[0] != "Z"}
    assert ends == {(5.0, 0.0), (10.0, 5.0), (5.0, 10.0), (0.0, 5.0)}


def test_bend_is_the_cubic_that_equals_the_quadratic() -> None:
    kind, *controls = Pen().move(0.0, 0.0).bend(3.0, 6.0, 9.0, 0.0).segments[-1]
    assert (kind, controls) == ("C", pytest.approx([2.0, 4.0, 5.0, 4.0, 9.0, 0.0]))


def test_circle_strays_less_than_a_thousandth_of_its_radius() -> None:
    points = []
    path = circle((0.0, 0.0), 100.0)
    start = path.segments[0][1:]
    for _, x1, y1, x2, y2, x, y in (segment for segment in path.segments if segment[0] == "C"):
        for k in range(11):
            t = k / 10
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            curve = (start, (x1, y1), (x2, y2), (x, y))
            points.append(tuple(sum(w * p[axis] for w, p in zip(weights, curve, strict=True)) for axis in (0, 1)))
        start = (x, y)
    assert all(abs(hypot(*point) - 100.0) < 0.1 for point in points)


def test_rounded_rectangle_keeps_its_box() -> None:
    path = rectangle(1.0, 2.0, 30.0, 20.0, rounded=3.0)
    ends = [segment[-2:] for segment in path.segments if segment[0] != "Z"]
    assert (min(x for x, _ in ends), max(x for x, _ in ends)) == (1.0, 31.0)
    assert (min(y for _, y in ends), max(y for _, y in ends)) == (2.0, 22.0)
