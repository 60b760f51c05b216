"""The landscapes of water, rock and sand: lake, mountain, desert and moor, engraved on a plot."""
from __future__ import annotations

from itertools import pairwise
from math import sin

from printables.drawing import Path, Pen
from printables.landscape_plot import LABEL_FOOT, Plot, half_width_at, room_at

FINE, LINE, BOLD = 0.13, 0.17, 0.24
RIPPLE = 2.6  # mm from crest to crest
# The peaks of a mountain hex, back to front: foot x and y, height.
MASSIF = (
    (-4.4, -6.4, 6.4), (5.2, -6.0, 6.6), (-11.0, -0.2, 6.2), (10.6, -0.6, 6.4), (0.6, 1.4, 9.6), (-9.8, 7.2, 6.4), (9.4, 7.4, 6.6),
    (-2.8, 10.2, 6.4), (4.6, 13.4, 5.0),
)


def draw_lake(plot: Plot) -> tuple[Path, ...]:
    """Draws rows of ripples, some broken off, with a glint between them."""
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
    """Draws peaks with a light and a shaded side, the shade hachured."""
    paths: list[Path] = []
    for x, y, tall in MASSIF:
        x, y, tall = x + plot.vary(-0.9, 0.9), y + plot.vary(-0.5, 0.5), tall * plot.vary(0.85, 1.15)
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
    """Gives the place on a falling line at a share of its height."""
    low = line[0][1] + share * (line[-1][1] - line[0][1])
    for (x0, y0), (x1, y1) in pairwise(line):
        if y0 <= low <= y1:
            return x0 + (x1 - x0) * (low - y0) / (y1 - y0), low
    return line[-1]


def draw_desert(plot: Plot) -> tuple[Path, ...]:
    """Draws dunes with their lee side hatched, and grains of sand."""
    lee, crests, hatch, grains = Pen(), Pen(), Pen(), Pen()
    for x, y, wide in ((-4.2, -8.2, 8.0), (6.6, -3.2, 8.6), (-7.6, 1.2, 8.4), (3.6, 7.4, 10.0), (-4.6, 12.2, 6.4)):
        _draw_dune(plot, lee, crests, hatch, x + plot.vary(-0.8, 0.8), y + plot.vary(-0.6, 0.6), wide * plot.vary(0.9, 1.1))
    for x, y in plot.scatter(2.9, 2.5, 1.2, 1.1, thin_middle=0.4):
        if plot.random.random() < 0.75:
            grains.dot(x, y)
    inks = plot.inks
    return (
        lee.path(fill=inks.shade),
        grains.path(stroke=inks.line, width_mm=0.26),
        hatch.path(stroke=inks.line, width_mm=FINE),
        crests.path(stroke=inks.line, width_mm=BOLD),
    )


def _draw_dune(plot: Plot, lee: Pen, crests: Pen, hatch: Pen, x: float, y: float, wide: float) -> None:
    half, tall = wide / 2, wide * plot.vary(0.2, 0.26)
    start, top, end = (x - half, y + tall * 0.5), (x, y - tall * 0.6), (x + half, y + tall * 0.55)
    for pen in (lee, crests):
        pen.move(*start).bend(x - half * 0.45, y - tall * 0.5, *top)
        pen.bend(x + half * 0.3, y - tall * 0.1, x + half * 0.1, y + tall * 0.5)
    lee.bend(x + half * 0.5, y + tall * 0.7, *end).bend(x + half * 0.6, y - tall * 0.5, *top).close()
    crests.move(*top).bend(x + half * 0.6, y - tall * 0.5, *end)
    for step in range(1, 8):
        share = step / 8
        sx = x + half * share * 0.95
        sy = y - tall * 0.6 + tall * 1.1 * share**1.8
        hatch.stroke(sx, sy, sx - 0.25 + 0.2 * sin(step), min(sy + tall * (0.75 - 0.55 * share), y + tall * 0.62))


def draw_moor(plot: Plot) -> tuple[Path, ...]:
    """Draws tussocks and reeds over dashes of standing water, and small dark pools."""
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
