"""Turns in progress on one phone of a game, stored so that the other phones can show these turns.

Unfinished turns are held only in memory, are not part of any game, and expire after FORGOTTEN_SECONDS.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

FORGOTTEN_SECONDS = 30.0
MOST_GAMES = 200


@dataclass(frozen=True, slots=True)
class _Begun:
    revision: int
    turn: str
    at: float


class UnfinishedTurns:
    """A thread-safe collection of the newest unfinished turn of each game, for at most MOST_GAMES games."""

    def __init__(self) -> None:
        self._begun: dict[str, _Begun] = {}
        self._lock = threading.Lock()

    def keep(self, game_id: str, revision: int, turn: str) -> None:
        """Store the text of a turn in progress that was begun at a revision; an empty text removes the game's turn."""
        with self._lock:
            self._begun.pop(game_id, None)
            if turn:
                self._begun[game_id] = _Begun(revision, turn, time.monotonic())
            if len(self._begun) > MOST_GAMES:
                del self._begun[next(iter(self._begun))]

    def stop(self) -> None:
        """Do nothing, since turns in memory need no cleanup."""

    def find(self, game_id: str, revision: int) -> str:
        """Return the text of the turn in progress that was begun at a revision, or '' if there is none or it expired."""
        with self._lock:
            begun = self._begun.get(game_id)
        if begun is None or begun.revision != revision or time.monotonic() - begun.at > FORGOTTEN_SECONDS:
            return ""
        return begun.turn
