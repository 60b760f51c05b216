"""A companion with its own data folder, and phones that send the same requests as the pages."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import psutil
import pytest
from flask import Flask, Response, request
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.boards.library import DATA_FOLDER_VARIABLE
from web.site.app import create_app
from web.site.companion import Companion, Config
from web.site.openapi import describe

ORIGIN = {"Origin": "http://localhost"}
_numbers = itertools.count()


def reading_process() -> int | None:
    """Return the id of the reading process that this process has started, or None if none is running."""
    for child in psutil.Process().children():
        with contextlib.suppress(psutil.Error):
            if child.status() != psutil.STATUS_ZOMBIE and child.cmdline()[1:3] == ["-P", "-c"]:
                return child.pid
    return None


class Phone:
    """A phone at the table, which sends the revision it knows with every change."""

    def __init__(self, client: FlaskClient, game_id: str | None = None) -> None:
        self.client = client
        self.game_id = game_id
        self.state: dict[str, Any] = {}

    def new_game(self, *players: str, **choices: Any) -> dict[str, Any]:
        """Start a game and load its state."""
        answer = self.post("/api/games", players=list(players) or ["Anna", "Bo"], **{"board": "islet", **choices})
        assert answer.status_code == 201, answer.get_json()
        self.state = answer.get_json()
        self.game_id = self.state["id"]
        return self.state

    def post(self, path: str, **body: Any) -> TestResponse:
        """Send a change."""
        return self.client.post(path, json=body, headers=ORIGIN)

    def change(self, what: str, **body: Any) -> TestResponse:
        """Change the game and remember the state in the response."""
        sent = {"from": self.state["revision"], **body}
        if what in ("turns", "confirm"):
            sent.setdefault("save", new_save_id())
        answer = self.post(f"/api/games/{self.game_id}/{what}", **sent)
        if answer.status_code < 300 and what != "preview":
            self.state = answer.get_json()
        return answer

    def must(self, what: str, **body: Any) -> dict[str, Any]:
        """Change the game and require success."""
        answer = self.change(what, **body)
        assert answer.status_code < 300, answer.get_json()
        return dict(answer.get_json())

    def look(self) -> dict[str, Any]:
        """Load the game's state."""
        self.state = self.get("")
        return self.state

    def get(self, what: str, **query: Any) -> Any:
        """Fetch a resource of the game."""
        path = f"/api/games/{self.game_id}" + (f"/{what}" if what else "")
        answer = self.client.get(path, query_string=query)
        assert answer.status_code == 200, answer.get_json()
        return answer.get_json()


def send_photo(client: FlaskClient, path: str, photo: bytes, **fields: str) -> TestResponse:
    """Send a photo as a browser does; the test client's own way leaves a temporary file open."""
    parts = [*((name, b"", value.encode()) for name, value in fields.items()), ("photo", b'; filename="../../IMG 1.jpg"', photo)]
    body = b"".join(
        b'--edge\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n' % (name.encode(), more, data)
        for name, more, data in parts
    )
    kind = {"Content-Type": "multipart/form-data; boundary=edge"}
    return client.post(path, data=body + b"--edge--\r\n", headers={**ORIGIN, **kind})


def new_save_id() -> str:
    """Make a save id no other test uses."""
    return f"save-{next(_numbers):08d}"


@pytest.fixture(autouse=True)
def own_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let boards be saved into an empty folder instead of this user's."""
    monkeypatch.setenv(DATA_FOLDER_VARIABLE, str(tmp_path))


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """Provide a companion without a join code, over an empty folder."""
    return Config(data=tmp_path, needs_code=False)


@pytest.fixture
def app(config: Config) -> Iterator[Flask]:
    """Provide the app over that folder."""
    made = create_app(config)
    made.after_request(hold_against_description)
    yield made
    companion: Companion = made.extensions["terranova"]
    companion.close()


@cache
def shape_of(path: str, method: str, status: str) -> Any:
    """Return the OpenAPI schema of a response."""
    described = describe()
    answers = described["paths"][path][method.lower()]["responses"]
    answer = answers.get(status) or answers[f"{status[0]}XX"]
    schema = answer["content"]["application/json"]["schema"] if "content" in answer else None
    return schema and jsonschema_rs.validator_for({**schema, "components": described["components"]})


def hold_against_description(answer: Response) -> Response:
    """Validate every response in any test against the OpenAPI description."""
    if request.url_rule is not None and request.path.startswith("/api/"):
        path = request.url_rule.rule.replace("<int:", "<").replace("<", "{").replace(">", "}")
        shape = shape_of(path, request.method, str(answer.status_code))
        if shape is not None:
            shape.validate(answer.get_json())
        else:
            assert not answer.data
    return answer


@pytest.fixture
def companion(app: Flask) -> Companion:
    """Return the companion behind the app."""
    found: Companion = app.extensions["terranova"]
    return found


@pytest.fixture
def phone(app: Flask) -> Phone:
    """Provide a phone at the table."""
    return Phone(app.test_client())


@pytest.fixture
def second_phone(app: Flask) -> Phone:
    """Another phone at the same table."""
    return Phone(app.test_client())
