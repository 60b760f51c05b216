"""Initial positions that several tests of the companion share."""

from __future__ import annotations

CROSSING = {
    "format": "terranova-position/1",
    "board": "islet",
    "edition": "de",
    "players": ["red", "yellow"],
    "pioneers": {"red": ["E5", "F6"], "yellow": ["E7", "F3"]},
}
