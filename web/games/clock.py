"""The optional turn clock, which measures the duration of each turn in the server's time.

There is no time limit and no penalty, and players can pause the clock. The game's settings store when the clock was last
switched, whether the switch left it running, and the seconds of the turn counted before; the revisions give the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from referee.rules.pieces import Colour
from web.games.stamps import now
from web.games.table import Mode, Table

SETTING = "clock"
LONGEST_TURN = 3600  # maximum seconds counted for a turn; the rest is assumed to be a break


class Switch(StrEnum):
    """A state to which the clock can be switched."""

    OFF = "off"
    RUNNING = "running"
    PAUSED = "paused"


@dataclass(frozen=True, slots=True)
class Clock:
    """A snapshot of the clock: whether it is running, and the times in seconds.

    `spent` is the time of the current turn, and `totals` holds the total time of each player's earlier turns.
    """

    running: bool
    spent: float
    totals: Mapping[Colour, int]


def start_clock() -> dict[str, Any]:
    """Return the setting to store for a clock that starts now."""
    return {"at": now(), "running": True, "spent": 0}


def switch_clock(table: Table, wanted: Switch) -> dict[str, Any] | None:
    """Return the setting that switches the clock to `wanted`, or None to switch the clock off."""
    if wanted is Switch.OFF:
        return None
    spent = _spent(table, now())
    is_running = {Switch.RUNNING: True, Switch.PAUSED: False}[wanted]
    return {"at": now(), "running": is_running, "spent": round(spent, 1)}


def read_clock(table: Table) -> Clock | None:
    """Return the current state of a game's clock, or None if the game has no clock or is not in full-referee mode."""
    if not _has_clock(table):
        return None
    totals = dict.fromkeys(table.position.players, 0)
    for revision in table.line:
        if revision.record.player in totals:
            totals[revision.record.player] += revision.record.seconds or 0
    return Clock(_is_running(table), 0 if table.ended else _spent(table, now()), totals)


def measure_turn(table: Table) -> int | None:
    """Return the duration of the turn that ends now, in whole seconds and at least 1, or None if `read_clock` returns None."""
    return max(1, round(_spent(table, now()))) if _has_clock(table) else None


def _has_clock(table: Table) -> bool:
    return table.mode is Mode.REFEREE and _setting(table) is not None


@dataclass(frozen=True, slots=True)
class _Setting:
    """The stored setting: the time of the last switch, whether it left the clock running, and the seconds counted before."""

    at: str
    running: bool
    spent: float


def _setting(table: Table) -> _Setting | None:
    """Parse the stored setting; return None if it is missing or malformed."""
    match table.game.settings.get(SETTING):
        case {"at": str(at), "running": bool(running), "spent": int(spent) | float(spent)}:
            return _Setting(at, running, float(spent))
        case _:
            return None


def _is_running(table: Table) -> bool:
    """Return whether the clock is running. A revision made while the clock is paused restarts the clock."""
    setting = _setting(table)
    return setting is not None and (setting.running or table.here.at > setting.at)


def _spent(table: Table, at: str) -> float:
    setting = _setting(table)
    if setting is None:
        return 0.0
    is_new_turn = table.here.at > setting.at
    began, counted = (table.here.at, 0.0) if is_new_turn else (setting.at, setting.spent)
    return min(LONGEST_TURN, counted + (_seconds_between(began, at) if _is_running(table) else 0.0))


def _seconds_between(start: str, end: str) -> float:
    try:
        return max(0.0, (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds())
    except (ValueError, TypeError):
        return 0.0  # not times in ISO format
