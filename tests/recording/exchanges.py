"""Three hundred HTTP exchanges: games by hand and with pictures of the table, histories, mistakes, pages in six languages."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from referee.boards.library import load_board
from referee.rules.position import Edition
from referee.rules.turns import format_turn
from tests.recording.masks import mask, shorten
from tests.rules.games import play_game
from tests.web.positions import CROSSING
from web.site.app import create_app
from web.site.companion import Companion, Config

ORIGIN = {"Origin": "http://localhost"}
LANGUAGES = ("en", "de", "fr", "fi", "it", "hu")


class Recorder:
    """A client that records its requests and the responses."""

    def __init__(self, client: FlaskClient, folder: str) -> None:
        self.client, self.folder = client, folder
        self.entries: list[str] = []
        self.saves = 0

    def ask(self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None) -> Any:
        """Send a request, record the exchange and return the response's JSON, or None if there is none."""
        sent = None if body is None else json.dumps(body)
        kind = {"Content-Type": "application/json"} if sent is not None else {}
        answer = self.client.open(path, method=method, data=sent, headers={**ORIGIN, **kind, **(headers or {})})
        data = answer.get_data()
        words = data.decode("utf-8", "replace")
        shown = shorten(mask(words, self.folder))
        request = mask(f"{method} {path} {sent or ''} {headers or ''}".rstrip(), self.folder)
        self.entries.append(f"### {len(self.entries) + 1}\n> {request}\n{answer.status_code} {answer.mimetype}\n{shown}\n")
        return json.loads(words) if answer.mimetype == "application/json" and words else None

    def save(self) -> str:
        """Return a new save id."""
        self.saves += 1
        return f"save-{self.saves:08d}"


def record_exchanges() -> list[str]:
    """Return one entry for each exchange."""
    with tempfile.TemporaryDirectory() as folder:
        app: Flask = create_app(Config(data=Path(folder), needs_code=False))
        try:
            recorder = Recorder(app.test_client(), folder)
            _before_any_game(recorder)
            for edition, players in ((Edition.DE, 2), (Edition.FR, 3), (Edition.IT, 4), (Edition.HU, 2)):
                _play_by_hand(recorder, edition, players)
            _keep_scores(recorder)
            _referee_pictures(recorder)
            _make_mistakes(recorder)
            _open_pages(recorder)
            return recorder.entries
        finally:
            companion: Companion = app.extensions["terranova"]
            companion.close()


def _before_any_game(recorder: Recorder) -> None:
    for path in ("/", "/new", "/join", "/help", "/api/choices", "/api/games", "/nowhere", "/api/nowhere"):
        recorder.ask("GET", path)
    for language in LANGUAGES:
        recorder.ask("GET", f"/api/choices?lang={language}")
        recorder.ask("POST", f"/api/score?lang={language}", CROSSING)
    recorder.ask("POST", "/api/turns", CROSSING)
    recorder.ask("POST", "/api/check", {"before": CROSSING, "after": CROSSING})
    for board in ("islet", "wheel", "terranova", "atlantis"):
        recorder.ask("GET", f"/api/boards/{board}/geometry")
        recorder.ask("GET", f"/boards/{board}/board.svg")


def _play_by_hand(recorder: Recorder, edition: Edition, players: int) -> None:
    names = ["Anna", "Bo", "Cleo", "Dora"][:players]
    chosen = {"players": names, "board": "islet", "edition": edition.value, "mode": "referee", "save": recorder.save()}
    game = recorder.ask("POST", "/api/games", chosen)
    root = f"/api/games/{game['id']}"
    board = load_board("islet")
    revision = game["revision"]
    for number, step in enumerate(play_game(board, edition, players, seed=7, most_turns=26 + 9 * players)):
        turn = format_turn(step.turn, board)
        if number % 9 == 0:
            recorder.ask("GET", f"{root}/next")
            recorder.ask("GET", f"{root}/next?done={turn.partition(' ')[0]}&from={revision}")
        body = {"from": revision, "save": recorder.save(), "turn": turn}
        answer = recorder.ask("POST", f"{root}/turns", body) if number % 3 == 0 else _quietly(recorder, f"{root}/turns", body)
        revision = answer["revision"]
    recorder.ask("POST", f"{root}/turns", {"from": 1, "save": recorder.save(), "turn": "pass"})
    state = recorder.ask("POST", f"{root}/undo", {"from": revision})
    state = recorder.ask("POST", f"{root}/undo", {"from": state["revision"]})
    recorder.ask("GET", f"{root}/history?limit=4")
    state = recorder.ask("POST", f"{root}/redo", {"from": state["revision"]})
    recorder.ask("POST", f"{root}/goto", {"from": state["revision"], "to": 3})
    recorder.ask("POST", f"{root}/goto", {"from": 3, "to": revision})
    for language in LANGUAGES:
        recorder.ask("GET", f"{root}?lang={language}")
        recorder.ask("GET", f"{root}/history?limit=3&lang={language}")
    recorder.ask("GET", f"{root}/revisions/5")
    recorder.ask("GET", f"{root}/revisions/9999")
    recorder.ask("PATCH", root, {"title": "Friday", "players": [f"{name}a" for name in names]})


