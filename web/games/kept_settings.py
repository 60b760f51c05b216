"""Settings in the database, read by name and changed within a transaction, so that concurrent changes are not lost.

Each door has values of its own, which are stored as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, select

from web.games.doors import door_of
from web.games.schema import settings


def read_setting(connection: Connection, name: str) -> Any:
    """Return a stored setting of the connection's door by name, or None if it is not stored."""
    own_name = door_of(connection).setting_name(name)
    value = connection.execute(select(settings.c.value).where(settings.c.name == own_name)).scalar()
    return None if value is None else json.loads(value)


def change_setting(connection: Connection, name: str, change: Callable[[Any], object]) -> None:
    """Replace a setting by the result of `change`, which gets the stored value or None if there is none.

    The connection must be in a transaction that excludes other writers.
    """
    value = json.dumps(change(read_setting(connection, name)), ensure_ascii=False, separators=(",", ":"))
    own_name = door_of(connection).setting_name(name)
    connection.execute(settings.delete().where(settings.c.name == own_name))
    connection.execute(settings.insert().values(name=own_name, value=value))
