"""The readiness of a server, which is ready if its database responds and has the right version, and if it is not stopping.

The database is queried in a separate thread, because a query could hang when the network is lost. If a query takes longer than
DATABASE_SECONDS, the server counts as not ready, and the next check waits for that query instead of starting another.
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
    """A state of a database: usable, of an incompatible version, or not responding."""

    OK = "ok"
    OTHER_VERSION = "other-version"
    NO_ANSWER = "no-answer"


class Readiness:
    """The state of one server for load balancers; `draining` is set when the server is about to stop."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, "readiness")
        self._query: Future[DatabaseState] | None = None
        self._lock = threading.Lock()
        self.draining = False

    def database(self) -> DatabaseState:
        """Return the state of the database, which is NO_ANSWER if the query fails or takes longer than DATABASE_SECONDS."""
        with self._lock:
            if self._query is None or self._query.done():
                self._query = self._thread.submit(ask_database, self._engine)
            query = self._query
        try:
            return query.result(DATABASE_SECONDS)
        except (NoAnswer, SQLAlchemyError, OSError):
            return DatabaseState.NO_ANSWER

    def stop(self) -> None:
        """Stop querying the database."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def ask_database(engine: Engine) -> DatabaseState:
    """Query a database, and return OTHER_VERSION if this program cannot use the version of a club's database, else OK."""
    with engine.connect() as connection:
        connection.execute(select(1))
        if engine.dialect.name != "postgresql":
            return DatabaseState.OK
        from web.club.migrating import knows_tables

        return DatabaseState.OK if knows_tables(connection) else DatabaseState.OTHER_VERSION
