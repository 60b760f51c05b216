"""`terranova serve` as a process: starting, stopping, refusing to start, slow clients, and what survives a restart."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import psutil
import pytest

from tests.web.served import Served, command, environment, serving

POSITION = {
    "format": "terranova-position/1",
    "board": "islet",
    "players": ["red", "yellow"],
    "pioneers": {"red": ["C4"], "yellow": ["D5"]},
}

SLOW_START = (
    b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\n"
    b"Content-Length: 9000000\r\n\r\n"
)
LOCKED_OUT_SECONDS = 10.0  # a computer that is busy with other things takes long, but not as long as a slow sender


def refused(data: Path, *options: str) -> dict[str, str]:
    """Run a server that must not start; return its problem."""
    done = subprocess.run(command(data, *options), capture_output=True, text=True, env=environment(), timeout=60, check=False)
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    problem: dict[str, str] = json.loads(done.stdout)
    return problem


def test_serving_is_announced_once_it_responds(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-code") as served:
        url = served.announced["url"]
        assert served.announced == {"format": "terranova-serving/1", "url": url, "join": url}
        status, answer = served.ask("POST", "/api/score", POSITION)
        assert (status, answer["format"]) == (200, "terranova-score/1")


def test_terminal_shows_where_to_go_in_the_readers_language(tmp_path: Path) -> None:
    line = [word for word in command(tmp_path, "--lang", "de") if word != "--json"]
    process = subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", env=environment()
    )
    assert process.stdout is not None
    shown = []
    while not shown or "Strg+C" not in shown[-1]:
        shown.append(process.stdout.readline())
        assert shown[-1], "".join(shown)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 0
    words = "".join(shown)
    code = (tmp_path / "code").read_text().strip()
    assert f"/j/{code}" in words
    assert "█" in words
    assert "Scanne das" in words
    assert errors.strip() == "Beendet; alle Spiele sind gespeichert."


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_server_stops_cleanly(tmp_path: Path, number: int) -> None:
    served = Served(tmp_path)
    served.ask("GET", "/join")
    code, errors = served.stop(number)
    assert (code, errors) == (0, "")
    assert not (tmp_path / "serve.log").exists()


def test_second_server_on_the_same_data_is_refused_by_name(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        problem = refused(tmp_path)
        assert problem["problem"] == "already-served"
        assert served.announced["url"] in problem["message"]
        assert str(tmp_path) in problem["message"]
    Served(tmp_path).stop()


def test_port_in_use_is_a_problem_and_not_another_port(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        problem = refused(tmp_path, "--port", str(taken.getsockname()[1]))
    assert problem["problem"] == "port-in-use"


def test_host_that_is_not_ours_is_refused(tmp_path: Path) -> None:
    assert refused(tmp_path, "--host", "203.0.113.77")["problem"] == "no-such-host"


def test_public_address_needs_a_word_of_its_own(tmp_path: Path) -> None:
    assert refused(tmp_path, "--host", "8.8.8.8")["problem"] == "public-host"
    assert refused(tmp_path, "--host", "8.8.8.8", "--public")["problem"] == "no-such-host"


def test_allowed_host_that_is_not_a_host_name_is_refused(tmp_path: Path) -> None:
    assert refused(tmp_path, "--allow-host", "http://games.home:80")["problem"] == "bad-allow-host"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such bits")
def test_stored_files_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "backups").mkdir(parents=True)
    for old in ("key", "backups/old.sqlite"):
        (data / old).write_text("x" * 64)
    foreign = data / "notes.txt"
    foreign.write_text("not ours")
    for path, mode in ((data, 0o755), (data / "key", 0o644), (foreign, 0o644)):
        path.chmod(mode)
    with serving(data, "--no-code") as served:
        served.ask("POST", "/api/games", {"players": ["Anna", "Bo"]})
    kept = [path for path in (data, *data.rglob("*")) if path != foreign]
    assert len(kept) >= 6
    assert {path.name: oct(path.stat().st_mode & 0o777) for path in kept} == {
        path.name: oct(0o700 if path.is_dir() else 0o600) for path in kept
    }
    assert foreign.stat().st_mode & 0o777 == 0o644


def test_data_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert refused(tmp_path / "file")["problem"] == "no-data-folder"


def test_damaged_games_are_refused_with_the_newest_sound_backup(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-code") as served:
        served.ask("POST", "/api/games", {"players": ["Anna", "Bo"]})
    Served(tmp_path).stop()
    backups = sorted((tmp_path / "backups").iterdir())
    assert len(backups) == 1
    games = tmp_path / "terranova.sqlite"
    data = bytearray(games.read_bytes())
    data[4096 : 4096 + 3000] = os.urandom(3000)
    games.write_bytes(data)
    problem = refused(tmp_path)
    assert problem["problem"] == "damaged-database"
    assert str(backups[0]) in problem["message"]
    with serving(tmp_path, "--no-code", "--restore", str(backups[0])) as served:
        assert len(served.ask("GET", "/api/games")[1]["games"]) == 1


def test_phone_stays_in_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        code = served.announced["join"].rpartition("/")[2]
        assert served.ask("GET", "/api/games")[0] == 403
    with serving(tmp_path) as served:
        assert served.announced["join"].endswith(code)


def test_code_is_written_into_its_own_file_alone(tmp_path: Path) -> None:
    served = Served(tmp_path)
    code = served.announced["join"].rpartition("/")[2]
    for path in (f"/j/{code}", f"/j/{code}/x", f"/join?code={code}"):
        served.ask("GET", path)
    served.ask("POST", f"/j/{code}", {})
    _, errors = served.stop()
    assert code not in errors
    assert [path.name for path in tmp_path.rglob("*") if path.is_file() and code.encode() in path.read_bytes()] == ["code"]


def test_slow_senders_do_not_lock_the_page_out(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-code") as served:
        slow = [socket.create_connection((served.host, served.port)) for _ in range(12)]
        for sender in slow:
            sender.sendall(SLOW_START)
        try:
            slowest = 0.0
            for _ in range(10):
                for sender in slow:
                    sender.sendall(b"-")
                began = time.perf_counter()
                assert served.ask("GET", "/api/games")[0] == 200
                slowest = max(slowest, time.perf_counter() - began)
        finally:
            for sender in slow:
                sender.close()
        assert slowest < LOCKED_OUT_SECONDS


def test_photo_above_32_mb_gets_its_answer_and_no_broken_line(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-code") as served:
        connection = http.client.HTTPConnection(served.host, served.port, timeout=60)
        kind = {"Content-Type": "multipart/form-data; boundary=x", "Cookie": "terranova_lang=hu"}
        connection.request("POST", "/api/read", bytes(40 * 2**20), kind)
        answer = connection.getresponse()
        problem = json.loads(answer.read())
        connection.close()
    assert (answer.status, problem["problem"]) == (413, "too-large")
    assert "32 MB" in problem["message"]
    assert "fénykép" in problem["message"]


def test_reading_process_ends_with_the_server(tmp_path: Path) -> None:
    served = Served(tmp_path, "--no-code")
    served.ask("GET", "/api/games")
    until = time.monotonic() + 20
    while not (children := psutil.Process(served.process.pid).children()):
        assert time.monotonic() < until
        time.sleep(0.05)
    served.kill()
    _, alive = psutil.wait_procs(children, timeout=20)
    assert not alive
