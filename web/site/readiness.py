"""Whether a server can take requests: not while its database does not answer, nor once it is about to stop.

The database is asked in a thread of its own, since a lost network gives no answer at all: after a second the server counts as
not ready, and the next question waits for the same answer instead of adding another thread.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NoAnswer
from enum import StrEnum

from sqlalchemy import Engine, select
from sqlalchemy.exc import SQLAlchemyError

DATABASE_SECONDS = 1.0


class DatabaseState(StrEnum):
    """What a database answers: all is well, its tables are those of another version, or nothing in time."""

    OK = "ok"
    OTHER_VERSION = "other-version"
    NO_ANSWER = "no-answer"


class Readiness:
    """The state of one server for load balancers. `draining` is set when it is about to stop."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._asking = ThreadPoolExecutor(1, "readiness")
        self._asked: Future[DatabaseState] | None = None
        self._lock = threading.Lock()
        self.draining = False

    def database(self) -> DatabaseState:
        """Return what the database answers within a second."""
        with self._lock:
            if self._asked is None or self._asked.done():
                self._asked = self._asking.submit(ask_database, self._engine)
            asked = self._asked
        try:
            return asked.result(DATABASE_SECONDS)
        except (NoAnswer, SQLAlchemyError, OSError):
            return DatabaseState.NO_ANSWER

    def stop(self) -> None:
        """Ask the database no more."""
        self._asking.shutdown(wait=False, cancel_futures=True)


def ask_database(engine: Engine) -> DatabaseState:
    """Return whether a database answers and has the tables that this program works with."""
    with engine.connect() as connection:
        connection.execute(select(1))
        if engine.dialect.name != "postgresql":
            return DatabaseState.OK
        from web.club.migrating import knows_tables

        return DatabaseState.OK if knows_tables(connection) else DatabaseState.OTHER_VERSION
