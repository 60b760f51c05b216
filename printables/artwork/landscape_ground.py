"""The drawings of the landscapes of water, rock and sand: lake, mountain, desert and moor."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from printables.artwork.landscape_plot import LABEL_FOOT, Plot, half_width_at, room_at
from printables.drawing.drawing import Path, Pen, Point

FINE, LINE, BOLD = 0.13, 0.17, 0.24
RIPPLE = 2.6  # mm from crest to crest
# The ranges of a mountain hex, back to front: foot, width, number of peaks, height.
RANGES = ((-6.8, 9.6, 3, 5.6), (-0.2, 22.0, 3, 7.6), (7.0, 20.0, 4, 6.4), (13.0, 8.4, 2, 5.0))


def draw_lake(plot: Plot) -> tuple[Path, ...]:
    """Draw rows of ripples, some broken, with glints between them."""
    ripples, glints = Pen(), Pen()
    for row in range(-8, 9):
        y = row * 2.1
        reach = half_width_at(abs(y) + 0.6) - 1.0
        x = -reach + plot.vary(0.0, 3.0)
        while x < reach - RIPPLE:
            crests = min(plot.random.choice((1, 2, 2, 3, 4)), int((reach - x) / RIPPLE))
            pen = glints if plot.random.random() < 0.22 else ripples
            if y > LABEL_FOOT and not (abs(y) < 5 and abs(x + crests) < 4.5 and plot.random.random() < 0.6):
                _draw_ripples(pen, x, y + plot.vary(-0.2, 0.2), crests)
            x += crests * RIPPLE + plot.vary(1.0, 4.2)
    inks = plot.inks
    return (glints.path(stroke=inks.light, width_mm=0.4), ripples.path(stroke=inks.line, width_mm=LINE))


def _draw_ripples(pen: Pen, x: float, y: float, crests: int) -> None:
    pen.move(x, y)
    for _ in range(crests):
        pen.bend(x + RIPPLE / 4, y + 0.62, x + RIPPLE / 2, y).bend(x + RIPPLE * 3 / 4, y - 0.62, x + RIPPLE, y)
        x += RIPPLE


def draw_mountain(plot: Plot) -> tuple[Path, ...]:
    """Draw peaks with a light side and a hatched, shaded side."""
    paths: list[Path] = []
    for foot, spread, count, height in RANGES:
        highest = plot.random.randrange(count)
        peaks = []
        for peak in range(count):
            x = spread * ((peak + 0.5) / count - 0.5) + plot.vary(-0.9, 0.9)
            y = foot + plot.vary(-1.0, 1.0)
            tall = height * (plot.vary(1.12, 1.3) if peak == highest else plot.vary(0.72, 0.95))
            peaks.append((y, x, min(tall, y - LABEL_FOOT - 0.6)))
        for y, x, tall in sorted(peaks):
            paths += _draw_peak(plot, x, y, tall)
    return tuple(paths)


def _draw_peak(plot: Plot, x: float, y: float, tall: float) -> tuple[Path, ...]:
    wide = tall * plot.vary(0.72, 0.85)
    top = (x + plot.vary(-0.1, 0.1) * tall, y - tall)
    left = [(x - wide * 0.28, y - tall * 0.62), (x - wide * 0.5, y - tall * 0.5), (x - wide, y)]
    right = [(x + wide * 0.3, y - tall * 0.7), (x + wide * 0.48, y - tall * 0.42), (x + wide, y)]
    ridge = [(x + wide * 0.12, y - tall * 0.72), (x - wide * 0.06, y - tall * 0.48), (x + wide * 0.16, y - tall * 0.24)]
    ridge.append((x + 0.02, y))
    light, dark, outline, hachures = Pen(), Pen(), Pen(), Pen()
    light.along([top, *left, ridge[-1], *reversed(ridge[:-1])]).close()
    dark.along([top, *right, ridge[-1], *reversed(ridge[:-1])]).close()
    outline.along([*reversed(left), top, *right])
    outline.along([top, *ridge[:-1]])
    steps = max(4, int(tall * 1.7))
    for step in range(1, steps):
        share = step / steps
        sx, sy = _between(share, [top, *right])
        low = min(y, sy + tall * (0.2 + 0.3 * share) * plot.vary(0.8, 1.1))
        edge = _between((low - top[1]) / tall, [top, *ridge])[0] if low > top[1] else sx
        hachures.stroke(sx, sy, max(edge + 0.15, sx - wide * 0.32 * share - 0.25), low)
    for step in range(3):
        sx, sy = _between(0.35 + 0.22 * step, [top, *left])
        hachures.stroke(sx + 0.3, sy + 0.1, sx + 0.15 * tall * 0.6, sy + tall * 0.16)
    inks = plot.inks
    return (
        light.path(fill=inks.light),
        dark.path(fill=inks.shade),
        hachures.path(stroke=inks.line, width_mm=FINE),
        outline.path(stroke=inks.line, width_mm=BOLD),
    )


def _between(share: float, line: list[tuple[float, float]]) -> tuple[float, float]:
    """Return the point of a descending line at a fraction of the line's height, measured from the start of the line."""
    low = line[0][1] + share * (line[-1][1] - line[0][1])
    for (x0, y0), (x1, y1) in pairwise(line):
        if y0 <= low <= y1:
            return x0 + (x1 - x0) * (low - y0) / (y1 - y0), low
    return line[-1]


