"""Behind a proxy the server sees the phone itself, and nobody but the proxy can name another client, scheme or host."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.words.problems import Problem
from tests.web.served import Served, serving
from web.site.proxies import FORWARDED, parse_address, trusted_proxies
from web.site.security import MOST_WRONG_CODES

PROXY, STRANGER = "127.0.0.2", "127.0.0.1"
PUBLIC = "club.example"
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="needs several loopback addresses")


def adapted(peer: str, trusted: tuple[str, ...], **headers: str) -> dict[str, Any]:
    environ: dict[str, Any] = {"REMOTE_ADDR": peer, "HTTP_HOST": "inside", "wsgi.url_scheme": "http", "HTTP_COOKIE": "kept"}
    environ.update({f"HTTP_X_FORWARDED_{name.upper()}": value for name, value in headers.items()})
    trusted_proxies(trusted).adapt(environ)
    assert environ["HTTP_COOKIE"] == "kept"
    assert not [name for name in environ if "FORWARDED" in name]
    return environ


@pytest.mark.parametrize(
    ("forwarded_for", "client"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("1.2.3.4, 203.0.113.9", "203.0.113.9"),  # the left one is what the phone itself has sent
        ("203.0.113.9, 10.0.0.7", "203.0.113.9"),  # two proxies of ours, one behind the other
        ("1.2.3.4,203.0.113.9,10.0.0.7,10.0.0.8", "203.0.113.9"),
        ("203.0.113.9:41234", "203.0.113.9"),
        ("[2001:db8::7]:41234", "2001:db8::7"),
        ("2001:db8::7", "2001:db8::7"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("203.0.113.9, unknown", "10.0.0.5"),  # what cannot be read hides everything left of it
        ("203.0.113.9, unknown, 10.0.0.7", "10.0.0.7"),
        ("10.0.0.7, 10.0.0.8", "10.0.0.7"),
        ("", "10.0.0.5"),
        (", ,", "10.0.0.5"),
        ("x" * 100_000, "10.0.0.5"),
        ("203.0.113.9," * 5_000 + "10.0.0.7", "203.0.113.9"),
    ],
)
def test_client_is_the_last_address_that_is_not_a_proxy_of_ours(forwarded_for: str, client: str) -> None:
    assert adapted("10.0.0.5", ("10.0.0.0/24",), **{"for": forwarded_for})["REMOTE_ADDR"] == client


def test_scheme_and_host_are_those_the_nearest_proxy_has_written() -> None:
    environ = adapted("10.0.0.5", ("10.0.0.5",), proto="gopher, HTTPS", host="evil.example, club.example")
    assert (environ["wsgi.url_scheme"], environ["HTTP_HOST"]) == ("https", "club.example")
    assert adapted("10.0.0.5", ("10.0.0.5",), proto="https, ftp")["wsgi.url_scheme"] == "http"


@given(st.dictionaries(st.sampled_from(["for", "proto", "host", "port", "prefix"]), st.text(max_size=50)), st.text(max_size=20))
def test_others_change_nothing_whatever_they_send(headers: dict[str, str], peer: str) -> None:
    environ = adapted(peer, ("10.0.0.5", "2001:db8::/64"), **headers)
    assert (environ["REMOTE_ADDR"], environ["wsgi.url_scheme"], environ["HTTP_HOST"]) == (peer, "http", "inside")
    assert FORWARDED not in environ


@given(st.text(max_size=40) | st.ip_addresses().map(str))
def test_any_text_is_an_address_or_none(text: str) -> None:
    found = parse_address(text)
    assert found is None or parse_address(str(found)) == found


@pytest.mark.parametrize("given", ["", "proxy.example", "10.0.0.0/40", "10.0.0.1/24", "*"])
def test_what_is_not_an_address_is_refused_with_a_sentence(given: str) -> None:
    with pytest.raises(Problem) as refused:
        trusted_proxies([given])
    assert refused.value.slug == "bad-trusted-proxy"
    assert "--trusted-proxy" in str(refused.value)


def ask(served: Served, source: str, line: str, *headers: str, body: str = "") -> str:
    """Send one request over a plain socket from an address of this computer, and return the whole answer."""
    lines = (f"{line} HTTP/1.1", *headers, f"Content-Length: {len(body)}", "Connection: close", "", body)
    with socket.create_connection((served.host, served.port), timeout=20, source_address=(source, 0)) as connection:
        connection.sendall("\r\n".join(lines).encode())
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return answer.decode("utf-8", "replace")


def status(answer: str) -> int:
    return int(answer.split(" ", 2)[1])


def guess(served: Served, source: str, client: str) -> int:
    body = urlencode({"code": "wrongcode1"})
    return status(
        ask(
            served,
            source,
            "POST /join",
            f"Host: {PUBLIC}",
            f"Origin: http://{PUBLIC}",
            f"X-Forwarded-For: {client}",
            "Content-Type: application/x-www-form-urlencoded",
            body=body,
        )
    )


@linux_only
def test_wrong_codes_are_counted_for_each_phone_behind_the_proxy_and_cannot_be_blamed_on_others(tmp_path: Path) -> None:
    with serving(tmp_path, "--trusted-proxy", PROXY, "--allow-host", PUBLIC) as served:
        for _ in range(MOST_WRONG_CODES):
            assert guess(served, PROXY, "1.1.1.1, 203.0.113.9") == 403
        assert guess(served, PROXY, "2.2.2.2, 203.0.113.9") == 429  # the same phone under another name
        assert guess(served, PROXY, "203.0.113.10") == 403
        answers = [guess(served, STRANGER, f"203.0.113.{number}") for number in range(20, 21 + MOST_WRONG_CODES)]
        assert answers == [403] * MOST_WRONG_CODES + [429]
        assert guess(served, PROXY, "203.0.113.20") == 403


@linux_only
def test_https_at_the_proxy_gives_secure_cookies_and_checks_the_origin_as_https(tmp_path: Path) -> None:
    with serving(tmp_path, "--trusted-proxy", "127.0.0.2/32", "--allow-host", PUBLIC) as served:
        code = served.announced["join"].rpartition("/")[2]
        https = ("Host: 10.0.0.1:8000", "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: https", f"X-Forwarded-Host: {PUBLIC}")
        joined = ask(served, PROXY, f"GET /j/{code}", *https)
        cookie = next(line for line in joined.split("\r\n") if line.startswith("Set-Cookie: terranova_join"))
        assert "; Secure" in cookie
        assert "; Secure" not in ask(served, STRANGER, f"GET /j/{code}", *https[:-1])
        new = '{"board": "islet", "players": ["Anna", "Bo"]}'
        more = (f"Cookie: {cookie.split(': ')[1].split(';')[0]}", "Content-Type: application/json")
        assert status(ask(served, PROXY, "POST /api/games", *https, *more, f"Origin: https://{PUBLIC}", body=new)) == 201
        assert status(ask(served, PROXY, "POST /api/games", *https, *more, f"Origin: http://{PUBLIC}", body=new)) == 403
        spoofed = ask(served, STRANGER, "POST /api/games", *https, *more, f"Origin: https://{PUBLIC}", body=new)
        assert status(spoofed) == 403
        assert f'"join":"https://{PUBLIC}/j/{code}"' in ask(served, PROXY, "GET /api/addresses", *https, *more)


@linux_only
def test_a_proxy_holds_more_connections_than_a_phone(tmp_path: Path) -> None:
    with serving(tmp_path, "--trusted-proxy", PROXY) as served:
        held = [socket.create_connection((served.host, served.port), source_address=(PROXY, 0)) for _ in range(100)]
        try:
            for connection in held:
                connection.sendall(b"GET /favicon.ico HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert all(connection.recv(20).startswith(b"HTTP/1.1 200") for connection in held)
        finally:
            for connection in held:
                connection.close()
