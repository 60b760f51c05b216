"""Share unfinished turns among web servers, each of which announces the turns of its phones and follows those of the others.

Unfinished turns are sent as PostgreSQL notifications and held in memory only. If a notification is lost, phones on other
servers merely do not show the unfinished turn.
"""

from __future__ import annotations

import json
import logging
import threading

import psycopg
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from web.club.postgres import server_address
from web.games.store import Store
from web.games.unfinished import UnfinishedTurns

CHANNEL = "terranova_turns"
LOOK_SECONDS = 0.25  # interval at which the thread checks whether to stop
AGAIN_SECONDS = 2.0

log = logging.getLogger(__name__)


class SharedTurns(UnfinishedTurns):
    """The newest unfinished turn of each game, shared by all servers on one database."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._address = server_address(store.engine)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="turns", daemon=True)
        self._thread.start()

    def keep(self, game_id: str, revision: int, turn: str) -> None:
        """Store the text of a turn in progress, or remove the turn if the text is empty.

        The change is also announced to the other servers.
        """
        super().keep(game_id, revision, turn)
        notice = json.dumps({"game": game_id, "revision": revision, "turn": turn})
        try:
            with self._store.engine.begin() as connection:
                connection.execute(select(func.pg_notify(CHANNEL, notice)))
        except SQLAlchemyError:  # the database is down: other phones merely miss the drawing
            log.info("an unfinished turn could not be announced")

    def stop(self) -> None:
        """Stop following the other servers."""
        self._stopped.set()
        self._thread.join(LOOK_SECONDS + AGAIN_SECONDS)

    def _follow(self) -> None:
        while not self._stopped.is_set():
            try:
                self._listen()
            except (psycopg.Error, OSError):
                self._stopped.wait(AGAIN_SECONDS)

    def _listen(self) -> None:
        with psycopg.connect(self._address, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            while not self._stopped.is_set():
                for notice in connection.notifies(timeout=LOOK_SECONDS):
                    self._take(notice.payload)

    def _take(self, payload: str) -> None:
        try:
            given = json.loads(payload)
            super().keep(str(given["game"]), int(given["revision"]), str(given["turn"]))
        except (ValueError, KeyError, TypeError):
            log.warning("a notice about an unfinished turn could not be understood")
