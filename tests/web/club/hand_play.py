"""Games kept by hand while web servers are killed: every confirmed change must be present afterwards."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select

from tests.web.club.servers import Proxy, Web
from tests.web.club.trials import Club, club, percentile
from web.games.schema import revisions

AGAIN_SECONDS = 0.1
REQUEST_SECONDS = 5.0
START_AGAIN_SECONDS = 2.0
BETWEEN_KILLS = 5.0


@dataclass(frozen=True, slots=True)
class Played:
    """The results of a trial; times are measured from tap to confirmation, including retries."""

    kills: int
    confirmed: int
    missing: int
    longest: float
    p95: float


@dataclass(slots=True)
class Player:
    """A phone that plays by hand through one address as its pages do: with save ids, retrying until it gets a response."""

    host: str
    port: int
    chance: random.Random
    confirmed: list[tuple[str, int, str]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    _connection: http.client.HTTPConnection | None = None

    def play(self, stopped: threading.Event) -> None:
        """Start a game, and another when it is over, and play turns until stopped."""
        while not stopped.is_set():
            self.state = self._insist("POST", "/api/games", {"board": "terranova", "players": ["Anna", "Bo"], "mode": "keeper"})
            while self.state["phase"] != "over" and not stopped.is_set():
                self._play_turn()
        self.hang_up()

    def _play_turn(self) -> None:
        done: list[str] = []
        following: dict[str, Any] = self.state["next"]
        while not following["may_end"]:
            done.append(_choose(following, self.chance))
            path = f"/api/games/{self.state['id']}/next?from={self.state['revision']}&done={'%20'.join(done).replace('+', '%2B')}"
            following = self._insist("GET", path)
        started = time.monotonic()
        body = {"from": self.state["revision"], "save": f"save-{self.chance.getrandbits(60):015x}", "turn": " ".join(done)}
        self.state = self._insist("POST", f"/api/games/{self.state['id']}/turns", body)
        self.seconds.append(time.monotonic() - started)
        self.confirmed.append((self.state["id"], self.state["revision"], body["save"]))

    def hang_up(self) -> None:
        """Close the connection, if there is one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _insist(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        while True:
            try:
                status, answer = self._ask(method, path, body)
            except (OSError, http.client.HTTPException, ValueError):
                self.hang_up()
                time.sleep(AGAIN_SECONDS)
                continue
            if status < 300:
                return answer
            assert status >= 500, (status, answer)
            time.sleep(AGAIN_SECONDS)

    def _ask(self, method: str, path: str, body: object) -> tuple[int, dict[str, Any]]:
        if self._connection is None:
            self._connection = http.client.HTTPConnection(self.host, self.port, timeout=REQUEST_SECONDS)
        headers = {"Origin": f"http://{self.host}:{self.port}", "Content-Type": "application/json"} if body is not None else {}
        self._connection.request(method, path, None if body is None else json.dumps(body).encode(), headers)
        answer = self._connection.getresponse()
        data = answer.read()
        return answer.status, json.loads(data) if "json" in (answer.headers["Content-Type"] or "") else {}


def _choose(following: dict[str, Any], chance: random.Random) -> str:
    if following["pass"]:
        return "pass"
    if following["places"]:
        return "@" + str(chance.choice(following["places"]))
    if following["stones"]:
        return "+" + str(chance.choice(following["stones"]))
    start = chance.choice(sorted(following["moves"]))
    return f"{start}-{chance.choice(following['moves'][start])}"


def play_while_webs_die(seconds: float, phones: int, seed: int, webs: int = 3) -> Played:
    """Run phones through the proxy while web hosts are killed and restarted in turn."""
    chance = random.Random(seed)
    with club() as here:
        proxy_host = here.net.add("proxy")
        here.add_webs(webs, "--trusted-proxy", proxy_host.address)
        proxy = Proxy(proxy_host, here.webs, here.folder)
        proxy.start()
        players = [Player(proxy.host, proxy.port, random.Random(chance.random())) for _ in range(phones)]
        stopped = threading.Event()
        threads = [threading.Thread(target=player.play, args=(stopped,), daemon=True) for player in players]
        for thread in threads:
            thread.start()
        kills = _kill_webs(here, seconds, chance)
        stopped.set()
        for thread in threads:
            thread.join(60)
            assert not thread.is_alive(), "a phone hangs"
        times = [one for player in players for one in player.seconds]
        confirmed = {change for player in players for change in player.confirmed}
        return Played(kills, len(confirmed), len(confirmed - _stored(here)), max(times), percentile(times, 0.95))


def _stored(here: Club) -> set[tuple[str, int, str]]:
    with here.engine.connect() as connection:
        rows = connection.execute(select(revisions.c.game_id, revisions.c.number, revisions.c.save_id)).all()
    return {(row.game_id, row.number, row.save_id) for row in rows}


def _kill_webs(here: Club, seconds: float, chance: random.Random) -> int:
    until, kills = time.monotonic() + seconds, 0
    while time.monotonic() + BETWEEN_KILLS < until:
        time.sleep(BETWEEN_KILLS - START_AGAIN_SECONDS)
        web: Web = chance.choice(here.webs)
        web.kill()
        kills += 1
        time.sleep(START_AGAIN_SECONDS)
        web.start()
        web.wait()
    return kills
