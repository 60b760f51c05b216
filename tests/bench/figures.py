"""The measurements of a tree: every command from a cold start, counting, printing, reading photos, and the companion.

Only the command line and the HTTP API are used, so that any older revision can be measured too.
"""

from __future__ import annotations

import http.client
import json
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.bench.trees import HERE, BrokenTree, Tree

EXAMPLES, PHOTOS = HERE / "referee" / "examples", HERE / "tests" / "photos"
COMMANDS = (
    "board",
    "print",
    "new",
    "score",
    "turns",
    "play",
    "check",
    "replay",
    "layout",
    "read",
    "calibrate",
    "demo",
    "serve",
    "doctor",
)
MATERIALS = ("board", "poster", "pieces", "aids", "calibration", "all")
TAPS = 15
STOP_SECONDS = 20
Measured = dict[str, float]  # seconds by the name of the figure


@dataclass(frozen=True, slots=True)
class Job:
    """A measurement that runs in a tree and returns one or more figures."""

    name: str
    measure: Callable[[Tree], Measured]


def every_job(folder: Path) -> Iterator[Job]:
    """Yield all jobs; their input files are written to a folder."""
    late, game = EXAMPLES / "late.json", EXAMPLES / "game.json"
    opening = _write_opening(folder / "opening.json")
    for command in COMMANDS:
        yield _command(f"{command} --help", command, "--help")
    yield _command("show a board", "board", "terranova")
    yield _command("begin a game", "new", "-o", folder / "new.json")
    yield _command("score a position", "score", late)
    yield _command("check two positions", "check", late, late, codes=(0, 1))
    yield _command("replay a game", "replay", game)
    yield _command("lay a board out", "layout", "terranova")
    yield _command("count turns, late", "turns", late)
    yield _command("count turns, opening", "turns", opening)
    for material in MATERIALS:
        yield _command(f"print {material}", "print", material, "-o", folder / f"print-{material}")
    yield _command("read the photos", "read", "--json", *sorted(PHOTOS.glob("*.jpg")), codes=(0, 1, 2))
    yield Job("companion", _measure_companion)


def _command(name: str, *arguments: str | Path, codes: tuple[int, ...] = (0,)) -> Job:
    def measure(tree: Tree) -> Measured:
        began = time.perf_counter()
        tree.run(*arguments, codes=codes)
        return {name: time.perf_counter() - began}

    return Job(name, measure)


def _write_opening(path: Path) -> Path:
    """Write a position with all pioneers on the board and no stones, which has the most turns to count."""
    from referee.boards.library import load_board
    from referee.formats.positions import GivenPosition, position_to_json
    from referee.rules.position import Edition
    from tests.rules.games import opening

    position = opening(load_board("terranova"), Edition.DE, 1)
    path.write_text(json.dumps(position_to_json(GivenPosition(position, "terranova"))), encoding="utf-8")
    return path


def _measure_companion(tree: Tree) -> Measured:
    """Start the companion, play the setup of a game for two by hand, and repeatedly begin the turn after it."""
    began = time.perf_counter()
    with _serving(tree, tree.line()) as companion:
        ready = time.perf_counter() - began
        taps, turns = _play(companion, lambda: None)
    return {
        "web: start": ready,
        "web: tap": statistics.median(taps),
        "web: end turn": statistics.median(turns),
    }


@contextmanager
def _serving(tree: Tree, line: list[str]) -> Iterator[_Companion]:
    data = tree.scratch / f"served-{time.monotonic_ns()}"
    options = ("serve", "--json", "--no-browser", "--no-code", "--host", "127.0.0.1", "--port", "0", "--data", str(data))
    served = subprocess.Popen(
        [*line, *options], env=tree.environment, cwd=tree.scratch, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        assert served.stdout is not None
        first = served.stdout.readline()
        if not first:
            raise BrokenTree(f"{tree.name}: the companion did not start")
        yield _Companion(json.loads(first)["url"], tree.name)
    finally:
        served.terminate()
        served.communicate(timeout=STOP_SECONDS)


def end_turns(tree: Tree, line: list[str], after_each: Callable[[], None]) -> None:
    """Play the opening of a game in a companion started with a command line; call `after_each` before and after every turn."""
    with _serving(tree, line) as companion:
        _play(companion, after_each)


class _Companion:
    """A client of a running companion."""

    def __init__(self, address: str, name: str) -> None:
        parts = urlsplit(address)
        self.host, self.port, self.name = str(parts.hostname), int(parts.port or 80), name

    def ask(self, method: str, path: str, body: object = None) -> tuple[float, dict[str, Any]]:
        """Send a request as a phone does; return its duration in seconds and the parsed response."""
        began = time.perf_counter()
        connection = http.client.HTTPConnection(self.host, self.port, timeout=STOP_SECONDS)
        headers = {"Content-Type": "application/json", "Origin": f"http://{self.host}:{self.port}"}
        connection.request(method, path, None if body is None else json.dumps(body), headers if body is not None else {})
        answer = connection.getresponse()
        data = answer.read()
        took = time.perf_counter() - began
        connection.close()
        if answer.status >= 300:
            raise BrokenTree(f"{self.name}: {method} {path} was answered with {answer.status}")
        return took, json.loads(data)


def _play(companion: _Companion, around: Callable[[], None]) -> tuple[list[float], list[float]]:
    """Place all pioneers, one per turn, and then tap pioneers in the first turn after setup.

    Return the durations in seconds of the taps and of the turns. `around` is called before and after every turn.
    """
    new = {"players": ["Anna", "Bo"], "board": "terranova", "edition": "de", "mode": "referee"}
    _, state = companion.ask("POST", "/api/games", new)
    path = f"/api/games/{state['id']}"
    turns = []
    _, following = companion.ask("GET", f"{path}/next")
    while following["places"]:
        turn = f"@{following['places'][0]}"
        body = {"from": following["revision"], "save": f"bench-{following['revision']:06d}", "turn": turn}
        around()
        took, _ = companion.ask("POST", f"{path}/turns", body)
        around()
        turns.append(took)
        _, following = companion.ask("GET", f"{path}/next")
    start, ends = next((start, ends) for start, ends in following["moves"].items() if ends)
    taps = [companion.ask("GET", f"{path}/next?done={start}-{ends[k % len(ends)]}")[0] for k in range(TAPS)]
    return taps, turns
