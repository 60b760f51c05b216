"""The ids and times that the database stores: how they are made, and the forms that files and requests may have.

This module knows neither games nor tables.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta

ID = r"[0-9a-f]{16}"  # the pattern of a new id
SAVE_ID = r"[A-Za-z0-9_-]{8,64}"  # the pattern of an id that a phone makes for a save or an upload


def new_id() -> str:
    """Return a new unguessable id of 16 hexadecimal digits."""
    return secrets.token_hex(8)


def now() -> str:
    """Return the current time in the stored form: UTC in ISO format, to the microsecond, sortable as text."""
    return ago(timedelta())


def ago(past: timedelta) -> str:
    """Return the time that lies `past` before now, in the stored form."""
    return (datetime.now(UTC) - past).isoformat(timespec="microseconds").replace("+00:00", "Z")


def local_time(at: str) -> str:
    """Return a stored time as YYYY-MM-DD HH:MM:SS in this computer's time zone."""
    try:
        return f"{datetime.fromisoformat(at).astimezone():%Y-%m-%d %H:%M:%S}"
    except (ValueError, OverflowError):
        return at[:19].replace("T", " ")  # not a time in ISO format
