"""Connections and bodies, over real sockets: no client locks out others, and refused bodies are never stored."""

from __future__ import annotations

import http.client
import json
import os
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from tests.web.served import Served, Server, serving
from web.site import connections
from web.site.app import JSON_BYTES
from web.site.connections import CONNECTIONS_AN_ADDRESS, HEADER_SECONDS, CompanionServer

MB = 2**20
# Linux answers at every address of 127.0.0.0/8; elsewhere there is but one loopback address to come from.
ELSEWHERE = "127.0.0.2"
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux: several loopback addresses, and /proc")


def connect(server: Server, source: str = "127.0.0.1") -> socket.socket:
    """Open a connection from an address of this computer."""
    return socket.create_connection((server.host, server.port), timeout=20, source_address=(source, 0))


def is_open(connection: socket.socket) -> bool:
    """Return whether the server keeps a connection open without having responded."""
    connection.setblocking(False)
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def read_up_to(connection: socket.socket, ending: bytes) -> bool:
    """Read until the response ends with these bytes; it may arrive in parts."""
    answer = b""
    while not answer.endswith(ending):
        part = connection.recv(1000)
        if not part:
            return False
        answer += part
    return True


def stored_bytes(server: Served) -> int:
    """Return how much the server holds in temporary files, which have no name."""
    folder = Path(f"/proc/{server.process.pid}/fd")
    found = 0
    for entry in folder.iterdir():
        try:
            if "(deleted)" in os.readlink(entry):
                found += os.stat(entry).st_size
        except OSError:
            continue
    return found


def head(path: str, length: int, *more: str) -> bytes:
    """Write the headers of a request that announces a body."""
    lines = (f"POST {path} HTTP/1.1", f"Content-Length: {length}", "Content-Type: multipart/form-data; boundary=x", *more)
    return "\r\n".join((*lines, "", "")).encode()


@contextmanager
def serve_with_limits(monkeypatch: pytest.MonkeyPatch, **seconds: float) -> Iterator[Server]:
    """Serve a plain page in this process, with other time limits."""
    for name, value in seconds.items():
        monkeypatch.setattr(connections, name, value)

    def page(environ: object, start_response: object) -> list[bytes]:
        start_response("200 OK", [("Content-Length", "2")])  # type: ignore[operator]
        return [b"ok"]

    sockets: dict[int, object] = {}
    listener = socket.create_server(("127.0.0.1", 0))
    server = CompanionServer(page, listener, sockets, lambda environ: 100, threads=2)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield Server("127.0.0.1", listener.getsockname()[1])
    finally:
        server.close()
        server.task_dispatcher.shutdown()
        thread.join(10)
        for one in list(sockets.values()):
            one.close()  # type: ignore[attr-defined]


