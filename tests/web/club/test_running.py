"""A club's server under gunicorn and under waitress: health, figures, logs, limits, and graceful shutdown."""

from __future__ import annotations

import http.client
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from referee.words.problems import Problem
from tests.web.club.gunicorns import COMMAND, Gunicorn, gunicorn
from tests.web.served import STOP_SECONDS, Served, environment, serving
from web.site.app import JSON_BYTES
from web.site.gunicorn_worker import HEADER_SECONDS
from web.site.logs import CodelessFormatter, JsonFormatter, LogFormat
from web.site.uploads import MAX_REQUEST_BYTES
from web.site.wsgi import config_from

CODE = "abcdefgh23"
PATIENCE_SECONDS = 20.0


def join(server: Any) -> dict[str, str]:
    """Join with the code and return the headers of a phone that has joined."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=20)
    try:
        connection.request("GET", f"/j/{CODE}")
        answer = connection.getresponse()
        answer.read()
        return {"Cookie": str(answer.headers["Set-Cookie"]).split(";")[0]}
    finally:
        connection.close()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Provide a data folder with a known code."""
    (tmp_path / "code").write_text(CODE)
    return tmp_path


def first_lines(server: Gunicorn, request: bytes, wait: float = 20.0) -> bytes:
    """Send raw bytes and return the response until the connection closes, empty if there is none."""
    with socket.create_connection((server.host, server.port), timeout=wait) as connection:
        connection.sendall(request)
        answer = b""
        try:
            while part := connection.recv(65536):
                answer += part
        except TimeoutError:
            pass
        return answer


def test_gunicorn_serves_the_club_with_health_figures_and_codeless_logs(database: str, data: Path) -> None:
    with gunicorn(database, data, LOG_FORMAT="json") as server:
        assert server.ask("GET", "/health/live")[1] == {"format": "terranova-health/1", "live": True}
        ready = {"format": "terranova-health/1", "ready": True, "database": "ok", "draining": False}
        assert server.ask("GET", "/health/ready", headers={"Host": "balancer.example"}) == (200, ready)
        joined = join(server)
        body = {"board": "islet", "players": ["Anna", "Bo"]}
        assert server.ask("POST", "/api/games", body, joined)[0] == 201
        status, figures = server.ask("GET", "/metrics")
        assert status == 200
        assert 'terranova_requests_total{endpoint="api.new_game",method="POST",status="201"} 1.0' in figures
        assert "terranova_photos_waiting 0.0" in figures
        assert "terranova_database_up 1.0" in figures
        assert server.stop() == 0
    lines = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    assert {"/j/<code>", "/api/games", "/health/ready"} <= {line.get("route") for line in lines}
    assert CODE not in server.log.read_text()


@pytest.mark.slow
def test_figures_are_for_this_computer_or_for_those_with_the_token(database: str, data: Path) -> None:
    with gunicorn(database, data, TRUSTED_PROXIES="127.0.0.1") as server:
        assert server.ask("GET", "/metrics")[0] == 200
        assert server.ask("GET", "/metrics", headers={"X-Forwarded-For": "203.0.113.9"})[0] == 404
    with gunicorn(database, data, METRICS_TOKEN="secret-token") as server:
        assert server.ask("GET", "/metrics")[0] == 404
        assert server.ask("GET", "/metrics", headers={"Authorization": "Bearer wrong"})[0] == 404
        assert server.ask("GET", "/metrics", headers={"Authorization": "Bearer secret-token"})[0] == 200


