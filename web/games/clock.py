"""The soft clock: how long each turn takes, by this computer's time. Without limit or penalty, and paused when the table wants.

The game's settings keep when the clock was switched last and what had been counted by then; everything else follows from the
revisions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from referee.rules.pieces import Colour
from web.games.store import now
from web.games.table import Mode, Table

SETTING = "clock"
LONGEST_TURN = 3600  # seconds; what takes longer is a break that nobody marked


class Switch(StrEnum):
    """The states of the clock."""

    OFF = "off"
    RUNNING = "running"
    PAUSED = "paused"


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock at one moment: whether it runs, the seconds of the turn at hand, and those of all turns by player."""

    running: bool
    spent: float
    totals: Mapping[Colour, int]


def start_clock() -> dict[str, Any]:
    """Return the setting of a clock that starts now."""
    return {"at": now(), "running": True, "spent": 0}


def switch_clock(table: Table, wanted: Switch) -> dict[str, Any] | None:
    """Return the setting of a game's clock after it is switched; None if it is off."""
    if wanted is Switch.OFF:
        return None
    spent = _spent(table, now())
    is_running = {Switch.RUNNING: True, Switch.PAUSED: False}[wanted]
    return {"at": now(), "running": is_running, "spent": round(spent, 1)}


def read_clock(table: Table) -> Clock | None:
    """Return a game's clock now, or None where none runs."""
    if not _has_clock(table):
        return None
    totals = dict.fromkeys(table.position.players, 0)
    for revision in table.line:
        if revision.record.player in totals:
            totals[revision.record.player] += revision.record.seconds or 0
    return Clock(_is_running(table), 0 if table.ended else _spent(table, now()), totals)


def measure_turn(table: Table) -> int | None:
    """Return the whole seconds of the turn that ends now, at least one; None without a clock."""
    return max(1, round(_spent(table, now()))) if _has_clock(table) else None


def _has_clock(table: Table) -> bool:
    return table.mode is Mode.REFEREE and _setting(table) is not None


@dataclass(frozen=True, slots=True)
class _Setting:
    """When the clock was switched last, to what, and what the turn at hand had taken by then."""

    at: str
    running: bool
    spent: float


def _setting(table: Table) -> _Setting | None:
    """Parse the stored setting; a clock that cannot be understood is off."""
    match table.game.settings.get(SETTING):
        case {"at": str(at), "running": bool(running), "spent": int(spent) | float(spent)}:
            return _Setting(at, running, float(spent))
        case _:
            return None


def _is_running(table: Table) -> bool:
    """Return whether the clock runs; a turn that was played during a break has ended the break."""
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
        return 0.0  # times that another program has written otherwise
