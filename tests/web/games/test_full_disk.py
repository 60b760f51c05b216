"""A real server on a full disk, simulated by a library between the server and the disk."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.web import served as served_module
from tests.web.pictures import jpeg
from tests.web.power import compile_shim, watched
from tests.web.served import Served, command

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs LD_PRELOAD")
PHOTO = jpeg(1600, 1200)
GAME = {"players": ["Anna", "Bo"], "board": "islet"}


@pytest.fixture
def full(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Provide the file that makes the disk full while it exists; its content is the maximum file size."""
    shim, flag = compile_shim(tmp_path_factory.mktemp("shim")), tmp_path / "full"
    (tmp_path / "data").mkdir()
    with patch("tests.web.served.environment", lambda: watched(shim, tmp_path / "data", full=flag)):
        yield flag


def send(served: Served, game: str) -> tuple[int, bytes]:
    """Send a photo; return the status and the answer."""
    parts = [(b'name="upload"', b"upload-0001"), (b'name="from"', b"0"), (b'name="photo"; filename="a.jpg"', PHOTO)]
    body = b"".join(b"--x\r\nContent-Disposition: form-data; %s\r\n\r\n%s\r\n" % part for part in parts) + b"--x--\r\n"
    kind = {"Content-Type": "multipart/form-data; boundary=x", "Origin": f"http://{served.host}:{served.port}"}
    connection = http.client.HTTPConnection(served.host, served.port, timeout=60)
    connection.request("POST", f"/api/games/{game}/photos", body, kind)
    answer = connection.getresponse()
    response = answer.status, answer.read()
    connection.close()
    return response


def stopped(served: Served) -> str:
    """Stop a server; return its output, and fail if that contains a traceback."""
    _, errors = served.stop()
    assert "Traceback" not in errors
    assert "Logging error" not in errors
    return errors


def test_photo_that_fills_the_disk_is_refused_in_one_sentence_and_leaves_nothing(tmp_path: Path, full: Path) -> None:
    served = Served(tmp_path / "data", "--no-code")
    game: Any = served.ask("POST", "/api/games", GAME)[1]
    for room in (0, 4096, len(PHOTO) - 100):
        full.write_text(str(room))
        status, answer = send(served, game["id"])
        assert status == 503
        assert b"is the disk full?" in answer
        assert not list((tmp_path / "data" / "incoming").iterdir())
    full.unlink()
    assert send(served, game["id"])[0] == 202
    stopped(served)
    log = tmp_path / "data" / "serve.log"
    assert not log.exists() or "Traceback" not in log.read_text()


def test_photo_read_while_the_disk_fills_up_fails_with_a_sentence_and_can_be_sent_again(tmp_path: Path, full: Path) -> None:
    served = Served(tmp_path / "data", "--no-code")
    game: Any = served.ask("POST", "/api/games", GAME)[1]
    status, answer = send(served, game["id"])
    full.write_text("0")
    assert status == 202
    job = json.loads(answer)["job"]
    report = outcome(served, job)
    assert (report["state"], report["problem"]["problem"]) == ("failed", "not-saved")
    assert "is full; make room there" in report["problem"]["message"]
    assert [photo["state"] for photo in served.ask("GET", f"/api/games/{game['id']}/photos")[1]["photos"]] == ["failed"]
    full.unlink()
    assert send(served, game["id"])[0] == 202
    assert outcome(served, job)["problem"]["problem"] != "not-saved"
    stopped(served)


def outcome(served: Served, job: str) -> Any:
    """Wait until a photo is read; return its job."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        report: Any = served.ask("GET", f"/api/jobs/{job}")[1]
        if report["state"] not in ("waiting", "reading"):
            return report
        time.sleep(0.05)
    raise AssertionError("still waiting")


def test_companion_starts_on_a_full_disk_reports_it_and_serves_what_it_can(tmp_path: Path, full: Path) -> None:
    served = Served(tmp_path / "data", "--no-code")
    served.ask("POST", "/api/games", GAME)
    stopped(served)
    full.write_text("0")
    served = Served(tmp_path / "data", "--no-code")
    assert len(served.ask("GET", "/api/games")[1]["games"]) == 1
    status, answer = served.ask("POST", "/api/games", GAME)
    assert (status, answer["problem"]) == (503, "not-saved")
    full.unlink()
    assert served.ask("POST", "/api/games", GAME)[0] == 201
    assert "No backup could be written" in stopped(served)


def test_first_start_on_a_full_disk_asks_for_room_and_not_for_a_backup(tmp_path: Path, full: Path) -> None:
    full.write_text("4096")
    line, environment = command(tmp_path / "data", "--no-code"), served_module.environment()
    refused = subprocess.run(line, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert refused.returncode == 2
    assert json.loads(refused.stdout)["message"].startswith("The disk of the laptop that holds the games is full")
    assert "Traceback" not in refused.stderr
    full.unlink()
    stopped(Served(tmp_path / "data", "--no-code"))
