"""The rows of settings: read by name, and changed in a transaction, so that what others add meanwhile is not lost.

Every door has values of its own. Values are stored as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, select

from web.games.doors import door_of
from web.games.schema import settings


def read_setting(connection: Connection, name: str) -> Any:
    """Return a stored setting by name, or None."""
    own_name = door_of(connection).setting_name(name)
    value = connection.execute(select(settings.c.value).where(settings.c.name == own_name)).scalar()
    return None if value is None else json.loads(value)


def change_setting(connection: Connection, name: str, change: Callable[[Any], object]) -> None:
    """Store what `change` makes of a setting, or of None if it is not stored, in a transaction that nobody else writes in."""
    value = json.dumps(change(read_setting(connection, name)), ensure_ascii=False, separators=(",", ":"))
    own_name = door_of(connection).setting_name(name)
    connection.execute(settings.delete().where(settings.c.name == own_name))
    connection.execute(settings.insert().values(name=own_name, value=value))
