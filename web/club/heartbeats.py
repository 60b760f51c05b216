"""Heartbeats of readers: the interval between two heartbeats, and the time without a heartbeat after which a reader is lost.

Other readers then read the photos of the lost reader. Procrastinate stores the last heartbeat of each reader in its table
`procrastinate_workers`.
"""

from __future__ import annotations

from sqlalchemy import Connection
from sqlalchemy import text as sql

HEARTBEAT_SECONDS = 5.0
REREGISTER_SECONDS = 12.0  # a reader whose own heartbeat is older than this registers again, before others take its photos
LOST_SECONDS = 15  # a reader whose heartbeat is older than this is lost, and its photos are read by others


def count_readers(connection: Connection) -> int:
    """Return the number of readers that are not lost."""
    alive = sql("SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - make_interval(secs => :seconds)")
    return int(connection.execute(alive, {"seconds": LOST_SECONDS}).scalar_one())
