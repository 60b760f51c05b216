"""Rooms that are hard on a reader: candlelight, cold strips, sun between window bars, warm against cold, light from behind."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from booth.surroundings import around, lamp, sun_lamp, world
from booth.util import box, kelvin, place, rotx, rotz, surface

Rng = np.random.Generator
Notes = dict[str, Any]


def candle(ctx: Any, rng: Rng) -> Notes:
    """One or two low warm flames just beyond the board, little else."""
    away = float(np.linalg.norm(ctx.board.size)) / 2 + rng.uniform(60, 260)
    first = rng.uniform(0, 2 * math.pi)
    flame = kelvin(rng.uniform(2000, 2400))
    for k in range(int(rng.choice([1, 2]))):
        at = around(rng, away, rng.uniform(260, 520), first + k * rng.uniform(0.8, 2.4))
        lamp("POINT", at, (0, 0, 0), 220, flame, rng.uniform(0.15, 0.5))
    world(kelvin(2700) * 0.9, kelvin(2400) * 0.4, rng.uniform(0.2, 0.5), 0.4, rng)
    return {"iso": 900, "shadow": "hard", "ev": 0.1, "shake": 1.3, "key": 0.26}


def cold_strip(ctx: Any, rng: Rng) -> Notes:
    """A long thin strip of cold diodes over the table or under a kitchen cupboard."""
    cold = kelvin(rng.uniform(6500, 9000)) * (1.0, rng.uniform(1.0, 1.08), 1.0)
    at = around(rng, rng.uniform(100, 700), rng.uniform(600, 1300))
    lamp("AREA", at, (0, 0, 0), 1100, cold, rng.uniform(8, 16), 0.15)
    world(kelvin(5000), kelvin(4500) * 0.4, rng.uniform(0.3, 1.0), 0.4, rng)
    return {"iso": 160, "shadow": "soft"}


def window_bars(ctx: Any, rng: Rng) -> Notes:
    """Sun through a window: bright panes and the hard shadows of the bars lie over the board."""
    slant, turn = rng.uniform(0.5, 1.05), rng.uniform(0, 2 * math.pi)
    sun_lamp("sun", rng.uniform(8, 20), kelvin(rng.uniform(4800, 5800)), (slant, 0, turn), 0.0095)
    stand = rotz(turn) @ rotx(slant)
    pane, bar = rng.uniform(130, 300), rng.uniform(18, 45)
    middle = stand @ np.array([rng.uniform(-0.5, 0.5) * pane, rng.uniform(-0.5, 0.5) * pane, 900.0])
    frame = surface("window_frame", (0.7, 0.7, 0.68), 0.6)
    long_bar = box(2400, bar, 12, 0).mesh("bar", [frame])
    across = int(rng.choice([1, 2]))
    for k in range(-across, across + 1):
        place(long_bar, "bar", middle + stand @ np.array([0, k * pane, 0]), stand, camera=False)
        place(long_bar, "bar", middle + stand @ np.array([k * pane * 0.8, 0, 0]), stand @ rotz(math.pi / 2), camera=False)
    if rng.random() < 0.6:
        side = stand @ np.array([rng.choice([-1, 1]) * (600 + rng.uniform(0.2, 1.4) * pane), 0, 0])
        place(box(1200, 2400, 12, 0).mesh("wall", [frame]), "wall", middle + side, stand, camera=False)
    world(kelvin(8500), kelvin(5500) * 0.6, rng.uniform(1.0, 2.4), 0.4, rng)
    return {"iso": 60, "shadow": "hard", "key": 0.26}


def warm_and_cold(ctx: Any, rng: Rng) -> Notes:
    """A warm bulb on one side, a cold screen or window on the other: no white balance fits both."""
    side = rng.uniform(0, 2 * math.pi)
    warm = around(rng, rng.uniform(450, 900), rng.uniform(350, 800), side)
    cold = around(rng, rng.uniform(500, 1000), rng.uniform(300, 800), side + math.pi + rng.normal(0, 0.5))
    lamp("AREA", warm, (0, 0, 0), rng.uniform(350, 700), kelvin(rng.uniform(2200, 2800)), rng.uniform(0.6, 2), shape="DISK")
    lamp("AREA", cold, (0, 0, 0), rng.uniform(450, 900), kelvin(rng.uniform(7500, 11000)), rng.uniform(2, 6), rng.uniform(2, 5))
    world(kelvin(3800), kelvin(3200) * 0.5, rng.uniform(0.2, 0.6), 0.5, rng)
    return {"iso": 320, "shadow": "two"}


def from_behind(ctx: Any, rng: Rng) -> Notes:
    """A bright window or lamp opposite the camera: pieces turn their dark side, paper and varnish shine."""
    across = -np.asarray(ctx.cam.C, float)[:2]
    turn = math.atan2(across[1], across[0]) + rng.normal(0, 0.35)
    at = around(rng, rng.uniform(1100, 1700), rng.uniform(380, 800), turn)
    lamp("AREA", at, (0, 0, 60), 5000, kelvin(rng.uniform(4300, 7000)), rng.uniform(5, 9), rng.uniform(4, 8))
    world(kelvin(5000) * 0.9, kelvin(4200) * 0.5, rng.uniform(0.5, 1.3), 0.5, rng)
    return {"iso": 120, "shadow": "soft", "ev": 0.1}


def register(reg: Any) -> None:
    """Adds the lights."""
    rough = ("normal", "hard")
    reg.add("lights", "cold_strip")(cold_strip)
    reg.add("lights", "warm_and_cold", levels=rough)(warm_and_cold)
    reg.add("lights", "window_bars", levels=rough)(window_bars)
    reg.add("lights", "candle", levels=rough, weight=0.8)(candle)
    reg.add("lights", "from_behind", levels=rough)(from_behind)
