"""Tables, lights and a camera that the reader has never been trained on; for judging only."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from booth.camera import Profile
from booth.surroundings import around, lamp, sun_lamp, world
from booth.util import Nodes, kelvin, place, prism, rotx, rotz, srgb, surface

Rng = np.random.Generator
Notes = dict[str, Any]


def brushed_steel(ctx: Any, rng: Rng) -> Any:
    """A kitchen worktop of brushed steel: streaky mirror."""
    s = Nodes("table")
    along = s.coords((0.6, 40, 1), rot=(0, 0, rng.uniform(0, math.pi)))
    streaks = s.noise(along, 2.0, 3.0)
    colour = s.ramp(streaks, [(0.3, (0.32, 0.33, 0.34)), (0.7, (0.52, 0.53, 0.54))])
    rough = s.math("ADD", s.math("MULTIPLY", streaks, 0.2), float(rng.uniform(0.2, 0.35)))
    return s.done(s.principled(base=colour, rough=rough, metal=1.0, normal=s.bump(streaks, 0.05, 0.002)))


def terracotta_tiles(ctx: Any, rng: Rng) -> Any:
    """A patio table of square tiles with pale grout."""
    s = Nodes("table")
    vector = s.coords(rot=(0, 0, rng.uniform(0, math.pi)))
    tiles = s.n(
        "ShaderNodeTexBrick",
        {
            "Vector": vector,
            "Color1": [*srgb("#a5533a"), 1.0],
            "Color2": [*srgb("#c67a55"), 1.0],
            "Mortar": [*srgb("#cfc6b6"), 1.0],
            "Scale": 1.0,
            "Mortar Size": 0.025,
            "Brick Width": float(rng.uniform(0.7, 1.2)),
            "Row Height": 0.9,
        },
        offset=0.0,
    ).outputs[0]
    colour = s.mix(s.math("MULTIPLY", s.noise(vector, 6.0, 4.0), 0.4), tiles, srgb("#6f3a2a"))
    return s.done(s.principled(base=colour, rough=0.6, normal=s.bump(s.noise(vector, 9.0), 0.15, 0.005)))


def lawn(ctx: Any, rng: Rng) -> Any:
    """A picnic: short grass, or a carpet that means to be grass."""
    s = Nodes("table")
    blades = s.noise(s.coords((1, 1, 1), rot=(0, 0, rng.uniform(0, 3))), 45.0, 5.0, 0.75, 1.5)
    dry = s.noise(s.coords(), 1.3, 3.0)
    colour = s.ramp(blades, [(0.3, srgb("#1c2b10")), (0.5, srgb("#4d6b26")), (0.72, srgb("#94a94f"))])
    colour = s.mix(s.math("MULTIPLY", dry, 0.35), colour, srgb("#a8935a"))
    return s.done(s.principled(base=colour, rough=0.95, normal=s.bump(blades, 0.8, 0.03), spec=0.1))


def under_leaves(ctx: Any, rng: Rng) -> Notes:
    """Outdoors under a tree: flecks of sun among soft green shade."""
    slant, turn = rng.uniform(0.3, 0.8), rng.uniform(0, 2 * math.pi)
    sun_lamp("sun", rng.uniform(8, 16), kelvin(5400), (slant, 0, turn), 0.0095)
    stand = rotz(turn) @ rotx(slant)
    leaf = prism([(42 * math.cos(a), 24 * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 14, endpoint=False)], 1, 0)
    mesh = leaf.mesh("leaf", [surface("leaf", srgb("#3d6b2a"), 0.7)])
    for _ in range(int(rng.integers(130, 240))):
        at = np.array([*rng.uniform(-750, 750, 2), rng.uniform(900, 1600)])
        place(mesh, "leaf", stand @ at, stand @ rotz(rng.uniform(0, 6.28)) @ rotx(rng.normal(0, 0.5)), camera=False)
    world(kelvin(7500) * (0.95, 1.05, 0.95), kelvin(5000) * (0.4, 0.5, 0.3), rng.uniform(1.5, 3.0), 0.5, rng)
    return {"iso": 60, "shadow": "hard", "key": 0.27}


def spots(ctx: Any, rng: Rng) -> Notes:
    """A rail of narrow ceiling spots: three or four pools of light that overlap, many shadows."""
    turn = rng.uniform(0, 2 * math.pi)
    for k in range(int(rng.integers(3, 5))):
        at = around(rng, rng.uniform(150, 650), rng.uniform(1200, 1600), turn + k * rng.uniform(1.2, 2.0))
        aim = np.array([*rng.normal(0, 130, 2), 0.0])
        lamp("AREA", at, aim, 420, kelvin(rng.uniform(2800, 3600)), 0.5, shape="DISK", spread=rng.uniform(0.6, 1.1))
    world(kelvin(3000) * 0.9, kelvin(2800) * 0.4, rng.uniform(0.25, 0.6), 0.4, rng)
    return {"iso": 260, "shadow": "hard"}


def screen_glow(ctx: Any, rng: Rng) -> Notes:
    """A dark room lit by a television: bluish or pinkish light from one low side."""
    tint = kelvin(9500) * (rng.uniform(0.7, 1.3), 1.0, rng.uniform(0.9, 1.3))
    lamp("AREA", around(rng, rng.uniform(900, 1400), rng.uniform(450, 700)), (0, 0, 0), 500, tint, 10, 6)
    lamp("POINT", around(rng, rng.uniform(600, 1500), 1300), (0, 0, 0), rng.uniform(60, 160), kelvin(2700), 0.6)
    world(kelvin(6000), kelvin(3500) * 0.4, rng.uniform(0.12, 0.3), 0.5, rng)
    return {"iso": 1400, "shadow": "soft", "ev": -0.1, "shake": 1.4, "key": 0.22}


class Tablet(Profile):
    """A tablet's camera: a little soft, barrel-shaped, flat colours."""

    name = "tablet"
    makes = (("Schiefer", "Tab 8", 31.0, 3.3, 2.4), ("Birne", "Pad", 29.0, 3.3, 2.4))
    k1 = (-0.05, -0.02)
    vignette = (0.15, 0.35)
    softness = (0.7, 1.1)
    edge_softness = (0.3, 1.4)
    sharpen = (0.5, 1.3)
    noise = 1.5
    denoise = (0.4, 1.2)
    quality = (68, 88)
    local_tone = (0.0, 0.15)
    saturation = (0.88, 1.02)


def register(reg: Any) -> None:
    """Adds the tables, lights and the camera."""
    for table in (brushed_steel, terracotta_tiles, lawn):
        reg.add("tables", table.__name__)(table)
    reg.add("lights", "spots")(spots)
    for light in (under_leaves, screen_glow):
        reg.add("lights", light.__name__, levels=("normal", "hard"))(light)
    reg.add("cameras", "tablet")(Tablet)
