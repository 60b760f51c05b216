"""Turns that are still being played on a phone, for the other phones to see.

They are kept in memory alone, are no part of any game, and are soon forgotten.
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
    """The newest unfinished turn of each game."""

    def __init__(self) -> None:
        self._begun: dict[str, _Begun] = {}
        self._lock = threading.Lock()

    def keep(self, game_id: str, revision: int, turn: str) -> None:
        """Remember what has been done of a turn so far; an empty turn is forgotten."""
        with self._lock:
            self._begun.pop(game_id, None)
            if turn:
                self._begun[game_id] = _Begun(revision, turn, time.monotonic())
            if len(self._begun) > MOST_GAMES:
                del self._begun[next(iter(self._begun))]

    def find(self, game_id: str, revision: int) -> str:
        """Return the actions of a turn begun at this revision; empty if there is none, or none was told of lately."""
        with self._lock:
            begun = self._begun.get(game_id)
        if begun is None or begun.revision != revision or time.monotonic() - begun.at > FORGOTTEN_SECONDS:
            return ""
        return begun.turn
