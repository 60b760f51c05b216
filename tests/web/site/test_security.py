"""Access control: DNS rebinding, cross-site posts, phones without the code, path traversal, headers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from referee.words.problems import Problem
from tests.web.conftest import Phone
from web.site.addresses import is_public
from web.site.app import ANSWERS_PROGRAMS, HEALTH_CHECKS, OPEN_TO_ALL, create_app
from web.site.companion import Companion, Config
from web.site.security import CODE_LETTERS, JoinCode, host_rule, make_code, same_origin

POSITION = {
    "format": "terranova-position/1",
    "board": "islet",
    "players": ["red", "yellow"],
    "pioneers": {"red": ["C4"], "yellow": ["D5"]},
}


@pytest.fixture
def guarded(config: Config) -> Iterator[Flask]:
    """Provide an app that asks for the join code."""
    made = create_app(replace(config, needs_code=True, allow_hosts=("games.example",)))
    yield made
    made.extensions["terranova"].close()


def code_of(app: Flask) -> JoinCode:
    """Return the join code of an app."""
    companion: Companion = app.extensions["terranova"]
    return companion.join


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8642",
        "app.localhost",
        "laptop.local:80",
        "192.168.1.5",
        "192.168.1.5:8642",
        "127.0.0.1",
        "[::1]:8642",
        "[fe80::1]",
        "games.example",
        "GAMES.example:8642",
        "laptop.local.",
    ],
)
def test_hosts_that_cannot_be_rebound_are_answered(host: str) -> None:
    assert host_rule(["games.example"]).allows(host)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8642",
        "localhost.evil.example",
        "192.168.1.5.evil.example",
        "evil.local.example",
        "games.example.evil",
        "local",
        "xlocal",
        "127.0.0.1@evil.example",
        "[::1",
        "[evil.example]",
        "localhost:80:80",
        "local host",
        "a/b",
        "192.168.1.5:port",
        "notlocalhost",
        "..local",
        "0x7f.1.evil",
        "évil.local\n",
    ],
)
def test_foreign_hosts_get_nothing(host: str) -> None:
    assert not host_rule(["games.example"]).allows(host)


def test_rebound_name_gets_neither_page_nor_answer(phone: Phone) -> None:
    for path in ("/", "/api/games", "/static/x/app.js", "/join"):
        answer = phone.client.get(path, headers={"Host": "evil.example"})
        assert answer.status_code == 403
    answer = phone.client.post("/api/score", json=POSITION, headers={"Host": "evil.example", "Origin": "http://evil.example"})
    assert answer.get_json()["problem"] == "foreign-host"


@pytest.mark.parametrize("name", ["*", "*.home", "http://games.home", "games.home:8642", "games home", "", "a/b"])
def test_allowed_host_is_a_name_alone(name: str) -> None:
    with pytest.raises(Problem) as refused:
        host_rule([name])
    assert refused.value.slug == "bad-allow-host"


@pytest.mark.parametrize(
    ("address", "public"),
    [("8.8.8.8", True), ("2606:4700::1111", True), ("192.168.1.5", False), ("10.0.0.1", False), ("127.0.0.1", False)]
    + [("0.0.0.0", False), ("::", False), ("100.64.0.1", False), ("fe80::1%eth0", False), ("fd00::1", False)],
)
def test_public_addresses_are_distinguished_from_those_of_a_home(address: str, public: bool) -> None:
    assert is_public(address) == public


def test_own_host_name_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Kitchen-PC.home")
    assert host_rule(()).allows("kitchen-pc:8642")
    assert host_rule(()).allows("kitchen-pc.home")


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://localhost:8000",
        "https://localhost",
        "null",
        "",
        "http://localhost/",
        "http://[",
        "http://localhost.evil.example",
    ],
)
def test_changes_from_foreign_pages_are_refused(phone: Phone, origin: str) -> None:
    phone.new_game("Anna", "Bo")
    sent = {"from": 0, "save": "from-afar-1", "turn": "@A1"}
    answer = phone.client.post(f"/api/games/{phone.game_id}/turns", json=sent, headers={"Origin": origin})
    assert (answer.status_code, answer.get_json()["problem"]) == (403, "foreign-origin")
    assert phone.look()["revision"] == 0


def test_changes_without_an_origin_are_refused(phone: Phone) -> None:
    answer = phone.client.post("/api/games", json={"players": ["Anna", "Bo"]})
    assert (answer.status_code, answer.get_json()["problem"]) == (403, "foreign-origin")
    assert phone.client.post("/join", data={"code": "x"}).status_code == 403


def test_change_sent_as_a_form_is_refused(phone: Phone) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = phone.client.post(
            "/api/games", data=b'{"players": ["Anna", "Bo"]}', headers={"Origin": "http://localhost", "Content-Type": kind}
        )
        assert (answer.status_code, answer.get_json()["problem"]) == (415, "not-json-type")


def test_programs_may_ask_without_an_origin_but_foreign_pages_may_not(phone: Phone) -> None:
    assert phone.client.post("/api/score", json=POSITION).status_code == 200
    assert phone.client.post("/api/score", json=POSITION, headers={"Origin": "http://evil.example"}).status_code == 403


def test_origin_is_compared_with_its_port() -> None:
    assert same_origin("http://192.168.1.5:8642", "http", "192.168.1.5:8642")
    assert not same_origin("http://192.168.1.5:9000", "http", "192.168.1.5:8642")
    assert not same_origin("https://192.168.1.5:8642", "http", "192.168.1.5:8642")


def test_without_the_code_nothing_is_shown(guarded: Flask) -> None:
    stranger = guarded.test_client()
    for path in (
        "/api/games",
        "/api/choices",
        "/api/addresses",
        "/api/openapi.json",
        "/api/jobs/0123456789abcdef",
        "/api/nothing",
    ):
        answer = stranger.get(path)
        assert (answer.status_code, answer.get_json()["problem"]) == (403, "join-needed"), path
    for path in (
        "/",
        "/new",
        "/invite",
        "/games/0123456789abcdef",
        "/qr.svg",
        "/games/0123456789abcdef/photos/0123456789abcdef.jpg",
    ):
        answer = stranger.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/join"), path
    answer = stranger.post("/api/games", json={"players": ["Anna", "Bo"]}, headers={"Origin": "http://localhost"})
    assert answer.status_code == 403


def test_qr_link_becomes_a_cookie_that_lasts(guarded: Flask) -> None:
    phone = guarded.test_client()
    answer = phone.get(f"/j/{code_of(guarded).code}?to=/games/abc")
    assert answer.status_code == 303
    assert phone.get(answer.headers["Location"]).headers["Location"] == "/games/abc"
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("terranova_join_")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    assert int(re.search(r"Max-Age=(\d+)", cookie)[1]) > 300 * 24 * 3600  # type: ignore[index]
    assert str(code_of(guarded).code) not in cookie
    assert phone.get("/api/games").status_code == 200


@pytest.mark.parametrize(
    "to",
    [
        "//evil.example",
        "//[",
        "http://evil.example/",
        "https:evil",
        "\\\\evil.example",
        "/\\evil.example",
        "games",
        "javascript:alert(1)",
    ],
)
def test_join_link_leads_to_no_foreign_page(guarded: Flask, to: str) -> None:
    phone = guarded.test_client()
    phone.get(f"/j/{code_of(guarded).code}")
    for path in (f"/j/{code_of(guarded).code}", "/joined"):
        answer = phone.get(path, query_string={"to": to})
        assert answer.headers["Location"] == "/"


def test_browser_without_cookies_is_not_asked_for_the_code_again_and_again(guarded: Flask) -> None:
    phone = guarded.test_client(use_cookies=False)
    for language, words in (("en", "blocks cookies"), ("hu", "nem tárol sütiket")):
        joined = phone.get(f"/j/{code_of(guarded).code}").headers["Location"]
        explained = phone.get(joined, headers={"Accept-Language": language})
        assert explained.status_code == 403
        assert words in explained.get_data(as_text=True)


def test_forged_cookie_is_ignored(guarded: Flask) -> None:
    join = code_of(guarded)
    for value in ("", "1", "0" * 64, join.cookie_value[:-1], join.cookie_value.upper(), "ü"):
        stranger = guarded.test_client()
        stranger.set_cookie(join.cookie_name, value)
        assert stranger.get("/api/games").status_code == 403


def test_code_and_cookie_survive_a_restart(config: Config) -> None:
    first = JoinCode(config.data)
    again = JoinCode(config.data)
    assert (first.code, first.cookie_value, first.cookie_name) == (again.code, again.cookie_value, again.cookie_name)
    if (config.data / "key").stat().st_mode & 0o400:
        assert not (config.data / "key").stat().st_mode & 0o077


def test_new_code_shuts_out_those_who_joined_with_the_old(config: Config) -> None:
    old = JoinCode(config.data)
    (config.data / "code").write_text("anothercode\n")
    new = JoinCode(config.data)
    assert not new.is_joined(old.cookie_value)


def test_code_is_typed_as_people_type(config: Config) -> None:
    join = JoinCode(config.data)
    assert join.code is not None
    assert join.opens(f" {join.code[:5].upper()}-{join.code[5:]} ", "phone")


def test_wrong_codes_are_counted_for_a_minute(config: Config) -> None:
    join = JoinCode(config.data)
    assert [join.opens("wrong", "guest") for _ in range(10)] == [False] * 10
    assert join.opens(str(join.code), "guest") is None
    assert join.opens(str(join.code), "another phone")


def test_codes_are_long_and_hold_no_look_alikes() -> None:
    codes = {make_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(len(code) == 10 and set(code) <= set(CODE_LETTERS) for code in codes)
    assert not set("0o1li") & set(CODE_LETTERS)


def test_every_answer_carries_its_headers(phone: Phone) -> None:
    for path in ("/api/choices", "/api/nothing", "/static/x/none.js", "/join", "/boards/islet/board.svg"):
        answer = phone.client.get(path)
        headers = answer.headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert "Strict-Transport-Security" not in headers
        if answer.mimetype in ("text/html", "image/svg+xml"):
            assert "script-src 'self'" in headers["Content-Security-Policy"]
            assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize(
    "path",
    [
        "/static/v/../app.py",
        "/static/v/%2e%2e/app.py",
        "/static/v/..%2fapp.py",
        "/static/v//etc/passwd",
        "/static/v/%5c..%5capp.py",
        "/games/x/photos/..%2f..%2fkey.jpg",
        "/games/../key",
        "/boards/..%2f..%2fetc%2fpasswd/board.svg",
        "/boards/%2fetc%2fpasswd/board.svg",
        "/api/boards/..%2fkey/geometry",
        "/static/v/\0",
        "/api/games/%00",
    ],
)
def test_path_tricks_lead_nowhere(phone: Phone, path: str) -> None:
    answer = phone.client.get(path)
    assert answer.status_code in (303, 308, 400, 404), path
    assert b"root:" not in answer.data


def every_call(app: Flask) -> list[tuple[str, str, str]]:
    """Return every route of the app: its endpoint, a method, and a path with valid ids."""
    ids = {
        "game_id": "0" * 16,
        "job_id": "0" * 16,
        "number": "0",
        "version": "0",
        "step": "1",
        "part": "0" * 16,
        "profile_id": "0" * 16,
    }
    words = {"language": "en", "script": "game.js"}
    fitting = {**ids, "name": "islet", "cell": "A1", "lesson": "setup", "code": "wrong", **words}
    return [
        (rule.endpoint, method, re.sub(r"<(?:\w+:)?(\w+)>", lambda found: fitting[found[1]], rule.rule))
        for rule in app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"OPTIONS", "HEAD"})
    ]


def test_every_address_asks_for_the_code_but_those_that_let_in(guarded: Flask) -> None:
    stranger = guarded.test_client()
    for endpoint, method, path in every_call(guarded):
        answer = stranger.open(path, method=method, headers={"Origin": "http://localhost"})
        refusal = answer.get_json().get("problem") if answer.is_json else answer.headers.get("Location")
        is_closed = refusal in ("join-needed", "/join") or b"has not joined yet" in answer.data
        assert is_closed == (endpoint not in OPEN_TO_ALL), (method, path)


def test_changes_are_accepted_from_our_own_pages_only(app: Flask) -> None:
    changes = [call for call in every_call(app) if call[1] != "GET"]
    assert len(changes) >= 14
    for endpoint, method, path in changes:
        for origin in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {}):
            if origin or endpoint not in ANSWERS_PROGRAMS:
                answer = app.test_client().open(path, method=method, headers=origin)
                assert answer.status_code == 403, (method, path, origin)


def test_every_address_is_closed_to_names_that_could_be_rebound(app: Flask) -> None:
    for endpoint, method, path in every_call(app):
        if endpoint in HEALTH_CHECKS:
            continue  # load balancers ask under any name, and learn only whether the server runs
        for host in ("evil.example", "localhost.evil.example:8642"):
            headers = {"Host": host, "Origin": f"http://{host}"}
            assert app.test_client().open(path, method=method, headers=headers).status_code == 403, (method, path)


def test_position_names_no_file(phone: Phone, tmp_path: Path) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text('{"format": "terranova-board/1"}')
    for board in (str(secret), "../secret.json", "/etc/passwd", "-", "", "http://evil.example/board.json"):
        answer = phone.client.post("/api/score", json={**POSITION, "board": board})
        assert (answer.status_code, answer.get_json()["problem"]) == (404, "no-such-board")
        answer = phone.client.post("/api/check", json={"before": POSITION, "after": {**POSITION, "board": board}})
        assert answer.get_json()["problem"] == "no-such-board"
        answer = phone.post("/api/games", players=["Anna", "Bo"], board=board)
        assert answer.get_json()["problem"] == "no-such-board"


def test_pages_find_nothing_under_foreign_ids(phone: Phone) -> None:
    for game_id in ("0123456789abcdef", "x", "' or 1=1", "1;drop table games", "é"):
        answer = phone.client.get(f"/api/games/{game_id}")
        assert (answer.status_code, answer.get_json()["problem"]) == (404, "no-such-game")
    assert phone.client.get("/api/jobs/0123456789abcdef").get_json()["problem"] == "no-such-job"


def test_code_is_never_logged(guarded: Flask, caplog: pytest.LogCaptureFixture) -> None:
    code = str(code_of(guarded).code)
    phone = guarded.test_client()
    caplog.set_level("DEBUG")
    phone.get(f"/j/{code}", headers={"Host": "evil.example"})
    phone.get(f"/j/{code}x")
    phone.get(f"/j/{code}")
    phone.get(f"/j/{code}/more")
    assert code not in caplog.text