def _quietly(recorder: Recorder, path: str, body: object) -> Any:
    answer = recorder.client.post(path, json=body, headers=ORIGIN)
    return answer.get_json()


def _keep_scores(recorder: Recorder) -> None:
    game = recorder.ask("POST", "/api/games", {"players": ["Anna", "Bo"], "board": "islet", "save": recorder.save()})
    root = f"/api/games/{game['id']}"
    placed = {"pioneers": {"red": ["E5", "F6"], "yellow": ["E7", "F3"]}, "stones": []}
    state = recorder.ask("POST", f"{root}/confirm", {"from": game["revision"], "save": recorder.save(), **placed})
    closing = {"pioneers": {"red": ["A1", "F6"], "yellow": ["E7", "A2"]}, "stones": ["A4", "B4", "C4", "C3", "C2", "C1"]}
    recorder.ask("POST", f"{root}/preview", {"from": state["revision"], **closing})
    recorder.ask("POST", f"{root}/preview", {"from": 0, **closing})
    recorder.ask("POST", f"{root}/confirm", {"from": state["revision"], "save": recorder.save(), **closing})
    recorder.ask("POST", f"{root}/confirm", {"from": 0, "save": recorder.save(), **placed, "stones": ["K1"]})
    for language in LANGUAGES:
        recorder.ask("GET", f"{root}?lang={language}")


def _referee_pictures(recorder: Recorder) -> None:
    chosen = {"players": ["Anna", "Bo"], "board": "islet", "mode": "referee", "start": CROSSING, "save": recorder.save()}
    game = recorder.ask("POST", "/api/games", chosen)
    root = f"/api/games/{game['id']}"
    legal = {"pioneers": {"red": ["E4", "F6"], "yellow": ["E7", "F3"]}, "stones": ["E5", "D4"]}
    illegal = {"pioneers": {"red": ["E4", "F6"], "yellow": ["E8", "F3"]}, "stones": ["E5"]}
    for language in LANGUAGES:
        recorder.ask("POST", f"{root}/preview?lang={language}", {"from": game["revision"], **illegal})
    recorder.ask("POST", f"{root}/confirm", {"from": game["revision"], "save": recorder.save(), **illegal})
    recorder.ask("POST", f"{root}/preview", {"from": game["revision"], **legal})
    state = recorder.ask("POST", f"{root}/confirm", {"from": game["revision"], "save": recorder.save(), **legal})
    ruling = {"from": state["revision"], "save": recorder.save(), "ruling": True, **illegal}
    recorder.ask("POST", f"{root}/confirm", ruling)
    recorder.ask("GET", f"{root}/photos")


def _make_mistakes(recorder: Recorder) -> None:
    bodies: tuple[object, ...] = (
        {},
        [],
        7,
        {"players": []},
        {"players": ["Anna"]},
        {"players": ["Anna", "Anna"]},
        {"players": ["Anna", "Bo"], "board": "atlantis"},
        {"players": ["Anna", "Bo"], "edition": "xx"},
        {"players": ["Anna", "Bo"], "mode": "judge"},
        {"players": ["Anna", "Bo"], "first": "green"},
        {"players": ["Anna", "Bo"], "hex_mm": True},
        {"players": ["Anna", "Bo"], "colour": 1},
        {"players": ["x" * 41, "Bo"]},
        {"players": ["Anna", "Bo"], "title": "y" * 81},
        {"players": ["Anna", "Bo"], "save": "?"},
    )
    for body in bodies:
        recorder.ask("POST", "/api/games", body)
    for language in LANGUAGES:
        recorder.ask("POST", f"/api/games?lang={language}", {"players": ["Anna", "Bo"], "colour": 1})
        recorder.ask("GET", f"/api/games/0000000000000000?lang={language}")
    for path in ("/api/score", "/api/turns", "/api/check"):
        recorder.ask("POST", path, {"format": "x"})
        recorder.ask("POST", path, {**CROSSING, "stones": ["E5"]})
        recorder.ask("GET", path)
    recorder.ask("POST", "/api/games", {"players": ["Anna", "Bo"]}, {"Origin": "http://elsewhere"})
    recorder.ask("GET", "/", None, {"Host": "elsewhere"})
    recorder.ask("GET", "/api/jobs/0000000000000000")


def _open_pages(recorder: Recorder) -> None:
    first = recorder.client.get("/api/games").get_json()["games"][0]["id"]
    for language in LANGUAGES:
        for path in ("/", "/new", "/help", f"/games/{first}"):
            recorder.ask("GET", f"{path}?lang={language}")
