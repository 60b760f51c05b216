"""Table tops under the board: stone, checked cloth, newspapers, blue plastic, varnished wood with a strong figure."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from booth.util import Nodes, image_from, srgb, surface

Rng = np.random.Generator
PAGE_MM = 400.0
PAGE_PX = 1024
PAPER, BLACK = 226, 45


def kitchen_stone(ctx: Any, rng: Rng) -> Any:
    """Polished granite: specks of three tones."""
    s = Nodes("table")
    dark, middle, light = (
        srgb(c)
        for c in (("#1e1f22", "#56534f", "#b9b2a8"), ("#4b4038", "#93806f", "#dccdb8"), ("#7d7d7b", "#b4b1aa", "#ecebe6"))[
            int(rng.integers(3))
        ]
    )
    grain = s.n("ShaderNodeTexVoronoi", {"Vector": s.coords(), "Scale": float(rng.uniform(18, 45))}).outputs[1]
    specks = s.math("ADD", s.math("MULTIPLY", s.noise(s.coords(), 3.0, 4.0), 0.5), s.math("MULTIPLY", grain, 0.5))
    colour = s.ramp(specks, [(0.3, dark), (0.5, middle), (0.72, light)])
    return s.done(s.principled(base=colour, rough=float(rng.uniform(0.08, 0.3)), coat=0.3))


def checked_cloth(ctx: Any, rng: Rng) -> Any:
    """Gingham or a tartan: stripes both ways over a coarse weave, now and then in a player's colour."""
    s = Nodes("table")
    xy = s.n("ShaderNodeSeparateXYZ", {0: s.coords(rot=(0, 0, rng.uniform(0, math.pi)))})
    ground, thread, fine = (
        srgb(c)
        for c in (
            ("#f4f1ea", "#c41f2c", "#7a1119"),
            ("#f3f0e4", "#1f4f9c", "#f0c22e"),
            ("#e9efe0", "#2c7b45", "#b9301f"),
            ("#26324a", "#b43a35", "#d8c58a"),
        )[int(rng.integers(4))]
    )
    repeat = float(rng.uniform(0.12, 0.5))
    colour: Any = [*ground, 1.0]
    for axis in (0, 1):
        phase = s.math("FRACT", s.math("MULTIPLY", xy.outputs[axis], 1 / repeat))
        colour = s.mix(s.math("MULTIPLY", s.math("LESS_THAN", phase, 0.5), 0.5), colour, thread)
        line = s.math("LESS_THAN", s.math("ABSOLUTE", s.math("SUBTRACT", phase, 0.75)), 0.03)
        colour = s.mix(s.math("MULTIPLY", line, 0.8), colour, fine)
    weave = s.noise(s.coords(), 85.0, 2.0)
    return s.done(s.principled(base=colour, rough=0.95, sheen=0.2, normal=s.bump(weave, 0.3, 0.006), spec=0.1))


def newspapers(ctx: Any, rng: Rng) -> Any:
    """Sheets of newsprint: headlines, columns and pictures everywhere."""
    s = Nodes("table")
    vector = s.coords((100 / PAGE_MM,) * 3, rot=(0, 0, rng.uniform(0, 6.28)), loc=(rng.uniform(), rng.uniform(), 0))
    image = image_from("newsprint", draw_newsprint(rng))
    page = s.n("ShaderNodeTexImage", {"Vector": vector}, image=image, interpolation="Linear", extension="REPEAT")
    return s.done(s.principled(base=page.outputs[0], rough=0.85, normal=s.bump(s.noise(s.coords(), 4.0), 0.1, 0.02), spec=0.2))