@linux_only
def test_one_device_cannot_lock_the_others_out(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        silent = [connect(served, ELSEWHERE) for _ in range(120)]
        try:
            began = time.monotonic()
            assert served.ask("GET", "/join")[0] == 200
            assert time.monotonic() - began < 5
            assert sum(map(is_open, silent)) <= CONNECTIONS_AN_ADDRESS
        finally:
            for connection in silent:
                connection.close()


def test_48_connections_an_address_and_ten_seconds_for_headers() -> None:
    assert (CONNECTIONS_AN_ADDRESS, HEADER_SECONDS) == (48, 10.0)


def test_silent_and_slow_connections_are_closed_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve_with_limits(monkeypatch, HEADER_SECONDS=1.0, KEEP_ALIVE_SECONDS=3.0, SILENT_BODY_SECONDS=1.0) as server:
        silent, slow, asleep, kept = (connect(server) for _ in range(4))
        asleep.sendall(head("/", 50, "Host: localhost") + b"half")
        kept.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert read_up_to(kept, b"ok")
        until = time.monotonic() + 6
        slow.sendall(b"GET / HTTP/1.1\r\nX: ")
        while any(map(is_open, (silent, slow, asleep))) and time.monotonic() < until:
            time.sleep(0.2)
            if is_open(slow):
                slow.setblocking(True)
                slow.sendall(b"x")
        assert not any(map(is_open, (silent, slow, asleep)))
        for connection in (silent, slow, asleep, kept):
            connection.close()


def test_eight_phones_behind_one_address_notice_nothing(tmp_path: Path) -> None:
    """Each phone keeps six connections, as browsers do, and loads the page three times over them."""
    faults: list[str] = []

    def browse(served: Served, paths: list[str]) -> None:
        held = [http.client.HTTPConnection(served.host, served.port, timeout=60) for _ in range(6)]
        try:
            for turn in range(3):
                for number, connection in enumerate(held):
                    connection.request("GET", paths[(turn + number) % len(paths)])
                    answer = connection.getresponse()
                    answer.read()
                    if answer.status != 200:
                        faults.append(f"{answer.status}")
        except OSError as error:
            faults.append(repr(error))
        finally:
            for connection in held:
                connection.close()

    with serving(tmp_path, "--no-code") as served:
        paths = ["/", "/new", "/api/choices", "/help", "/favicon.ico", "/boards/islet/board.svg"]
        phones = [threading.Thread(target=browse, args=(served, paths)) for _ in range(8)]
        for phone in phones:
            phone.start()
        for phone in phones:
            phone.join()
    assert faults == []


@linux_only
@pytest.mark.parametrize(
    ("path", "more", "code"),
    [
        ("/api/read", ("Host: evil.example",), "foreign-host"),
        ("/api/read", ("Host: localhost", "Origin: http://evil.example"), "foreign-origin"),
        ("/api/read", ("Host: localhost",), "join-needed"),
        ("/api/games", ("Host: localhost", "Origin: http://localhost"), "join-needed"),
    ],
)
def test_body_of_a_refused_request_is_never_stored(tmp_path: Path, path: str, more: tuple[str, ...], code: str) -> None:
    options = () if code == "join-needed" else ("--no-code",)
    with serving(tmp_path, *options) as served:
        senders = [connect(served) for _ in range(4)]
        for sender in senders:
            sender.sendall(head(path, 8 * MB, *more) + bytes(6 * MB))
        time.sleep(0.3)
        assert stored_bytes(served) == 0
        senders[0].sendall(bytes(2 * MB))
        answer = http.client.HTTPResponse(senders[0])
        answer.begin()
        assert json.loads(answer.read())["problem"] == code
        for sender in senders:
            sender.close()


@linux_only
def test_body_that_is_welcome_waits_in_the_temporary_folder(tmp_path: Path) -> None:
    """This proves that the test above can fail."""
    with serving(tmp_path, "--no-code") as served, connect(served) as sender:
        sender.sendall(head("/api/read", 8 * MB, "Host: localhost") + bytes(6 * MB))
        until = time.monotonic() + 10
        while stored_bytes(served) < 5 * MB:
            assert time.monotonic() < until
            time.sleep(0.05)


@linux_only
def test_no_request_stores_more_than_a_photo(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-code") as served, connect(served) as sender:
        chunks = ("Host: localhost", "Transfer-Encoding: chunked")
        sender.sendall(head("/api/read", 0, *chunks).replace(b"Content-Length: 0\r\n", b""))
        most = 0
        for _ in range(40):
            sender.sendall(b"100000\r\n" + bytes(MB) + b"\r\n")
            most = max(most, stored_bytes(served))
        sender.sendall(b"0\r\n\r\n")
        answer = http.client.HTTPResponse(sender)
        answer.begin()
        assert (answer.status, json.loads(answer.read())["problem"]) == (413, "too-large")
        assert most < 34 * MB


def test_json_of_more_than_64_kb_is_refused_but_for_imports(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-code") as served:
        large = {"before": "x" * JSON_BYTES, "after": {}}
        status, problem = served.ask("POST", "/api/check", large)
        assert (status, problem["problem"]) == (413, "too-large")
        assert "64 kB" in problem["message"]
        start = {
            "format": "terranova-position/1",
            "board": "islet",
            "players": ["red", "yellow"],
            "pioneers": {"red": ["C4"], "yellow": ["D5"]},
            "events": ["x" * JSON_BYTES],
        }
        assert served.ask("POST", "/api/games", {"players": ["Anna", "Bo"], "board": "islet", "start": start})[0] == 201


@linux_only
def test_full_temporary_folder_gives_a_sentence(tmp_path: Path) -> None:
    import resource

    with serving(tmp_path, "--no-code") as served:
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (MB, MB))
        connection = http.client.HTTPConnection(served.host, served.port, timeout=20)
        kind = {"Content-Type": "multipart/form-data; boundary=x", "Cookie": "terranova_lang=de"}
        connection.request("POST", "/api/read", bytes(4 * MB), kind)
        answer = connection.getresponse()
        problem = json.loads(answer.read())
        connection.close()
        assert (answer.status, problem["problem"]) == (507, "no-room")
        assert "temporäre" in problem["message"]
        assert served.ask("GET", "/api/games")[0] == 200
        assert psutil.Process(served.process.pid).is_running()
