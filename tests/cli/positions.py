"""Positions and games for command line tests, on the built-in board islet by default."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

# Islet's south: D7 to K3 hold one desert. Row K is F D D; J is F F D D; see referee/boards/built_in/islet.toml.
ISLET_CELLS = 78
SOUTH_SHUT = ["J1", "J2", "J3", "J4"]  # leaves K1 (forest), K2 and K3 (desert): 3 hexes, 2 landscapes, 6 points


def position(**changes: Any) -> dict[str, Any]:
    """Return a small valid position as JSON, with changes."""
    start: dict[str, Any] = {
        "format": "terranova-position/1",
        "board": "islet",
        "players": ["red", "yellow"],
        "pioneers": {"red": ["E5", "F6"], "yellow": ["C3", "C4"]},
    }
    start.update(changes)
    return {key: value for key, value in start.items() if value is not ...}


def game(**changes: Any) -> dict[str, Any]:
    """Return a new game on islet as JSON, with changes."""
    start: dict[str, Any] = {
        "format": "terranova-game/1",
        "board": "islet",
        "players": {"red": "Anna", "yellow": "Bo"},
        "turns": ["@A1", "@A2", "@K1"],
    }
    start.update(changes)
    return {key: value for key, value in start.items() if value is not ...}


def write_json(path: Path, value: object) -> str:
    """Write JSON to a file and return its path."""
    path.write_text(json.dumps(value), encoding="utf-8")
    return str(path)


def south(**changes: Any) -> dict[str, Any]:
    """Return a position in which the south of islet is closed, with two red pioneers and one yellow one."""
    pioneers = {"red": ["K1", "K3", "A1"], "yellow": ["K2", "B8"]}
    return position(**{"pioneers": pioneers, "stones": SOUTH_SHUT, **changes})