def draw_newsprint(rng: Rng) -> npt.NDArray[np.uint8]:
    """Draws a page that can be laid edge to edge: (h, w, 3) sRGB."""
    page = np.full((PAGE_PX, PAGE_PX, 3), PAPER, np.float32)
    page *= np.array([1.0, 0.985, 0.94], np.float32)
    columns = int(rng.integers(4, 7))
    width = PAGE_PX // columns
    for column in range(columns):
        y = int(rng.integers(8, 40))
        while y < PAGE_PX - 30:
            y = _draw_item(page, column * width + 8, y, width - 16, rng)
    return np.clip(page + rng.normal(0, 3, page.shape), 0, 255).astype(np.uint8)


def _draw_item(page: npt.NDArray[np.float32], x: int, y: int, width: int, rng: Rng) -> int:
    """Draws a headline, a picture or a paragraph and gives where the next begins."""
    kind = rng.random()
    if kind < 0.2:
        bottom = y + int(rng.integers(14, 34))
        cv2.rectangle(page, (x, y), (x + int(width * rng.uniform(0.5, 1)), bottom), (BLACK,) * 3, -1)
        return bottom + 14
    if kind < 0.35:
        bottom = y + int(rng.integers(60, 170))
        tone = rng.uniform(60, 210, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(60, 190))
        cv2.rectangle(page, (x, y), (x + width, bottom), tuple(map(float, tone)), -1)
        cv2.circle(page, (x + width // 2, (y + bottom) // 2), (bottom - y) // 3, tuple(map(float, tone * 0.6)), -1, cv2.LINE_AA)
        return bottom + 12
    lines = int(rng.integers(6, 22))
    for line in range(lines):
        cv2.line(
            page,
            (x, y + 8 * line),
            (x + int(width * (1 if line < lines - 1 else rng.uniform(0.3, 0.9))), y + 8 * line),
            (BLACK + 55,) * 3,
            3,
        )
    return y + 8 * lines + 12


def blue_plastic(ctx: Any, rng: Rng) -> Any:
    """A garden or camping table of blue, sometimes turquoise plastic."""
    colour = srgb(str(rng.choice(["#2458a8", "#3f7fc4", "#1c3f73", "#4fa3b8", "#6f9bd1"])))
    return surface(
        "table", colour, float(rng.uniform(0.25, 0.6)), vary=0, mottle=0.04, scuff=0.25, scuff_rgb=colour * 0.5 + 0.3, bump=0.15
    )


def varnished_wood(ctx: Any, rng: Rng) -> Any:
    """Glossy boards whose rings make a strong figure."""
    s = Nodes("table")
    dark, light = (
        srgb(c)
        for c in (("#5a2c13", "#b8733a"), ("#6e4218", "#d99f4e"), ("#3b1d12", "#8c4a2b"), ("#8a6a3c", "#e8cb8f"))[
            int(rng.integers(4))
        ]
    )
    vector = s.coords((0.35, 1.0, 1.0), rot=(0, 0, rng.uniform(0, math.pi)), loc=(rng.uniform(0, 30), rng.uniform(0, 30), 0))
    rings = s.n(
        "ShaderNodeTexWave",
        {
            "Vector": vector,
            "Scale": float(rng.uniform(0.5, 1.3)),
            "Distortion": float(rng.uniform(4, 10)),
            "Detail": 3.0,
            "Detail Scale": 0.8,
        },
        bands_direction="Y",
    ).outputs[1]
    colour = s.mix(s.math("POWER", rings, 1.6), light, dark)
    pores = s.noise(s.n("ShaderNodeMapping", {"Vector": vector, "Scale": (1.5, 50, 1)}).outputs[0], 1.5, 2.0)
    colour = s.mix(s.math("MULTIPLY", pores, 0.25), colour, dark * 0.5)
    return s.done(
        s.principled(base=colour, rough=0.35, coat=float(rng.uniform(0.5, 1.0)), coat_rough=float(rng.uniform(0.02, 0.12)))
    )


def register(reg: Any) -> None:
    """Adds the tables."""
    for table in (kitchen_stone, checked_cloth, newspapers, blue_plastic, varnished_wood):
        reg.add("tables", table.__name__)(table)