def test_a_home_publishes_no_figures_but_its_health(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        assert served.ask("GET", "/health/ready")[1]["ready"] is True
        assert "terranova_requests" not in str(served.ask("GET", "/metrics")[1])


@pytest.mark.slow
def test_gunicorn_refuses_large_bodies_and_closes_slow_connections(database: str, data: Path) -> None:
    with gunicorn(database, data) as server:
        joined = join(server)
        lines = ["POST /api/games HTTP/1.1", "Host: localhost", "Origin: http://localhost", f"Cookie: {joined['Cookie']}"]
        slow = [socket.create_connection((server.host, server.port), timeout=40) for _ in range(8)]
        try:
            for connection in slow:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: local")
            started = time.monotonic()
            for kind, length in (
                ("application/json", JSON_BYTES + 1),
                ("multipart/form-data; boundary=x", MAX_REQUEST_BYTES + 1),
            ):
                path = "/api/read" if "form" in kind else "/api/score"
                head = [f"POST {path} HTTP/1.1", *lines[1:], f"Content-Type: {kind}", f"Content-Length: {length}"]
                request = "\r\n".join([*head, "Connection: close", "", ""]).encode() + b"x" * length
                assert first_lines(server, request).startswith(b"HTTP/1.1 413")
            assert time.monotonic() - started < HEADER_SECONDS + PATIENCE_SECONDS
            assert all(connection.recv(1) == b"" for connection in slow)
        finally:
            for connection in slow:
                connection.close()
        assert list((data / "incoming").iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["gunicorn", "waitress"])
def test_a_stop_is_announced_and_finishes_requests_that_have_begun(database: str, data: Path, kind: str) -> None:
    """A body half sent when the shutdown begins is still accepted, and its game stored."""
    if kind == "gunicorn":
        server: Any = Gunicorn(database, data, data / "log", DRAIN_SECONDS="2")
        server.wait_until_ready()
    else:
        server = Served(data, "--database", database, "--drain", "2")
    try:
        body = json.dumps({"board": "islet", "players": ["Anna", "Bo"]}).encode()
        head = [
            "POST /api/games HTTP/1.1",
            "Host: localhost",
            "Origin: http://localhost",
            f"Cookie: {join(server)['Cookie']}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
        ]
        with socket.create_connection((server.host, server.port), timeout=20) as phone:
            phone.sendall("\r\n".join([*head, "", ""]).encode() + body[:10])
            time.sleep(0.5)
            server.process.send_signal(signal.SIGTERM)
            server.process.send_signal(signal.SIGTERM)  # service managers may send it again
            time.sleep(0.5)
            status, health = server.ask("GET", "/health/ready")
            assert (status, health["draining"]) == (503, True)
            assert server.ask("GET", "/health/live")[0] == 200
            time.sleep(2.5)
            with pytest.raises(ConnectionError):
                server.ask("GET", "/health/live")
            phone.sendall(body[10:])
            assert phone.recv(65536).startswith(b"HTTP/1.1 201")
        assert server.process.wait(STOP_SECONDS) == 0
    finally:
        server.process.kill()
        server.process.wait(STOP_SECONDS)
        for stream in (server.process.stdout, server.process.stderr):
            if stream:
                stream.close()


@pytest.mark.slow
def test_a_server_whose_database_is_gone_lives_but_is_not_ready(data: Path) -> None:
    from tests.web.databases import running_postgresql

    with running_postgresql() as address, gunicorn(address, data) as server:
        folder = Path(address.partition("host=")[2])
        pid = int((folder / "cluster" / "postmaster.pid").read_text().splitlines()[0])
        processes = [pid, *map(int, _children(pid))]
        for one in processes:
            os.kill(one, signal.SIGSTOP)  # it accepts connections but never responds, as behind a cut cable
        try:
            started = time.monotonic()
            status, health = server.ask("GET", "/health/ready")
            assert (status, health["database"]) == (503, "no-answer")
            assert time.monotonic() - started < 3
            assert server.ask("GET", "/health/live")[0] == 200
        finally:
            for one in processes:
                os.kill(one, signal.SIGCONT)
        until = time.monotonic() + PATIENCE_SECONDS
        while server.ask("GET", "/health/ready")[0] != 200:
            assert time.monotonic() < until
            time.sleep(0.2)


def _children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


@pytest.mark.parametrize(
    ("given", "slug"),
    [
        ({}, "no-database"),
        ({"TERRANOVA_DATABASE": "postgresql://x", "TERRANOVA_LOG_FORMAT": "xml"}, "bad-environment"),
        ({"TERRANOVA_DATABASE": "postgresql://x", "TERRANOVA_DRAIN_SECONDS": "soon"}, "bad-environment"),
    ],
)
def test_wrong_environment_is_refused(given: dict[str, str], slug: str) -> None:
    with pytest.raises(Problem) as refused:
        config_from(given)
    assert refused.value.slug == slug


@pytest.mark.slow
def test_a_database_out_of_reach_ends_gunicorn_with_a_sentence(tmp_path: Path) -> None:
    given = {"TERRANOVA_DATABASE": "postgresql://nobody@127.0.0.1:1/x"}
    own = {name: value for name, value in environment().items() if not name.startswith(("TERRANOVA_", "PROMETHEUS_"))}
    ended = subprocess.run(
        COMMAND,
        env={**own, "TERRANOVA_BIND": "127.0.0.1:0", "TERRANOVA_PROCESSES": "1", "TERRANOVA_DATA": str(tmp_path), **given},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode != 0
    assert "database" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("is_given", [True, False])
def test_gunicorn_deletes_only_a_metrics_folder_of_its_own(tmp_path: Path, is_given: bool) -> None:
    """A folder that the operator chose may be a RuntimeDirectory or hold other figures."""
    given = {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)} if is_given else {}
    own = {name: value for name, value in os.environ.items() if not name.startswith("PROMETHEUS_")}
    (tmp_path / "counter_1.db").touch()
    code = "import os; from web.site import gunicorn_settings as s; print(os.environ[s.PROCESSES_FOLDER]); s.on_exit(None)"
    line = [sys.executable, "-c", code]
    done = subprocess.run(
        line, env={**own, **given, "TMPDIR": str(tmp_path)}, capture_output=True, text=True, timeout=60, check=True
    )
    folder = Path(done.stdout.strip())
    assert (folder == tmp_path) == is_given
    assert folder.exists() == is_given
    assert (tmp_path / "counter_1.db").exists()


def test_environment_holds_what_the_command_line_does() -> None:
    config = config_from(
        {
            "TERRANOVA_DATABASE": "postgresql://club@db/games",
            "TERRANOVA_DATA": "/var/lib/terranova",
            "TERRANOVA_ALLOW_HOSTS": "club.example, play.example",
            "TERRANOVA_TRUSTED_PROXIES": "10.0.0.0/24",
            "TERRANOVA_LOG_FORMAT": "json",
        }
    )
    assert config.allow_hosts == ("club.example", "play.example")
    assert (config.trusted_proxies, config.log_format, config.drain_seconds) == (("10.0.0.0/24",), LogFormat.JSON, 5.0)


def test_json_logs_of_serve_hold_one_object_a_line_and_no_code(data: Path) -> None:
    served = Served(data, "--log-format", "json")
    try:
        join(served)
    finally:
        code, errors = served.stop()
    lines = [json.loads(line) for line in errors.splitlines()]
    assert code == 0
    assert {"method": "GET", "route": "/j/<code>", "status": 303}.items() <= next(
        line for line in lines if line.get("route") == "/j/<code>"
    ).items()
    assert CODE not in errors


@pytest.mark.parametrize("typed", ["abcdefgh23", "abcde-fgh23", "abcde%20fgh23", "abcde+fgh23"])
def test_codes_are_kept_out_of_logs_as_people_type_them(typed: str) -> None:
    record = logging.LogRecord("waitress", logging.ERROR, "", 0, "fault at /j/%s and /join?code=%s", (typed, typed), None)
    for formatter in (CodelessFormatter(), JsonFormatter()):
        line = formatter.format(record)
        assert "fgh23" not in line
        assert "abcde" not in line