def draw_desert(plot: Plot) -> tuple[Path, ...]:
    """Draw dunes with hatched lee sides, wind lines and grains of sand."""
    lee, crests, hatch, grains = Pen(), Pen(), Pen(), Pen()
    for row, y in enumerate((-8.8, -3.0, 3.4, 9.0, 13.4)):
        wide = plot.vary(12.5, 16.5) * (0.7 if abs(y) > 8 else 1.0) * (0.75 if y > 12 else 1.0)
        free = half_width_at(abs(y) + 1.5) - wide / 2 - 0.8
        side = 1 if (row + plot.random.randrange(2)) % 2 else -1
        x = side * max(0.0, free) * plot.vary(0.55, 1.0)
        _draw_dune(plot, lee, crests, hatch, x, y + plot.vary(-0.6, 0.6), wide / 2)
    for x, y in plot.scatter(2.5, 2.2, 1.2, 1.0, thin_middle=0.4):
        if plot.random.random() < 0.7:
            grains.dot(x, y)
    inks = plot.inks
    return (
        grains.path(stroke=inks.line, width_mm=0.24),
        lee.path(fill=inks.shade),
        hatch.path(stroke=inks.line, width_mm=FINE),
        crests.path(stroke=inks.line, width_mm=BOLD),
    )


def _draw_dune(plot: Plot, lee: Pen, crests: Pen, hatch: Pen, x: float, y: float, half: float) -> None:
    tall = half * plot.vary(0.34, 0.42)

    def at(across: float, up: float) -> Point:
        return x + across * half, y - up * tall

    rise = (at(-1.0, -0.4), at(-0.5, -0.1), at(-0.25, 0.9), at(0.1, 0.8))
    fall = (at(0.1, 0.8), at(0.4, 0.65), at(0.62, -0.25), at(1.0, -0.5))
    foot = (at(0.1, 0.8), at(-0.06, 0.2), at(0.12, -0.35), at(0.42, -0.62))
    crests.move(*rise[0]).curve(*rise[1], *rise[2], *rise[3]).curve(*fall[1], *fall[2], *fall[3])
    crests.move(*foot[0]).curve(*foot[1], *foot[2], *foot[3])
    lee.move(*fall[0]).curve(*fall[1], *fall[2], *fall[3]).bend(*at(0.7, -0.7), *foot[3])
    lee.curve(*foot[2], *foot[1], *foot[0]).close()
    steps = int(half * 2)
    for step in range(1, steps):
        share = step / steps
        (x0, y0), (x1, y1) = _bezier(fall, share), _bezier(foot, share**0.8)
        reach = 0.55 + 0.35 * (step % 2)
        end = (x0 + (x1 - x0) * reach, y0 + (y1 - y0) * reach)
        hatch.move(x0, y0).bend(x0 + (end[0] - x0) * 0.7, y0 + (end[1] - y0) * 0.3, *end)
    for below in (0.35, 0.75):
        (x0, y0), (x1, y1) = _bezier(rise, 0.25 + below * 0.2), _bezier(rise, 0.8 - below * 0.1)
        hatch.move(x0, y0 + below * tall * 0.5)
        hatch.bend((x0 + x1) / 2, y0 + below * tall * 0.45, x1 - half * 0.1, y1 + below * tall * 0.75)


def _bezier(curve: Sequence[Point], share: float) -> Point:
    """Return the point on a cubic curve at a parameter from 0 to 1."""
    weights = ((1 - share) ** 3, 3 * share * (1 - share) ** 2, 3 * share**2 * (1 - share), share**3)
    return (
        sum(weight * point[0] for weight, point in zip(weights, curve, strict=True)),
        sum(weight * point[1] for weight, point in zip(weights, curve, strict=True)),
    )


def draw_moor(plot: Plot) -> tuple[Path, ...]:
    """Draw tussocks and reeds over dashes of water, and small pools."""
    pools, dashes, reeds, heads = Pen(), Pen(), Pen(), Pen()
    for x, y in plot.scatter(5.9, 3.8, 2.4, 0.8, thin_middle=0.6, tall=2.4):
        kind = plot.random.random()
        if kind < 0.24:
            wide = plot.vary(1.7, 2.3)
            pools.ring(x, y, wide, 0.36)
            dashes.stroke(x - wide * 0.4, y - 0.1, x + wide * 0.5, y - 0.1)
            dashes.stroke(x - wide * 0.1, y + 0.25, x + wide * 0.3, y + 0.25)
            continue
        for low, wide in ((0.0, 2.2), (0.55, 1.5), (1.1, 0.8)):
            off = plot.vary(-0.3, 0.3)
            if room_at(x + off + wide, y + low) > 0.5 and room_at(x + off - wide, y + low) > 0.5:
                dashes.stroke(x + off - wide, y + low, x + off + wide, y + low)
        _draw_reeds(plot, reeds, heads, x, y, kind > 0.5)
    inks = plot.inks
    return (
        pools.path(fill=inks.accent, stroke=inks.line, width_mm=FINE),
        dashes.path(stroke=inks.line, width_mm=LINE),
        reeds.path(stroke=inks.line, width_mm=LINE),
        heads.path(stroke=inks.line, width_mm=0.5),
    )


def _draw_reeds(plot: Plot, reeds: Pen, heads: Pen, x: float, y: float, tall_ones: bool) -> None:
    for blade in range(5):
        lean = (blade - 2) / 2
        tall = plot.vary(1.3, 1.9) * (1.25 - 0.4 * abs(lean))
        reeds.move(x + lean * 0.5, y).bend(x + lean * 0.6, y - tall * 0.7, x + lean * 1.3, y - tall)
    if tall_ones:
        for off in (-0.45, 0.4):
            tip = y - plot.vary(2.6, 3.2)
            reeds.stroke(x + off, y, x + off * 1.3, tip - 0.35)
            heads.stroke(x + off * 1.22, tip + 0.75, x + off * 1.28, tip + 0.15)
