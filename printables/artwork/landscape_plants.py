"""The drawings of the landscapes of plants: meadow, cornfield, forest and vineyard."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from printables.artwork.landscape_plot import CALM_RADIUS, Plot, half_width_at
from printables.drawing.drawing import Path, Pen

FINE, LINE, BOLD = 0.13, 0.17, 0.24


def draw_meadow(plot: Plot) -> tuple[Path, ...]:
    """Draw tufts of grass and a few flowers."""
    grass, shadow, petals, hearts = Pen(), Pen(), Pen(), Pen()
    for x, y in plot.scatter(4.9, 3.5, 1.6, 0.9, tall=2.2):
        if plot.random.random() < 0.13:
            _draw_flower(plot, grass, petals, hearts, x, y)
        else:
            _draw_tuft(plot, grass, x, y)
            shadow.stroke(x - 1.3, y + 0.15, x + 1.5, y + 0.15)
    inks = plot.inks
    return (
        shadow.path(stroke=inks.shade, width_mm=0.45),
        grass.path(stroke=inks.line, width_mm=LINE),
        petals.path(fill=inks.light, stroke=inks.line, width_mm=FINE),
        hearts.path(stroke=inks.accent, width_mm=0.35),
    )


def _draw_tuft(plot: Plot, pen: Pen, x: float, y: float) -> None:
    blades = plot.random.choice((4, 5, 5))
    size = plot.vary(0.8, 1.15)
    for blade in range(blades):
        lean = (blade / (blades - 1) - 0.5) * 2
        tall = (2.3 - 0.9 * abs(lean)) * size * plot.vary(0.85, 1.1)
        root = x + lean * 0.45
        pen.move(root, y).bend(root + lean * 0.2, y - tall * 0.7, root + lean * 1.15 * size, y - tall)


def _draw_flower(plot: Plot, stems: Pen, petals: Pen, hearts: Pen, x: float, y: float) -> None:
    top = y - plot.vary(1.7, 2.2)
    lean = plot.vary(-0.3, 0.3)
    stems.move(x, y).bend(x, y - 1, x + lean, top)
    stems.move(x, y - 0.4).bend(x + 0.5, y - 0.6, x + 0.8, y - 1.2)
    for turn in range(5):
        petals.ring(x + lean + 0.42 * sin(turn * 2 * pi / 5), top - 0.42 * cos(turn * 2 * pi / 5), 0.3)
    hearts.dot(x + lean, top)


def draw_cornfield(plot: Plot) -> tuple[Path, ...]:
    """Draw rows of ears over furrows that continue in the next hex."""
    furrows, stalks, grains = Pen(), Pen(), Pen()
    for row in range(-4, 5):
        y = row * 4.0 - 0.9
        reach = half_width_at(y) - 0.3
        if reach > 2:
            furrows.stroke(-reach, y, reach, y)
    for x, y in plot.scatter(3.1, 4.0, 1.35, 0.2, thin_middle=0.3, tall=2.4):
        _draw_ear(plot, stalks, grains, x, y + 1.0)
    inks = plot.inks
    return (
        furrows.path(stroke=inks.shade, width_mm=0.5),
        stalks.path(stroke=inks.line, width_mm=LINE),
        grains.path(stroke=inks.line, width_mm=0.34),
    )


def _draw_ear(plot: Plot, stalks: Pen, grains: Pen, x: float, y: float) -> None:
    lean, tall = plot.vary(0.2, 0.65), plot.vary(3.3, 3.8)
    stalks.move(x, y).bend(x, y - tall * 0.6, x + lean, y - tall)
    stalks.move(x, y - 0.5).bend(x - 0.3, y - 1.3, x - 0.9, y - 1.2)
    for pair in range(3):
        share = 0.62 + pair * 0.17
        px, py = x + lean * share**2, y - tall * share
        grains.stroke(px - 0.2, py, px - 0.55, py - 0.5)
        grains.stroke(px + 0.2, py, px + 0.55, py - 0.5)
    grains.stroke(x + lean, y - tall, x + lean + 0.06, y - tall - 0.35)


def draw_forest(plot: Plot) -> tuple[Path, ...]:
    """Draw firs and a few broad-leaved trees, from back to front."""
    paths: list[Path] = []
    for x, y in plot.scatter(4.9, 3.7, 1.9, 0.7, thin_middle=0.6, tall=3.6):
        tree = _draw_broad_tree if plot.random.random() < 0.3 else _draw_fir
        paths += tree(plot, x, y + 1.8)
    return tuple(paths)


def _draw_fir(plot: Plot, x: float, y: float) -> tuple[Path, ...]:
    tall, wide = plot.vary(4.6, 5.6), plot.vary(1.45, 1.75)
    crown, shade, trunk = Pen(), Pen(), Pen()
    crown.move(x, y - tall)
    for side in (1, -1):
        for tier in (1, 2, 3) if side == 1 else (3, 2, 1):
            out, low = wide * tier / 3, y - tall + tall * 0.28 * tier
            if side == 1:
                crown.bend(x + out * 0.45, low - 0.5, x + out, low)
                crown.line(x + out * (0.5 if tier < 3 else 0.0), low - 0.15)
            else:
                if tier < 3:
                    crown.line(x - out * 0.5, low - 0.15)
                crown.line(x - out, low)
    crown.bend(x - wide * 0.15, y - tall + 0.9, x, y - tall)
    for k in range(4):
        low = y - tall * 0.24 - k * tall * 0.15
        out = wide * (0.86 - 0.2 * k)
        shade.stroke(x + 0.15, low - 0.15, x + out * 0.85, low)
    trunk.stroke(x, y - tall * 0.16, x, y)
    trunk.stroke(x - 0.2, y, x + 1.3, y)
    inks = plot.inks
    return (
        trunk.path(stroke=inks.line, width_mm=BOLD),
        crown.close().path(fill=inks.shade, stroke=inks.line, width_mm=LINE),
        shade.path(stroke=inks.line, width_mm=LINE),
    )


def _draw_broad_tree(plot: Plot, x: float, y: float) -> tuple[Path, ...]:
    size = plot.vary(1.5, 1.8)
    middle = y - 1.0 - size
    crown, shade, trunk = Pen(), Pen(), Pen()
    bumps = 7
    at = [(x + size * sin(k * 2 * pi / bumps), middle - size * 0.92 * cos(k * 2 * pi / bumps)) for k in range(bumps + 1)]
    crown.move(*at[0])
    for k in range(bumps):
        turn = (k + 0.5) * 2 * pi / bumps
        crown.bend(x + size * 1.6 * sin(turn), middle - size * 1.5 * cos(turn), *at[k + 1])
    for k in range(3):
        r = size * (0.85 - 0.28 * k)
        shade.move(x + r * 0.95, middle - r * 0.25).bend(x + r * 0.95, middle + r * 0.75, x + r * 0.05, middle + r * 0.9)
    trunk.stroke(x, middle + size * 0.9, x, y)
    trunk.stroke(x - 0.3, y, x + 1.5, y)
    inks = plot.inks
    return (
        trunk.path(stroke=inks.line, width_mm=BOLD),
        crown.close().path(fill=inks.light, stroke=inks.line, width_mm=LINE),
        shade.path(stroke=inks.line, width_mm=FINE),
    )


def draw_vineyard(plot: Plot) -> tuple[Path, ...]:
    """Draw rows of staked vines with leaves and grapes."""
    wires, stakes, vines, leaves, grapes = Pen(), Pen(), Pen(), Pen(), Pen()
    rows = (-9.2, -4.0, 1.2, 6.4, 11.6, 16.0)
    for row, y in enumerate(rows):
        reach = half_width_at(max(abs(y), abs(y - 4.2))) - 1.0
        if reach < 1.5:
            continue
        end = half_width_at(y - 2.2) - 0.4
        wires.stroke(-end, y - 2.2, end, y - 2.2)
        step = 4.5
        first = -int(reach / step) - 1
        for column in range(first, -first + 1):
            x = (column + (row % 2) / 2) * step + plot.vary(-0.15, 0.15)
            calm = hypot(x, y - 2) < CALM_RADIUS and plot.random.random() < 0.6
            if abs(x) < reach - 0.6 and not calm:
                _draw_vine(plot, stakes, vines, leaves, grapes, x, y)
    inks = plot.inks
    return (
        wires.path(stroke=inks.shade, width_mm=0.4),
        stakes.path(stroke=inks.line, width_mm=LINE),
        vines.path(stroke=inks.accent, width_mm=BOLD),
        leaves.path(fill=inks.accent),
        grapes.path(stroke=inks.line, width_mm=0.62),
    )


def _draw_vine(plot: Plot, stakes: Pen, vines: Pen, leaves: Pen, grapes: Pen, x: float, y: float) -> None:
    stakes.stroke(x, y, x, y - 4.1)
    stakes.stroke(x - 0.5, y, x + 0.9, y)
    vines.move(x - 0.3, y).bend(x + 0.9, y - 0.9, x, y - 1.7).bend(x - 0.9, y - 2.5, x + 0.1, y - 3.4)
    side = plot.random.choice((-1, 1))
    for lx, ly, turn in ((side * 0.9, -3.0, 1), (-side * 0.9, -2.3, -1), (side * 0.3, -3.7, 1)):
        _draw_leaf(leaves, x + lx, y + ly, turn * side * plot.vary(0.6, 1.0))
    if plot.random.random() < 0.8:
        for gx, gy in ((-0.32, 0.0), (0.32, 0.0), (0.0, 0.5), (0.0, -0.1), (-0.02, 0.95)):
            grapes.dot(x + side * 1.0 + gx, y - 1.75 + gy)


def _draw_leaf(leaves: Pen, x: float, y: float, lean: float) -> None:
    leaves.move(x - 0.6, y + 0.2).bend(x - 0.5, y - 0.6, x + 0.1 * lean, y - 0.55)
    leaves.bend(x + 0.65, y - 0.4, x + 0.6, y + 0.25).bend(x + 0.2, y + 0.1, x, y + 0.5)
    leaves.bend(x - 0.2, y + 0.1, x - 0.6, y + 0.2).close()
