"""Statistics of a club's photo queue for monitoring: waiting photos, their age, and running readers.

`web/site/metrics.py` publishes the statistics.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Engine, func, select, union_all

from web.club.heartbeats import count_readers
from web.club.schema import loose_photos
from web.games.database_errors import database_errors_as_problems
from web.games.photo_shelf import UNANSWERED
from web.games.schema import photos


@dataclass(frozen=True, slots=True)
class QueueFigures:
    """Statistics of the queue: unanswered photos, the age of the oldest, running readers, and the number of photos by state."""

    waiting: int
    oldest_wait_seconds: float
    readers: int
    photos: dict[str, int]


def read_queue_figures(engine: Engine) -> QueueFigures:
    """Read the statistics in one snapshot; raise a Problem if the database does not answer."""
    both = union_all(select(photos.c.state, photos.c.at), select(loose_photos.c.state, loose_photos.c.at)).subquery()
    by_state = select(both.c.state, func.count(), func.min(both.c.at)).group_by(both.c.state)
    with database_errors_as_problems("serve.store_unreadable"), engine.connect() as connection:
        rows = connection.execute(by_state).all()
        readers = count_readers(connection)
    waiting = [(number, since) for state, number, since in rows if state in UNANSWERED]
    oldest = min((since for _, since in waiting), default=None)
    return QueueFigures(
        sum(number for number, _ in waiting),
        (datetime.now(UTC) - datetime.fromisoformat(oldest)).total_seconds() if oldest else 0.0,
        readers,
        {state: number for state, number, _ in rows},
    )
